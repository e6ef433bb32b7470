//===- OwnResults.cpp - each result of a function is a buffer of its own ------===//
//
// Decided by what each returned memref is a view of. Where that cannot be told (a
// result of a loop may be the buffer that went in) the memref is copied.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTOWNRESULTSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// The value that a view is (a part) of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// What is returned, without casts: bufferization casts a view that is not contiguous to
/// a type that is, where sizes are not static.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

/// A new buffer of this type with the same contents.
static Value copy(OpBuilder &builder, Location loc, Value value, MemRefType type) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, value, dim));
  Value buffer = memref::AllocOp::create(builder, loc, type, sizes);
  memref::CopyOp::create(builder, loc, value, buffer);
  return buffer;
}

namespace {
struct TPRTOwnResults : mlir::tp::impl::TPRTOwnResultsPassBase<TPRTOwnResults> {
  void runOnOperation() override {
    if (!getOperation().isPublic())
      return;
    getOperation().walk([](func::ReturnOp op) {
      OpBuilder builder(op);
      SmallPtrSet<Value, 8> handedOut;
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        if (!type)
          continue;
        Value value = stripCasts(operand.get()), root = getRoot(value);
        auto layout = dyn_cast<MemRefType>(value.getType());
        bool isDense = layout && layout.getLayout().isIdentity();
        if (!isDense || !root.getDefiningOp<memref::AllocOp>() ||
            !handedOut.insert(root).second)
          operand.set(copy(builder, op.getLoc(), value, type));
      }
    });
  }
};
} // namespace
