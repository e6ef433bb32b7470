//===- Passes.h - from tensors to machine code on a host --------*- C++ -*-===//
//
// The passes of Passes.td and the pipeline that they make.
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_PASSES_H
#define TP_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;

namespace affine {
class AffineDialect;
}
namespace arith {
class ArithDialect;
}
namespace func {
class FuncDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace math {
class MathDialect;
}
namespace memref {
class MemRefDialect;
}
namespace scf {
class SCFDialect;
}
namespace tensor {
class TensorDialect;
}
namespace tprt {
class TPRTDialect;
}
namespace vector {
class VectorDialect;
}

namespace tp {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "tp/Conversion/Passes.h.inc"

/// Options of `tp-to-host-pipeline`.
struct HostPipelineOptions : PassPipelineOptions<HostPipelineOptions> {
  Option<std::string> entry{*this, "entry", llvm::cl::desc("The function that will be run"),
                            llvm::cl::init("main")};
  Option<bool> checkSizes{
      *this, "check-sizes",
      llvm::cl::desc("Check at run time that sizes agree; for programs with dynamic sizes"),
      llvm::cl::init(false)};
  Option<bool> approximateMath{
      *this, "approximate-math",
      llvm::cl::desc("Compute functions of f32 by polynomials, which needs a fast fused "
                     "multiply-add; else by calls of libm"),
      llvm::cl::init(true)};
};

/// From linalg on tensors, with or without partitioned `tp` ops, to the LLVM dialect.
/// The dialects that it needs are those of `registerHostDialects`.
void buildHostPipeline(OpPassManager &pm, const HostPipelineOptions &options);

/// Registers the dialects and external models that the pipeline works on, so that a
/// context made from `registry` can parse, lower and translate programs.
void registerHostDialects(DialectRegistry &registry);

/// Registers the passes (which `registerHostConversionPasses` does by itself) and
/// `tp-to-host-pipeline` by name.
void registerTPConversionPasses();


} // namespace tp
} // namespace mlir

#endif // TP_CONVERSION_PASSES_H
