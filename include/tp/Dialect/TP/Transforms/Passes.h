//===- Passes.h - passes on the tp dialect ----------------------*- C++ -*-===//

#ifndef TP_DIALECT_TP_TRANSFORMS_PASSES_H
#define TP_DIALECT_TP_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "tp/Dialect/TP/IR/Sharding.h"

namespace mlir::tp {

#define GEN_PASS_DECL
#include "tp/Dialect/TP/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tp/Dialect/TP/Transforms/Passes.h.inc"

/// Replaces axis sizes of the module's meshes, as `"dp=2,tp=4"` says; a module
/// without mesh gets one. An error tells a bad specification or an unknown axis.
LogicalResult overrideMesh(ModuleOp module, StringRef spec);

/// The one mesh of a module, cut at every sub-axis that the module mentions. An
/// error when there is none, or several.
FailureOr<Mesh> getMesh(ModuleOp module);

/// Brings Shardy's annotations into our notation; an error where an annotation cannot
/// be read, or a value has two.
LogicalResult importAnnotations(ModuleOp module);

/// `linalg.pack` and `linalg.unpack` as pads, reshapes, transposes and slices.
void populateLowerPackingPatterns(RewritePatternSet &patterns);

/// True when the module has ops of TOSA.
bool hasTosa(ModuleOp module);

/// TOSA in linalg, tensor, arith and scf, by upstream's passes.
void addLowerTosaPasses(OpPassManager &pm);

/// Rewrites generics that read a table at computed positions.
void populateRaiseGatherPatterns(RewritePatternSet &patterns);

/// The axes that `sharding` may not be given: those that it says are replicated.
AxisList getReplicated(ShardingAttr sharding, const Mesh &mesh);

} // namespace mlir::tp

#endif // TP_DIALECT_TP_TRANSFORMS_PASSES_H
