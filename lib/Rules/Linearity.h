//===- Linearity.h - in which operands an op's body is linear ---*- C++ -*-===//

#ifndef TP_RULES_LINEARITY_H
#define TP_RULES_LINEARITY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

/// The reduction that an op of `arith` combines two values by, if it is one.
std::optional<Reduction> getReduction(Operation *combiner);

/// The reduction by which the body accumulates into output `index`: the output's
/// argument is used once, by the combiner, whose result is yielded and nothing
/// else. Nullopt otherwise.
std::optional<Reduction> getAccumulation(linalg::LinalgOp op, unsigned index);

/// Fills `rule.linearSets` and `rule.selects` of a linalg op from its body. The
/// rule's operands are set already.
void analyzeLinearity(linalg::LinalgOp op, ShardingRule &rule);

} // namespace mlir::tp

#endif // TP_RULES_LINEARITY_H
