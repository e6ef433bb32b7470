//===- RegionFlow.h - which values of loops and branches are one -*- C++ -*-===//
//
// A loop's result, its block argument and what it yields stand for one variable; so do
// the results of a branch and what its regions yield. A *carried value* is such a
// variable: the block arguments and results that hold it, and the operands that are
// assigned to it. All holders have one sharding, each assignment may be a reshard.
//
//   %r = scf.for ... iter_args(%a = %x) {     holders %a, %r
//     scf.yield %b                            assignments %x, %b
//   }
//
// Read off RegionBranchOpInterface: holders that one operand is forwarded to are one
// variable. Scalars are the same on all ranks and left out.
//
//===----------------------------------------------------------------------===//

#ifndef TP_ANALYSIS_REGIONFLOW_H
#define TP_ANALYSIS_REGIONFLOW_H

#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::tp {

struct CarriedValue {
  RankedTensorType type;
  SmallVector<Value, 2> holders; // results first, then block arguments
  SmallVector<OpOperand *, 2> assignments;
};

/// The tensors that an op's regions carry, in the order of their first holders. An error
/// where a region has several blocks, or a holder is a tensor of unknown rank.
FailureOr<SmallVector<CarriedValue>> getCarriedValues(RegionBranchOpInterface op);

/// Whether a region of `op` has one block, as all that is partitioned has; an error if not.
LogicalResult verifyOneBlock(Operation *op, Region &region);

/// An op whose regions are partitioned with it: a branch or loop without a sharding rule
/// of its own. Null for others.
RegionBranchOpInterface getStructuredControlFlow(Operation *op);

} // namespace mlir::tp

#endif // TP_ANALYSIS_REGIONFLOW_H
