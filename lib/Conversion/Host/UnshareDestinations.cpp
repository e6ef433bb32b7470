//===- UnshareDestinations.cpp - each op gets a destination of its own --------===//
//
// First fills, which brings in more uses of empty tensors, then those. The clones
// stand right before their users: buffers are allocated when they are needed, in
// the block where they are.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTUNSHAREDESTINATIONSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// True when the use's op writes over the value, or rather over a copy of it.
static bool isDestination(OpOperand &use) {
  auto destination = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return destination && destination.isDpsInit(&use);
}

/// Gives each use for which `needsOwn` holds a clone of the op, right before the user;
/// the op itself moves to a use that is its only one.
static void unshare(Operation *op, function_ref<bool(OpOperand &)> needsOwn) {
  OpBuilder builder(op);
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    if (!needsOwn(use))
      continue;
    if (op->hasOneUse()) {
      op->moveBefore(use.getOwner());
      return;
    }
    builder.setInsertionPoint(use.getOwner());
    use.set(builder.clone(*op)->getResult(0));
  }
}

namespace {
struct TPRTUnshareDestinations
    : mlir::tp::impl::TPRTUnshareDestinationsPassBase<TPRTUnshareDestinations> {
  void runOnOperation() override {
    SmallVector<Operation *> fills, empties;
    getOperation()->walk([&](linalg::FillOp op) {
      if (op.hasPureTensorSemantics())
        fills.push_back(op);
    });
    for (Operation *op : fills)
      unshare(op, isDestination);
    getOperation()->walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    for (Operation *op : empties)
      unshare(op, [](OpOperand &) { return true; });
  }
};
} // namespace
