//===- Contract.h - the general matrix product on the CPU -----------------===//
//
// See `tprt_contract` in tprt.h for the meaning and the descriptor.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_DEVICES_HOST_CONTRACT_H
#define TPRT_DEVICES_HOST_CONTRACT_H

#include "core/Status.h"

namespace tprt {

Status contract(const int64_t *descriptor, const tprt_tensor_t *a,
                const tprt_tensor_t *b, const tprt_tensor_t *c);

/// Lets the calling thread's products use one core; ranks are the parallelism
/// of a world that has several.
void useOneCore();

} // namespace tprt

#endif // TPRT_DEVICES_HOST_CONTRACT_H
