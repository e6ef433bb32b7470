//===- Plan.h - what one rank does in one collective ----------------------===//
//
// A plan is the answer to "which elements of whose input make up my output",
// and it is the same object for every kind of collective. For each tensor it
// has *pieces*. A piece is a set of boxes (per dimension a list of segments;
// the boxes are the product of those lists) together with the members of the
// group that have data for them:
//
//   all_gather, all_to_all, permute, all_slice, broadcast
//       one source per piece: a member whose input part has those elements
//   all_reduce, reduce_scatter
//       one piece, whose sources are all members in group order
//
// Example: [8] cut over {4,1} gathered on rank 0 → four pieces of one segment,
// {2, 0, 0} from member 0, {2, 0, 2} from member 1, {2, 0, 4}, {2, 0, 6}.
//
// Members with one output part are *replicas*; a reduction divides its work
// among them and each writes its share to the outputs of all.
//
// A plan holds positions, not addresses, so it depends on the descriptor and on
// the rank alone and is kept (see Rank.h).
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_PLAN_H
#define TPRT_CORE_PLAN_H

#include "core/Descriptor.h"
#include "core/Reduce.h"

namespace tprt {

/// Boxes and the members that hold them; see above.
struct Piece {
  std::vector<int32_t> sources;           // positions in the group
  std::vector<std::vector<Segment>> dims; // boxes = product over dimensions
};

struct TensorPlan {
  std::vector<int64_t> inputSizes; // local, of this rank
  std::vector<int64_t> outputSizes;
  int64_t outputVolume = 0;
  std::vector<Piece> pieces;
  std::vector<int32_t> replicas; // positions of members with the same output
  int32_t replicaIndex = 0;      // this rank among them
};

struct Plan {
  bool isBarrier = false;
  tprt_collective_kind_t kind = TPRT_ALL_REDUCE;
  tprt_dtype_t dtype = TPRT_F32;
  ReduceFunction reduce = nullptr; // null unless the kind reduces
  std::vector<int32_t> members;    // ranks, in group order
  std::vector<int32_t> sorted;     // the same ranks, increasing
  std::vector<int32_t> slots;      // per member: its index in `sorted`
  int32_t position = 0;            // this rank among the members
  std::vector<TensorPlan> tensors;
  int64_t outputBytes = 0;
  int32_t maxViews = 2; // tensors that one step of the execution touches

  /// True when other ranks are involved. An all_slice has one member, whatever
  /// its group.
  bool communicates() const { return members.size() > 1; }
};

/// The plan of `rank` for a collective or barrier of this descriptor.
Status buildPlan(bool isBarrier, const int64_t *descriptor, int64_t length,
                 int32_t rank, int32_t rankCount, Plan &outPlan);

/// Checks the tensors that a call brings against its plan.
Status checkTensors(const Plan &plan, const tprt_tensor_t *inputs,
                    const tprt_tensor_t *outputs);

} // namespace tprt

#endif // TPRT_CORE_PLAN_H
