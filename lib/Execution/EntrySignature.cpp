//===- EntrySignature.cpp - a program as its user sees it --------------------===//
//
// A function that `tp-partition` has made has local types; its attributes keep the
// global ones.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/EntrySignature.h"

#include "tp/Execution/Errors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;
using llvm::Error;
using llvm::Expected;

/// How many ranks the module's meshes have (all the same number); 1 without a mesh.
static int64_t getRankCount(ModuleOp module) {
  for (MeshOp mesh : module.getOps<MeshOp>())
    return mesh.getMesh().getRankCount();
  return 1;
}

/// The mesh of a sharding, cut as it needs; the verifier has found it good.
static Mesh getMesh(Operation *op, ShardingAttr sharding) {
  SmallVector<AxisRefAttr> refs;
  collectAxisRefs(sharding, refs);
  return *Mesh::get(lookupMesh(op, sharding.getMesh()), refs,
                    [&] { return op->emitError(); });
}

/// What the function says of one argument or result. `kind` is "arg" or "result".
static Expected<EntryValue> getValue(func::FuncOp entry, StringRef kind, unsigned index, Type type,
                                     DictionaryAttr attrs) {
  EntryValue value;
  value.name = (kind + Twine(index)).str();
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>(kNameAttr))
      value.name = name.str();
  bool isPartitioned = entry->hasAttr(kPartitionedAttr);
  Type localType = type;
  auto global = attrs ? attrs.getAs<TypeAttr>(kGlobalTypeAttr) : TypeAttr();
  auto sharding = attrs ? attrs.getAs<ShardingAttr>(kShardingAttr) : ShardingAttr();
  if (global && isPartitioned)
    type = global.getValue();
  if (type.isIntOrIndexOrFloat())
    type = RankedTensorType::get({}, type);
  value.type = dyn_cast<RankedTensorType>(type);
  if (!value.type || !value.type.getElementType().isIntOrIndexOrFloat() ||
      value.type.getElementType().isInteger(0)) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return makeError("{0} of @{1} has type {2}, expected a ranked tensor of integers or floats, "
                     "or a scalar",
                     value.name, entry.getSymName(), text);
  }
  value.sharding = Sharding::replicated(value.type.getRank());
  if (!sharding || !isPartitioned)
    return value;
  value.mesh = getMesh(entry, sharding);
  value.sharding =
      normalize(fromAttr(sharding, value.mesh), value.type.getShape(), value.mesh);
  if (!global &&
      llvm::any_of(value.sharding.dims, [](const DimSharding &dim) { return dim.isSplit(); }))
    return makeError("{0} of @{1} is split, but has no tp.global_type", value.name,
                     entry.getSymName());
  // What is written beside the type must be what the type is a part of.
  auto part = dyn_cast<RankedTensorType>(localType);
  RankedTensorType expected = tp::localType(value.sharding, value.type, value.mesh);
  if (part && (part.getElementType() != expected.getElementType() ||
               failed(verifyCompatibleShape(part, expected)))) {
    std::string text;
    llvm::raw_string_ostream(text)
        << part << ", but one rank's part of " << value.type << " is " << expected;
    return makeError("{0} of @{1} has type {2}", value.name, entry.getSymName(), text);
  }
  return value;
}

Expected<EntrySignature> EntrySignature::get(func::FuncOp entry) {
  EntrySignature signature;
  if (entry->hasAttr(kPartitionedAttr))
    signature.rankCount = getRankCount(entry->getParentOfType<ModuleOp>());
  llvm::StringSet<> names;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    Expected<EntryValue> value =
        getValue(entry, "arg", index, type, entry.getArgAttrDict(index));
    if (!value)
      return value.takeError();
    if (!names.insert(value->name).second)
      return makeError("two arguments of @{0} have the name \"{1}\"", entry.getSymName(),
                       value->name);
    signature.arguments.push_back(std::move(*value));
  }
  names.clear();
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes())) {
    Expected<EntryValue> value =
        getValue(entry, "result", index, type, entry.getResultAttrDict(index));
    if (!value)
      return value.takeError();
    if (!names.insert(value->name).second)
      return makeError("two results of @{0} have the name \"{1}\"", entry.getSymName(),
                       value->name);
    signature.results.push_back(std::move(*value));
  }
  return signature;
}

void mlir::tp::reduceUnreducedResults(func::FuncOp entry) {
  for (unsigned index = 0; index < entry.getNumResults(); ++index) {
    auto sharding = entry.getResultAttrOfType<ShardingAttr>(index, kShardingAttr);
    if (!sharding || sharding.getUnreduced().empty() || !entry->hasAttr(kPartitionedAttr))
      continue;
    SmallVector<Attribute> axes(sharding.getUnreduced().begin(), sharding.getUnreduced().end());
    entry.walk([&](func::ReturnOp op) {
      OpBuilder builder(op);
      Value partial = op.getOperand(index);
      auto reduce = AllReduceOp::create(builder, op.getLoc(), TypeRange(partial.getType()),
                                        sharding.getReduction(), partial,
                                        sharding.getMesh().getValue(), builder.getArrayAttr(axes));
      op->setOperand(index, reduce.getResult(0));
    });
    entry.setResultAttr(index, kShardingAttr,
                        ShardingAttr::get(entry.getContext(), sharding.getMesh(),
                                          sharding.getDims(), sharding.getReplicated(), {},
                                          Reduction::Sum));
  }
}
