//===- RelaxReductions.cpp - sums over loops in any order ---------------------===//
//
// Only combiners are touched, what a body computes from its inputs keeps its order.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTRELAXREDUCTIONSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

namespace {
struct TPRTRelaxReductions
    : mlir::tp::impl::TPRTRelaxReductionsPassBase<TPRTRelaxReductions> {
  void runOnOperation() override {
    getOperation()->walk([](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() == 0)
        return;
      for (int64_t i = 0; i < op.getNumDpsInits(); ++i) {
        SmallVector<Operation *, 1> combiners;
        if (!matchReduction(op.getRegionOutputArgs(), i, combiners))
          continue;
        for (Operation *combiner : combiners)
          if (auto flags = dyn_cast<arith::ArithFastMathInterface>(combiner);
              flags && isa<arith::AddFOp, arith::MulFOp>(combiner))
            combiner->setAttr(flags.getFastMathAttrName(),
                              arith::FastMathFlagsAttr::get(
                                  combiner->getContext(),
                                  flags.getFastMathFlagsAttr().getValue() |
                                      arith::FastMathFlags::reassoc));
      }
    });
  }
};
} // namespace
