//===- RaiseGather.cpp - from tensor.extract in a generic to tp.gather -------===//
//
// Frontends write an embedding lookup as a linalg.generic whose body reads the
// table by tensor.extract at a computed row. That hides the structure; here
//
//   %r = linalg.generic ... { %i = <expression of inputs and loop indices>
//                             %e = tensor.extract %table[%i, %j]; yield %e }
// becomes
//   %p = linalg.generic ... { yield %i }        positions, over the loops they need
//   %r = tp.gather %table[%p]
//
// where %j is a plain loop index. Assertions of the body go with the positions.
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "tp/Dialect/TP/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
struct RaiseGather : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = *op.getBlock();
    if (op.getNumResults() != 1 || op.getNumReductionLoops() != 0 ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
        !body.getArguments().back().use_empty())
      return rewriter.notifyMatchFailure(op, "not an elementwise read");
    auto extract = body.getTerminator()->getOperand(0).getDefiningOp<tensor::ExtractOp>();
    if (!extract || extract->getBlock() != &body)
      return rewriter.notifyMatchFailure(op, "does not yield an element of a table");
    auto table = dyn_cast<RankedTensorType>(extract.getTensor().getType());
    auto result = cast<RankedTensorType>(op.getResult(0).getType());

    // Each dimension of the table: a loop, or a computed position.
    SmallVector<AffineExpr> tableExprs;
    SmallVector<Value> positions;
    llvm::SmallBitVector usedLoops(op.getNumLoops());
    for (auto [d, index] : llvm::enumerate(extract.getIndices())) {
      auto loop = index.getDefiningOp<linalg::IndexOp>();
      if (loop && loop->getBlock() == &body && !usedLoops.test(loop.getDim()) &&
          isInRange(table.getDimSize(d), result.getDimSize(loop.getDim()))) {
        usedLoops.set(loop.getDim());
        tableExprs.push_back(rewriter.getAffineDimExpr(loop.getDim()));
        continue;
      }
      tableExprs.push_back(rewriter.getAffineSymbolExpr(positions.size()));
      positions.push_back(index);
    }
    if (positions.empty() || !llvm::any_of(positions, [&](Value position) {
          return isComputedFromData(position, body);
        }))
      return rewriter.notifyMatchFailure(op, "no position is computed from data");
    if (result.getNumDynamicDims() != 0)
      return rewriter.notifyMatchFailure(op, "the sizes of the positions are dynamic");

    SmallVector<Value> indices;
    SmallVector<Attribute> indexMaps;
    bool takesAssertions = true;
    for (Value position : positions) {
      auto [tensor, map] =
          makePositions(op, position, extract, takesAssertions, rewriter);
      if (!tensor)
        return failure();
      takesAssertions = false;
      indices.push_back(tensor);
      indexMaps.push_back(AffineMapAttr::get(map));
    }
    AffineMap tableMap = AffineMap::get(op.getNumLoops(), positions.size(), tableExprs,
                                        op.getContext());
    rewriter.replaceOpWithNewOp<GatherOp>(op, result, extract.getTensor(), indices,
                                          ValueRange(), tableMap,
                                          rewriter.getArrayAttr(indexMaps));
    return success();
  }

  /// A loop of `trips` iterations stays inside a dimension of `size` elements.
  static bool isInRange(int64_t size, int64_t trips) {
    return !ShapedType::isDynamic(size) && !ShapedType::isDynamic(trips) && trips <= size;
  }

  /// The body's ops that `value` is computed by.
  static SetVector<Operation *> computationOf(Value value, Block &body) {
    SetVector<Operation *> slice;
    SmallVector<Value> work = {value};
    while (!work.empty()) {
      Operation *def = work.pop_back_val().getDefiningOp();
      if (!def || !body.findAncestorOpInBlock(*def) || !slice.insert(def))
        continue;
      def->walk([&](Operation *nested) { llvm::append_range(work, nested->getOperands()); });
    }
    return slice;
  }

  /// True when elements of tensors enter the computation: through the body's
  /// arguments, or read from another tensor.
  static bool isComputedFromData(Value value, Block &body) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == &body;
    for (Operation *op : computationOf(value, body)) {
      if (isa<tensor::ExtractOp>(op))
        return true;
      for (Value operand : op->getOperands())
        if (isa<BlockArgument>(operand) &&
            cast<BlockArgument>(operand).getOwner() == &body)
          return true;
    }
    return false;
  }

  /// A generic over the loops that `position` depends on, which yields it; and the
  /// map from all loops to these. With `takesAssertions`, the body's assertions and
  /// what they depend on go along.
  static std::pair<Value, AffineMap> makePositions(linalg::GenericOp op, Value position,
                                                   tensor::ExtractOp extract,
                                                   bool takesAssertions,
                                                   PatternRewriter &rewriter) {
    Block &body = *op.getBlock();
    SetVector<Operation *> slice = computationOf(position, body);
    if (takesAssertions)
      for (cf::AssertOp assertion : body.getOps<cf::AssertOp>()) {
        SetVector<Operation *> more = computationOf(assertion.getArg(), body);
        slice.insert(more.begin(), more.end());
        slice.insert(assertion);
      }
    if (slice.contains(extract))
      return {};
    // Loops that it needs: by index, or by the map of an input that it uses.
    llvm::SmallBitVector needsLoop(op.getNumLoops()), needsInput(op.getNumDpsInputs());
    auto use = [&](Value value) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument || argument.getOwner() != &body)
        return;
      needsInput.set(argument.getArgNumber());
      AffineMap map = op.getMatchingIndexingMap(
          op.getDpsInputOperand(argument.getArgNumber()));
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        if (map.isFunctionOfDim(loop))
          needsLoop.set(loop);
    };
    use(position);
    for (Operation *inner : slice) {
      inner->walk([&](Operation *nested) {
        if (auto index = dyn_cast<linalg::IndexOp>(nested))
          needsLoop.set(index.getDim());
        llvm::for_each(nested->getOperands(), use);
      });
    }

    MLIRContext *context = op.getContext();
    auto resultType = cast<RankedTensorType>(op.getResult(0).getType());
    SmallVector<AffineExpr> kept;      // in terms of all loops
    SmallVector<AffineExpr> renumbered(op.getNumLoops(),
                                       getAffineConstantExpr(0, context));
    DenseMap<unsigned, unsigned> newLoop;
    SmallVector<int64_t> shape;
    for (int loop : needsLoop.set_bits()) {
      newLoop[loop] = kept.size();
      renumbered[loop] = getAffineDimExpr(kept.size(), context);
      kept.push_back(getAffineDimExpr(loop, context));
      shape.push_back(resultType.getDimSize(loop));
    }
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (int input : needsInput.set_bits()) {
      inputs.push_back(op.getDpsInputs()[input]);
      maps.push_back(op.getMatchingIndexingMap(op.getDpsInputOperand(input))
                         .replaceDimsAndSymbols(renumbered, {}, kept.size(), 0));
    }
    maps.push_back(AffineMap::getMultiDimIdentityMap(kept.size(), context));
    SmallVector<utils::IteratorType> iterators(kept.size(), utils::IteratorType::parallel);
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                          rewriter.getIndexType());
    auto positions = linalg::GenericOp::create(
        rewriter, op.getLoc(), empty.getType(), inputs, empty, maps, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange arguments) {
          IRMapping mapping;
          for (auto [k, input] : llvm::enumerate(needsInput.set_bits()))
            mapping.map(body.getArgument(input), arguments[k]);
          for (Operation &inner : body)
            if (slice.contains(&inner))
              builder.clone(inner, mapping);
          linalg::YieldOp::create(builder, loc, mapping.lookupOrDefault(position));
        });
    positions->walk([&](linalg::IndexOp index) { index.setDim(newLoop[index.getDim()]); });
    return {positions.getResult(0),
            AffineMap::get(op.getNumLoops(), 0, kept, context)};
  }
};
} // namespace

void mlir::tp::populateRaiseGatherPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseGather>(patterns.getContext());
}
