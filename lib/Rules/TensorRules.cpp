//===- TensorRules.cpp - sharding rules of the tensor dialect ----------------===//
//
// Reshapes split and merge factors. A slice that takes one of several equal chunks
// of a dimension, and a concat of equal pieces, see the dimension as
// [chunk, position]: so a split of the positions needs no communication.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "tp/Interfaces/ShardableOpInterface.h"
#include "tp/Rules/Rules.h"

using namespace mlir;
using namespace mlir::tp;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// The one result in the local type, with the sizes that are not static.
static std::pair<RankedTensorType, SmallVector<Value>>
getLocalResult(Operation *op, PartitionContext &context, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> shape =
      context.localShape(context.rule.resultFactors[0], sizes, op->getLoc());
  auto type = cast<RankedTensorType>(context.resultTypes[0]);
  SmallVector<Value> dynamic;
  for (auto [size, d] : llvm::zip_equal(shape, type.getShape()))
    if (ShapedType::isDynamic(d))
      dynamic.push_back(
          getValueOrCreateConstantIndexOp(context.builder, op->getLoc(), size));
  return {type, dynamic};
}

namespace {

/// Any part can be made by itself.
template <typename Model, typename OpTy>
struct PositionlessModel : public ShardableOpInterface::ExternalModel<Model, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    rule.resultFactors.push_back(rule.addDims(shapeOf(op->getResult(0))));
    rule.isRematerializable = true;
    return rule;
  }
};

struct EmptyModel : public PositionlessModel<EmptyModel, tensor::EmptyOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto [type, sizes] =
        getLocalResult(op, context, cast<tensor::EmptyOp>(op).getMixedSizes());
    return SmallVector<Value>{
        tensor::EmptyOp::create(context.builder, op->getLoc(), type, sizes)};
  }
};

struct SplatModel : public PositionlessModel<SplatModel, tensor::SplatOp> {
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto splat = cast<tensor::SplatOp>(op);
    SmallVector<OpFoldResult> mixed = getMixedValues(
        splat.getType().getShape(), splat.getDynamicSizes(), op->getContext());
    auto [type, sizes] = getLocalResult(op, context, mixed);
    return SmallVector<Value>{tensor::SplatOp::create(
        context.builder, op->getLoc(), type, splat.getInput(), sizes)};
  }
};

/// Elements given one by one: every rank makes all, and can do so again.
struct FromElementsModel
    : public ShardableOpInterface::ExternalModel<FromElementsModel,
                                                 tensor::FromElementsOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = getReplicatedRule(op);
    rule.isRematerializable = true;
    return rule;
  }
};

/// Every element from its position in the whole.
struct GenerateModel
    : public ShardableOpInterface::ExternalModel<GenerateModel, tensor::GenerateOp> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule = getReplicatedRule(op);
    rule.isRematerializable = rule.operands.empty() && isPure(op);
    rule.resultFactors[0] = rule.addDims(shapeOf(op->getResult(0)));
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto generate = cast<tensor::GenerateOp>(op);
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> mixed = getMixedValues(
        generate.getType().getShape(), generate.getDynamicExtents(), op->getContext());
    auto [type, sizes] = getLocalResult(op, context, mixed);
    for (auto [capture, local] : llvm::zip_equal(context.rule.operands, context.operands))
      capture->set(local);
    Block &body = generate.getBody().front();
    OpBuilder::InsertionGuard guard(context.builder);
    context.builder.setInsertionPointToStart(&body);
    for (auto [index, factors] :
         llvm::zip_equal(body.getArguments(), context.rule.resultFactors[0])) {
      if (!context.isSplit(factors.front()))
        continue;
      // The new index is made of the old one, which must not read itself.
      SmallVector<OpOperand *> uses;
      for (OpOperand &use : index.getUses())
        uses.push_back(&use);
      Value global = context.globalIndex(factors.front(), index, loc);
      for (OpOperand *use : uses)
        use->set(global);
    }
    generate.getDynamicExtentsMutable().assign(sizes);
    generate.getResult().setType(type);
    return SmallVector<Value>{generate.getResult()};
  }
};

