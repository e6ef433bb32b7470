//===- TPDialect.cpp - the tp dialect ----------------------------------------===//
//
// Registration, and the checks of discardable attributes (constraints S2 to S7).
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TP/IR/Sharding.h"
#include "tp/Dialect/TP/IR/TP.h"

#include "mlir/Transforms/InliningUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/Dialect/TP/IR/TPDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "tp/Dialect/TP/IR/TPTypes.cpp.inc"

namespace {
/// Nothing here depends on the function that it is in.
struct Inliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void TPDialect::initialize() {
  addInterfaces<Inliner>();
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tp/Dialect/TP/IR/TPTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tp/Dialect/TP/IR/TPOps.cpp.inc"
      >();
}

bool mlir::tp::isReductionSupported(Reduction reduction, Type elementType) {
  bool isFloat = isa<FloatType>(elementType);
  bool isInteger = elementType.isIntOrIndex();
  switch (reduction) {
  case Reduction::Sum:
  case Reduction::Prod:
  case Reduction::Min:
  case Reduction::Max:
    return isFloat || isInteger;
  case Reduction::And:
  case Reduction::Or:
  case Reduction::Xor:
  case Reduction::MinUI:
  case Reduction::MaxUI:
    return isInteger;
  case Reduction::MinNum:
  case Reduction::MaxNum:
    return isFloat;
  }
  return false;
}

MeshOp mlir::tp::lookupMesh(Operation *op, FlatSymbolRefAttr name) {
  // Meshes are in the module, whatever symbol tables lie in between.
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  return dyn_cast_or_null<MeshOp>(SymbolTable::lookupSymbolIn(module, name));
}

TypedAttr mlir::tp::getIdentity(Reduction reduction, Type elementType) {
  Builder builder(elementType.getContext());
  if (auto type = dyn_cast<FloatType>(elementType)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    switch (reduction) {
    case Reduction::Prod:
      return builder.getFloatAttr(type, 1.0);
    case Reduction::Min:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    case Reduction::MinNum: // of nothing but NaN it is NaN
    case Reduction::MaxNum:
      return FloatAttr::get(type, APFloat::getNaN(semantics));
    case Reduction::Max:
      return FloatAttr::get(type, APFloat::getInf(semantics, /*Negative=*/true));
    default:
      return builder.getFloatAttr(type, 0.0);
    }
  }
  unsigned width = elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth();
  auto value = [&]() -> APInt {
    switch (reduction) {
    case Reduction::Prod:
      return APInt(width, 1);
    case Reduction::And:
    case Reduction::MinUI:
      return APInt::getAllOnes(width);
    case Reduction::Min:
      return APInt::getSignedMaxValue(width);
    case Reduction::Max:
      return APInt::getSignedMinValue(width);
    default:
      return APInt::getZero(width);
    }
  };
  return builder.getIntegerAttr(elementType, value());
}

LogicalResult mlir::tp::verifySharding(ShardingAttr sharding, Type type,
                                       Operation *symbolUser,
                                       function_ref<InFlightDiagnostic()> emitError) {
  MeshOp mesh = lookupMesh(symbolUser, sharding.getMesh());
  if (!mesh) // S2
    return emitError() << "unknown mesh " << sharding.getMesh();
  SmallVector<AxisRefAttr> refs;
  collectAxisRefs(sharding, refs);
  if (failed(Mesh::get(mesh, refs, emitError))) // S3
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) // S4
    return emitError() << "a sharding is for a ranked tensor, not for " << type;
  if (int64_t(sharding.getDims().size()) != tensor.getRank()) // S5
    return emitError() << "the sharding has " << sharding.getDims().size()
                       << " dimensions, but the tensor " << tensor << " has "
                       << tensor.getRank();
  for (auto [index, dim] : llvm::enumerate(sharding.getDims())) {
    int64_t size = tensor.getDimSize(index);
    if (!ShapedType::isDynamic(size) && size % dim.getChunks() != 0) // S6
      return emitError() << "dimension " << index << " of size " << size
                         << " is not a multiple of " << dim.getChunks() << " chunks";
  }
  if (!sharding.getUnreduced().empty() &&
      !isReductionSupported(sharding.getReduction(), tensor.getElementType())) // S7
    return emitError() << "reduction '" << stringifyReduction(sharding.getReduction())
                       << "' does not exist for elements of type "
                       << tensor.getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

/// What is common to arguments and results.
static LogicalResult verifyValueAttribute(Operation *op, NamedAttribute attribute,
                                          Type type,
                                          function_ref<InFlightDiagnostic()> emitError) {
  StringRef name = attribute.getName();
  if (name == kShardingAttr) {
    auto sharding = dyn_cast<ShardingAttr>(attribute.getValue());
    if (!sharding)
      return emitError() << "'" << name << "' is a #tp.sharding";
    // In a partitioned function the type is one rank's; the sharding is of the
    // global type.
    return verifySharding(sharding, type, op, emitError);
  }
  if (name == kNameAttr && !isa<StringAttr>(attribute.getValue()))
    return emitError() << "'" << name << "' is a string";
  if (name == kGlobalTypeAttr && !isa<TypeAttr>(attribute.getValue()))
    return emitError() << "'" << name << "' is a type";
  return success();
}

/// The type that a sharding on an argument or result is for: the global type.
static Type getGlobalType(DictionaryAttr attrs, Type type) {
  if (attrs)
    if (auto global = attrs.getAs<TypeAttr>(kGlobalTypeAttr))
      return global.getValue();
  return type;
}

LogicalResult TPDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                  NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto emitError = [&] { return op->emitError() << "argument " << index << ": "; };
  StringRef name = attribute.getName();
  if (name == kKindAttr) {
    auto kind = dyn_cast<StringAttr>(attribute.getValue());
    if (!kind || !llvm::is_contained({"parameter", "state", "input"}, kind.getValue()))
      return emitError() << "'" << name
                         << R"(' is "parameter", "state" or "input")";
    return success();
  }
  if (name == kDonateAttr)
    return isa<UnitAttr>(attribute.getValue())
               ? success()
               : LogicalResult(emitError() << "'" << name << "' has no value");
  if (!llvm::is_contained({kShardingAttr, kNameAttr, kGlobalTypeAttr}, name))
    return emitError() << "unknown attribute '" << name << "'";
  Type type = getGlobalType(function.getArgAttrDict(index),
                            function.getArgumentTypes()[index]);
  return verifyValueAttribute(op, attribute, type, emitError);
}

