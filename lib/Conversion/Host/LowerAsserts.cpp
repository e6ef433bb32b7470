//===- LowerAsserts.cpp - cf.assert becomes a branch to tprt.fail -------------===//
//
// The branch is an scf.if without results, so it can stand inside loops that are
// not yet control flow.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTLOWERASSERTSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// One line of text: what upstream's checks of sizes print over several lines is cut
/// down to what is wrong ("^ dimension #0 of ..."), and the location is appended.
static std::string getMessage(cf::AssertOp op) {
  StringRef message = op.getMsg();
  if (size_t caret = message.find("\n^ "); caret != StringRef::npos)
    message = message.substr(caret + 3).take_until([](char c) { return c == '\n'; });
  std::string text = message.str();
  if (auto file = op.getLoc()->findInstanceOf<FileLineColLoc>())
    text += " (" + file.getFilename().str() + ":" + std::to_string(file.getLine()) + ")";
  return text;
}

namespace {
struct TPRTLowerAsserts : mlir::tp::impl::TPRTLowerAssertsPassBase<TPRTLowerAsserts> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> asserts;
    getOperation()->walk([&](cf::AssertOp op) { asserts.push_back(op); });
    for (cf::AssertOp op : asserts) {
      OpBuilder builder(op);
      Location loc = op.getLoc();
      Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
      Value violated = arith::XOrIOp::create(builder, loc, op.getArg(), one);
      auto branch = scf::IfOp::create(builder, loc, violated, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
      tprt::FailOp::create(builder, loc, getMessage(op));
      op.erase();
    }
  }
};
} // namespace
