//===- SDY.h - the part of Shardy's dialect that is read --------*- C++ -*-===//

#ifndef TP_DIALECT_SDY_IR_SDY_H
#define TP_DIALECT_SDY_IR_SDY_H

#include "mlir/IR/SymbolTable.h"
#include "tp/Dialect/TP/IR/TP.h"

#include "tp/Dialect/SDY/IR/SDYDialect.h.inc"

#define GET_OP_CLASSES
#include "tp/Dialect/SDY/IR/SDYOps.h.inc"

namespace mlir::tp::sdy {
/// On arguments, results and ops.
constexpr StringLiteral kShardingAttr = "sdy.sharding";
} // namespace mlir::tp::sdy

#endif // TP_DIALECT_SDY_IR_SDY_H
