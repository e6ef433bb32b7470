//===- TPRT.h - the exit dialect --------------------------------*- C++ -*-===//
//
// The ops of TPRTOps.td, and descriptors of collectives as structs.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TPRT_IR_TPRT_H
#define TP_DIALECT_TPRT_IR_TPRT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallVector.h"

#include "tp/Dialect/TPRT/IR/TPRTDialect.h.inc"

#define GET_OP_CLASSES
#include "tp/Dialect/TPRT/IR/TPRTOps.h.inc"

namespace mlir::tprt {

/// One factor of the rank number: coordinate = (rank / stride) % size.
struct Digit {
  int64_t size;
  int64_t stride;
};
using Digits = SmallVector<Digit, 2>;

/// How one dimension is split; no digits: held whole.
struct DimLayout {
  Digits digits;
  int64_t granule = 1;
  int64_t chunks = 1;
};

/// One tensor of a collective. A global size is a number, -1 (the input's size, the
/// dimension is held whole) or `ShapedType::kDynamic` (given by an operand).
struct TensorDescriptor {
  SmallVector<int64_t, 4> globalSizes;
  SmallVector<DimLayout, 4> input;
  SmallVector<DimLayout, 4> output;
};

/// What `tprt_collective` is told; kind, reduction and dtype are the enums of
/// tprt.h. `encode` and `decode` go between this and the array of integers.
///
///   all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]}
///     → 0, 0, 0, 1,  1, 4, 1,  1, -1,  0, 1, 1,  0, 1, 1
struct CollectiveDescriptor {
  int64_t kind = 0;
  int64_t reduction = 0;
  int64_t dtype = 0;
  Digits group;
  SmallVector<TensorDescriptor, 1> tensors;

  SmallVector<int64_t> encode() const;
  /// Nothing when the array is too short, too long or has negative counts.
  static std::optional<CollectiveDescriptor> decode(ArrayRef<int64_t> words);

  /// How many sizes operands give.
  int64_t getDynamicSizeCount() const;
};

/// The runtime's number for an element type (`tprt_dtype_t`; index is i64), or
/// nullopt where the runtime has none.
std::optional<int64_t> getDtype(Type elementType);

/// Lets one-shot-bufferize handle the ops of this dialect.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace mlir::tprt

#endif // TP_DIALECT_TPRT_IR_TPRT_H
