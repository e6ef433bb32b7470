//===- Rematerialize.cpp - copies of what is made from constants -------------===//
//
// An empty tensor, a filled one, an iota or a mask is read by many ops that want it
// split in different ways. It costs less to make it again than to move it, so each
// wanted sharding gets its own copy. Users come after what they read: one backward
// walk sees all wishes before it reaches the op that they are for.
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

#include <map>

using namespace mlir;
using namespace mlir::tp;

namespace {
struct Wish {
  Sharding sharding;
  SmallVector<OpOperand *> uses;
};
} // namespace

LogicalResult mlir::tp::rematerialize(FunctionGraph &graph, ReshardPlanner &planner,
                                      const Mesh &mesh, ShardingRules &rules) {
  std::vector<SmallVector<Wish, 2>> wishes(graph.states.size());
  auto wish = [&](int state, const Sharding &sharding, OpOperand *use) {
    if (!graph.states[state].isRematerializable)
      return;
    Sharding wanted = sharding.reduced();
    for (Wish &other : wishes[state])
      if (other.sharding == wanted) {
        other.uses.push_back(use);
        return;
      }
    wishes[state].push_back({wanted, {use}});
  };
  auto wishOperands = [&](ArrayRef<int> operands, const ShardingRule &rule,
                          const OpPlan &plan) {
    for (auto [state, needed, use] :
         llvm::zip_equal(operands, plan.operands, rule.operands))
      wish(state, needed, use);
  };

  std::vector<std::pair<size_t, OpNode>> copies; // behind which node
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    OpNode &node = graph.nodes[i];
    bool isCopied = llvm::any_of(node.results, [&](int result) {
      return result >= 0 && graph.states[result].isRematerializable;
    });
    if (!isCopied) {
      node.plan = graph.planNode(node, planner, mesh);
      wishOperands(node.operands, *node.rule, node.plan);
      continue;
    }
    // The ops concerned have one result.
    int result = node.results.front();
    SmallVector<Wish, 2> wanted = wishes[result];
    if (wanted.empty())
      wanted.push_back({Sharding::replicated(graph.states[result].type.getRank()), {}});
    for (auto [k, next] : llvm::enumerate(wanted)) {
      OpNode copy;
      copy.op = node.op;
      copy.operands = node.operands;
      copy.results = {result};
      if (k == 0) {
        copy.rule = node.rule;
        graph.states[result].sharding = next.sharding;
      } else {
        OpBuilder builder(node.op->getContext());
        builder.setInsertionPointAfter(node.op);
        copy.op = builder.clone(*node.op);
        FailureOr<const ShardingRule *> rule = rules.get(copy.op);
        if (failed(rule))
          return failure();
        copy.rule = *rule;
        TensorState state = graph.states[result];
        state.sharding = next.sharding;
        copy.results = {int(graph.states.size())};
        graph.states.push_back(std::move(state));
        wishes.emplace_back();
        for (OpOperand *use : next.uses)
          use->set(copy.op->getResult(0));
      }
      copy.plan = graph.planNode(copy, planner, mesh);
      // What it can in fact be made in (an op may not be able to split a dimension).
      graph.states[copy.results.front()].sharding = copy.plan.results[0].reduced();
      wishOperands(copy.operands, *copy.rule, copy.plan);
      if (k == 0)
        graph.nodes[i] = std::move(copy);
      else
        copies.push_back({i, std::move(copy)});
    }
  }
  for (auto &[behind, copy] : copies)
    graph.nodes.push_back(std::move(copy));
  return success();
}
