//===- PrepareEntry.cpp - one function with ranked tensors at its border ------===//
//
// What runs a program then deals with one kind of argument and result, and what
// follows never sees a function that nobody calls.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTPREPAREENTRYPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// Functions reached from `entry`, which comes first; an error for a call of what is
/// no function with a body, and for recursion.
static LogicalResult collectReachable(func::FuncOp entry, SymbolTable &symbols,
                                      SetVector<func::FuncOp> &reachable) {
  enum State { Unseen, Open, Done };
  DenseMap<func::FuncOp, State> states;
  // Depth first with an explicit stack: calls of a function are gone through in turn.
  struct Frame {
    func::FuncOp function;
    SmallVector<func::CallOp> calls;
  };
  SmallVector<Frame> stack;
  auto open = [&](func::FuncOp function) {
    states[function] = Open;
    reachable.insert(function);
    Frame frame{function, {}};
    function.walk([&](func::CallOp call) { frame.calls.push_back(call); });
    stack.push_back(std::move(frame));
  };
  open(entry);
  while (!stack.empty()) {
    if (stack.back().calls.empty()) {
      states[stack.back().function] = Done;
      stack.pop_back();
      continue;
    }
    func::CallOp call = stack.back().calls.pop_back_val();
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return call.emitOpError() << "calls @" << call.getCallee() << ", which has no body";
    State state = states.lookup(callee);
    if (state == Open)
      return call.emitOpError() << "is recursive: @" << call.getCallee()
                                << " is already being called";
    if (state == Unseen)
      open(callee);
  }
  return success();
}

/// Rank-0 tensors for scalars.
static LogicalResult convertBorder(func::FuncOp entry) {
  auto convert = [&](Type type, StringRef what, unsigned index) -> FailureOr<Type> {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      type = tensor.getElementType();
    if (!type.isIntOrIndexOrFloat())
      return entry.emitOpError()
             << what << " " << index << " has type " << type
             << ", expected a ranked tensor of integers, indices or floats, or a scalar";
    return Type(RankedTensorType::get({}, type));
  };
  OpBuilder builder(entry.getBody());
  SmallVector<Type> arguments, results;
  for (BlockArgument argument : entry.getArguments()) {
    FailureOr<Type> type = convert(argument.getType(), "argument", argument.getArgNumber());
    if (failed(type))
      return failure();
    if (!isa<RankedTensorType>(argument.getType())) {
      argument.setType(*type);
      auto read = tensor::ExtractOp::create(builder, entry.getLoc(), argument, ValueRange());
      argument.replaceAllUsesExcept(read, read);
    }
    arguments.push_back(argument.getType());
  }
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes())) {
    FailureOr<Type> converted = convert(type, "result", index);
    if (failed(converted))
      return failure();
    results.push_back(isa<RankedTensorType>(type) ? type : *converted);
  }
  entry.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (auto [operand, type] : llvm::zip_equal(op->getOpOperands(), results))
      if (operand.get().getType() != type)
        operand.set(tensor::FromElementsOp::create(builder, op.getLoc(), type, operand.get()));
  });
  entry.setType(builder.getFunctionType(arguments, results));
  return success();
}

namespace {
struct TPRTPrepareEntry : mlir::tp::impl::TPRTPrepareEntryPassBase<TPRTPrepareEntry> {
  using TPRTPrepareEntryPassBase::TPRTPrepareEntryPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    auto function = symbols.lookup<func::FuncOp>(entry);
    if (!function) {
      module.emitError() << "the module has no function @" << entry.getValue();
      return signalPassFailure();
    }
    if (function.isExternal()) {
      function.emitOpError("has no body");
      return signalPassFailure();
    }
    SetVector<func::FuncOp> reachable;
    if (failed(collectReachable(function, symbols, reachable)) ||
        failed(convertBorder(function)))
      return signalPassFailure();
    for (auto other : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (!reachable.contains(other))
        symbols.erase(other);
      else
        other.setVisibility(other == function ? SymbolTable::Visibility::Public
                                              : SymbolTable::Visibility::Private);
    }
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                          BoolAttr::get(&getContext(), false));
  }
};
} // namespace
