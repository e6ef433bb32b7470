//===- FunctionGraph.cpp - a function as ops with rules ----------------------===//

#include "FunctionGraph.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

int FunctionGraph::addState(RankedTensorType type) {
  TensorState state;
  state.type = type;
  state.sharding = Sharding::replicated(type.getRank());
  state.isOpen.assign(type.getRank(), true);
  state.priority.assign(type.getRank(), 0);
  states.push_back(std::move(state));
  return states.size() - 1;
}

LogicalResult FunctionGraph::annotate(int index, ShardingAttr attr, const Mesh &mesh,
                                      Location loc) {
  if (!attr)
    return success();
  TensorState &state = states[index];
  state.isAnnotated = true;
  state.sharding =
      normalize(fromAttr(attr, mesh), state.type.getShape(), mesh);
  for (auto [d, dim] : llvm::enumerate(attr.getDims())) {
    state.isOpen[d] = dim.getIsOpen();
    state.priority[d] = dim.getPriority();
    if (state.sharding.dims[d].isSplit() && state.type.isDynamicDim(d))
      return emitError(loc) << "dimension " << d << " of " << state.type
                            << " is dynamic and split: this cannot be partitioned yet";
  }
  state.forbidden = getReplicated(attr, mesh);
  llvm::append_range(state.forbidden, state.sharding.unreduced);
  return success();
}

AxisList mlir::tp::getReplicated(ShardingAttr sharding, const Mesh &mesh) {
  AxisList axes;
  for (AxisRefAttr ref : sharding.getReplicated())
    mesh.append(axes, ref);
  return axes;
}

LogicalResult FunctionGraph::addOp(Operation *op, const Mesh &mesh,
                                   ShardingRules &rules) {
  if (!touchesTensors(op))
    return success();
  FailureOr<const ShardingRule *> rule = rules.get(op);
  if (failed(rule))
    return failure();
  OpNode node;
  node.op = op;
  node.rule = *rule;
  bool allConstant = true;
  for (OpOperand *operand : node.rule->operands) {
    auto found = stateOf.find(operand->get());
    if (found == stateOf.end())
      return op->emitError() << "reads a tensor that is not made in this function";
    node.operands.push_back(found->second);
    allConstant &= states[found->second].isRematerializable;
  }
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type) {
      node.results.push_back(-1);
      continue;
    }
    int state = addState(type);
    stateOf[result] = state;
    node.results.push_back(state);
    if (!node.rule->declaredResults.empty() &&
        failed(annotate(state, node.rule->declaredResults[index], mesh, op->getLoc())))
      return failure();
    states[state].isRematerializable = node.rule->isRematerializable && allConstant;
  }
  node.isPassThrough =
      llvm::none_of(node.rule->factors, [](const Factor &factor) {
        return factor.kind == FactorKind::Reduction;
      });
  nodes.push_back(std::move(node));
  return success();
}

LogicalResult FunctionGraph::addAssignment(OpOperand &operand, int state) {
  auto source = stateOf.find(operand.get());
  if (source == stateOf.end())
    return operand.getOwner()->emitError()
           << "reads a tensor that is not made in this function";
  auto rule = std::make_unique<ShardingRule>();
  TensorFactors dims = rule->addDims(states[state].type.getShape());
  rule->addOperand(operand, dims);
  rule->resultFactors.push_back(dims);
  rule->linearSets.push_back({0});
  rule->selects = true;
  OpNode node;
  node.op = operand.getOwner();
  node.isAssignment = true;
  node.isPassThrough = true;
  node.rule = rule.get();
  node.operands.push_back(source->second);
  node.results.push_back(state);
  assignmentRules.push_back(std::move(rule));
  nodes.push_back(std::move(node));
  return success();
}

LogicalResult FunctionGraph::addReturn(func::ReturnOp op, const Mesh &mesh) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type) {
      results.push_back(-1);
      continue;
    }
    int state = addState(type);
    results.push_back(state);
    auto attr = function.getResultAttrOfType<ShardingAttr>(index, kShardingAttr);
    if (failed(annotate(state, attr, mesh, op.getLoc())) ||
        failed(addAssignment(operand, state)))
      return failure();
  }
  return success();
}

