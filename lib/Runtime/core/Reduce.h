//===- Reduce.h - the dtype x reduction table -----------------------------===//
//
// One table says what every pair of element type and reduction does; a null
// entry says that the pair has no meaning.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_REDUCE_H
#define TPRT_CORE_REDUCE_H

#include "tprt/tprt.h"

namespace tprt {

/// Largest `count` of one call of a ReduceFunction.
constexpr int64_t reduceBlockElements = 1024;

/// result[i] = sources[0][i] op sources[1][i] op ..., from left to right, for
/// i < count. `result` is contiguous; source s is read with strides[s] (in
/// elements). 16-bit floats are folded in f32 and rounded once.
using ReduceFunction = void (*)(void *result, const void *const *sources,
                                const int64_t *strides, int32_t sourceCount,
                                int64_t count);

/// The function for a pair, or null where the pair has no meaning.
ReduceFunction reduceFunction(tprt_reduction_t reduction, tprt_dtype_t dtype);

} // namespace tprt

#endif // TPRT_CORE_REDUCE_H
