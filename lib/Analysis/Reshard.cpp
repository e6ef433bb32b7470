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

  /// The axis that dimension `i` of `state` lacks next to become the goal's, if its
  /// boundaries are some of the goal's.
  std::optional<Axis> nextAxis(const Sharding &state, size_t i) const {
    const DimSharding &dim = state.dims[i], &wanted = goal.dims[i];
    size_t have = dim.axes.size();
    if (have >= wanted.axes.size())
      return std::nullopt;
    DimSharding prefix = shortened(wanted, wanted.axes.size() - have);
    if (dim != normalize(prefix, type.getDimSize(i), mesh))
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
    // Scattered over one dimension, step by step, or over all that take such axes.
    Sharding all = state;
    AxisList allAxes;
    auto scatter = [&](Sharding next, ArrayRef<Axis> axes) {
      llvm::erase_if(next.unreduced,
                     [&](Axis axis) { return llvm::is_contained(axes, axis); });
      next = normalized(next);
      visit(ReshardKind::ReduceScatter, AxisList(axes), next, bytesOf(next));
    };
    unsigned changed = 0;
    for (size_t i = 0; i < state.dims.size(); ++i) {
      Sharding next = state;
      AxisList axes;
      while (std::optional<Axis> axis = nextAxis(next, i)) {
        if (!llvm::is_contained(done, *axis) || llvm::is_contained(allAxes, *axis))
          break;
        next.dims[i] = extended(next.dims[i], *axis, goal.dims[i]);
        axes.push_back(*axis);
        scatter(next, axes);
      }
      changed += !axes.empty();
      all.dims[i] = next.dims[i];
      llvm::append_range(allAxes, axes);
    }
    if (changed > 1)
      scatter(all, allAxes);
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

  /// All slices at once that the goal has; or one axis onto the dimension where the goal
  /// has it, behind others that leave later.
  void sliceMoves(const Sharding &state, Visit visit) const {
    Sharding next = state;
    AxisList axes;
    for (size_t i = 0; i < goal.dims.size(); ++i)
      while (std::optional<Axis> axis = nextAxis(next, i)) {
        if (next.uses(*axis))
          break;
        next.dims[i] = extended(next.dims[i], *axis, goal.dims[i]);
        axes.push_back(*axis);
      }
    if (!axes.empty())
      visit(ReshardKind::AllSlice, axes, normalized(next), 0);
    for (auto [i, wanted] : llvm::enumerate(goal.dims))
      for (Axis axis : wanted.axes)
        if (state.dims[i].isSplit() && !state.uses(axis)) {
          Sharding one = state;
          one.dims[i].axes.push_back(axis);
          visit(ReshardKind::AllSlice, {axis}, normalized(one), 0);
        }
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
            if (nextAxis(next, j) != axis)
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
    // What the goal keeps comes first, so that the rest can be gathered.
    for (auto [i, wanted] : llvm::enumerate(goal.dims)) {
      const DimSharding &dim = state.dims[i];
      if (!wanted.isSplit() || wanted.axes.size() >= dim.axes.size() ||
          !llvm::all_of(wanted.axes,
                        [&](Axis axis) { return llvm::is_contained(dim.axes, axis); }))
        continue;
      Sharding next = state;
      next.dims[i] = wanted;
      for (Axis axis : dim.axes)
        if (!llvm::is_contained(wanted.axes, axis))
          next.dims[i].axes.push_back(axis);
      next = normalized(next);
      AxisList axes = dim.axes;
      llvm::sort(axes);
      if (next != state)
        visit(ReshardKind::AllToAll, axes, next, bytesOf(next));
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
