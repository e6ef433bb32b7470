//===- TPOps.cpp - verifiers of the tp dialect's ops -------------------------===//
//
// Each check cites the constraint of TPOps.td or TPCollectiveOps.td that it is;
// test/Dialect/TP/IR/invalid.mlir has a case for each.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TP/IR/Sharding.h"
#include "tp/Dialect/TP/IR/TP.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tp;

namespace mlir::tp {
// Directives of the assembly formats, in TPAttrs.cpp.
ParseResult parseAxes(OpAsmParser &parser, FlatSymbolRefAttr &mesh, ArrayAttr &axes);
void printAxes(OpAsmPrinter &printer, Operation *op, FlatSymbolRefAttr mesh, ArrayAttr axes);
ParseResult parseReductionKeyword(OpAsmParser &parser, ReductionAttr &reduction);
OptionalParseResult parseOptionalReductionKeyword(OpAsmParser &parser,
                                                  ReductionAttr &reduction);
void printReductionKeyword(OpAsmPrinter &printer, Operation *op, ReductionAttr reduction);
void printOptionalReductionKeyword(OpAsmPrinter &printer, Operation *op,
                                   ReductionAttr reduction);
ParseResult parseRelayouts(OpAsmParser &parser, ArrayAttr &relayouts);
void printRelayouts(OpAsmPrinter &printer, Operation *op, ArrayAttr relayouts);
ParseResult parseSameTypes(OpAsmParser &parser, SmallVectorImpl<Type> &inputs,
                           SmallVectorImpl<Type> &results);
void printSameTypes(OpAsmPrinter &printer, Operation *op, TypeRange inputs, TypeRange results);
} // namespace mlir::tp

#include "tp/Dialect/TP/IR/TPOpInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "tp/Dialect/TP/IR/TPOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

LogicalResult MeshOp::verify() {
  for (Operation *op = (*this)->getPrevNode(); op; op = op->getPrevNode()) {
    auto other = dyn_cast<MeshOp>(op);
    if (other && other.getMesh().getRankCount() != getMesh().getRankCount()) // C1
      return emitOpError() << "has " << getMesh().getRankCount() << " ranks, but mesh @"
                           << other.getSymName() << " has "
                           << other.getMesh().getRankCount()
                           << ": meshes of a module are views of the same ranks";
  }
  return success();
}

LogicalResult ShardingConstraintOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, [&] { return emitOpError(); });
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &) {
  for (auto [attr, input] : llvm::zip_equal(getInShardings(), getInputs()))
    if (failed(verifySharding(cast<ShardingAttr>(attr), input.getType(), *this,
                              [&] { return emitOpError("input sharding: "); })))
      return failure();
  for (auto [attr, result] : llvm::zip_equal(getOutShardings(), getResults()))
    if (failed(verifySharding(cast<ShardingAttr>(attr), result.getType(), *this,
                              [&] { return emitOpError("output sharding: "); })))
      return failure();
  return success();
}

LogicalResult ManualOp::verify() {
  if (getInShardings().size() != getInputs().size() ||
      getOutShardings().size() != getNumResults()) // C1
    return emitOpError() << "has " << getInputs().size() << " operands and "
                         << getNumResults() << " results, but "
                         << getInShardings().size() << " input and "
                         << getOutShardings().size() << " output shardings";
  auto agree = [](Type local, Type global) {
    auto a = dyn_cast<RankedTensorType>(local), b = dyn_cast<RankedTensorType>(global);
    return a && b && a.getRank() == b.getRank() &&
           a.getElementType() == b.getElementType();
  };
  Block &block = getBody().front();
  if (block.getNumArguments() != getInputs().size()) // C2
    return emitOpError() << "has " << getInputs().size() << " operands but "
                         << block.getNumArguments() << " block arguments";
  for (auto [argument, input] : llvm::zip_equal(block.getArguments(), getInputs()))
    if (!agree(argument.getType(), input.getType())) // C2
      return emitOpError() << "block argument of type " << argument.getType()
                           << " is no local tensor of " << input.getType();
  Operation *end = block.getTerminator();
  if (end->getNumOperands() != getNumResults()) // C3
    return emitOpError() << "returns " << end->getNumOperands() << " values for "
                         << getNumResults() << " results";
  for (auto [value, result] : llvm::zip_equal(end->getOperands(), getResults()))
    if (!agree(value.getType(), result.getType())) // C3
      return emitOpError() << "returned value of type " << value.getType()
                           << " is no local tensor of " << result.getType();
  return success();
}

