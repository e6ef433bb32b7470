//===- JitCompiler.h - from the LLVM dialect to object code -----*- C++ -*-===//
//
// Object code for this host from what `tp-to-host-pipeline` leaves.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_EXECUTION_JITCOMPILER_H
#define TP_LIB_EXECUTION_JITCOMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace mlir::tp {

/// Compiles a module of the LLVM dialect, which is taken apart: the public functions
/// quickly, the kernels they call with -O2 and on all cores. The objects refer to one
/// another by symbol.
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
emitObjects(ModuleOp module, const llvm::orc::JITTargetMachineBuilder &target);

} // namespace mlir::tp

#endif // TP_LIB_EXECUTION_JITCOMPILER_H