template <typename OpTy>
struct ReshapeModel
    : public ShardableOpInterface::ExternalModel<ReshapeModel<OpTy>, OpTy> {
  static constexpr bool isExpand = std::is_same_v<OpTy, tensor::ExpandShapeOp>;

  ShardingRule getShardingRule(Operation *op) const {
    auto reshape = cast<OpTy>(op);
    ShardingRule rule;
    Value fine = isExpand ? Value(reshape.getResult()) : Value(reshape.getSrc());
    // To and from rank 0, the sizes of 1 belong to no dimension of the other side: whole.
    TensorFactors dims = rule.addDims(shapeOf(fine), reshape.getReassociationIndices().empty()
                                                         ? FactorKind::Whole
                                                         : FactorKind::Parallel);
    TensorFactors merged;
    for (const ReassociationIndices &group : reshape.getReassociationIndices()) {
      DimFactors factors;
      for (int64_t d : group)
        factors.push_back(dims[d].front());
      merged.push_back(factors);
    }
    rule.addOperand(op->getOpOperand(0), isExpand ? merged : dims);
    rule.resultFactors.push_back(isExpand ? dims : merged);
    rule.linearSets.push_back({0});
    rule.selects = true;
    rule.isRematerializable = true;
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    // The merged type as upstream infers it: `?` where a part is `?`, even if the whole
    // is 0 for all ranks.
    OpBuilder &builder = context.builder;
    auto reshape = llvm::cast<OpTy>(op);
    auto result = llvm::cast<RankedTensorType>(context.resultTypes[0]);
    Value source = context.operands[0];
    SmallVector<ReassociationIndices> groups = reshape.getReassociationIndices();
    auto cast = [&](Value value, RankedTensorType type) -> Value {
      return value.getType() == type
                 ? value
                 : tensor::CastOp::create(builder, op->getLoc(), type, value);
    };
    if constexpr (isExpand) {
      SmallVector<OpFoldResult> shape = context.localShape(
          context.rule.resultFactors[0], reshape.getMixedOutputShape(), op->getLoc());
      source = cast(source, tensor::CollapseShapeOp::inferCollapsedType(
                                result, reshape.getReassociationMaps()));
      return SmallVector<Value>{tensor::ExpandShapeOp::create(builder, op->getLoc(), result,
                                                              source, groups, shape)};
    } else {
      auto merged = tensor::CollapseShapeOp::inferCollapsedType(
          llvm::cast<RankedTensorType>(source.getType()), reshape.getReassociationMaps());
      Value collapsed =
          tensor::CollapseShapeOp::create(builder, op->getLoc(), merged, source, groups);
      return SmallVector<Value>{cast(collapsed, result)};
    }
  }
};

/// How a slice sees one dimension of the tensor that it is cut out of.
struct SliceDim {
  enum Kind { Full, Chunk, Other } kind;
  int64_t chunk = 0; // which chunk
};

static SliceDim classifySlice(int64_t d, OpFoldResult offset, OpFoldResult size,
                              OpFoldResult stride) {
  std::optional<int64_t> o = getConstantIntValue(offset), s = getConstantIntValue(size),
                         t = getConstantIntValue(stride);
  if (ShapedType::isDynamic(d) || !o || !s || !t || *t != 1 || *s == 0)
    return {SliceDim::Other};
  if (*o == 0 && *s == d)
    return {SliceDim::Full};
  if (d % *s == 0 && *o % *s == 0)
    return {SliceDim::Chunk, *o / *s};
  return {SliceDim::Other};
}

/// Factors of a tensor and of a slice of it; `isDropped[d]` where the slice has no
/// such dimension.
static std::pair<TensorFactors, TensorFactors>
addSlice(ShardingRule &rule, ArrayRef<int64_t> shape, OffsetSizeAndStrideOpInterface op,
         const llvm::SmallBitVector &isDropped) {
  TensorFactors whole, part;
  for (auto [d, size] : llvm::enumerate(shape)) {
    OpFoldResult length = op.getMixedSizes()[d];
    SliceDim dim = classifySlice(size, op.getMixedOffsets()[d], length,
                                 op.getMixedStrides()[d]);
    int64_t sliceSize =
        getConstantIntValue(length).value_or(ShapedType::kDynamic);
    DimFactors inSlice;
    if (isDropped[d]) {
      // One position: in full that is all there is, else any rank may have it.
      if (dim.kind == SliceDim::Full)
        whole.push_back({});
      else
        whole.push_back({rule.addFactor(size, FactorKind::Whole)});
      continue;
    }
    switch (dim.kind) {
    case SliceDim::Full:
      inSlice = {rule.addFactor(size)};
      whole.push_back(inSlice);
      break;
    case SliceDim::Chunk: {
      unsigned chunk = rule.addFactor(size / sliceSize, FactorKind::Whole);
      inSlice = {rule.addFactor(sliceSize)};
      whole.push_back({chunk, inSlice.front()});
      break;
    }
    case SliceDim::Other:
      whole.push_back({rule.addFactor(size, FactorKind::Whole)});
      inSlice = {rule.addFactor(sliceSize, FactorKind::Whole)};
      break;
    }
    part.push_back(inSlice);
  }
  return {whole, part};
}

