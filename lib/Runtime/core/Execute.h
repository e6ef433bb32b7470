//===- Execute.h - carries out one rank's part of a plan ------------------===//
//
// Reads the members' tensors in place and writes the outputs; allocates nothing
// and cannot fail, because at that point other ranks are reading this rank's
// inputs and count on it to come to the end.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_EXECUTE_H
#define TPRT_CORE_EXECUTE_H

#include "core/Plan.h"

namespace tprt {

/// The tensors that one member brought to a collective.
struct MemberTensors {
  const tprt_tensor_t *inputs = nullptr;
  const tprt_tensor_t *outputs = nullptr;
};

/// Room for the execution of plans, made before the ranks meet.
struct Scratch {
  /// For plans with this many members, and tensors in one step.
  void reserve(size_t memberCount, size_t views);

  std::vector<MemberTensors> members;
  std::vector<char *> bases;           // per view: address of the box
  std::vector<char *> cursors;         // per view: address of the current row
  std::vector<int64_t> steps;          // per dimension and view, in bytes
  std::vector<int64_t> innerStrides;   // per view, in elements
  std::vector<const void *> addresses; // per source: address in the row
};

/// Computes the outputs of this rank (and its share of the replicas' outputs)
/// from the inputs of the members, which are given in group order.
void execute(const Plan &plan, const MemberTensors *members, Scratch &scratch);

} // namespace tprt

#endif // TPRT_CORE_EXECUTE_H
