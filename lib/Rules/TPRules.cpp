//===- TPRules.cpp - sharding rules of tp's own data ops ---------------------===//

#include "tp/Interfaces/ShardableOpInterface.h"
#include "tp/Rules/Rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
struct ShardingConstraintModel
    : public ShardableOpInterface::ExternalModel<ShardingConstraintModel,
                                                 ShardingConstraintOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors dims =
        rule.addDims(cast<RankedTensorType>(op->getResult(0).getType()).getShape());
    rule.addOperand(op->getOpOperand(0), dims);
    rule.resultFactors.push_back(dims);
    rule.linearSets.push_back({0});
    rule.selects = true;
    rule.declaredResults.push_back(cast<ShardingConstraintOp>(op).getSharding());
    return rule;
  }
  /// The value is in its sharding now; nothing is left to do.
  FailureOr<SmallVector<Value>> partition(Operation *, PartitionContext &context) const {
    return SmallVector<Value>{context.operands[0]};
  }
};

/// Its author has partitioned it: operands come in as written, the body is one rank's.
struct ManualModel : public ShardableOpInterface::ExternalModel<ManualModel, ManualOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto manual = cast<ManualOp>(op);
    ShardingRule rule = getReplicatedRule(op);
    rule.isFixed = true;
    for (auto attr : manual.getInShardings().getAsRange<ShardingAttr>())
      rule.fixedOperands.push_back(attr);
    for (auto attr : manual.getOutShardings().getAsRange<ShardingAttr>())
      rule.declaredResults.push_back(attr);
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    Block &body = cast<ManualOp>(op).getBody().front();
    auto verify = [&](StringRef what, unsigned index, Type written, Type local) {
      return written == local
                 ? success()
                 : LogicalResult(op->emitOpError()
                                 << what << " " << index << " has type " << written
                                 << ", but one rank's part is " << local);
    };
    for (auto [index, argument, local] :
         llvm::enumerate(body.getArguments(), context.operands))
      if (failed(verify("block argument", index, argument.getType(), local.getType())))
        return failure();
    SmallVector<Value> results(body.getTerminator()->getOperands());
    for (auto [index, value, type] : llvm::enumerate(results, context.resultTypes))
      if (failed(verify("returned value", index, value.getType(), type)))
        return failure();
    for (auto [result, argument] : llvm::zip_equal(results, body.getTerminator()->getOperands()))
      if (auto own = dyn_cast<BlockArgument>(argument); own && own.getOwner() == &body)
        result = context.operands[own.getArgNumber()];
    body.getTerminator()->erase();
    for (auto [argument, local] : llvm::zip_equal(body.getArguments(), context.operands))
      argument.replaceAllUsesWith(local);
    op->getBlock()->getOperations().splice(op->getIterator(), body.getOperations());
    return results;
  }
};

/// A table split along a gathered dimension: each rank reads what it has, the rest
/// is zero, and the sum over the ranks is the value.
struct GatherModel : public ShardableOpInterface::ExternalModel<GatherModel, GatherOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto gather = cast<GatherOp>(op);
    ShardingRule rule;
    auto result = cast<RankedTensorType>(gather.getType());
    auto table = cast<RankedTensorType>(gather.getTable().getType());
    TensorFactors loops = rule.addDims(result.getShape());
    TensorFactors tableDims;
    Reduction reduction =
        table.getElementType().isInteger(1) ? Reduction::Or : Reduction::Sum;
    for (auto [expr, size] :
         llvm::zip_equal(gather.getTableMap().getResults(), table.getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim) {
        tableDims.push_back({rule.addFactor(size, FactorKind::Reduction, reduction)});
        rule.factors.back().isContiguous = true;
      } else if (result.getDimSize(dim.getPosition()) == size) {
        tableDims.push_back(loops[dim.getPosition()]);
      } else {
        tableDims.push_back({rule.addFactor(size, FactorKind::Whole)});
        // The loop addresses a table dimension of another size: by whole positions.
        rule.factors[loops[dim.getPosition()].front()].kind = FactorKind::Whole;
      }
    }
    rule.addOperand(gather.getTableMutable(), tableDims);
    for (auto [index, attr] :
         llvm::zip_equal(gather.getIndicesMutable(), gather.getIndexMaps())) {
      TensorFactors dims;
      for (AffineExpr expr : cast<AffineMapAttr>(attr).getValue().getResults())
        dims.push_back(loops[cast<AffineDimExpr>(expr).getPosition()]);
      rule.addOperand(index, dims);
    }
    rule.resultFactors.push_back(loops);
    rule.linearSets.push_back({0});
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto gather = cast<GatherOp>(op);
    Location loc = op->getLoc();
    SmallVector<Value> offsets(gather.getOffsets());
    for (auto [d, expr] : llvm::enumerate(gather.getTableMap().getResults())) {
      auto symbol = dyn_cast<AffineSymbolExpr>(expr);
      unsigned factor = context.rule.operandFactors[0][d].front();
      if (!symbol || !context.isSplit(factor))
        continue;
      if (offsets.empty()) {
        Value zero = arith::ConstantIndexOp::create(context.builder, loc, 0);
        offsets.assign(gather.getIndices().size(), zero);
      }
      Value start = context.arithmetic.offset(context.factors[factor],
                                              context.rule.factors[factor].size, loc);
      Value &offset = offsets[symbol.getPosition()];
      offset = arith::AddIOp::create(context.builder, loc, offset, start);
    }
    return SmallVector<Value>{GatherOp::create(
        context.builder, loc, context.resultTypes[0], context.operands[0],
        context.operands.drop_front(), offsets, gather.getTableMap(),
        gather.getIndexMaps())};
  }
};
} // namespace

void mlir::tp::registerTPRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TPDialect *) {
    ShardingConstraintOp::attachInterface<ShardingConstraintModel>(*context);
    ManualOp::attachInterface<ManualModel>(*context);
    GatherOp::attachInterface<GatherModel>(*context);
  });
}
