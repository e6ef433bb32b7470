//===- ShardCopy.h - between a global tensor and its shards -----*- C++ -*-===//
//
// Which elements of a global tensor a rank holds, and copying them in either
// direction. Sharding.h says how a dimension is split; along it a rank holds a
// few *runs* of neighbouring elements, one for each chunk, that lie one after the
// other in its local tensor:
//
//   12 elements over 2 ranks with c3, rank 1:
//     global [2, 4) [6, 8) [10, 12)   →   local [0, 2) [2, 4) [4, 6)
//
// A shard of a tensor is the product of the runs of its dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_SHARDCOPY_H
#define TP_EXECUTION_SHARDCOPY_H

#include "tp/Dialect/TP/IR/Sharding.h"

namespace mlir::tp {

/// Neighbouring elements of one dimension that a rank holds.
struct Run {
  int64_t global; // first index in the global dimension
  int64_t local;  // first index in the local one
  int64_t size;

  bool operator==(const Run &o) const {
    return std::tie(global, local, size) == std::tie(o.global, o.local, o.size);
  }
};

/// The runs, none empty, of the rank with combined coordinate `i` in a dimension
/// of `d` elements. Its chunks must be equal: d % chunks == 0.
SmallVector<Run, 4> getRuns(const DimSharding &dim, int64_t d, int64_t i, const Mesh &mesh);

/// The shape of a rank's part of a tensor.
SmallVector<int64_t, 4> getLocalShape(const Sharding &sharding, ArrayRef<int64_t> globalShape,
                                      int64_t rank, const Mesh &mesh);

/// Copies a rank's part out of a global tensor into its local one, or back.
/// Tensors are dense and row-major, elements have `elementBytes`.
void copyToLocal(const Sharding &sharding, ArrayRef<int64_t> globalShape, int64_t elementBytes,
                 int64_t rank, const Mesh &mesh, const char *global, char *local);
void copyToGlobal(const Sharding &sharding, ArrayRef<int64_t> globalShape, int64_t elementBytes,
                  int64_t rank, const Mesh &mesh, const char *local, char *global);

/// The offset in elements of a rank's part when it lies in one piece in the global
/// tensor, so that it needs no copy: true of whole tensors and of a first dimension
/// split without chunks.
std::optional<int64_t> getContiguousOffset(const Sharding &sharding,
                                           ArrayRef<int64_t> globalShape, int64_t rank,
                                           const Mesh &mesh);

/// True for one rank of each set that holds the same part: the one with coordinate
/// 0 along every axis that does not split the tensor.
bool isFirstReplica(const Sharding &sharding, int64_t rank, const Mesh &mesh);

/// The bytes of the value that changes nothing when it is reduced with another:
/// 0 for a sum, the lowest value for a maximum. Complex elements have none.
SmallVector<char, 8> getIdentityBytes(Reduction reduction, Type elementType);

} // namespace mlir::tp

#endif // TP_EXECUTION_SHARDCOPY_H
