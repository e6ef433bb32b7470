//===- Spread.cpp - shardings to a fixed point -------------------------------===//
//
// A node is visited when a tensor of it has changed. It merges what its tensors
// suggest for each factor and gives the result back to all of them, where they are
// open for more axes. States only grow, so this ends; nodes are visited in program
// order, those that only pass elements on before the others, so the outcome does
// not depend on anything else.
//
// Where two tensors suggest different splits, the one with more bytes behind it
// wins; the other is resharded when the op is planned.
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {
struct Spreader {
  FunctionGraph &graph;
  const Mesh &mesh;
  int64_t round;
  SmallVectorImpl<AxisCut> &cuts;
  /// Nodes to visit: (class, index).
  std::set<std::pair<bool, unsigned>> work;

  void push(unsigned node) { work.insert({!graph.nodes[node].isPassThrough, node}); }

  /// What counts in this round.
  Sharding visible(const TensorState &state) const {
    Sharding sharding = state.sharding.reduced();
    for (auto [dim, priority] : llvm::zip_equal(sharding.dims, state.priority))
      if (priority > round)
        dim = {};
    return sharding;
  }

  struct Suggestion {
    DimSharding split;
    int64_t bytes = 0;
  };

  static bool isPrefix(const DimSharding &a, const DimSharding &b) {
    ArrayRef<Axis> longer(b.axes);
    return a.axes.size() <= b.axes.size() &&
           longer.take_front(a.axes.size()) == ArrayRef<Axis>(a.axes) &&
           (!a.isSplit() || (a.granule == b.granule && a.chunks == b.chunks));
  }

  FactorShardings merge(const OpNode &node) {
    size_t count = node.rule->factors.size();
    SmallVector<SmallVector<Suggestion, 2>> suggestions(count);
    auto add = [&](int index, const TensorFactors &tensor) {
      if (index < 0 || graph.states[index].isRematerializable)
        return;
      const TensorState &state = graph.states[index];
      Sharding sharding = visible(state);
      FactorShardings splits = project(sharding, tensor, node.rule->factors, mesh, &cuts);
      int64_t bytes = localBytes(sharding, state.type, mesh);
      for (auto [f, split] : llvm::enumerate(splits)) {
        if (!split.isSplit())
          continue;
        auto same = llvm::find_if(suggestions[f],
                                  [&](auto &other) { return other.split == split; });
        if (same == suggestions[f].end()) {
          suggestions[f].push_back({split, bytes});
        } else {
          same->bytes += bytes;
        }
      }
    };
    for (auto [index, tensor] : llvm::zip_equal(node.operands, node.rule->operandFactors))
      add(index, tensor);
    for (auto [index, tensor] : llvm::zip_equal(node.results, node.rule->resultFactors))
      add(index, tensor);

    // For each factor the heaviest; a longer one that extends it is the same wish.
    SmallVector<Suggestion> best(count);
    for (auto [f, choices] : llvm::enumerate(suggestions))
      for (const Suggestion &choice : choices) {
        bool extends = isPrefix(best[f].split, choice.split);
        bool isExtended = best[f].split.isSplit() && isPrefix(choice.split, best[f].split);
        if (!best[f].split.isSplit() || (extends && !isExtended) ||
            (!extends && !isExtended && choice.bytes > best[f].bytes))
          best[f] = choice;
      }
    // An axis goes to the factor with more bytes behind it.
    SmallVector<unsigned> order(llvm::to_vector(llvm::seq<unsigned>(0, count)));
    llvm::stable_sort(order,
                      [&](unsigned a, unsigned b) { return best[a].bytes > best[b].bytes; });
    FactorShardings merged(count);
    AxisList taken;
    for (unsigned f : order) {
      DimSharding split = best[f].split;
      auto conflict = llvm::find_if(
          split.axes, [&](Axis axis) { return llvm::is_contained(taken, axis); });
      split.axes.erase(conflict, split.axes.end());
      if (!split.isSplit())
        continue;
      llvm::append_range(taken, split.axes);
      merged[f] = split;
    }
    return merged;
  }

  /// Adds to a state what it is open for; true if that changed it.
  bool extend(TensorState &state, const Sharding &wanted) const {
    bool changed = false;
    for (size_t d = 0; d < state.sharding.dims.size(); ++d) {
      DimSharding &dim = state.sharding.dims[d];
      DimSharding next = wanted.dims[d];
      int64_t size = state.type.getDimSize(d);
      if (!state.isOpen[d] || state.priority[d] > round || size == 1 ||
          ShapedType::isDynamic(size) || next.axes.size() <= dim.axes.size() ||
          !isPrefix(dim, next))
        continue;
      auto stop = std::find_if(
          next.axes.begin() + dim.axes.size(), next.axes.end(), [&](Axis axis) {
            return state.sharding.uses(axis) || llvm::is_contained(state.forbidden, axis);
          });
      next.axes.erase(stop, next.axes.end());
      if (next.axes.size() <= dim.axes.size())
        continue;
      dim = normalize(next, size, mesh);
      changed = true;
    }
    return changed;
  }

  void visit(unsigned index) {
    const OpNode &node = graph.nodes[index];
    FactorShardings merged = merge(node);
    auto give = [&](int target, const TensorFactors &tensor) {
      if (target < 0 || graph.states[target].isRematerializable)
        return;
      TensorState &state = graph.states[target];
      std::optional<Sharding> wanted =
          embed(tensor, node.rule->factors, merged, state.type.getShape(), mesh);
      if (wanted && extend(state, *wanted))
        for (unsigned next : state.nodes)
          push(next);
    };
    for (auto [target, tensor] : llvm::zip_equal(node.operands, node.rule->operandFactors))
      give(target, tensor);
    for (auto [target, tensor] : llvm::zip_equal(node.results, node.rule->resultFactors))
      give(target, tensor);
  }

  void run() {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      push(node);
    while (!work.empty()) {
      unsigned node = work.begin()->second;
      work.erase(work.begin());
      visit(node);
    }
  }
};
} // namespace

void mlir::tp::propagateShardings(FunctionGraph &graph, const Mesh &mesh,
                                  SmallVectorImpl<AxisCut> &cuts) {
  std::set<int64_t> rounds = {0};
  for (const TensorState &state : graph.states)
    rounds.insert(state.priority.begin(), state.priority.end());
  for (int64_t round : rounds)
    Spreader{graph, mesh, round, cuts, {}}.run();
}
