//===- ExpandMath.cpp - functions become arithmetic that can be vectorised ----===//
//
// A call of libm in a loop keeps LLVM from vectorising it. Upstream has polynomials
// whose error is a few units in the last place; which of them are used is decided
// here, by the accuracy that test/Unit/Execution/MathTest.cpp measures. min and max
// stay as they are: LLVM knows how to vectorise reductions of them.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTEXPANDMATHPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// True for functions whose polynomial is good enough.
static bool isAccurate(StringRef name) {
  return llvm::is_contained(
      {math::ExpOp::getOperationName(), math::ExpM1Op::getOperationName(),
       math::TanhOp::getOperationName(), math::ErfOp::getOperationName(),
       math::LogOp::getOperationName(), math::Log1pOp::getOperationName()},
      name);
}

namespace {
/// The smaller or larger of two, where a NaN counts as absent, as comparisons. With the
/// intrinsics, compiled code has lost terms of unrolled chains (LLVM 22.1, 7x5 f64, on a
/// CPU with AVX-512); the cause is not known, these are right there.
template <typename OpTy, arith::CmpFPredicate predicate>
struct ExpandMinMaxNum : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Value a = op.getLhs(), b = op.getRhs();
    Location loc = op.getLoc();
    Value isBetter = arith::CmpFOp::create(rewriter, loc, predicate, a, b);
    Value isNaN =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO, b, b);
    Value takesA = arith::OrIOp::create(rewriter, loc, isBetter, isNaN);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, takesA, a, b);
    return success();
  }
};

struct TPRTExpandMath : mlir::tp::impl::TPRTExpandMathPassBase<TPRTExpandMath> {
  using TPRTExpandMathPassBase::TPRTExpandMathPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    if (approximate)
      populateMathPolynomialApproximationPatterns(patterns, isAccurate);
    patterns.add<ExpandMinMaxNum<arith::MinNumFOp, arith::CmpFPredicate::OLT>,
                 ExpandMinMaxNum<arith::MaxNumFOp, arith::CmpFPredicate::OGT>>(
        &getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