LogicalResult FunctionGraph::addRegions(RegionBranchOpInterface op, const Mesh &mesh,
                                        ShardingRules &rules) {
  FailureOr<SmallVector<CarriedValue>> carried = getCarriedValues(op);
  if (failed(carried))
    return failure();
  DenseMap<OpOperand *, int> assigned;
  for (const CarriedValue &value : *carried) {
    int state = addState(value.type);
    // All that is assigned comes into the one form that has been found.
    states[state].isAnnotated = true;
    for (Value holder : value.holders)
      stateOf[holder] = state;
    for (OpOperand *operand : value.assignments)
      assigned[operand] = state;
  }
  auto addAssignments = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (auto found = assigned.find(&operand); found != assigned.end())
        if (failed(addAssignment(operand, found->second)))
          return failure();
    return success();
  };
  auto statesOf = [&](ValueRange values, SmallVector<int> &list) {
    for (Value value : values) {
      auto found = stateOf.find(value);
      list.push_back(found == stateOf.end() ? -1 : found->second);
    }
  };
  if (failed(addAssignments(op)))
    return failure();
  RegionNode node;
  node.op = op;
  statesOf(op->getResults(), node.results);
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    statesOf(block.getArguments(), node.arguments);
    if (failed(addBlock(block, mesh, rules)) ||
        failed(addAssignments(block.getTerminator())))
      return failure();
  }
  regions.push_back(std::move(node));
  return success();
}

LogicalResult FunctionGraph::addBlock(Block &block, const Mesh &mesh,
                                      ShardingRules &rules) {
  for (Operation &op : block.without_terminator())
    if (auto flow = getStructuredControlFlow(&op)) {
      if (failed(addRegions(flow, mesh, rules)))
        return failure();
    } else if (failed(addOp(&op, mesh, rules))) {
      return failure();
    }
  return success();
}

void FunctionGraph::finish() {
  for (auto [index, node] : llvm::enumerate(nodes)) {
    for (int state : node.operands) {
      states[state].nodes.push_back(index);
      if (!llvm::is_contained(states[state].users, unsigned(index)))
        states[state].users.push_back(index);
    }
    for (int state : node.results)
      if (state >= 0)
        states[state].nodes.push_back(index);
  }
}

FailureOr<FunctionGraph> FunctionGraph::build(func::FuncOp function, const Mesh &mesh,
                                              ShardingRules &rules) {
  FunctionGraph graph;
  graph.function = function;
  if (failed(verifyOneBlock(function, function.getBody())))
    return failure();
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type) {
      if (isa<ShapedType>(argument.getType()))
        return function.emitError() << "argument " << argument.getArgNumber()
                                    << " of type " << argument.getType()
                                    << " cannot be partitioned; use a ranked tensor";
      graph.arguments.push_back(-1);
      continue;
    }
    int state = graph.addState(type);
    graph.stateOf[argument] = state;
    graph.arguments.push_back(state);
    auto attr = function.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                        kShardingAttr);
    if (failed(graph.annotate(state, attr, mesh, argument.getLoc())))
      return failure();
  }
  Block &block = function.getBody().front();
  if (failed(graph.addBlock(block, mesh, rules)) ||
      failed(graph.addReturn(cast<func::ReturnOp>(block.getTerminator()), mesh)))
    return failure();
  graph.finish();
  return graph;
}

OpPlan FunctionGraph::planNode(const OpNode &node, ReshardPlanner &planner,
                               const Mesh &mesh) const {
  OpShardings shardings;
  for (int index : node.operands) {
    const TensorState &state = states[index];
    shardings.operands.push_back(state.isRematerializable ? nullptr : &state.sharding);
    shardings.operandTypes.push_back(state.type);
  }
  for (int index : node.results) {
    shardings.results.push_back(index < 0 ? nullptr : &states[index].sharding);
    shardings.resultTypes.push_back(index < 0 ? RankedTensorType() : states[index].type);
  }
  return planOp(*node.rule, shardings, planner, mesh);
}
