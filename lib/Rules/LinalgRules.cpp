//===- LinalgRules.cpp - sharding rules of linalg ----------------------------===//
//
// One rule for every structured op: loops are factors, and dimensions of tensors
// are made of them as the indexing maps say. What is no plain loop index is whole:
// windows (`d0 + d1`), strides, reversals, diagonals. Tensors that the body reads
// by `tensor.extract` are operands of the rule, too: a dimension read at exactly
// `linalg.index k` is made of loop k, any other is whole.
//
//===----------------------------------------------------------------------===//

#include "Linearity.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tp/Interfaces/ShardableOpInterface.h"
#include "tp/Rules/Rules.h"

using namespace mlir;
using namespace mlir::tp;

/// The loop whose index a scalar is, if it is the index of a loop of `op`.
static std::optional<unsigned> getLoop(Value index, linalg::LinalgOp op) {
  auto indexOp = index.getDefiningOp<linalg::IndexOp>();
  if (!indexOp || indexOp->getParentOfType<linalg::LinalgOp>() != op)
    return std::nullopt;
  return indexOp.getDim();
}

namespace {
struct StructuredRuleBuilder {
  linalg::LinalgOp op;
  ShardingRule rule;
  SmallVector<int64_t> loops;

  explicit StructuredRuleBuilder(linalg::LinalgOp op)
      : op(op), loops(op.getStaticLoopRanges()) {}

  void addLoops() {
    // Loops reduce by the one reduction that all outputs accumulate by.
    std::optional<Reduction> reduction;
    bool isKnown = true;
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      std::optional<Reduction> next = getAccumulation(op, i);
      isKnown &= next && (!reduction || reduction == next) &&
                 isReductionSupported(
                     *next, getElementTypeOrSelf(op.getDpsInitOperand(i)->get()));
      reduction = next;
    }
    // What a loop is follows from where it stands: in all outputs, each element is made
    // by one trip; in none, they are reduced over it; in some, it is needed whole.
    for (auto [loop, size, type] : llvm::enumerate(loops, op.getIteratorTypesArray())) {
      unsigned holders = countOutputsWith(loop);
      if (holders == op.getNumDpsInits())
        rule.addFactor(size);
      else if (type == utils::IteratorType::reduction && holders == 0 && isKnown)
        rule.addFactor(size, FactorKind::Reduction, *reduction);
      else
        rule.addFactor(size, FactorKind::Whole);
    }
  }

  /// How many outputs have a dimension that is this loop.
  unsigned countOutputsWith(unsigned loop) {
    return llvm::count_if(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return llvm::any_of(op.getMatchingIndexingMap(&init).getResults(),
                          [&](AffineExpr expr) {
                            auto dim = dyn_cast<AffineDimExpr>(expr);
                            return dim && dim.getPosition() == loop;
                          });
    });
  }

  DimFactors whole(int64_t size) { return {rule.addFactor(size, FactorKind::Whole)}; }

  TensorFactors getTensor(AffineMap map, ArrayRef<int64_t> shape) {
    TensorFactors tensor;
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        DimFactors factors = {dim.getPosition()};
        if (llvm::is_contained(tensor, factors)) // a diagonal
          rule.factors[dim.getPosition()].kind = FactorKind::Whole;
        tensor.push_back(factors);
        continue;
      }
      // Loops in any other expression are needed whole.
      expr.walk([&](AffineExpr inner) {
        if (auto dim = dyn_cast<AffineDimExpr>(inner))
          rule.factors[dim.getPosition()].kind = FactorKind::Whole;
      });
      tensor.push_back(size == 1 ? DimFactors() : whole(size));
    }
    return tensor;
  }

  void addOperands() {
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        continue;
      rule.addOperand(operand,
                      getTensor(op.getMatchingIndexingMap(&operand), type.getShape()));
      if (op.isInitTensor(&operand) && op.getNumReductionLoops() != 0)
        rule.inits.push_back(rule.operands.size() - 1);
    }
    for (OpOperand &init : op.getDpsInitsMutable())
      rule.resultFactors.push_back(
          getTensor(op.getMatchingIndexingMap(&init),
                    cast<RankedTensorType>(init.get().getType()).getShape()));
  }

  /// Tensors from outside that the body reads.
  void addCaptures() {
    forEachCapture(op, [&](OpOperand &operand) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      auto extract = dyn_cast<tensor::ExtractOp>(operand.getOwner());
      TensorFactors tensor;
      for (auto [d, size] : llvm::enumerate(type.getShape())) {
        std::optional<unsigned> loop =
            extract ? getLoop(extract.getIndices()[d], op) : std::nullopt;
        if (loop && loops[*loop] == size && !ShapedType::isDynamic(size) &&
            !llvm::is_contained(tensor, DimFactors{*loop}))
          tensor.push_back({*loop});
        else
          tensor.push_back(whole(size));
      }
      rule.addOperand(operand, std::move(tensor));
    });
  }

  ShardingRule build() {
    addLoops();
    addOperands();
    addCaptures();
    analyzeLinearity(op, rule);
    rule.isRematerializable =
        op.getNumParallelLoops() == op.getNumLoops() &&
        !op.getBlock()
             ->walk([](cf::AssertOp) { return WalkResult::interrupt(); })
             .wasInterrupted();
    return std::move(rule);
  }
};

