//===- Propagate.cpp - give every value a sharding ---------------------------===//
//
// The steps are in files of their own: Spread (to a fixed point), PlaceReductions,
// Rematerialize. Here they are put in order, and the answers are written down.
//
//===----------------------------------------------------------------------===//

#include "FunctionGraph.h"

#include <deque>

namespace mlir::tp {
#define GEN_PASS_DEF_EXPLAINRULESPASS
#define GEN_PASS_DEF_PROPAGATEPASS
#include "tp/Dialect/TP/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// In program order, each op is split the cheapest way; a result that nobody has
/// annotated takes the form in which it is made. But a partial value with one user
/// keeps the split that this user wants: scattering costs less than reducing.
static void planOps(FunctionGraph &graph, ReshardPlanner &planner, const Mesh &mesh) {
  for (OpNode &node : graph.nodes) {
    node.plan = graph.planNode(node, planner, mesh);
    for (auto [result, produced] : llvm::zip_equal(node.results, node.plan.results)) {
      if (result < 0 || graph.states[result].isAnnotated)
        continue;
      TensorState &state = graph.states[result];
      if (!produced.isUnreduced() || state.users.size() != 1)
        state.sharding = produced.reduced();
    }
  }
}

static void writeShardings(FunctionGraph &graph, const Mesh &mesh) {
  func::FuncOp function = graph.function;
  MLIRContext *context = function.getContext();
  auto attrOf = [&](int state) {
    return toAttr(context, graph.states[state].sharding, mesh);
  };
  for (auto [index, state] : llvm::enumerate(graph.arguments))
    if (state >= 0)
      function.setArgAttr(index, kShardingAttr, attrOf(state));
  for (auto [index, state] : llvm::enumerate(graph.results))
    if (state >= 0)
      function.setResultAttr(index, kShardingAttr, attrOf(state));
  auto arrayOf = [&](ArrayRef<int> states) {
    SmallVector<Attribute> shardings;
    for (int state : states)
      shardings.push_back(state < 0 ? Attribute(UnitAttr::get(context))
                                    : Attribute(attrOf(state)));
    return ArrayAttr::get(context, shardings);
  };
  auto isTensor = [](int state) { return state >= 0; };
  for (OpNode &node : graph.nodes)
    if (!node.isAssignment && llvm::any_of(node.results, isTensor))
      node.op->setAttr(kShardingsAttr, arrayOf(node.results));
  for (RegionNode &node : graph.regions) {
    if (llvm::any_of(node.results, isTensor))
      node.op->setAttr(kShardingsAttr, arrayOf(node.results));
    if (llvm::any_of(node.arguments, isTensor))
      node.op->setAttr(kArgumentShardingsAttr, arrayOf(node.arguments));
  }
}

/// Later passes see the mesh cut as it was here.
static void writeSubAxes(ModuleOp module, const Mesh &mesh) {
  SmallVector<AxisRefAttr> refs = mesh.getSubAxes(module.getContext());
  if (refs.empty())
    return;
  auto op = module.lookupSymbol<MeshOp>(mesh.getName());
  op->setAttr(kSubAxesAttr,
              ArrayAttr::get(module.getContext(),
                             SmallVector<Attribute>(refs.begin(), refs.end())));
}

namespace {
struct Propagate : public tp::impl::PropagatePassBase<Propagate> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto &rules = getAnalysis<ShardingRules>();
    FailureOr<Mesh> mesh = getMesh(module);
    if (failed(mesh))
      return signalPassFailure();
    std::deque<FunctionGraph> graphs;
    SmallVector<AxisCut> cuts;
    do { // Axes only get shorter, so this ends.
      *mesh = mesh->cut(cuts);
      cuts.clear();
      graphs.clear();
      for (auto function : module.getOps<func::FuncOp>()) {
        if (function.isExternal() || function->hasAttr(kPartitionedAttr))
          continue;
        FailureOr<FunctionGraph> graph = FunctionGraph::build(function, *mesh, rules);
        if (failed(graph))
          return signalPassFailure();
        propagateShardings(*graph, *mesh, cuts);
        graphs.push_back(std::move(*graph));
      }
    } while (!cuts.empty());

    ReshardPlanner planner(*mesh);
    for (FunctionGraph &graph : graphs) {
      planOps(graph, planner, *mesh);
      placeReductions(graph, *mesh);
      if (failed(rematerialize(graph, planner, *mesh, rules)))
        return signalPassFailure();
      writeShardings(graph, *mesh);
    }
    writeSubAxes(module, *mesh);
    markAnalysesPreserved<ShardingRules>();
  }
};

struct ExplainRules : public tp::impl::ExplainRulesPassBase<ExplainRules> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      // Ops in the bodies of others are no business of a rule.
      if (!isa_and_nonnull<func::FuncOp>(op->getParentOp()) || op->getNumResults() == 0)
        return;
      bool hasRule = isa<ShardableOpInterface>(op) ||
                     OpTrait::hasElementwiseMappableTraits(op);
      if (!hasRule || !llvm::any_of(op->getResultTypes(), [](Type type) {
            return isa<TensorType>(type);
          }))
        return;
      if (FailureOr<ShardingRule> rule = getShardingRule(op); succeeded(rule))
        op->setAttr("tp.rule", StringAttr::get(op->getContext(), rule->toString()));
    });
  }
};
} // namespace
