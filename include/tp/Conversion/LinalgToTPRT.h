//===- LinalgToTPRT.h - matrix products -------------------------*- C++ -*-===//
//
// Which linalg ops become `tprt.contract`; fusion asks too, to keep them so.
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_LINALGTOTPRT_H
#define TP_CONVERSION_LINALGTOTPRT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tp {

/// True when the op is a matrix product that the runtime can compute: two inputs,
/// one output, maps that are projected permutations, and a body that adds the product
/// of the (perhaps widened) inputs to the output. Says why not in `reason`.
bool isContraction(linalg::LinalgOp op, std::string *reason = nullptr);

/// The number of multiplications, or nullopt when a size is dynamic.
std::optional<int64_t> getMultiplicationCount(linalg::LinalgOp op);

} // namespace mlir::tp

#endif // TP_CONVERSION_LINALGTOTPRT_H
