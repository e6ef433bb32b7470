//===- Decompose.cpp - ops without loops of their own -------------------------===//
//
// Upstream knows how to write each of these in simpler ops; here that is done, so
// that what follows meets structured ops, slices and pads only.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

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

template <typename Op, auto lower>
struct LowerPacking : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    return lower(rewriter, op, /*lowerLikeWithSlices=*/true);
  }
};

struct TPRTDecompose : mlir::tp::impl::TPRTDecomposePassBase<TPRTDecompose> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregate, LowerPacking<linalg::PackOp, linalg::lowerPack>,
                 LowerPacking<linalg::UnPackOp, linalg::lowerUnPack>>(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