/// Positions in the body are positions in the whole, but where they address a
/// tensor that is split alike.
void makeIndicesGlobal(linalg::LinalgOp op, PartitionContext &context) {
  SmallPtrSet<OpOperand *, 8> localUses;
  for (auto [operand, tensor] :
       llvm::zip_equal(context.rule.operands, context.rule.operandFactors)) {
    auto extract = dyn_cast<tensor::ExtractOp>(operand->getOwner());
    if (!extract || extract.getOperation() == op.getOperation())
      continue;
    for (auto [d, factors] : llvm::enumerate(tensor))
      if (context.isSplit(factors.front()))
        localUses.insert(&extract.getIndicesMutable()[d]);
  }
  SmallVector<linalg::IndexOp> indices;
  op.getBlock()->walk([&](linalg::IndexOp index) {
    if (index->getParentOfType<linalg::LinalgOp>() == op)
      indices.push_back(index);
  });
  OpBuilder::InsertionGuard guard(context.builder);
  for (linalg::IndexOp index : indices) {
    if (!context.isSplit(index.getDim()))
      continue;
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : index->getUses())
      if (!localUses.contains(&use))
        uses.push_back(&use);
    context.builder.setInsertionPointAfter(index);
    Value global = context.globalIndex(index.getDim(), index, index.getLoc());
    for (OpOperand *use : uses)
      use->set(global);
  }
}

template <typename OpTy>
struct StructuredModel
    : public ShardableOpInterface::ExternalModel<StructuredModel<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    return StructuredRuleBuilder(cast<linalg::LinalgOp>(op)).build();
  }
  FailureOr<SmallVector<Value>> partition(Operation *op, PartitionContext &context) const {
    makeIndicesGlobal(cast<linalg::LinalgOp>(op), context);
    return partitionInPlace(op, context);
  }
};

/// Softmax needs its dimension whole; the others are parallel.
struct SoftmaxModel
    : public ShardableOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
  ShardingRule getShardingRule(Operation *op) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    auto type = cast<RankedTensorType>(softmax.getInput().getType());
    ShardingRule rule;
    TensorFactors dims;
    for (auto [d, size] : llvm::enumerate(type.getShape()))
      dims.push_back({rule.addFactor(size, d == softmax.getDimension()
                                               ? FactorKind::Whole
                                               : FactorKind::Parallel)});
    for (OpOperand &operand : op->getOpOperands())
      rule.addOperand(operand, dims);
    rule.resultFactors.push_back(dims);
    return rule;
  }
};

template <typename... OpTys>
void attachStructured(MLIRContext *context) {
  (OpTys::template attachInterface<StructuredModel<OpTys>>(*context), ...);
}
} // namespace

void mlir::tp::registerLinalgRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
    linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
    linalg::WinogradFilterTransformOp::attachInterface<
        ReplicatedModel<linalg::WinogradFilterTransformOp>>(*context);
    linalg::WinogradInputTransformOp::attachInterface<
        ReplicatedModel<linalg::WinogradInputTransformOp>>(*context);
    linalg::WinogradOutputTransformOp::attachInterface<
        ReplicatedModel<linalg::WinogradOutputTransformOp>>(*context);
  });
}
