//===- LinalgToTPRT.cpp - matrix products become calls of the runtime ---------===//
//
// Recognised by structure: any linalg op whose body is
//
//   yield add(out, mul(widen(a), widen(b)))      operands of add and mul in any order
//
// and whose maps pick distinct loops for each dimension. Which loops are batch,
// row, column or summed is for the runtime to find out from the labels.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/LinalgToTPRT.h"

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTLINALGTOTPRTPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// The block argument that is `value`, or that `value` is the widened form of.
static BlockArgument getFactor(Value value) {
  while (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  return dyn_cast<BlockArgument>(value);
}

bool mlir::tp::isContraction(linalg::LinalgOp op, std::string *reason) {
  auto refuse = [&](const Twine &why) {
    if (reason)
      *reason = why.str();
    return false;
  };
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return refuse("it has not two inputs and one output");
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation())
      return refuse("a dimension is not a loop of its own");
  Block *body = op.getBlock();
  Operation *yield = body->getTerminator();
  if (yield->getNumOperands() != 1)
    return refuse("it yields more than one value");
  auto add = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return refuse("it does not yield a sum");
  BlockArgument out = body->getArgument(2);
  Value product = add.getLhs() == out ? add.getRhs() : add.getLhs();
  if ((add.getLhs() == out) == (add.getRhs() == out))
    return refuse("the sum is not with the output");
  auto mul = product.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return refuse("what is added is no product");
  BlockArgument a = getFactor(mul.getLhs()), b = getFactor(mul.getRhs());
  if (!a || !b || a.getOwner() != body || b.getOwner() != body ||
      a.getArgNumber() + b.getArgNumber() != 1)
    return refuse("the product is not of the two inputs");
  // Nothing else happens in the body: an assertion, say.
  for (Operation &inner : body->without_terminator())
    if (!isa<arith::ExtFOp, arith::MulFOp, arith::AddFOp>(inner))
      return refuse("its body does more");
  Type in = a.getType(), result = out.getType();
  if (in != b.getType())
    return refuse("its inputs have two element types");
  bool narrow = in.isF16() || in.isBF16();
  if (!(narrow || in.isF32() || in.isF64()) || (result != in && !(narrow && result.isF32())))
    return refuse("the runtime has no product of these element types");
  return true;
}

std::optional<int64_t> mlir::tp::getMultiplicationCount(linalg::LinalgOp op) {
  int64_t count = 1;
  for (int64_t size : op.getStaticLoopRanges())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count;
}

/// The loop of each dimension.
static SmallVector<int64_t> getLabels(AffineMap map) {
  SmallVector<int64_t> labels;
  for (AffineExpr expr : map.getResults())
    labels.push_back(cast<AffineDimExpr>(expr).getPosition());
  return labels;
}

namespace {
struct ConvertLinalgToTPRT
    : mlir::tp::impl::ConvertLinalgToTPRTPassBase<ConvertLinalgToTPRT> {
  using ConvertLinalgToTPRTPassBase::ConvertLinalgToTPRTPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && isContraction(op) &&
          getMultiplicationCount(op).value_or(INT64_MAX) >= minMultiplications)
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      Value a = op.getDpsInputOperand(0)->get(), b = op.getDpsInputOperand(1)->get();
      Value c = op.getDpsInitOperand(0)->get();
      rewriter.replaceOpWithNewOp<tprt::ContractOp>(op, c.getType(), a, b, c,
                                                    getLabels(maps[0]), getLabels(maps[1]),
                                                    getLabels(maps[2]));
    }
  }
};
} // namespace