/// C1 of ops over axes: they exist in the mesh and are distinct. Gives the mesh
/// cut at every sub-axis that the op mentions.
static FailureOr<Mesh> verifyAxes(Operation *op, FlatSymbolRefAttr name, ArrayAttr axes,
                                  bool needsOne) {
  MeshOp meshOp = lookupMesh(op, name);
  if (!meshOp)
    return op->emitOpError() << "unknown mesh " << name;
  if (needsOne && axes.empty())
    return op->emitOpError() << "needs at least one axis";
  SmallVector<AxisRefAttr> refs(axes.getAsRange<AxisRefAttr>());
  for (size_t i = 0; i < refs.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (refs[i].overlaps(refs[j]))
        return op->emitOpError() << "axis \"" << refs[i].getName() << "\" appears twice";
  SmallVector<AxisRefAttr> all;
  collectAxisRefs(op->getAttrDictionary(), all);
  return Mesh::get(meshOp, all, [&] { return op->emitOpError(); });
}

LogicalResult AxisIndexOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getMeshAttr(), getAxes(), /*needsOne=*/false);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// C3, C4: one element type, for which the reduction exists.
static LogicalResult verifyElementTypes(CollectiveOpInterface op) {
  Type element;
  for (Value input : op.getInputs()) {
    Type type = cast<RankedTensorType>(input.getType()).getElementType();
    if (element && type != element) // C3
      return op.emitOpError() << "inputs have element types " << element << " and " << type
                              << ", expected one";
    element = type;
  }
  std::optional<Reduction> reduction = op.getCollectiveReduction();
  if (element && reduction && !isReductionSupported(*reduction, element)) // C4
    return op.emitOpError() << "reduction '" << stringifyReduction(*reduction)
                            << "' does not exist for elements of type " << element;
  return success();
}

/// C2: results have the types of the inputs.
static LogicalResult verifySameTypes(Operation *op) {
  if (op->getOperandTypes() != op->getResultTypes())
    return op->emitOpError() << "results must have the types of the inputs";
  return success();
}

/// C5: one relayout per input; types are those of a rank. Calls `check` with both
/// layouts of each dimension of each tensor.
static LogicalResult
verifyRelayouts(CollectiveOpInterface op, const Mesh &mesh,
                function_ref<LogicalResult(const Sharding &, const Sharding &,
                                           ArrayRef<int64_t>)>
                    check) {
  ArrayAttr relayouts = op.getRelayoutsOrNull();
  if (relayouts.size() != op.getInputs().size() ||
      op->getNumResults() != op.getInputs().size())
    return op.emitOpError() << "has " << op.getInputs().size() << " inputs, "
                            << op->getNumResults() << " results and " << relayouts.size()
                            << " relayouts, expected equally many";
  for (auto [attr, input, result] :
       llvm::zip_equal(relayouts.getAsRange<RelayoutAttr>(), op.getInputs(),
                       op->getResults())) {
    Sharding from, to;
    for (DimShardingAttr dim : attr.getFrom())
      from.dims.push_back(fromAttr(dim, mesh));
    for (DimShardingAttr dim : attr.getTo())
      to.dims.push_back(fromAttr(dim, mesh));
    RankedTensorType global = attr.getGlobalType();
    auto expect = [&](Type type, const Sharding &sharding, StringRef what) {
      RankedTensorType local = localType(sharding, global, mesh);
      // More may be left open than need be, not less.
      auto fits = [](int64_t size, int64_t d) {
        return ShapedType::isDynamic(size) || size == d;
      };
      if (cast<RankedTensorType>(type).getRank() == local.getRank() &&
          llvm::all_of_zip(cast<RankedTensorType>(type).getShape(), local.getShape(),
                           fits) &&
          cast<RankedTensorType>(type).getElementType() == local.getElementType())
        return success();
      return LogicalResult(op.emitOpError() << what << " has type " << type
                                            << ", but the layout gives " << local);
    };
    if (failed(expect(input.getType(), from, "input")) ||
        failed(expect(result.getType(), to, "result")) || 
        failed(check(from, to, global.getShape())))
      return failure();
  }
  return success();
}

