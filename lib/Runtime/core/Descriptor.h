//===- Descriptor.h - reads the compiler's description of a collective ----===//
//
// The encoding is in tprt.h at `tprt_collective`. What comes out of here is
// checked for form: known enums, counts that fit the length, sizes and digits
// that make sense in the world. Whether the layouts can be served is the plan's
// matter (Plan.h).
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_DESCRIPTOR_H
#define TPRT_CORE_DESCRIPTOR_H

#include "core/Layout.h"

namespace tprt {

/// Largest number of dimensions of a tensor.
constexpr int32_t maxDims = 32;

/// Largest number of chunks of a dimension: a plan lists them.
constexpr int64_t maxChunks = int64_t(1) << 24;

/// One tensor of a collective.
struct TensorDescription {
  std::vector<int64_t> sizes; // global
  Layout input;
  Layout output;
};

/// One collective, or a barrier (which has a group and nothing else).
struct Description {
  bool isBarrier = false;
  tprt_collective_kind_t kind = TPRT_ALL_REDUCE;
  tprt_reduction_t reduction = TPRT_SUM;
  tprt_dtype_t dtype = TPRT_F32;
  Digits group;
  std::vector<TensorDescription> tensors;
};

/// The descriptor with global sizes of -1 replaced by the sizes of `inputs`;
/// empty when there are none, or when the descriptor is malformed (which
/// parsing tells).
std::vector<int64_t> resolveSizes(const int64_t *descriptor, int64_t length,
                                  const tprt_tensor_t *inputs);

Status parseCollective(const int64_t *descriptor, int64_t length,
                       int64_t rankCount, Description &outDescription);
Status parseBarrier(const int64_t *descriptor, int64_t length,
                    int64_t rankCount, Description &outDescription);

/// The same for a message about a call that has been parsed before.
std::string describeCall(bool isBarrier, const int64_t *descriptor,
                         int64_t length, int64_t rankCount);

/// "all_gather f32 [8x16] [{4,1}, {}] -> [{}, {}] over {4,1}"
std::string describe(const Description &description);

} // namespace tprt

#endif // TPRT_CORE_DESCRIPTOR_H
