//===- Reshard.h - from one sharding to another, cheaply --------*- C++ -*-===//
//
// A reshard is a shortest path over the collectives, with the bytes of their
// results on one rank as weight (no communication weighs nothing). Paths are
// planned here as data; `tp-partition` makes ops of them, costs come from the same
// plans, so what is predicted is what is issued.
//
//   [{}, {"tp"}]              → [{}, {}]        all_gather
//   [{}, {"tp"}]              → [{"tp"}, {}]    all_to_all
//   [{}, {}] unreduced {"tp"} → [{}, {"tp"}]    reduce_scatter
//   [{}, {}]                  → [{}, {"tp"}]    all_slice, free
//   [{}, {}]                  → unreduced       mask, free: rank 0 keeps its value,
//                                               the others take the identity
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_RESHARD_H
#define TP_ANALYSIS_RESHARD_H

#include "tp/Dialect/TP/IR/Sharding.h"
#include <map>

namespace mlir::tp {

enum class ReshardKind {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Permute,
  AllSlice,
  Mask
};

struct ReshardStep {
  ReshardKind kind;
  AxisList axes; // the group
  Sharding from, to;
};

struct ReshardPath {
  SmallVector<ReshardStep, 2> steps;
  int64_t bytes = 0;
};

/// Plans reshards and remembers them.
class ReshardPlanner {
public:
  explicit ReshardPlanner(const Mesh &mesh) : mesh(mesh) {}

  /// The path of fewest bytes, of these one of fewest steps. Both shardings are
  /// normalized.
  const ReshardPath &plan(const Sharding &from, const Sharding &to,
                          RankedTensorType global);
  int64_t bytes(const Sharding &from, const Sharding &to, RankedTensorType global) {
    return from == to ? 0 : plan(from, to, global).bytes;
  }

private:
  const Mesh &mesh;
  std::map<std::tuple<Sharding, Sharding, const void *>, ReshardPath> paths;
};

} // namespace mlir::tp

#endif // TP_ANALYSIS_RESHARD_H