/// The axes that `longer` has beyond `shorter`, or failure if that is no prefix with
/// the same boundaries. `d` is the dimension's size.
static FailureOr<ArrayRef<Axis>> suffixBeyond(const DimSharding &shorter,
                                              const DimSharding &longer, int64_t d,
                                              const Mesh &mesh) {
  ArrayRef<Axis> axes(longer.axes);
  size_t count = shorter.axes.size();
  if (axes.size() < count || axes.take_front(count) != ArrayRef<Axis>(shorter.axes))
    return failure();
  DimSharding prefix = longer;
  prefix.axes.truncate(count);
  if (normalize(shorter, d, mesh) != normalize(prefix, d, mesh))
    return failure();
  return axes.drop_front(count);
}

/// C6, C7: `fine` has just the op's axes more than `coarse`, as suffixes.
static LogicalResult verifySuffixes(CollectiveOpInterface op, const Mesh &mesh,
                                    const Sharding &coarse, const Sharding &fine,
                                    ArrayRef<int64_t> shape) {
  AxisList moved, expected;
  for (AxisRefAttr ref : op.getAxes().getAsRange<AxisRefAttr>())
    mesh.append(expected, ref);
  for (auto [shorter, longer, d] : llvm::zip_equal(coarse.dims, fine.dims, shape)) {
    FailureOr<ArrayRef<Axis>> suffix = suffixBeyond(shorter, longer, d, mesh);
    if (failed(suffix))
      return op.emitOpError() << "a dimension's layouts differ by more than a suffix of axes";
    moved.append(suffix->begin(), suffix->end());
  }
  llvm::sort(moved);
  llvm::sort(expected);
  if (moved != expected)
    return op.emitOpError() << "the layouts do not differ in just the axes of the op";
  return success();
}

/// C8: the same axes before and after; axes of other groups stay where they are.
static LogicalResult verifyExchange(CollectiveOpInterface op, const Mesh &mesh,
                                    const Sharding &from, const Sharding &to) {
  AxisList group, before, after;
  for (AxisRefAttr ref : op.getAxes().getAsRange<AxisRefAttr>())
    mesh.append(group, ref);
  for (auto [a, b] : llvm::zip_equal(from.dims, to.dims)) {
    before.append(a.axes);
    after.append(b.axes);
    auto others = [&](const DimSharding &dim) {
      AxisList axes;
      llvm::copy_if(dim.axes, std::back_inserter(axes),
                    [&](Axis axis) { return !llvm::is_contained(group, axis); });
      return axes;
    };
    if (others(a) != others(b))
      return op.emitOpError() << "moves an axis that is not one of the op's";
  }
  llvm::sort(before);
  llvm::sort(after);
  if (before != after)
    return op.emitOpError() << "the layouts do not use the same axes";
  return success();
}

/// All of a collective's constraints; `check` is the kind's own one on layouts.
static LogicalResult verifyCollective(
    CollectiveOpInterface op,
    function_ref<LogicalResult(const Mesh &, const Sharding &, const Sharding &,
                               ArrayRef<int64_t>)>
        check) {
  FailureOr<Mesh> mesh =
      verifyAxes(op, op.getMeshAttr(), op.getAxes(), /*needsOne=*/true);
  if (failed(mesh) || failed(verifyElementTypes(op)))
    return failure();
  if (!check)
    return verifySameTypes(op);
  return verifyRelayouts(op, *mesh, [&](const Sharding &from, const Sharding &to,
                                        ArrayRef<int64_t> shape) {
    return check(*mesh, from, to, shape);
  });
}

LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, nullptr);
}
LogicalResult BroadcastOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, nullptr);
}
LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, [&](const Mesh &mesh, const Sharding &from,
                                     const Sharding &to, ArrayRef<int64_t> shape) {
    return verifySuffixes(*this, mesh, /*coarse=*/to, /*fine=*/from, shape);
  });
}
LogicalResult AllSliceOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, [&](const Mesh &mesh, const Sharding &from,
                                     const Sharding &to, ArrayRef<int64_t> shape) {
    return verifySuffixes(*this, mesh, /*coarse=*/from, /*fine=*/to, shape);
  });
}
LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, [&](const Mesh &mesh, const Sharding &from,
                                     const Sharding &to, ArrayRef<int64_t> shape) {
    return verifySuffixes(*this, mesh, /*coarse=*/from, /*fine=*/to, shape);
  });
}
LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, [&](const Mesh &mesh, const Sharding &from,
                                     const Sharding &to, ArrayRef<int64_t>) {
    return verifyExchange(*this, mesh, from, to);
  });
}
LogicalResult PermuteOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyCollective(*this, [&](const Mesh &mesh, const Sharding &from,
                                     const Sharding &to, ArrayRef<int64_t>) {
    return verifyExchange(*this, mesh, from, to);
  });
}

LogicalResult StartOp::verifyRegions() {
  Block &block = getBody().front();
  auto collective = block.getOperations().size() == 2
                        ? dyn_cast<CollectiveOpInterface>(block.front())
                        : CollectiveOpInterface();
  auto end = dyn_cast<ReturnOp>(block.back());
  if (!collective || !end || end.getOperands() != collective->getResults()) // C1
    return emitOpError() << "holds one collective, whose results it returns";
  if (end.getNumOperands() != getNumResults()) // C2
    return emitOpError() << "returns " << end.getNumOperands() << " values for "
                         << getNumResults() << " results";
  for (auto [value, result] : llvm::zip_equal(end.getOperands(), getResults())) {
    if (cast<PendingType>(result.getType()).getValueType() != value.getType()) // C2
      return emitOpError() << "result of type " << result.getType()
                           << " for a value of type " << value.getType();
    if (!result.hasOneUse() || !isa<WaitOp>(*result.user_begin())) // C3
      return emitOpError() << "each result is waited for once";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Data ops
//===----------------------------------------------------------------------===//

/// The constraints that tp.gather and tp.scatter share: `table` is read or written
/// at positions that `tableMap` gives for each element of `loops`.
static LogicalResult verifyTableMap(Operation *op, RankedTensorType table,
                                    OperandRange indices, RankedTensorType loops,
                                    AffineMap tableMap, ArrayAttr indexMaps) {
  if (indexMaps.size() != indices.size() || tableMap.getNumSymbols() != indices.size())
    return op->emitOpError() << "has " << indices.size() << " index tensors, "
                             << indexMaps.size() << " index maps and "
                             << tableMap.getNumSymbols()
                             << " symbols, expected equally many"; // C2
  if (tableMap.getNumDims() != unsigned(loops.getRank()) ||
      tableMap.getNumResults() != unsigned(table.getRank()))
    return op->emitOpError() << "table map " << AffineMapAttr::get(tableMap)
                             << " does not fit tensors of rank " << loops.getRank()
                             << " and " << table.getRank(); // C4
  SmallVector<AffineExpr> seen;
  for (auto [d, expr] : llvm::enumerate(tableMap.getResults())) {
    if (!isa<AffineDimExpr, AffineSymbolExpr>(expr) || llvm::is_contained(seen, expr))
      return op->emitOpError()
             << "table map results are single dimensions or symbols, each once"; // C1
    seen.push_back(expr);
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      continue;
    int64_t a = table.getDimSize(d), b = loops.getDimSize(dim.getPosition());
    if (!ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a < b)
      return op->emitOpError() << "dimension " << d << " of the table has size " << a
                               << ", expected at least " << b; // C4
  }
  for (auto [attr, index] :
       llvm::zip_equal(indexMaps.getAsValueRange<AffineMapAttr>(), indices)) {
    auto type = cast<RankedTensorType>(index.getType());
    if (!type.getElementType().isIntOrIndex())
      return op->emitOpError() << "index tensors hold integers or indices, not "
                               << type.getElementType(); // C5
    if (attr.getNumDims() != unsigned(loops.getRank()) || attr.getNumSymbols() != 0 ||
        attr.getNumResults() != unsigned(type.getRank()))
      return op->emitOpError() << "index map " << AffineMapAttr::get(attr)
                               << " does not fit tensors of rank " << loops.getRank()
                               << " and " << type.getRank(); // C4
    if (!attr.isProjectedPermutation())
      return op->emitOpError() << "index map results are distinct dimensions"; // C3
    for (auto [d, expr] : llvm::enumerate(attr.getResults())) {
      int64_t a = type.getDimSize(d);
      int64_t b = loops.getDimSize(cast<AffineDimExpr>(expr).getPosition());
      if (!ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b)
        return op->emitOpError() << "dimension " << d << " of an index tensor has size "
                                 << a << ", expected " << b; // C4
    }
  }
  return success();
}

LogicalResult GatherOp::verify() {
  auto table = cast<RankedTensorType>(getTable().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (table.getElementType() != result.getElementType())
    return emitOpError() << "table and result have element types "
                         << table.getElementType() << " and " << result.getElementType();
  if (!getOffsets().empty() && getOffsets().size() != getIndices().size()) // C6
    return emitOpError() << "has " << getOffsets().size() << " offsets for "
                         << getIndices().size() << " index tensors";
  return verifyTableMap(*this, table, getIndices(), result, getTableMap(),
                        getIndexMaps());
}

LogicalResult ScatterOp::verify() {
  auto updates = cast<RankedTensorType>(getUpdates().getType());
  auto input = cast<RankedTensorType>(getInput().getType());
  if (input.getElementType() != updates.getElementType())
    return emitOpError() << "input and updates have element types "
                         << input.getElementType() << " and " << updates.getElementType();
  if (getReduction() && !isReductionSupported(*getReduction(), input.getElementType()))
    return emitOpError() << "reduction '" << stringifyReduction(*getReduction())
                         << "' does not exist for elements of type "
                         << input.getElementType();
  return verifyTableMap(*this, input, getIndices(), updates, getTableMap(),
                        getIndexMaps());
}

LogicalResult SortOp::verify() {
  int64_t rank = cast<RankedTensorType>(getType()).getRank();
  if (int64_t(getDim()) < 0 || int64_t(getDim()) >= rank) // C1
    return emitOpError() << "dimension " << getDim() << " does not exist in a tensor of rank "
                         << rank;
  return success();
}

LogicalResult TopKOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  int64_t k = getK();
  if (input.getRank() == 0 || k < 0 ||
      (!input.isDynamicDim(input.getRank() - 1) &&
       k > input.getDimSize(input.getRank() - 1))) // C1
    return emitOpError() << "cannot take the top " << k << " of " << input;
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = k;
  auto values = cast<RankedTensorType>(getValues().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (values.getShape() != ArrayRef<int64_t>(shape) ||
      indices.getShape() != ArrayRef<int64_t>(shape)) // C2
    return emitOpError() << "results have shapes of " << values << " and " << indices
                         << ", expected the input's with last size " << k;
  if (values.getElementType() != input.getElementType() ||
      !indices.getElementType().isIntOrIndex()) // C3
    return emitOpError() << "values have the input's element type and indices are integers";
  return success();
}
