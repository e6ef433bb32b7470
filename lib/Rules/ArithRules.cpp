//===- ArithRules.cpp - sharding rules of arith ------------------------------===//
//
// Constants. Elementwise ops of arith and math on tensors have their rule from a
// trait (ShardableOpInterface.cpp).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tp/Interfaces/ShardableOpInterface.h"
#include "tp/Rules/Rules.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A splat can be made in any size; other constants are made whole, and sliced
/// where a part is wanted.
struct ConstantModel
    : public ShardableOpInterface::ExternalModel<ConstantModel, arith::ConstantOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    rule.resultFactors.emplace_back();
    rule.isRematerializable = true;
    auto constant = cast<arith::ConstantOp>(op);
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    if (!type)
      return rule;
    FactorKind kind = isa<SplatElementsAttr>(constant.getValue()) ? FactorKind::Parallel
                                                                  : FactorKind::Whole;
    for (int64_t size : type.getShape())
      rule.resultFactors[0].push_back({rule.addFactor(size, kind)});
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto type = dyn_cast<RankedTensorType>(context.resultTypes[0]);
    if (!type || type == op->getResult(0).getType())
      return SmallVector<Value>{op->getResult(0)};
    auto splat = cast<SplatElementsAttr>(cast<arith::ConstantOp>(op).getValue());
    OpBuilder &builder = context.builder;
    if (type.hasStaticShape())
      return SmallVector<Value>{arith::ConstantOp::create(
          builder, op->getLoc(),
          DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()))};
    SmallVector<OpFoldResult> whole =
        getAsIndexOpFoldResult(op->getContext(), splat.getType().getShape());
    SmallVector<Value> sizes;
    for (auto [size, d] :
         llvm::zip_equal(context.localShape(context.rule.resultFactors[0], whole,
                                            op->getLoc()),
                         type.getShape()))
      if (ShapedType::isDynamic(d))
        sizes.push_back(getValueOrCreateConstantIndexOp(builder, op->getLoc(), size));
    Value element = arith::ConstantOp::create(
        builder, op->getLoc(), cast<TypedAttr>(splat.getSplatValue<Attribute>()));
    return SmallVector<Value>{
        tensor::SplatOp::create(builder, op->getLoc(), type, element, sizes)};
  }
};
} // namespace

void mlir::tp::registerArithRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    arith::ConstantOp::attachInterface<ConstantModel>(*context);
  });
}
