//===- TPRTDialect.cpp - the exit dialect and its verifiers -------------------===//
//
// Each check cites the constraint of TPRTOps.td that it is; invalid.mlir has a
// case for each.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::tprt;

namespace mlir::tprt {
// Directives of the assembly formats, in CollectiveDescriptor.cpp.
ParseResult parseCollective(OpAsmParser &parser, DenseI64ArrayAttr &descriptor);
void printCollective(OpAsmPrinter &printer, Operation *op, DenseI64ArrayAttr descriptor);
} // namespace mlir::tprt

#include "tp/Dialect/TPRT/IR/TPRTDialect.cpp.inc"
#define GET_OP_CLASSES
#include "tp/Dialect/TPRT/IR/TPRTOps.cpp.inc"

namespace {
/// All ops may be inlined: they mean the same in every function.
struct TPRTInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void TPRTDialect::initialize() {
  addInterfaces<TPRTInlinerInterface>();
  addOperations<
#define GET_OP_LIST
#include "tp/Dialect/TPRT/IR/TPRTOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Operands are all tensors, and results are the outputs' types; or all are memrefs.
static LogicalResult verifySemantics(Operation *op, ValueRange buffers, ValueRange outputs) {
  bool tensors = buffers.empty() || isa<TensorType>(buffers.front().getType());
  for (Value buffer : buffers)
    if (isa<TensorType>(buffer.getType()) != tensors)
      return op->emitOpError() << "mixes tensors and memrefs";
  if (!tensors && op->getNumResults() != 0)
    return op->emitOpError() << "has results although its operands are memrefs";
  if (tensors && op->getResultTypes() != outputs.getTypes())
    return op->emitOpError() << "needs one result for each output, of its type";
  return success();
}

/// Memrefs that go in are read, those that come out written.
static void
addEffects(DestinationStyleOpInterface op, bool readsOutputs,
           SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isOutput = op.isDpsInit(&operand);
    if (!isOutput || readsOutputs)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isOutput)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void CollectiveOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  addEffects(*this, /*readsOutputs=*/false, effects);
}

LogicalResult CollectiveOp::verify() {
  std::optional<CollectiveDescriptor> descriptor =
      CollectiveDescriptor::decode(getDescriptor());
  if (!descriptor) // C1
    return emitOpError() << "has a malformed descriptor";
  size_t count = descriptor->tensors.size();
  if (getInputs().size() != count || getOutputs().size() != count) // C2
    return emitOpError() << "has " << getInputs().size() << " inputs and "
                         << getOutputs().size() << " outputs, its descriptor " << count
                         << " tensors";
  for (ValueRange buffers : {ValueRange(getInputs()), ValueRange(getOutputs())})
    for (auto [value, tensor] : llvm::zip_equal(buffers, descriptor->tensors)) {
      auto type = cast<ShapedType>(value.getType());
      if (getDtype(type.getElementType()) != descriptor->dtype) // C3
        return emitOpError() << "has an operand of type " << type
                             << ", whose elements are not of its descriptor's type";
      if (type.getRank() != int64_t(tensor.globalSizes.size())) // C3
        return emitOpError() << "has an operand of type " << type
                             << ", its descriptor expects rank "
                             << tensor.globalSizes.size();
    }
  if (int64_t(getSizes().size()) != descriptor->getDynamicSizeCount()) // C4
    return emitOpError() << "has " << getSizes().size() << " size operands, expected "
                         << descriptor->getDynamicSizeCount();
  SmallVector<Value> buffers(getInputs());
  llvm::append_range(buffers, getOutputs());
  return verifySemantics(*this, buffers, getOutputs()); // C5
}

void ContractOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  addEffects(*this, /*readsOutputs=*/true, effects);
}

LogicalResult ContractOp::verify() {
  SmallVector<std::pair<Value, ArrayRef<int64_t>>, 3> tensors = {
      {getA(), getALabels()}, {getB(), getBLabels()}, {getC(), getCLabels()}};
  // At most one loop for each dimension.
  int64_t dimensionCount = getALabels().size() + getBLabels().size() + getCLabels().size();
  int64_t loopCount = 0;
  for (auto [value, labels] : tensors) {
    auto type = cast<ShapedType>(value.getType());
    if (type.getRank() != int64_t(labels.size())) // C1
      return emitOpError() << "has " << labels.size() << " labels for " << type;
    for (int64_t label : labels) {
      if (label >= dimensionCount) // C2
        return emitOpError() << "labels are not the numbers 0 up to the number of loops";
      loopCount = std::max(loopCount, label + 1);
    }
  }
  SmallVector<int64_t> sizes(loopCount, ShapedType::kDynamic);
  SmallVector<bool> seen(loopCount, false);
  for (auto [value, labels] : tensors) {
    SmallVector<bool> seenHere(loopCount, false);
    for (auto [dim, label] : llvm::enumerate(labels)) {
      if (label < 0 || seenHere[label]) // C2
        return emitOpError() << "label " << label << " is "
                             << (label < 0 ? "negative" : "used twice in a tensor");
      seenHere[label] = seen[label] = true;
      int64_t size = cast<ShapedType>(value.getType()).getDimSize(dim);
      if (ShapedType::isDynamic(size))
        continue;
      if (!ShapedType::isDynamic(sizes[label]) && sizes[label] != size) // C4
        return emitOpError() << "loop " << label << " has sizes " << sizes[label] << " and "
                             << size;
      sizes[label] = size;
    }
  }
  if (!llvm::all_of(seen, [](bool b) { return b; })) // C2
    return emitOpError() << "labels are not the numbers 0 up to the number of loops";
  Type a = cast<ShapedType>(getA().getType()).getElementType();
  Type b = cast<ShapedType>(getB().getType()).getElementType();
  Type c = cast<ShapedType>(getC().getType()).getElementType();
  if (a != b || !(a.isF32() || a.isF64() || a.isF16() || a.isBF16()) ||
      (c != a && !c.isF32()) || (a.isF64() && c != a)) // C3
    return emitOpError() << "does not exist for elements of types " << a << ", " << b
                         << " and " << c;
  return verifySemantics(*this, {getA(), getB(), getC()}, {getC()}); // C5
}
