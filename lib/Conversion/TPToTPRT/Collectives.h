//===- Collectives.h - from a tp collective to a descriptor -----*- C++ -*-===//
//
// The conversions of `convert-tp-to-tprt` that need the mesh.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_CONVERSION_TPTOTPRT_COLLECTIVES_H
#define TP_LIB_CONVERSION_TPTOTPRT_COLLECTIVES_H

#include "mlir/IR/PatternMatch.h"
#include "tp/Dialect/TP/IR/TP.h"

namespace mlir::tp {

/// Replaces a collective by `tprt.collective`; an error when the runtime has no such
/// element type.
LogicalResult convertCollective(RewriterBase &rewriter, CollectiveOpInterface op);

/// Replaces the op by arithmetic on the rank number.
LogicalResult convertAxisIndex(RewriterBase &rewriter, AxisIndexOp op);

} // namespace mlir::tp

#endif // TP_LIB_CONVERSION_TPTOTPRT_COLLECTIVES_H
