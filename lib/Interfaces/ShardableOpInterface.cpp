//===- ShardableOpInterface.cpp - ops that can be partitioned ----------------===//
//
// The arithmetic of layouts as IR, and rules for whole families of ops that are
// known by a trait.
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardableOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/Interfaces/ShardableOpInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Arithmetic of layouts
//===----------------------------------------------------------------------===//

namespace {
/// Builds index arithmetic one op after the other, each named by a local, so that
/// the order of the IR does not depend on the C++ compiler; folded where it can be.
struct IndexBuilder {
  OpBuilder &builder;
  Location loc;
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename OpTy>
  Value make(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }
  Value add(Value a, Value b) { return make<arith::AddIOp>(a, b); }
  Value sub(Value a, Value b) { return make<arith::SubIOp>(a, b); }
  Value mul(Value a, Value b) { return make<arith::MulIOp>(a, b); }
  Value div(Value a, Value b) { return make<arith::DivUIOp>(a, b); }
  Value rem(Value a, Value b) { return make<arith::RemUIOp>(a, b); }
  Value ceilDiv(Value a, Value b) { return make<arith::CeilDivUIOp>(a, b); }
  Value min(Value a, Value b) { return make<arith::MinUIOp>(a, b); }
};
} // namespace

OpBuilder RankArithmetic::entryBuilder() {
  OpBuilder builder(entry->getParentOp()->getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(entry);
  return builder;
}

void RankArithmetic::keep(const OpBuilder &builder) {
  if (builder.getInsertionPoint() != entry->begin())
    last = &*std::prev(builder.getInsertionPoint());
}

Value RankArithmetic::coordinate(ArrayRef<Axis> axes, Location loc) {
  Value &value = coordinates[AxisList(axes.begin(), axes.end())];
  if (!value) {
    OpBuilder builder = entryBuilder();
    MLIRContext *context = builder.getContext();
    value = AxisIndexOp::create(builder, loc, builder.getIndexType(),
                                mesh.getSymbol(context), mesh.toArrayAttr(context, axes));
    keep(builder);
  }
  return value;
}

std::pair<Value, Value> RankArithmetic::range(const DimSharding &dim, int64_t d,
                                              Location loc) {
  auto found = ranges.find({dim, d});
  if (found != ranges.end())
    return found->second;
  Value i = coordinate(dim.axes, loc);
  OpBuilder builder = entryBuilder();
  IndexBuilder index{builder, loc};
  int64_t chunk = d / dim.chunks;
  int64_t units = llvm::divideCeil(chunk, dim.granule);
  int64_t n = mesh.ways(dim.axes);
  Value low, high;
  if (isEven(dim, d, mesh)) {
    Value size = index.constant(chunk / n);
    low = index.mul(i, size);
    high = index.add(low, size);
  } else {
    // [ceil(i u / n), ceil((i + 1) u / n)) in units, cut at the chunk's end.
    Value u = index.constant(units), ranks = index.constant(n);
    Value one = index.constant(1), granule = index.constant(dim.granule);
    Value end = index.constant(chunk);
    auto boundary = [&](Value j) {
      Value product = index.mul(j, u);
      Value unit = index.ceilDiv(product, ranks);
      Value element = index.mul(unit, granule);
      return index.min(element, end);
    };
    low = boundary(i);
    Value next = index.add(i, one);
    high = boundary(next);
  }
  keep(builder);
  return ranges[{dim, d}] = {low, high};
}

OpFoldResult RankArithmetic::localSize(const DimSharding &dim, int64_t d, Location loc) {
  MLIRContext *context = entry->getParentOp()->getContext();
  if (isEven(dim, d, mesh))
    return IntegerAttr::get(IndexType::get(context), mlir::tp::localSize(dim, d, 0, mesh));
  Value &value = sizes[{dim, d}];
  if (!value) {
    auto [low, high] = range(dim, d, loc);
    OpBuilder builder = entryBuilder();
    IndexBuilder index{builder, loc};
    value = index.sub(high, low);
    if (dim.chunks != 1) {
      Value chunks = index.constant(dim.chunks);
      value = index.mul(value, chunks);
    }
    keep(builder);
  }
  return value;
}

Value RankArithmetic::offset(const DimSharding &dim, int64_t d, Location loc) {
  return range(dim, d, loc).first;
}

Value PartitionContext::globalIndex(unsigned factor, Value local, Location loc) {
  const DimSharding &split = factors[factor];
  if (!split.isSplit())
    return local;
  int64_t d = rule.factors[factor].size;
  IndexBuilder index{builder, loc};
  Value offset = arithmetic.offset(split, d, loc);
  if (split.chunks == 1)
    return index.add(local, offset);
  // local = chunk * part + rest, in the whole chunk * (d / chunks) + offset + rest.
  OpFoldResult size = localSize(factor, loc);
  Value whole = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value chunks = index.constant(split.chunks);
  Value part = index.div(whole, chunks);
  Value chunk = index.div(local, part);
  Value rest = index.rem(local, part);
  Value step = index.constant(d / split.chunks);
  Value start = index.mul(chunk, step);
  Value inChunk = index.add(rest, offset);
  return index.add(start, inChunk);
}

SmallVector<OpFoldResult> PartitionContext::localShape(const TensorFactors &tensor,
                                                       ArrayRef<OpFoldResult> sizes,
                                                       Location loc) {
  SmallVector<OpFoldResult> shape(sizes);
  for (auto [size, dimFactors] : llvm::zip_equal(shape, tensor)) {
    if (llvm::none_of(dimFactors, [&](unsigned f) { return isSplit(f); }))
      continue;
    std::optional<DimSharding> dim =
        embed(dimFactors, rule.factors, factors, arithmetic.getMesh());
    size = arithmetic.localSize(*dim, *getConstantIntValue(size), loc);
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// Local forms
//===----------------------------------------------------------------------===//

SmallVector<Value> mlir::tp::partitionInPlace(Operation *op, PartitionContext &context) {
  for (auto [operand, local] : llvm::zip_equal(context.rule.operands, context.operands))
    operand->set(local);
  for (auto [result, type] : llvm::zip_equal(op->getResults(), context.resultTypes))
    result.setType(type);
  return SmallVector<Value>(op->result_begin(), op->result_end());
}

/// The rule of an elementwise op on tensors of one shape (scalars may mix in, as the
/// condition of `arith.select`).
static std::optional<ShardingRule> getElementwiseRule(Operation *op) {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!type || !OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt;
  ShardingRule rule;
  TensorFactors dims = rule.addDims(type.getShape());
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      rule.addOperand(operand, dims);
  rule.resultFactors.push_back(dims);
  rule.isRematerializable = isPure(op);
  StringRef name = op->getName().stripDialect();
  if (name == "addf" || name == "subf" || name == "addi" || name == "subi")
    rule.linearSets.push_back({0, 1});
  else if (name == "mulf" || name == "muli")
    rule.linearSets = {{0}, {1}};
  else if (name == "divf" || name == "negf")
    rule.linearSets.push_back({0});
  return rule;
}

bool mlir::tp::touchesTensors(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return op->walk([&](Operation *nested) {
             return llvm::any_of(nested->getOperandTypes(), isTensor) ||
                            llvm::any_of(nested->getResultTypes(), isTensor)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           })
      .wasInterrupted();
}

FailureOr<ShardingRule> mlir::tp::getShardingRule(Operation *op) {
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    if (llvm::any_of(types, llvm::IsaPred<UnrankedTensorType>))
      return op->emitError() << "unranked tensors cannot be partitioned";
  if (auto shardable = dyn_cast<ShardableOpInterface>(op))
    return shardable.getShardingRule();
  if (std::optional<ShardingRule> rule = getElementwiseRule(op))
    return *rule;
  return op->emitError() << "'" << op->getName()
                         << "' has no sharding rule: it cannot be partitioned; give it "
                            "one (docs/Embedding.md) or write it with ops that have one";
}

void mlir::tp::forEachCapture(Operation *op, function_ref<void(OpOperand &)> visit) {
  for (Region &region : op->getRegions())
    region.walk([&](Operation *nested) {
      for (OpOperand &operand : nested->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()) &&
            !op->isAncestor(operand.get().getParentBlock()->getParentOp()))
          visit(operand);
    });
}

ShardingRule mlir::tp::getReplicatedRule(Operation *op) {
  ShardingRule rule;
  auto addOperand = [&](OpOperand &operand) {
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
      rule.addOperand(operand, rule.addDims(type.getShape(), FactorKind::Whole));
  };
  for (OpOperand &operand : op->getOpOperands())
    addOperand(operand);
  forEachCapture(op, addOperand);
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    rule.resultFactors.push_back(
        tensor ? rule.addDims(tensor.getShape(), FactorKind::Whole) : TensorFactors());
  }
  return rule;
}

FailureOr<const ShardingRule *> ShardingRules::get(Operation *op) {
  std::unique_ptr<ShardingRule> &rule = rules[op];
  if (!rule) {
    FailureOr<ShardingRule> made = getShardingRule(op);
    if (failed(made))
      return failure();
    rule = std::make_unique<ShardingRule>(std::move(*made));
  }
  return rule.get();
}

FailureOr<SmallVector<Value>> mlir::tp::partitionOp(Operation *op,
                                                    PartitionContext &context) {
  if (auto shardable = dyn_cast<ShardableOpInterface>(op))
    return shardable.partition(context);
  return partitionInPlace(op, context);
}
