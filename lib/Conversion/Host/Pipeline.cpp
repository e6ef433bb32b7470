//===- Pipeline.cpp - from tensors to the LLVM dialect ------------------------===//
//
// `tp-to-host-pipeline`. Three parts: the program as tensors is brought into few,
// fused ops; bufferization; the host program (allocations, calls) parts from its
// kernels, and all is lowered to LLVM.
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TP/IR/TP.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/RuntimeOpVerification.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/RuntimeOpVerification.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tp;

void mlir::tp::buildHostPipeline(OpPassManager &pm, const HostPipelineOptions &options) {
  // -- Tensors ------------------------------------------------------------------

  // First, so that no work goes into functions that are not called.
  TPRTPrepareEntryPassOptions entryOptions;
  entryOptions.entry = options.entry;
  pm.addPass(createTPRTPrepareEntryPass(entryOptions));
  // Before inlining, which refuses ops of the tp dialect.
  pm.addPass(createConvertTPToTPRTPass());
  // arith and math on tensors become linalg ops, aggregates too: fusion sees loops only,
  // and nothing that folds sees arith on tensors.
  pm.addNestedPass<func::FuncOp>(createTPRTDecomposePass());
  // One function: fusion and liveness look at one block at a time.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  // Equal ops are found while they are small; after fusion they hide in larger ones.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createTPRTFuseElementwisePass());
  // After fusion, which folds transposes and conversions into matrix products.
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToTPRTPass());
  pm.addPass(createCSEPass());
  // On what is left after fusion: fewer ops, fewer checks.
  if (options.checkSizes)
    pm.addPass(createGenerateRuntimeVerificationPass());

  // -- Bufferization ------------------------------------------------------------

  // Nothing may come in between that merges tensor.empty ops again.
  pm.addNestedPass<func::FuncOp>(createTPRTUnshareDestinationsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap; // results are dense
  bufferize.allowReturnAllocsFromLoops = true;           // loops carry tensors
  bufferize.bufferAlignment = 0; // the runtime's buffers are aligned to 64 bytes
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // Bufferization returns arguments and constants as they are.
  pm.addNestedPass<func::FuncOp>(createTPRTOwnResultsPass());
  // Sees aliases through views; calls of kernels would hide what they do.
  pm.addNestedPass<func::FuncOp>(createTPRTInsertDeallocsPass());

  // -- Host program and kernels -------------------------------------------------

  // On memrefs, whose layouts tell what is contiguous; before equal kernels are found.
  pm.addNestedPass<func::FuncOp>(createTPRTCollapseLoopsPass());
  pm.addNestedPass<func::FuncOp>(createTPRTRelaxReductionsPass());
  pm.addPass(createTPRTOutlineKernelsPass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Makes scf.if, so before control flow; after loops exist, whose bodies hold asserts.
  pm.addNestedPass<func::FuncOp>(createTPRTLowerAssertsPass());
  pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  pm.addPass(createSCFToControlFlowPass());
  // Views become address arithmetic, in affine.apply, hence the next pass.
  pm.addNestedPass<func::FuncOp>(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Integer powers with known exponents become products, others functions.
  math::MathExpandOpsPassOptions expandMath;
  expandMath.opMnemonics = {"fpowi", "clampf"};
  pm.addNestedPass<func::FuncOp>(math::createMathExpandOpsPass(expandMath));
  ConvertMathToFuncsOptions mathToFuncs;
  mathToFuncs.minWidthOfFPowIExponent = 1;
  pm.addPass(createConvertMathToFuncs(mathToFuncs));
  // 16-bit floats: functions in f32, and arithmetic on bf16 (on f16 LLVM does that
  // by itself). The conversions that this makes are for the pass that follows, else a
  // symbol of libgcc is missing.
  pm.addNestedPass<func::FuncOp>(math::createMathExtendToSupportedTypes());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addNestedPass<func::FuncOp>(arith::createArithEmulateUnsupportedFloats(emulate));
  TPRTExpandMathPassOptions mathOptions;
  mathOptions.approximate = options.approximateMath;
  pm.addNestedPass<func::FuncOp>(createTPRTExpandMathPass(mathOptions));
  // Cheap now, and LLVM sees less.
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addPass(createConvertTPRTToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void mlir::tp::registerHostDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  bufferization::BufferizationDialect, cf::ControlFlowDialect,
                  func::FuncDialect, index::IndexDialect, linalg::LinalgDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, tensor::TensorDialect, tp::TPDialect, tprt::TPRTDialect,
                  ub::UBDialect, vector::VectorDialect>();
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  // Without these, a buffer chosen by a branch or select is freed too early.
  arith::registerBufferViewFlowOpInterfaceExternalModels(registry);
  memref::registerBufferViewFlowOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  func::registerInlinerExtension(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  linalg::registerSubsetOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
  tensor::registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  tprt::registerBufferizableOpInterfaceExternalModels(registry);
}

void mlir::tp::registerTPConversionPasses() {
  registerHostConversionPasses();
  PassPipelineRegistration<HostPipelineOptions>(
      "tp-to-host-pipeline",
      "from linalg on tensors and collectives to the LLVM dialect, for this host",
      buildHostPipeline);
}
