//===- BufferizableOpInterfaceImpl.cpp - tensors become memrefs ---------------===//
//
// Both data-moving ops of the dialect are in destination style, so bufferization
// swaps each tensor for its buffer and drops the results. A collective does not
// read its outputs, a contraction does (it adds to them); neither may write over
// an input, which is what the analysis assumes of ops that are not elementwise.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tprt;

/// Clones `op` with buffers for tensors and without results.
static LogicalResult bufferizeInPlace(Operation *op, RewriterBase &rewriter,
                                      const BufferizationOptions &options,
                                      const BufferizationState &state) {
  auto destination = cast<DestinationStyleOpInterface>(op);
  if (destination.hasPureBufferSemantics())
    return success();
  SmallVector<Value> operands, outputs;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (isa<TensorType>(value.getType())) {
      FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
      if (failed(buffer))
        return failure();
      value = *buffer;
    }
    operands.push_back(value);
    if (destination.isDpsInit(&operand))
      outputs.push_back(value);
  }
  OperationState newOp(op->getLoc(), op->getName(), operands, TypeRange(), op->getAttrs());
  newOp.propertiesAttr = op->getPropertiesAsAttribute();
  rewriter.setInsertionPoint(op);
  rewriter.create(newOp);
  replaceOpWithBufferizedValues(rewriter, op, outputs);
  return success();
}

namespace {
struct CollectiveModel
    : DstBufferizableOpInterfaceExternalModel<CollectiveModel, CollectiveOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeInPlace(op, rewriter, options, state);
  }
};

struct ContractModel
    : DstBufferizableOpInterfaceExternalModel<ContractModel, ContractOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeInPlace(op, rewriter, options, state);
  }
};
} // namespace

void mlir::tprt::registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TPRTDialect *) {
    CollectiveOp::attachInterface<CollectiveModel>(*context);
    ContractOp::attachInterface<ContractModel>(*context);
  });
}