/// Offsets and sizes of the slice on this rank; `sliced` is the rule's operand that it
/// is cut out of.
static std::pair<SmallVector<OpFoldResult>, SmallVector<OpFoldResult>>
getLocalSlice(Operation *op, unsigned sliced, PartitionContext &context) {
  ArrayRef<int64_t> shape = context.operandTypes[sliced].getShape();
  const TensorFactors &whole = context.rule.operandFactors[sliced];
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  for (auto [d, factors] : llvm::enumerate(whole)) {
    if (factors.empty() || !context.isSplit(factors.back()))
      continue;
    SliceDim dim = classifySlice(shape[d], offsets[d], sizes[d],
                                 slice.getMixedStrides()[d]);
    sizes[d] = context.localSize(factors.back(), op->getLoc());
    if (dim.kind != SliceDim::Chunk || dim.chunk == 0)
      continue;
    // Chunks before this one have the same local size.
    OpBuilder &builder = context.builder;
    if (std::optional<int64_t> size = getConstantIntValue(sizes[d])) {
      offsets[d] = builder.getIndexAttr(*size * dim.chunk);
      continue;
    }
    Value size = cast<Value>(sizes[d]);
    Value chunk = arith::ConstantIndexOp::create(builder, op->getLoc(), dim.chunk);
    offsets[d] = arith::MulIOp::create(builder, op->getLoc(), size, chunk).getResult();
  }
  return {offsets, sizes};
}

struct ExtractSliceModel
    : public ShardableOpInterface::ExternalModel<ExtractSliceModel,
                                                 tensor::ExtractSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    ShardingRule rule;
    auto [whole, part] =
        addSlice(rule, shapeOf(slice.getSource()), slice, slice.getDroppedDims());
    rule.addOperand(slice.getSourceMutable(), whole);
    rule.resultFactors.push_back(part);
    rule.linearSets.push_back({0});
    rule.selects = true;
    rule.isRematerializable = true;
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    auto [offsets, sizes] = getLocalSlice(op, /*sliced=*/0, context);
    return SmallVector<Value>{tensor::ExtractSliceOp::create(
        context.builder, op->getLoc(), cast<RankedTensorType>(context.resultTypes[0]),
        context.operands[0], offsets, sizes, slice.getMixedStrides())};
  }
};

struct InsertSliceModel
    : public ShardableOpInterface::ExternalModel<InsertSliceModel,
                                                 tensor::InsertSliceOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    ShardingRule rule;
    auto [whole, part] =
        addSlice(rule, shapeOf(slice.getDest()), slice, slice.getDroppedDims());
    rule.addOperand(slice.getSourceMutable(), part);
    rule.addOperand(slice.getDestMutable(), whole);
    rule.resultFactors.push_back(whole);
    rule.linearSets.push_back({0, 1});
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto slice = cast<tensor::InsertSliceOp>(op);
    auto [offsets, sizes] = getLocalSlice(op, /*sliced=*/1, context);
    return SmallVector<Value>{tensor::InsertSliceOp::create(
        context.builder, op->getLoc(), context.operands[0], context.operands[1], offsets,
        sizes, slice.getMixedStrides())};
  }
};

struct ConcatModel
    : public ShardableOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto concat = cast<tensor::ConcatOp>(op);
    int64_t along = concat.getDim();
    ArrayRef<int64_t> result = shapeOf(concat.getResult());
    int64_t piece = shapeOf(concat.getInputs()[0])[along];
    bool areEqual = !ShapedType::isDynamic(piece) &&
                    llvm::all_of(concat.getInputs(), [&](Value input) {
                      return shapeOf(input)[along] == piece;
                    });
    ShardingRule rule;
    TensorFactors dims = rule.addDims(result), inputs = dims;
    rule.factors[dims[along].front()] = {
        areEqual ? piece : result[along],
        areEqual ? FactorKind::Parallel : FactorKind::Whole};
    if (areEqual) {
      unsigned chunk = rule.addFactor(concat.getInputs().size(), FactorKind::Whole);
      dims[along] = {chunk, dims[along].front()};
    }
    SmallVector<unsigned, 2> all;
    for (OpOperand &operand : op->getOpOperands()) {
      TensorFactors input = inputs;
      if (!areEqual)
        input[along] = {rule.addFactor(shapeOf(operand.get())[along], FactorKind::Whole)};
      all.push_back(rule.operands.size());
      rule.addOperand(operand, input);
    }
    rule.resultFactors.push_back(dims);
    rule.linearSets.push_back(all);
    return rule;
  }
};

