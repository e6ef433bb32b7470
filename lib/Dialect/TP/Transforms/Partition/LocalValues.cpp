//===- LocalValues.cpp - the local forms of global values --------------------===//

#include "LocalValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tp;

/// True when every element is what changes nothing in the reduction, or nobody cares.
static bool isIdentity(Value tensor, Reduction reduction) {
  Operation *def = tensor.getDefiningOp();
  if (!def)
    return false;
  if (isa<tensor::EmptyOp>(def))
    return true;
  Attribute element;
  if (auto fill = dyn_cast<linalg::FillOp>(def))
    matchPattern(fill.getInputs()[0], m_Constant(&element));
  else if (auto splat = dyn_cast<tensor::SplatOp>(def))
    matchPattern(splat.getInput(), m_Constant(&element));
  else if (auto constant = dyn_cast<arith::ConstantOp>(def))
    if (auto elements = dyn_cast<SplatElementsAttr>(constant.getValue()))
      element = elements.getSplatValue<Attribute>();
  return element && element == getIdentity(reduction, getElementTypeOrSelf(tensor));
}

/// On the first rank of the axes the value, on the others the identity.
Value LocalValues::emitMask(const ReshardStep &step, Value local, OpBuilder &builder,
                            Location loc) {
  Reduction reduction = step.to.reduction;
  if (isIdentity(local, reduction))
    return local;
  auto type = cast<RankedTensorType>(local.getType());
  Value coordinate = arithmetic.coordinate(step.axes, loc);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        coordinate, zero);
  Value element = arith::ConstantOp::create(
      builder, loc, getIdentity(reduction, type.getElementType()));
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d)) {
      Value size = tensor::DimOp::create(builder, loc, local, d);
      sizes.push_back(size);
    }
  Value identity = tensor::SplatOp::create(builder, loc, type, element, sizes);
  return arith::SelectOp::create(builder, loc, isFirst, local, identity);
}

Value LocalValues::emit(const ReshardStep &step, Value local, RankedTensorType global,
                        OpBuilder &builder, Location loc) {
  if (step.kind == ReshardKind::Mask)
    return emitMask(step, local, builder, loc);
  MLIRContext *context = builder.getContext();
  FlatSymbolRefAttr symbol = mesh.getSymbol(context);
  ArrayAttr axes = mesh.toArrayAttr(context, step.axes);
  auto dims = [&](const Sharding &sharding) {
    SmallVector<DimShardingAttr> attrs;
    for (const DimSharding &dim : sharding.dims)
      attrs.push_back(toAttr(context, dim, mesh));
    return attrs;
  };
  Type result = localType(step.to, global, mesh);
  ArrayAttr relayouts = builder.getArrayAttr(
      {RelayoutAttr::get(context, dims(step.from), dims(step.to), global)});
  auto reduction = ReductionAttr::get(context, step.from.reduction);
  Operation *op = nullptr;
  switch (step.kind) {
  case ReshardKind::AllReduce:
    op = AllReduceOp::create(builder, loc, result, reduction, local, symbol, axes);
    break;
  case ReshardKind::AllGather:
    op = AllGatherOp::create(builder, loc, result, local, symbol, axes, relayouts);
    break;
  case ReshardKind::ReduceScatter:
    op = ReduceScatterOp::create(builder, loc, result, reduction, local, symbol, axes,
                                 relayouts);
    break;
  case ReshardKind::AllToAll:
    op = AllToAllOp::create(builder, loc, result, local, symbol, axes, relayouts);
    break;
  case ReshardKind::Permute:
    op = PermuteOp::create(builder, loc, result, local, symbol, axes, relayouts);
    break;
  case ReshardKind::AllSlice:
    op = AllSliceOp::create(builder, loc, result, local, symbol, axes, relayouts);
    break;
  case ReshardKind::Mask:
    llvm_unreachable("done above");
  }
  return op->getResult(0);
}

Value LocalValues::inSharding(Value value, const Sharding &wanted, OpBuilder &builder,
                              Location loc, const Twine &because) {
  Info &info = infos.find(value)->second;
  const std::pair<Sharding, Value> *best = nullptr;
  std::pair<int64_t, size_t> least;
  for (const auto &form : info.forms) {
    if (form.first == wanted)
      return form.second;
    const ReshardPath &path = planner.plan(form.first, wanted, info.type);
    std::pair<int64_t, size_t> cost = {path.bytes, path.steps.size()};
    if (!best || cost < least) {
      best = &form;
      least = cost;
    }
  }
  assert(best && "a value is used before it has a local form");
  const ReshardPath &path = planner.plan(best->first, wanted, info.type);
  Value local = best->second;
  // Forms are made in the block of their value: once, in front of a loop that wants them.
  OpBuilder::InsertionGuard guard(builder);
  Operation *user = &*builder.getInsertionPoint();
  builder.setInsertionPoint(value.getParentBlock()->findAncestorOpInBlock(*user));
  Location reasoned = FusedLoc::get(
      builder.getContext(), {loc}, StringAttr::get(builder.getContext(), because));
  for (const ReshardStep &step : path.steps) {
    local = emit(step, local, info.type, builder, reasoned);
    info.forms.push_back({step.to, local});
  }
  return local;
}
