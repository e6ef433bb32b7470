//===- InsertDeallocs.cpp - buffers are given back after their last use -------===//
//
// Liveness is linear within a block: the last op of the block that uses any alias
// of the buffer, itself or in its regions. An alias that reaches the terminator
// leaves the block, and then the buffer is left to the runtime.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTINSERTDEALLOCSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// The last op of `block` that uses one of the aliases; null when there is none, or
/// when one is used outside of the block or by its terminator.
static Operation *getLastUser(Block *block, const BufferViewFlowAnalysis::ValueSetT &aliases) {
  Operation *last = nullptr;
  for (Value alias : aliases)
    for (Operation *user : alias.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || ancestor->hasTrait<OpTrait::IsTerminator>() ||
          isa<memref::DeallocOp>(user))
        return nullptr;
      if (!last || last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
  return last;
}

namespace {
struct TPRTInsertDeallocs : mlir::tp::impl::TPRTInsertDeallocsPassBase<TPRTInsertDeallocs> {
  void runOnOperation() override {
    SmallVector<memref::AllocOp> allocs;
    getOperation()->walk([&](memref::AllocOp op) { allocs.push_back(op); });
    if (allocs.empty())
      return;
    BufferViewFlowAnalysis aliases(getOperation());
    for (memref::AllocOp op : allocs) {
      // Blocks of a graph of blocks may run in any order.
      if (!op->getBlock()->getParent()->hasOneBlock())
        continue;
      Operation *last = getLastUser(op->getBlock(), aliases.resolve(op.getResult()));
      if (!last)
        continue;
      OpBuilder builder(last->getContext());
      builder.setInsertionPointAfter(last);
      memref::DeallocOp::create(builder, op.getLoc(), op.getResult());
    }
  }
};
} // namespace
