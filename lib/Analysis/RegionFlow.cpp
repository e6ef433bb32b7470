//===- RegionFlow.cpp - which values of loops and branches are one -----------===//

#include "tp/Analysis/RegionFlow.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "tp/Interfaces/ShardableOpInterface.h"

using namespace mlir;
using namespace mlir::tp;

RegionBranchOpInterface mlir::tp::getStructuredControlFlow(Operation *op) {
  return isa<ShardableOpInterface>(op) ? RegionBranchOpInterface()
                                       : dyn_cast<RegionBranchOpInterface>(op);
}

LogicalResult mlir::tp::verifyOneBlock(Operation *op, Region &region) {
  if (region.hasOneBlock())
    return success();
  return op->emitError() << "control flow between blocks cannot be partitioned; use scf "
                            "or raise it with -lift-cf-to-scf";
}

FailureOr<SmallVector<CarriedValue>>
mlir::tp::getCarriedValues(RegionBranchOpInterface op) {
  SmallVector<Value> holders;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isa<TensorType>(value.getType()))
        holders.push_back(value);
  };
  add(op->getResults());
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (failed(verifyOneBlock(op, region)))
      return failure();
    add(region.front().getArguments());
  }

  RegionBranchSuccessorMapping successors;
  op.getSuccessorOperandInputMapping(successors);
  // In the order of the text, whatever the order of the map.
  SmallVector<OpOperand *> operands;
  auto addOperands = [&](Operation *owner) {
    for (OpOperand &operand : owner->getOpOperands())
      if (successors.contains(&operand) && isa<TensorType>(operand.get().getType()))
        operands.push_back(&operand);
  };
  addOperands(op);
  for (Region &region : op->getRegions())
    if (!region.empty())
      addOperands(region.front().getTerminator());

  llvm::EquivalenceClasses<void *> classes;
  for (Value holder : holders)
    classes.insert(holder.getAsOpaquePointer());
  for (OpOperand *operand : operands)
    for (Value holder : successors[operand])
      classes.unionSets(successors[operand].front().getAsOpaquePointer(),
                        holder.getAsOpaquePointer());

  SmallVector<CarriedValue> carried;
  DenseMap<void *, unsigned> indexOf;
  for (Value holder : holders) {
    auto type = dyn_cast<RankedTensorType>(holder.getType());
    if (!type)
      return op->emitError() << "unranked tensors cannot be partitioned";
    void *leader = classes.getLeaderValue(holder.getAsOpaquePointer());
    auto [found, isNew] = indexOf.try_emplace(leader, carried.size());
    if (isNew)
      carried.push_back({type, {}, {}});
    if (carried[found->second].type != type)
      return op->emitError() << "carries a tensor as " << type << " and as "
                             << carried[found->second].type;
    carried[found->second].holders.push_back(holder);
  }
  for (OpOperand *operand : operands) {
    void *leader =
        classes.getLeaderValue(successors[operand].front().getAsOpaquePointer());
    carried[indexOf.lookup(leader)].assignments.push_back(operand);
  }
  return carried;
}