LogicalResult TPDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                     unsigned index,
                                                     NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto emitError = [&] { return op->emitError() << "result " << index << ": "; };
  StringRef name = attribute.getName();
  if (!llvm::is_contained({kShardingAttr, kNameAttr, kGlobalTypeAttr}, name))
    return emitError() << "unknown attribute '" << name << "'";
  Type type = getGlobalType(function.getResultAttrDict(index),
                            function.getResultTypes()[index]);
  return verifyValueAttribute(op, attribute, type, emitError);
}

/// An array with a sharding, or unit, for each value.
static LogicalResult verifyShardings(Operation *op, NamedAttribute attribute,
                                     ValueRange values, StringRef what) {
  StringRef name = attribute.getName();
  auto shardings = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!shardings || shardings.size() != values.size())
    return op->emitError() << "'" << name << "' has one sharding for each " << what;
  for (auto [index, attr, value] : llvm::enumerate(shardings, values)) {
    if (isa<UnitAttr>(attr))
      continue;
    auto emitError = [&, index = index] {
      return op->emitError() << what << " " << index << ": ";
    };
    auto sharding = dyn_cast<ShardingAttr>(attr);
    if (!sharding)
      return emitError() << "'" << name << "' has #tp.sharding or unit entries";
    if (failed(verifySharding(sharding, value.getType(), op, emitError)))
      return failure();
  }
  return success();
}

LogicalResult TPDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kPartitionedAttr)
    return isa<FunctionOpInterface>(op)
               ? success()
               : LogicalResult(op->emitError() << "'" << name << "' is for functions");
  if (name == kSubAxesAttr) {
    auto axes = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!isa<MeshOp>(op) || !axes || !llvm::all_of(axes, llvm::IsaPred<AxisRefAttr>))
      return op->emitError() << "'" << name << "' is an array of #tp.axis_ref on a mesh";
    return success();
  }
  if (name == kShardingsAttr)
    return verifyShardings(op, attribute, op->getResults(), "result");
  if (name == kArgumentShardingsAttr) {
    SmallVector<Value> arguments;
    for (Region &region : op->getRegions())
      if (!region.empty())
        llvm::append_range(arguments, region.getArguments());
    return verifyShardings(op, attribute, arguments, "block argument");
  }
  if (name == kShardingAttr)
    return op->emitError() << "'" << name
                           << "' is for arguments and results of functions; use "
                              "tp.sharding_constraint for a value inside";
  return success();
}
