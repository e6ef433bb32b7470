//===- ShardingRule.cpp - what splitting an op means, as data ----------------===//
//
// `embed` and `project`: between splits of factors and splits of dimensions.
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardingRule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tp;

std::optional<DimSharding> mlir::tp::embed(ArrayRef<unsigned> dimFactors,
                                           ArrayRef<Factor> factors,
                                           ArrayRef<DimSharding> shardings,
                                           const Mesh &mesh) {
  if (dimFactors.size() == 1)
    return shardings[dimFactors.front()];
  DimSharding result;
  int64_t before = 1; // product of the sizes of unsplit factors so far
  bool open = true;   // a further factor may still be split
  for (unsigned f : dimFactors) {
    const DimSharding &split = shardings[f];
    int64_t size = factors[f].size;
    if (!split.isSplit()) {
      if (ShapedType::isDynamic(size)) {
        // Later factors cannot be split (unknown chunks), earlier ones must not be
        // (unknown granule).
        if (result.isSplit())
          return std::nullopt;
        before = 0;
        continue;
      }
      // Without elements there are no boundaries.
      if (result.isSplit()) {
        result.granule *= std::max<int64_t>(size, 1);
        open = open && size == 1;
      } else {
        before *= std::max<int64_t>(size, 1);
      }
      continue;
    }
    if (!open || before == 0)
      return std::nullopt;
    if (!result.isSplit()) {
      result = split;
      result.chunks *= before;
    } else {
      // The factor before is split down to single elements; this one goes on.
      // Its units must end where its range ends.
      if (split.chunks != 1 || (split.granule != 1 && (ShapedType::isDynamic(size) ||
                                                       size % split.granule != 0)))
        return std::nullopt;
      llvm::append_range(result.axes, split.axes);
      result.granule = split.granule;
    }
    int64_t n = mesh.ways(split.axes);
    open = !ShapedType::isDynamic(size) && split.granule == 1 &&
           size == n * split.chunks;
  }
  return result;
}

/// The first axes whose sizes have the product `ways`; all if there are none.
static ArrayRef<Axis> takeWays(ArrayRef<Axis> axes, int64_t ways, const Mesh &mesh,
                               SmallVectorImpl<AxisCut> *cuts) {
  int64_t before = 1;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (before == ways)
      return axes.take_front(i);
    int64_t size = mesh.size(axis);
    if (before * size > ways) {
      // The end lies within this axis.
      if (cuts && ways % before == 0 && size % (ways / before) == 0)
        cuts->push_back({axis, ways / before});
      break;
    }
    before *= size;
  }
  return axes;
}

void mlir::tp::project(const DimSharding &dim, ArrayRef<unsigned> dimFactors,
                       ArrayRef<Factor> factors, const Mesh &mesh,
                       MutableArrayRef<DimSharding> result,
                       SmallVectorImpl<AxisCut> *cuts) {
  if (!dim.isSplit() || dimFactors.empty())
    return;
  if (dimFactors.size() == 1) {
    result[dimFactors.front()] = dim;
    return;
  }
  // Leading factors that the chunks are made of.
  size_t i = 0;
  int64_t chunks = dim.chunks;
  for (; i < dimFactors.size(); ++i) {
    int64_t size = factors[dimFactors[i]].size;
    if (ShapedType::isDynamic(size) || size == 0 || chunks % size != 0 ||
        (chunks == 1 && size != 1))
      break;
    chunks /= size;
  }
  bool hasOthers = llvm::any_of(
      dimFactors, [&](unsigned other) { return factors[other].size != 1; });
  ArrayRef<Axis> axes(dim.axes);
  for (; i < dimFactors.size() && !axes.empty(); ++i) {
    unsigned f = dimFactors[i];
    int64_t size = factors[f].size;
    if (size == 1 && (hasOthers || i + 1 < dimFactors.size()))
      continue;
    int64_t inner = 1;
    for (unsigned later : dimFactors.drop_front(i + 1))
      inner = ShapedType::isDynamic(factors[later].size) ? 0
                                                         : inner * factors[later].size;
    DimSharding split;
    split.chunks = chunks;
    if (inner != 0 && dim.granule % inner == 0)
      split.granule = dim.granule / inner;
    ArrayRef<Axis> taken = axes;
    if (!ShapedType::isDynamic(size)) {
      if (size % chunks != 0)
        return;
      int64_t units = size / chunks;
      bool isLast = llvm::all_of(dimFactors.drop_front(i + 1), [&](unsigned later) {
        return factors[later].size == 1;
      });
      if (!isLast && units > 0 && mesh.ways(axes) > units && split.granule == 1)
        taken = takeWays(axes, units, mesh, cuts);
    }
    split.axes.assign(taken.begin(), taken.end());
    result[f] = split;
    axes = axes.drop_front(taken.size());
    chunks = 1;
  }
}

FactorShardings mlir::tp::project(const Sharding &sharding, const TensorFactors &tensor,
                                  ArrayRef<Factor> factors, const Mesh &mesh,
                                  SmallVectorImpl<AxisCut> *cuts) {
  FactorShardings result(factors.size());
  for (auto [dim, dimFactors] : llvm::zip_equal(sharding.dims, tensor))
    project(dim, dimFactors, factors, mesh, result, cuts);
  for (auto [factor, split] : llvm::zip_equal(factors, result))
    if (factor.kind == FactorKind::Whole)
      split = {};
  return result;
}

std::optional<Sharding> mlir::tp::embed(const TensorFactors &tensor,
                                        ArrayRef<Factor> factors,
                                        ArrayRef<DimSharding> shardings,
                                        ArrayRef<int64_t> shape, const Mesh &mesh) {
  Sharding result;
  for (auto [dimFactors, d] : llvm::zip_equal(tensor, shape)) {
    if (dimFactors.empty()) {
      result.dims.emplace_back();
      continue;
    }
    std::optional<DimSharding> dim = embed(dimFactors, factors, shardings, mesh);
    if (!dim)
      return std::nullopt;
    result.dims.push_back(*dim);
  }
  return normalize(std::move(result), shape, mesh);
}

std::string ShardingRule::toString() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto name = [](unsigned f) {
    std::string letter(1, char('a' + f % 26));
    return f < 26 ? letter : letter + std::to_string(f / 26);
  };
  auto printTensor = [&](const TensorFactors &tensor) {
    os << '[';
    llvm::interleaveComma(tensor, os, [&](const DimFactors &dim) {
      if (dim.empty())
        os << '1';
      llvm::interleave(dim, os, [&](unsigned f) { os << name(f); }, " ");
    });
    os << ']';
  };
  os << '(';
  llvm::interleaveComma(operandFactors, os, printTensor);
  os << ") -> ";
  llvm::interleaveComma(resultFactors, os, printTensor);
  os << " {";
  for (auto [f, factor] : llvm::enumerate(factors)) {
    os << (f ? ", " : "") << name(f) << '=';
    if (ShapedType::isDynamic(factor.size))
      os << '?';
    else
      os << factor.size;
    if (factor.kind == FactorKind::Whole)
      os << " whole";
    if (factor.kind == FactorKind::Reduction)
      os << ' ' << stringifyReduction(factor.reduction);
  }
  os << '}';
  if (!linearSets.empty()) {
    os << " linear";
    for (ArrayRef<unsigned> set : linearSets) {
      os << " {";
      llvm::interleaveComma(set, os);
      os << '}';
    }
  }
  if (selects)
    os << " selects";
  if (isRematerializable)
    os << " rematerializable";
  return text;
}
