//===- FuseElementwise.cpp - elementwise ops are merged into their users ------===//
//
// Upstream's fusion, with our answer to "is this worth it?". A producer that is
// merged into its user is computed once for each point of the user's loops that
// reads it. That is never more work when the producer has this user alone and the
// user's map is one to one on its loops. Else it is more work, and is done only
// for producers that are next to free and read little: broadcasts of vectors and
// scalars, positions, masks. Those would cost a buffer and a pass over memory.
//
//   x[M, N] -> exp -> y[M, N]      merged into: z = y + 1, sum over N of y
//   s[M] -> rsqrt -> r[M]          not into z[M, N] = y * r: N times as many roots
//   b[N] -> broadcast -> c[M, N]   into all its users
//
// A matrix product is a call of the runtime later on: it takes in what the call can
// express, a permutation or broadcast of whole dimensions, and widening of elements.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/LinalgToTPRT.h"
#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTFUSEELEMENTWISEPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// True when the body only hands on, counts, compares, selects or converts.
static bool isNextToFree(Block *body) {
  return llvm::all_of(body->without_terminator(), [](Operation &op) {
    return isa<linalg::IndexOp, arith::ConstantOp, arith::IndexCastOp, arith::CmpIOp,
               arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
               arith::SelectOp, arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp,
               arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp>(op);
  });
}

/// True when each input has fewer dimensions that vary than the loops.
static bool readsLittle(linalg::LinalgOp op) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    unsigned varying = llvm::count_if(map.getResults(), [](AffineExpr expr) {
      return !isa<AffineConstantExpr>(expr);
    });
    return varying < op.getNumLoops();
  });
}

/// True when a matrix product stays one with this producer merged in.
static bool fitsContraction(linalg::LinalgOp producer) {
  return producer.getNumDpsInputs() == 1 &&
         producer.getMatchingIndexingMap(producer.getDpsInputOperand(0))
             .isProjectedPermutation() &&
         llvm::all_of(producer.getBlock()->without_terminator(), [&](Operation &op) {
           auto extend = dyn_cast<arith::ExtFOp>(op);
           return extend && extend.getType().isF32();
         }) &&
         isa<FloatType>(
             getElementTypeOrSelf(producer.getDpsInputOperand(0)->get().getType()));
}

/// True when the user reads each element of the operand in one iteration: all loops
/// that go round more than once pick the element.
static bool readsOnce(linalg::LinalgOp user, OpOperand *operand) {
  AffineMap map = user.getMatchingIndexingMap(operand);
  SmallVector<bool> picks(user.getNumLoops(), false);
  for (AffineExpr expr : map.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      picks[loop.getPosition()] = true;
    else if (!isa<AffineConstantExpr>(expr))
      return false;
  SmallVector<int64_t> sizes = user.getStaticLoopRanges();
  for (auto [picked, size] : llvm::zip_equal(picks, sizes))
    if (!picked && size != 1)
      return false;
  return true;
}

/// True when the operand's producer should become a part of its user.
static bool isWorthFusing(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto user = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !user || producer->getBlock() != user->getBlock())
    return false;
  if (isContraction(user)) {
    if (!fitsContraction(producer))
      return false;
    // Widened inputs must be of one type.
    Type before = getElementTypeOrSelf(producer.getDpsInputOperand(0)->get().getType());
    Type after = getElementTypeOrSelf(operand->get().getType());
    return before == after;
  }
  if (producer->hasOneUse() && readsOnce(user, operand))
    return true;
  return isNextToFree(producer.getBlock()) && readsLittle(producer);
}

namespace {
/// Named ops become generic; fills stay what they are: as inputs they are folded, as
/// destinations they can be told from other ops.
struct GeneralizeNamedOp : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<linalg::FillOp, linalg::GenericOp>(op))
      return rewriter.notifyMatchFailure(op, "stays as it is");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

struct TPRTFuseElementwise
    : mlir::tp::impl::TPRTFuseElementwisePassBase<TPRTFuseElementwise> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<GeneralizeNamedOp>(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthFusing);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()->getCanonicalizationPatterns(patterns);
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
  }
};
} // namespace
