//===- Collectives.cpp - from a tp collective to a descriptor -----------------===//
//
// The mesh of an op, cut at the sub-axes that the op mentions, gives each axis its
// digits of the rank number; layouts are then lists of digits. A result's buffer is
// as large as the part of the global tensor that the calling rank holds:
//
//   local(d, i) = chunks * (bound(i + 1) - bound(i))
//   bound(i)    = min(ceil(i * u / n) * granule, d / chunks),  u = ceil(d / chunks / granule)
//
// with i the rank's coordinate, computed where the size differs by rank.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "tp/Dialect/TP/IR/Sharding.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"
#include "tprt/tprt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Numbers of tprt.h
//===----------------------------------------------------------------------===//

/// `tprt_collective_kind_t` of an op.
static int64_t getKind(Operation *op) {
  if (isa<AllReduceOp>(op))
    return TPRT_ALL_REDUCE;
  if (isa<AllGatherOp>(op))
    return TPRT_ALL_GATHER;
  if (isa<ReduceScatterOp>(op))
    return TPRT_REDUCE_SCATTER;
  if (isa<AllToAllOp>(op))
    return TPRT_ALL_TO_ALL;
  if (isa<PermuteOp>(op))
    return TPRT_PERMUTE;
  if (isa<BroadcastOp>(op))
    return TPRT_BROADCAST;
  return TPRT_ALL_SLICE;
}

/// `tprt_reduction_t` of a reduction: min and max depend on the element type.
static int64_t getReduction(Reduction reduction, Type elementType) {
  bool isFloat = isa<FloatType>(elementType);
  switch (reduction) {
  case Reduction::Sum:
    return TPRT_SUM;
  case Reduction::Prod:
    return TPRT_PROD;
  case Reduction::And:
    return TPRT_AND;
  case Reduction::Or:
    return TPRT_OR;
  case Reduction::Xor:
    return TPRT_XOR;
  case Reduction::Min:
    return isFloat ? TPRT_MINIMUMF : TPRT_MINSI;
  case Reduction::Max:
    return isFloat ? TPRT_MAXIMUMF : TPRT_MAXSI;
  case Reduction::MinUI:
    return TPRT_MINUI;
  case Reduction::MaxUI:
    return TPRT_MAXUI;
  case Reduction::MinNum:
    return TPRT_MINNUMF;
  case Reduction::MaxNum:
    return TPRT_MAXNUMF;
  }
  llvm_unreachable("all reductions are above");
}

/// The digits of axes, without those of size 1.
static tprt::Digits getDigits(ArrayRef<Axis> axes, const Mesh &mesh) {
  tprt::Digits digits;
  for (Axis axis : axes)
    if (const Digit &digit = mesh.getDigits()[axis]; digit.size > 1)
      digits.push_back({digit.size, digit.stride});
  return digits;
}

/// The digits of an op's or a type's list of axes.
static tprt::Digits getDigits(ArrayAttr axes, const Mesh &mesh) {
  AxisList list;
  for (auto ref : axes.getAsRange<AxisRefAttr>())
    mesh.append(list, ref);
  return getDigits(list, mesh);
}

static tprt::DimLayout getLayout(DimShardingAttr attr, const Mesh &mesh) {
  DimSharding dim = fromAttr(attr, mesh);
  tprt::Digits digits = getDigits(dim.axes, mesh);
  if (digits.empty())
    return {};
  return {digits, dim.granule, dim.chunks};
}

/// `file:line` of a location, as far as it has one; for messages of the runtime.
static std::string describe(Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
  if (auto name = loc->findInstanceOf<NameLoc>())
    return name.getName().str();
  return "";
}

//===----------------------------------------------------------------------===//
// Arithmetic on the rank
//===----------------------------------------------------------------------===//

namespace {
/// Emits index arithmetic at one place.
class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
  Value min(Value a, Value b) { return arith::MinUIOp::create(builder, loc, a, b); }
  Value mul(Value a, int64_t b) {
    return b == 1 ? a : Value(arith::MulIOp::create(builder, loc, a, constant(b)));
  }
  Value div(Value a, int64_t b) {
    return b == 1 ? a : Value(arith::DivUIOp::create(builder, loc, a, constant(b)));
  }
  Value rem(Value a, int64_t b) {
    return arith::RemUIOp::create(builder, loc, a, constant(b));
  }
  Value ceilDiv(Value a, int64_t b) {
    return b == 1 ? a : div(add(a, constant(b - 1)), b);
  }
  Value product(Value a, Value b) { return arith::MulIOp::create(builder, loc, a, b); }

  /// The calling rank's combined coordinate in these digits.
  Value coordinate(const tprt::Digits &digits) {
    if (digits.empty())
      return constant(0);
    Value rank = tprt::RankOp::create(builder, loc, builder.getIndexType());
    Value combined;
    for (tprt::Digit digit : digits) {
      Value part = rem(div(rank, digit.stride), digit.size);
      combined = combined ? add(mul(combined, digit.size), part) : part;
    }
    return combined;
  }

