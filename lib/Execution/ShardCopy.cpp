//===- ShardCopy.cpp - between a global tensor and its shards ----------------===//
//
// Copies walk the product of the runs. The innermost dimensions that a rank holds
// whole are folded into one run of bytes first, so that a row-split matrix is one
// memcpy and a column-split one a memcpy per row.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/ShardCopy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::tp;

SmallVector<Run, 4> mlir::tp::getRuns(const DimSharding &dim, int64_t d, int64_t i,
                                      const Mesh &mesh) {
  assert(d % dim.chunks == 0);
  int64_t n = mesh.ways(dim.axes);
  if (d == 0)
    return {};
  if (n == 1)
    return {{0, 0, d}};
  int64_t chunk = d / dim.chunks;
  int64_t units = llvm::divideCeil(chunk, dim.granule);
  int64_t begin = std::min<int64_t>(llvm::divideCeil(i * units, n) * dim.granule, chunk);
  int64_t size = localSize(dim, d, i, mesh) / dim.chunks;
  SmallVector<Run, 4> runs;
  if (size == chunk)
    return {{0, 0, d}};
  for (int64_t c = 0; size > 0 && c < dim.chunks; ++c)
    runs.push_back({c * chunk + begin, c * size, size});
  return runs;
}

/// The runs of a rank in each dimension.
static SmallVector<SmallVector<Run, 4>, 4> getRuns(const Sharding &sharding,
                                                   ArrayRef<int64_t> globalShape, int64_t rank,
                                                   const Mesh &mesh) {
  SmallVector<SmallVector<Run, 4>, 4> runs;
  for (auto [dim, d] : llvm::zip_equal(sharding.dims, globalShape))
    runs.push_back(getRuns(dim, d, mesh.coordinate(rank, dim.axes), mesh));
  return runs;
}

SmallVector<int64_t, 4> mlir::tp::getLocalShape(const Sharding &sharding,
                                                ArrayRef<int64_t> globalShape, int64_t rank,
                                                const Mesh &mesh) {
  SmallVector<int64_t, 4> shape;
  for (auto [dim, d] : llvm::zip_equal(sharding.dims, globalShape))
    shape.push_back(localSize(dim, d, mesh.coordinate(rank, dim.axes), mesh));
  return shape;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
/// One copy between a global tensor and a rank's part of it.
class Copier {
public:
  Copier(const Sharding &sharding, ArrayRef<int64_t> globalShape, int64_t elementBytes,
         int64_t rank, const Mesh &mesh)
      : runs(getRuns(sharding, globalShape, rank, mesh)) {
    // Strides in bytes; `outer` is how many dimensions are not folded.
    SmallVector<int64_t, 4> localShape = getLocalShape(sharding, globalShape, rank, mesh);
    outer = globalShape.size();
    globalStrides.resize(outer);
    localStrides.resize(outer);
    int64_t globalStride = elementBytes, localStride = elementBytes;
    for (int64_t d = outer - 1; d >= 0; --d) {
      globalStrides[d] = globalStride;
      localStrides[d] = localStride;
      globalStride *= globalShape[d];
      localStride *= localShape[d];
    }
    bytes = elementBytes;
    while (outer > 0 && localShape[outer - 1] == globalShape[outer - 1])
      bytes *= globalShape[--outer];
    isEmpty = localStride == 0;
  }

  /// Calls `copy(global offset, local offset, bytes)` for each piece.
  template <typename Copy>
  void forEach(Copy copy) const {
    if (!isEmpty)
      walk(0, 0, 0, copy);
  }

private:
  template <typename Copy>
  void walk(size_t dim, int64_t global, int64_t local, Copy copy) const {
    if (dim == outer)
      return copy(global, local, bytes);
    for (const Run &run : runs[dim]) {
      int64_t globalBegin = global + run.global * globalStrides[dim];
      int64_t localBegin = local + run.local * localStrides[dim];
      // The last split dimension: everything below it is whole, so is each run.
      if (dim + 1 == outer) {
        copy(globalBegin, localBegin, run.size * bytes);
        continue;
      }
      for (int64_t i = 0; i < run.size; ++i)
        walk(dim + 1, globalBegin + i * globalStrides[dim], localBegin + i * localStrides[dim],
             copy);
    }
  }

  SmallVector<SmallVector<Run, 4>, 4> runs;
  SmallVector<int64_t, 4> globalStrides, localStrides;
  size_t outer;
  int64_t bytes;
  bool isEmpty;
};
} // namespace

void mlir::tp::copyToLocal(const Sharding &sharding, ArrayRef<int64_t> globalShape,
                           int64_t elementBytes, int64_t rank, const Mesh &mesh,
                           const char *global, char *local) {
  Copier(sharding, globalShape, elementBytes, rank, mesh)
      .forEach([&](int64_t globalOffset, int64_t localOffset, int64_t bytes) {
        std::memcpy(local + localOffset, global + globalOffset, bytes);
      });
}

void mlir::tp::copyToGlobal(const Sharding &sharding, ArrayRef<int64_t> globalShape,
                            int64_t elementBytes, int64_t rank, const Mesh &mesh,
                            const char *local, char *global) {
  Copier(sharding, globalShape, elementBytes, rank, mesh)
      .forEach([&](int64_t globalOffset, int64_t localOffset, int64_t bytes) {
        std::memcpy(global + globalOffset, local + localOffset, bytes);
      });
}

std::optional<int64_t> mlir::tp::getContiguousOffset(const Sharding &sharding,
                                                     ArrayRef<int64_t> globalShape, int64_t rank,
                                                     const Mesh &mesh) {
  int64_t offset = 0;
  int64_t pieces = 0;
  Copier(sharding, globalShape, /*elementBytes=*/1, rank, mesh)
      .forEach([&](int64_t globalOffset, int64_t localOffset, int64_t bytes) {
        offset = globalOffset;
        ++pieces;
      });
  return pieces <= 1 ? std::optional(offset) : std::nullopt;
}

bool mlir::tp::isFirstReplica(const Sharding &sharding, int64_t rank, const Mesh &mesh) {
  for (Axis axis = 0; axis < mesh.getDigits().size(); ++axis)
    if (!sharding.splits(axis) && mesh.coordinate(rank, axis) != 0)
      return false;
  return true;
}

SmallVector<char, 8> mlir::tp::getIdentityBytes(Reduction reduction, Type elementType) {
  TypedAttr identity = getIdentity(reduction, elementType);
  APInt bits = isa<FloatAttr>(identity) ? cast<FloatAttr>(identity).getValue().bitcastToAPInt()
                                        : cast<IntegerAttr>(identity).getValue();
  SmallVector<char, 8> bytes(elementBytes(elementType));
  bits = bits.zext(std::max<unsigned>(bits.getBitWidth(), 64));
  std::memcpy(bytes.data(), bits.getRawData(), bytes.size());
  return bytes;
}
