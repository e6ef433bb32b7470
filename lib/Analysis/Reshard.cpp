//===- Reshard.cpp - from one sharding to another, cheaply -------------------===//
//
// Dijkstra over shardings. From a state, `forEachMove` gives the collectives that
// can lead to the goal: every move either takes a split or a partial value away, or
// makes a dimension more like the goal's, so the space is small.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Reshard.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// One search.
struct Search {
  const Mesh &mesh;
  RankedTensorType type;
  const Sharding &goal;

  using Visit = function_ref<void(ReshardKind, AxisList, Sharding, int64_t bytes)>;

  int64_t bytesOf(const Sharding &state) const { return localBytes(state, type, mesh); }
  Sharding normalized(Sharding state) const {
    return normalize(std::move(state), type.getShape(), mesh);
  }

  /// The axis that `dim` lacks next to become `wanted`, if it is a prefix of it.
  static std::optional<Axis> nextAxis(const DimSharding &dim, const DimSharding &wanted) {
    size_t have = dim.axes.size();
    if (have >= wanted.axes.size() ||
        ArrayRef<Axis>(wanted.axes).take_front(have) != ArrayRef<Axis>(dim.axes))
      return std::nullopt;
    if (have && (dim.granule != wanted.granule || dim.chunks != wanted.chunks))
      return std::nullopt;
    return wanted.axes[have];
  }

  /// `dim` with `axis` behind its axes, in the goal's granules and chunks.
  static DimSharding extended(DimSharding dim, Axis axis, const DimSharding &wanted) {
    dim.axes.push_back(axis);
    dim.granule = wanted.granule;
    dim.chunks = wanted.chunks;
    return dim;
  }

  /// `dim` without its last `count` axes.
  static DimSharding shortened(DimSharding dim, size_t count) {
    dim.axes.truncate(dim.axes.size() - count);
    return dim.axes.empty() ? DimSharding() : dim;
  }

  void forEachMove(const Sharding &state, Visit visit) const {
    reduceMoves(state, visit);
    sliceMoves(state, visit);
    gatherMoves(state, visit);
    exchangeMoves(state, visit);
  }

  /// Partial values that the goal does not want; and those that it does.
  void reduceMoves(const Sharding &state, Visit visit) const {
    bool sameReduction = state.reduction == goal.reduction;
    AxisList done;
    for (Axis axis : state.unreduced)
      if (!sameReduction || !llvm::is_contained(goal.unreduced, axis))
        done.push_back(axis);
    auto without = [&](ArrayRef<Axis> axes) {
      Sharding next = state;
      llvm::erase_if(next.unreduced,
                     [&](Axis axis) { return llvm::is_contained(axes, axis); });
      return next;
    };
    if (!done.empty())
      visit(ReshardKind::AllReduce, done, normalized(without(done)), bytesOf(state));
    for (auto [i, dim] : llvm::enumerate(state.dims)) {
      DimSharding split = dim;
      AxisList axes;
      while (std::optional<Axis> axis = nextAxis(split, goal.dims[i])) {
        if (!llvm::is_contained(done, *axis))
          break;
        split = extended(split, *axis, goal.dims[i]);
        axes.push_back(*axis);
        Sharding next = without(axes);
        next.dims[i] = split;
        next = normalized(next);
        visit(ReshardKind::ReduceScatter, axes, next, bytesOf(next));
      }
    }
    AxisList missing;
    for (Axis axis : goal.unreduced)
      if (!state.uses(axis))
        missing.push_back(axis);
    if (!missing.empty() && (state.unreduced.empty() || sameReduction)) {
      Sharding next = state;
      next.reduction = goal.reduction;
      llvm::append_range(next.unreduced, missing);
      visit(ReshardKind::Mask, missing, normalized(next), 0);
    }
  }

  /// All free slices at once.
  void sliceMoves(const Sharding &state, Visit visit) const {
    Sharding next = state;
    AxisList axes;
    for (auto [i, wanted] : llvm::enumerate(goal.dims))
      while (std::optional<Axis> axis = nextAxis(next.dims[i], wanted)) {
        if (next.uses(*axis))
          break;
        next.dims[i] = extended(next.dims[i], *axis, wanted);
        axes.push_back(*axis);
      }
    if (!axes.empty())
      visit(ReshardKind::AllSlice, axes, normalized(next), 0);
  }

