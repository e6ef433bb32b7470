//===- FunctionGraph.h - a function as ops with rules -----------*- C++ -*-===//
//
// What propagation works on: the tensors of a function as numbered states, and its ops
// as rules over them. A variable that a loop or branch carries is one state, a result of
// the function is one, too; what is assigned to them is tied to them by identity rules.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PROPAGATION_FUNCTIONGRAPH_H
#define TP_TRANSFORMS_PROPAGATION_FUNCTIONGRAPH_H

#include "tp/Analysis/OpPlan.h"
#include "tp/Analysis/RegionFlow.h"
#include "tp/Dialect/TP/Transforms/Passes.h"
#include "tp/Interfaces/ShardableOpInterface.h"

namespace mlir::tp {

/// How one tensor is split, as far as is known.
struct TensorState {
  RankedTensorType type;
  Sharding sharding;
  /// Per dimension: may propagation add axes; in which round does it count.
  SmallVector<bool, 4> isOpen;
  SmallVector<int64_t, 4> priority;
  /// Axes that may not split it.
  AxisList forbidden;
  /// The user said so: the value has this sharding at this point.
  bool isAnnotated = false;
  /// Made from constants: no sharding of its own, each user gets what it wants.
  bool isRematerializable = false;
  /// Nodes that read it or make it.
  SmallVector<unsigned, 4> nodes;
  /// Nodes that read it.
  SmallVector<unsigned, 4> users;
};

/// An op, or one assignment: an operand of the function's return, or one that a loop or
/// branch forwards.
struct OpNode {
  Operation *op;
  bool isAssignment = false;
  const ShardingRule *rule;
  SmallVector<int, 4> operands; // states, parallel to the rule's operands
  SmallVector<int, 2> results;  // states, one for each result; -1: no tensor
  OpPlan plan;
  /// Only passes elements on: propagates before others do.
  bool isPassThrough = false;
};

/// A loop or branch, and the states of its tensors; -1: no tensor.
struct RegionNode {
  Operation *op;
  SmallVector<int> results;
  SmallVector<int> arguments; // of the blocks of all regions, in order
};

class FunctionGraph {
public:
  static FailureOr<FunctionGraph> build(func::FuncOp function, const Mesh &mesh,
                                        ShardingRules &rules);

  /// The plan of a node in the present states. Rematerializable operands take any
  /// sharding.
  OpPlan planNode(const OpNode &node, ReshardPlanner &planner, const Mesh &mesh) const;

  func::FuncOp function;
  std::vector<TensorState> states;
  std::vector<OpNode> nodes;
  std::vector<RegionNode> regions;
  /// States of the function's arguments and results; -1: no tensor.
  SmallVector<int> arguments, results;

private:
  int addState(RankedTensorType type);
  LogicalResult annotate(int state, ShardingAttr sharding, const Mesh &mesh, Location loc);
  LogicalResult addBlock(Block &block, const Mesh &mesh, ShardingRules &rules);
  LogicalResult addOp(Operation *op, const Mesh &mesh, ShardingRules &rules);
  LogicalResult addRegions(RegionBranchOpInterface op, const Mesh &mesh,
                           ShardingRules &rules);
  LogicalResult addReturn(func::ReturnOp op, const Mesh &mesh);
  LogicalResult addAssignment(OpOperand &operand, int state);
  void finish();

  DenseMap<Value, int> stateOf;
  std::vector<std::unique_ptr<ShardingRule>> assignmentRules;
};

/// Spreads shardings to a fixed point. Where a split stops because an axis is too
/// long, `cuts` says where it could be cut.
void propagateShardings(FunctionGraph &graph, const Mesh &mesh,
                        SmallVectorImpl<AxisCut> &cuts);

/// Decides for each partial value whether it stays so: sets `unreduced` of states.
void placeReductions(FunctionGraph &graph, const Mesh &mesh);

/// Gives each use of a rematerializable value a copy in the sharding that it wants.
LogicalResult rematerialize(FunctionGraph &graph, ReshardPlanner &planner,
                            const Mesh &mesh, ShardingRules &rules);

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PROPAGATION_FUNCTIONGRAPH_H