  /// How many of `size` elements the calling rank holds.
  Value localSize(const tprt::DimLayout &layout, Value size) {
    if (layout.digits.empty())
      return size;
    int64_t n = 1;
    for (tprt::Digit digit : layout.digits)
      n *= digit.size;
    Value chunk = div(size, layout.chunks);
    Value units = ceilDiv(chunk, layout.granule);
    Value low = coordinate(layout.digits);
    Value high = add(low, constant(1));
    auto bound = [&](Value i) {
      return min(mul(ceilDiv(product(i, units), n), layout.granule), chunk);
    };
    Value end = bound(high), begin = bound(low);
    return mul(sub(end, begin), layout.chunks);
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The size of a whole dimension of which this rank holds `tensor`'s part: the sum of
/// the parts over the ranks that differ in the dimension's digits.
static Value getGlobalSize(OpBuilder &builder, Location loc, StringRef location,
                           Value tensor, int64_t dim, const tprt::Digits &digits) {
  Value part = tensor::DimOp::create(builder, loc, tensor, dim);
  if (digits.empty())
    return part;
  tprt::CollectiveDescriptor descriptor;
  descriptor.kind = TPRT_ALL_REDUCE;
  descriptor.reduction = TPRT_SUM;
  descriptor.dtype = TPRT_I64;
  descriptor.group = digits;
  descriptor.tensors.emplace_back();
  auto type = RankedTensorType::get({}, builder.getIndexType());
  Value input = tensor::FromElementsOp::create(builder, loc, type, part);
  Value output = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
  auto op = tprt::CollectiveOp::create(builder, loc, TypeRange(type), descriptor.encode(),
                                       input, output, ValueRange(), location);
  return tensor::ExtractOp::create(builder, loc, op.getResult(0), ValueRange());
}

LogicalResult mlir::tp::convertCollective(RewriterBase &rewriter, CollectiveOpInterface op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  if (op.getInputs().empty()) {
    rewriter.eraseOp(op);
    return success();
  }
  SmallVector<AxisRefAttr> refs;
  collectAxisRefs(op->getAttrDictionary(), refs);
  FailureOr<Mesh> mesh = Mesh::get(lookupMesh(op, op.getMeshAttr()), refs,
                                   [&] { return op->emitOpError(); });
  if (failed(mesh))
    return failure();
  Type elementType =
      cast<RankedTensorType>(op.getInputs().front().getType()).getElementType();
  std::optional<int64_t> dtype = tprt::getDtype(elementType);
  if (!dtype)
    return op.emitOpError() << "cannot be executed on elements of type " << elementType;

  tprt::CollectiveDescriptor descriptor;
  descriptor.kind = getKind(op);
  if (std::optional<Reduction> reduction = op.getCollectiveReduction())
    descriptor.reduction = getReduction(*reduction, elementType);
  descriptor.dtype = *dtype;
  descriptor.group = getDigits(op.getAxes(), *mesh);
  std::string location = describe(loc);
  IndexBuilder index(rewriter, loc);
  ArrayAttr relayouts = op.getRelayoutsOrNull();
  SmallVector<Value> outputs, sizeOperands;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    auto inputType = cast<RankedTensorType>(input.getType());
    auto resultType = cast<RankedTensorType>(op->getResult(i).getType());
    int64_t rank = inputType.getRank();
    tprt::TensorDescriptor &tensor = descriptor.tensors.emplace_back();
    SmallVector<Value> resultSizes;
    auto relayout = relayouts ? cast<RelayoutAttr>(relayouts[i]) : RelayoutAttr();
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (!relayout) { // as the input is
        tensor.globalSizes.push_back(inputType.isDynamicDim(dim) ? -1
                                                                 : inputType.getDimSize(dim));
        tensor.input.emplace_back();
        tensor.output.emplace_back();
        if (resultType.isDynamicDim(dim))
          resultSizes.push_back(tensor::DimOp::create(rewriter, loc, input, dim));
        continue;
      }
      tprt::DimLayout from = getLayout(relayout.getFrom()[dim], *mesh);
      tprt::DimLayout to = getLayout(relayout.getTo()[dim], *mesh);
      int64_t globalSize = relayout.getGlobalType().getDimSize(dim);
      Value size;
      if (ShapedType::isDynamic(globalSize)) {
        size = getGlobalSize(rewriter, loc, location, input, dim, from.digits);
        if (from.digits.empty() && to.digits.empty())
          globalSize = -1;
        else
          sizeOperands.push_back(size);
      }
      if (resultType.isDynamicDim(dim)) {
        if (!size)
          size = index.constant(globalSize);
        resultSizes.push_back(index.localSize(to, size));
      }
      tensor.globalSizes.push_back(globalSize);
      tensor.input.push_back(std::move(from));
      tensor.output.push_back(std::move(to));
    }
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, resultType.getShape(),
                                              elementType, resultSizes));
  }
  auto call =
      tprt::CollectiveOp::create(rewriter, loc, op->getResultTypes(), descriptor.encode(),
                                 op.getInputs(), outputs, sizeOperands, location);
  rewriter.replaceOp(op, call.getResults());
  return success();
}

LogicalResult mlir::tp::convertAxisIndex(RewriterBase &rewriter, AxisIndexOp op) {
  SmallVector<AxisRefAttr> refs;
  collectAxisRefs(op.getAxes(), refs);
  FailureOr<Mesh> mesh = Mesh::get(lookupMesh(op, op.getMeshAttr()), refs,
                                   [&] { return op->emitOpError(); });
  if (failed(mesh))
    return failure();
  rewriter.setInsertionPoint(op);
  IndexBuilder index(rewriter, op.getLoc());
  rewriter.replaceOp(op, index.coordinate(getDigits(op.getAxes(), *mesh)));
  return success();
}