  /// The last axes of one dimension, or of all dimensions that are not as wanted.
  void gatherMoves(const Sharding &state, Visit visit) const {
    Sharding all = state;
    AxisList allAxes;
    unsigned changed = 0;
    for (auto [i, dim] : llvm::enumerate(state.dims)) {
      ArrayRef<Axis> axes(dim.axes);
      for (size_t count = 1; count <= axes.size(); ++count) {
        Sharding next = state;
        next.dims[i] = shortened(dim, count);
        next = normalized(next);
        visit(ReshardKind::AllGather, AxisList(axes.take_back(count)), next,
              bytesOf(next));
      }
      if (dim.isSplit() && dim != goal.dims[i]) {
        // Keep the prefix that is wanted.
        size_t keep = 0;
        while (keep < axes.size() && keep < goal.dims[i].axes.size() &&
               axes[keep] == goal.dims[i].axes[keep])
          ++keep;
        if (dim.granule != goal.dims[i].granule || dim.chunks != goal.dims[i].chunks)
          keep = 0;
        if (keep == axes.size())
          continue;
        all.dims[i] = shortened(dim, axes.size() - keep);
        llvm::append_range(allAxes, axes.drop_front(keep));
        ++changed;
      }
    }
    if (changed > 1) {
      all = normalized(all);
      visit(ReshardKind::AllGather, allAxes, all, bytesOf(all));
    }
  }

  /// The same axes on other dimensions, in another order or in other boundaries.
  void exchangeMoves(const Sharding &state, Visit visit) const {
    for (auto [i, dim] : llvm::enumerate(state.dims)) {
      for (size_t count = 1; count <= dim.axes.size(); ++count) {
        AxisList axes(ArrayRef<Axis>(dim.axes).take_back(count));
        for (auto [j, wanted] : llvm::enumerate(goal.dims)) {
          Sharding next = state;
          next.dims[i] = shortened(dim, count);
          bool isNext = i != j && llvm::all_of(axes, [&, j = j](Axis axis) {
            if (nextAxis(next.dims[j], goal.dims[j]) != axis)
              return false;
            next.dims[j] = extended(next.dims[j], axis, goal.dims[j]);
            return true;
          });
          if (!isNext)
            continue;
          next = normalized(next);
          visit(ReshardKind::AllToAll, axes, next, bytesOf(next));
        }
      }
    }
    // The dimensions that differ, all at once.
    AxisList before, after;
    bool isPermutation = true;
    Sharding next = state;
    for (auto [i, dim] : llvm::enumerate(state.dims)) {
      const DimSharding &wanted = goal.dims[i];
      if (dim == wanted)
        continue;
      llvm::append_range(before, dim.axes);
      llvm::append_range(after, wanted.axes);
      next.dims[i] = wanted;
      int64_t d = type.getDimSize(i);
      isPermutation &= mesh.ways(dim.axes) == mesh.ways(wanted.axes) &&
                       dim.granule == wanted.granule && dim.chunks == wanted.chunks &&
                       !ShapedType::isDynamic(d) && isEven(dim, d, mesh);
    }
    llvm::sort(before);
    llvm::sort(after);
    if (!before.empty() && before == after)
      visit(isPermutation ? ReshardKind::Permute : ReshardKind::AllToAll, before, next,
            bytesOf(next));
  }
};
} // namespace

const ReshardPath &ReshardPlanner::plan(const Sharding &from, const Sharding &to,
                                        RankedTensorType global) {
  auto [entry, isNew] = paths.try_emplace({from, to, global.getAsOpaquePointer()});
  ReshardPath &path = entry->second;
  if (!isNew || from == to)
    return path;

  using Cost = std::pair<int64_t, int64_t>; // bytes, steps
  struct Node {
    Cost cost;
    ReshardStep step; // that led here
    bool isDone = false;
  };
  std::map<Sharding, Node> nodes;
  nodes[from] = {{0, 0}, {}, false};
  Search search{mesh, global, to};
  while (true) {
    auto best = nodes.end();
    for (auto it = nodes.begin(); it != nodes.end(); ++it)
      if (!it->second.isDone &&
          (best == nodes.end() || it->second.cost < best->second.cost))
        best = it;
    assert(best != nodes.end() && "gathering and reducing everything leads anywhere");
    best->second.isDone = true;
    if (best->first == to)
      break;
    const Sharding state = best->first;
    Cost cost = best->second.cost;
    search.forEachMove(state, [&](ReshardKind kind, AxisList axes, Sharding next,
                                  int64_t bytes) {
      Cost reached = {cost.first + bytes, cost.second + 1};
      auto [it, fresh] = nodes.try_emplace(next);
      if (fresh || (!it->second.isDone && reached < it->second.cost))
        it->second = {reached, {kind, std::move(axes), state, next}, false};
    });
  }
  path.bytes = nodes[to].cost.first;
  for (Sharding state = to; state != from; state = nodes[state].step.from)
    path.steps.push_back(nodes[state].step);
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}
