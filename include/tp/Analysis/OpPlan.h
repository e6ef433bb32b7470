//===- OpPlan.h - how one op is split, given its tensors --------*- C++ -*-===//
//
// Given an op's rule and how its operands and results are split, chooses the split
// of its factors that costs the fewest bytes: bytes to bring operands into the form
// that the split needs, and the produced results into the form that they should
// have. Of equal ones, the split that leaves each rank the least work.
//
// Propagation asks for plans to decide; partitioning asks again, with the same
// answers, to act. So the shardings of values are the only thing written down.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_OPPLAN_H
#define TP_ANALYSIS_OPPLAN_H

#include "tp/Analysis/Reshard.h"
#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

struct OpPlan {
  FactorShardings factors;
  /// What each operand of the rule must be brought into.
  SmallVector<Sharding, 4> operands;
  /// What the op then gives.
  SmallVector<Sharding, 1> results;
  /// Axes over which the op itself makes partial values, and their reduction.
  AxisList partial;
  Reduction reduction = Reduction::Sum;
  int64_t bytes = 0;
};

/// How an op's tensors are split. Null entries: no matter (the value can be made in
/// any sharding; the result has no wish).
struct OpShardings {
  SmallVector<const Sharding *, 4> operands; // parallel to the rule's
  SmallVector<const Sharding *, 1> results;
  SmallVector<RankedTensorType, 4> operandTypes; // global
  SmallVector<RankedTensorType, 1> resultTypes;  // null where no tensor
};

/// The operands through which partial values over `axes` may pass, if those in
/// `unreduced` hold them: the smallest linear set with them in it; nullptr if none.
const SmallVector<unsigned, 2> *findLinearSet(const ShardingRule &rule,
                                              ArrayRef<unsigned> unreduced,
                                              Reduction reduction);

OpPlan planOp(const ShardingRule &rule, const OpShardings &shardings,
              ReshardPlanner &planner, const Mesh &mesh);

} // namespace mlir::tp

#endif // TP_ANALYSIS_OPPLAN_H
