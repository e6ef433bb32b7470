//===- TP.h - the tp dialect ------------------------------------*- C++ -*-===//
//
// Everything that the dialect declares, and the names of its discardable
// attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TP_IR_TP_H
#define TP_DIALECT_TP_IR_TP_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tp/Dialect/TP/IR/TPDialect.h.inc"
#include "tp/Dialect/TP/IR/TPEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tp/Dialect/TP/IR/TPAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tp/Dialect/TP/IR/TPTypes.h.inc"

#include "tp/Dialect/TP/IR/TPOpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tp/Dialect/TP/IR/TPOps.h.inc"

namespace mlir::tp {

/// Names of discardable attributes; see TPDialect.td for what they mean.
constexpr StringLiteral kShardingAttr = "tp.sharding";
constexpr StringLiteral kShardingsAttr = "tp.shardings";
constexpr StringLiteral kArgumentShardingsAttr = "tp.argument_shardings";
constexpr StringLiteral kSubAxesAttr = "tp.sub_axes";
constexpr StringLiteral kNameAttr = "tp.name";
constexpr StringLiteral kKindAttr = "tp.kind";
constexpr StringLiteral kDonateAttr = "tp.donate";
constexpr StringLiteral kGlobalTypeAttr = "tp.global_type";
constexpr StringLiteral kPartitionedAttr = "tp.partitioned";

/// True when values of this element type can be combined so.
bool isReductionSupported(Reduction reduction, Type elementType);

/// The value that changes nothing in a reduction, of the element type: for min and max
/// the largest and least value (infinities for floats), for those that drop a NaN it.
TypedAttr getIdentity(Reduction reduction, Type elementType);

/// Checks a sharding against the value that it is for (constraints S2 to S7);
/// `symbolUser` is where the mesh is looked up from.
LogicalResult verifySharding(ShardingAttr sharding, Type type, Operation *symbolUser,
                             function_ref<InFlightDiagnostic()> emitError);

/// The mesh of this name in the module of `op`, or null.
MeshOp lookupMesh(Operation *op, FlatSymbolRefAttr name);

} // namespace mlir::tp

#endif // TP_DIALECT_TP_IR_TP_H
