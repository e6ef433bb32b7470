//===- Decompose.cpp - ops without loops of their own -------------------------===//
//
// Upstream knows how to write each of these in simpler ops; here that is done, so
// that what follows meets structured ops, slices and pads only.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TP/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTDECOMPOSEPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

namespace {
struct DecomposeAggregate : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (failed(values))
      return rewriter.notifyMatchFailure(op, "cannot be decomposed");
    rewriter.replaceOp(op, *values);
    return success();
  }
};

static bool isEmpty(Value value) {
  return llvm::is_contained(cast<RankedTensorType>(value.getType()).getShape(), 0);
}

/// Parts without elements: upstream's slices of them are refused as out of bounds.
struct DropEmptyParts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    llvm::copy_if(op.getInputs(), std::back_inserter(parts),
                  [](Value part) { return !isEmpty(part); });
    if (parts.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "no part is empty");
    if (parts.empty())
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(), ValueRange());
    else
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(), parts);
    return success();
  }
};

/// Nothing but padding, which is one value everywhere.
struct PadOfNothing : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    Value value = op.getConstantPaddingValue();
    if (!value || !isEmpty(op.getSource()) || !op.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "there may be elements");
    if (value.getParentRegion() == &op.getRegion()) // a constant inside
      value.getDefiningOp()->moveBefore(op);
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, op.getType(), value);
    return success();
  }
};

struct TPRTDecompose : mlir::tp::impl::TPRTDecomposePassBase<TPRTDecompose> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregate>(&getContext());
    patterns.add<DropEmptyParts, PadOfNothing>(&getContext(), /*benefit=*/2);
    mlir::tp::populateLowerPackingPatterns(patterns);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
