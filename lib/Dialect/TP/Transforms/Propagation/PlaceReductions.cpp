//===- PlaceReductions.cpp - where partial values are reduced ----------------===//
//
// An op that contracts over a split factor gives a partial value. It can be reduced
// at once, or pass through ops that are linear in it and be reduced behind them:
// once for the sum of several, or when it has become smaller. Too late is dear, too
// (a value that is read many times would be reduced in each place).
//
//   forward    over which axes could each value be partial, if nothing were reduced?
//   backward   C(v) = least cost to have everything behind v reduced, if v is not:
//              min(cost(v), sum over its users of C(result) / k), where k values
//              that wait for the same reduction share its cost
//   forward    v waits if that is less than cost(v)
//
// The cost of a reduction is its bytes and what a call costs whatever its size, so
// one reduction is not traded for several tiny ones.
//
// Linear in the number of ops. Ties go to the early place: it needs no masks.
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
struct Partial {
  AxisList axes;
  Reduction reduction = Reduction::Sum;
};

/// What a call costs, in bytes that could have been moved in that time: some 5 us of
/// latency at some 12 GB/s. (Collectives that are fused later share it.)
constexpr double kCallBytes = 64 * 1024;

struct Placer {
  FunctionGraph &graph;
  const Mesh &mesh;
  /// Per state: over which axes it could be partial.
  std::vector<Partial> could;
  /// Per node: the axes that pass through it, and the states that bring them.
  struct Passage {
    Partial partial;
    SmallVector<int, 2> from;
  };
  std::vector<Passage> passages;
  std::vector<bool> waits;

  double cost(int state) const {
    const TensorState &s = graph.states[state];
    return kCallBytes + localBytes(s.sharding, s.type, mesh);
  }

  /// What would pass through a node if its operands held what they could.
  Passage getPassage(const OpNode &node) const {
    Passage passage;
    SmallVector<unsigned> holders;
    for (auto [i, state] : llvm::enumerate(node.operands)) {
      const Partial &partial = could[state];
      if (partial.axes.empty())
        continue;
      if (holders.empty())
        passage.partial = partial;
      else if (partial.axes != passage.partial.axes ||
               partial.reduction != passage.partial.reduction)
        return {};
      holders.push_back(i);
      if (!llvm::is_contained(passage.from, state))
        passage.from.push_back(state);
    }
    if (holders.empty() || !findLinearSet(*node.rule, holders, passage.partial.reduction))
      return {};
    if (!node.plan.partial.empty() && node.plan.reduction != passage.partial.reduction)
      return {};
    // The axes must be free on this op.
    for (const DimSharding &split : node.plan.factors)
      for (Axis axis : split.axes)
        if (llvm::is_contained(passage.partial.axes, axis))
          return {};
    for (int result : node.results) {
      if (result < 0)
        return {};
      // An annotated value is reduced here, unless it is to be partial in just this way.
      const TensorState &state = graph.states[result];
      if (state.isAnnotated && (state.sharding.unreduced != passage.partial.axes ||
                                state.sharding.reduction != passage.partial.reduction))
        return {};
    }
    return passage;
  }

  void findCandidates() {
    could.resize(graph.states.size());
    passages.resize(graph.nodes.size());
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      Passage &passage = passages[index] = getPassage(node);
      Partial partial{node.plan.partial, node.plan.reduction};
      if (!passage.from.empty()) {
        partial.reduction = passage.partial.reduction;
        llvm::append_range(partial.axes, passage.partial.axes);
        llvm::sort(partial.axes);
      }
      for (int result : node.results)
        if (result >= 0 && !graph.states[result].isAnnotated)
          could[result] = partial;
    }
  }

  /// One backward sweep; `waits` holds the answers of the sweep before.
  void decide(bool isFirst) {
    std::vector<double> least(graph.states.size(), 0);
    std::vector<bool> next(graph.states.size(), false);
    for (int state = graph.states.size() - 1; state >= 0; --state) {
      if (could[state].axes.empty())
        continue;
      double now = cost(state), later = 0;
      bool canWait = !graph.states[state].users.empty();
      for (unsigned user : graph.states[state].users) {
        const Passage &passage = passages[user];
        if (!llvm::is_contained(passage.from, state)) {
          canWait = false;
          break;
        }
        const OpNode &node = graph.nodes[user];
        if (!node.plan.partial.empty())
          continue; // its result is reduced anyway
        int sharers = llvm::count_if(passage.from, [&](int other) {
          return isFirst || other == state || waits[other];
        });
        for (int result : node.results)
          later += least[result] / sharers;
      }
      next[state] = canWait && later < now;
      least[state] = next[state] ? later : now;
    }
    waits = std::move(next);
  }

  /// What is partial in fact, when values wait as `waits` says; those that are not
  /// partial do not wait.
  std::vector<Partial> settle() {
    std::vector<Partial> is(graph.states.size());
    std::vector<bool> settled(graph.states.size(), false);
    for (auto [index, node] : llvm::enumerate(graph.nodes)) {
      Partial partial{node.plan.partial, node.plan.reduction};
      for (int from : passages[index].from)
        if (!is[from].axes.empty()) {
          partial.reduction = is[from].reduction;
          for (Axis axis : is[from].axes)
            if (!llvm::is_contained(partial.axes, axis))
              partial.axes.push_back(axis);
        }
      llvm::sort(partial.axes);
      for (int result : node.results) {
        if (result < 0 || !waits[result] || partial.axes.empty())
          continue;
        is[result] = partial;
        settled[result] = true;
      }
    }
    waits = std::move(settled);
    return is;
  }
};
} // namespace

void mlir::tp::placeReductions(FunctionGraph &graph, const Mesh &mesh) {
  Placer placer{graph, mesh, {}, {}, {}};
  placer.findCandidates();
  // Who shares a reduction depends on who waits: a few sweeps settle it.
  std::vector<Partial> is;
  for (int sweep = 0; sweep < 4; ++sweep) {
    placer.decide(/*isFirst=*/sweep == 0);
    is = placer.settle();
  }
  for (auto [state, partial] : llvm::zip_equal(graph.states, is))
    if (!partial.axes.empty()) {
      state.sharding.unreduced = partial.axes;
      state.sharding.reduction = partial.reduction;
    }
}