struct PadModel : public ShardableOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    ShardingRule rule;
    // A padding value that depends on the position is computed from whole positions.
    bool usesPosition = llvm::any_of(pad.getRegion().getArguments(),
                                     [](Value index) { return !index.use_empty(); });
    TensorFactors source, result;
    for (auto [low, high, from, to] :
         llvm::zip_equal(pad.getMixedLowPad(), pad.getMixedHighPad(),
                         shapeOf(pad.getSource()), shapeOf(pad.getResult()))) {
      if (isZeroInteger(low) && isZeroInteger(high) && !usesPosition) {
        source.push_back({rule.addFactor(from)});
        result.push_back(source.back());
      } else {
        source.push_back({rule.addFactor(from, FactorKind::Whole)});
        result.push_back({rule.addFactor(to, FactorKind::Whole)});
      }
    }
    rule.addOperand(pad.getSourceMutable(), source);
    rule.resultFactors.push_back(result);
    if (Value value = pad.getConstantPaddingValue();
        value && (matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero())))
      rule.linearSets.push_back({0});
    return rule;
  }
};

/// Elements stay where they are.
template <typename OpTy>
struct CastModel : public ShardableOpInterface::ExternalModel<CastModel<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    ShardingRule rule;
    TensorFactors dims;
    for (auto [from, to] : llvm::zip_equal(shapeOf(op->getOperand(0)),
                                           shapeOf(op->getResult(0))))
      dims.push_back({rule.addFactor(ShapedType::isDynamic(from) ? from : to)});
    rule.addOperand(op->getOpOperand(0), dims);
    rule.resultFactors.push_back(dims);
    if (std::is_same_v<OpTy, tensor::CastOp>) {
      rule.linearSets.push_back({0});
      rule.selects = true;
    }
    rule.isRematerializable = true;
    return rule;
  }
};

/// The size in the whole program.
struct DimModel : public ShardableOpInterface::ExternalModel<DimModel, tensor::DimOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto dim = cast<tensor::DimOp>(op);
    ShardingRule rule;
    TensorFactors dims = rule.addDims(shapeOf(dim.getSource()));
    std::optional<int64_t> index = dim.getConstantIndex();
    for (auto [d, factors] : llvm::enumerate(dims))
      if ((!index || int64_t(d) == *index) &&
          ShapedType::isDynamic(rule.factors[factors.front()].size))
        rule.factors[factors.front()].kind = FactorKind::Whole;
      else if (!index)
        rule.factors[factors.front()].kind = FactorKind::Whole;
    rule.addOperand(dim.getSourceMutable(), dims);
    rule.resultFactors.emplace_back();
    return rule;
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    auto dim = cast<tensor::DimOp>(op);
    if (std::optional<int64_t> index = dim.getConstantIndex()) {
      int64_t size = context.rule.factors[*index].size;
      if (!ShapedType::isDynamic(size))
        return SmallVector<Value>{
            arith::ConstantIndexOp::create(context.builder, op->getLoc(), size)};
    }
    return partitionInPlace(op, context);
  }
};

} // namespace

void mlir::tp::registerTensorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::EmptyOp::attachInterface<EmptyModel>(*context);
    tensor::SplatOp::attachInterface<SplatModel>(*context);
    tensor::FromElementsOp::attachInterface<FromElementsModel>(*context);
    tensor::ExpandShapeOp::attachInterface<ReshapeModel<tensor::ExpandShapeOp>>(*context);
    tensor::CollapseShapeOp::attachInterface<ReshapeModel<tensor::CollapseShapeOp>>(
        *context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::BitcastOp::attachInterface<CastModel<tensor::BitcastOp>>(*context);
    tensor::CastOp::attachInterface<CastModel<tensor::CastOp>>(*context);
    tensor::GenerateOp::attachInterface<GenerateModel>(*context);
    // Read or write at positions that are known at run time only: whole.
    tensor::ExtractOp::attachInterface<ReplicatedModel<tensor::ExtractOp>>(*context);
    tensor::InsertOp::attachInterface<ReplicatedModel<tensor::InsertOp>>(*context);
    tensor::GatherOp::attachInterface<ReplicatedModel<tensor::GatherOp>>(*context);
    tensor::ScatterOp::attachInterface<ReplicatedModel<tensor::ScatterOp>>(*context);
    tensor::ReshapeOp::attachInterface<ReplicatedModel<tensor::ReshapeOp>>(*context);
    tensor::RankOp::attachInterface<ReplicatedModel<tensor::RankOp>>(*context);
    tensor::DimOp::attachInterface<DimModel>(*context);
  });
}
