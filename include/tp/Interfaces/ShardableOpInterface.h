//===- ShardableOpInterface.h - ops that can be partitioned -----*- C++ -*-===//
//
// The interface, and the context in which an op makes its local form.
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_SHARDABLEOPINTERFACE_H
#define TP_INTERFACES_SHARDABLEOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "tp/Interfaces/ShardingRule.h"

namespace mlir::tp {

/// Emits the arithmetic of layouts: offsets and sizes of this rank's part, as index
/// values at the start of a function, each only once.
class RankArithmetic {
public:
  RankArithmetic(const Mesh &mesh, Block *entry) : mesh(mesh), entry(entry) {}

  const Mesh &getMesh() const { return mesh; }

  /// This rank's combined coordinate along axes.
  Value coordinate(ArrayRef<Axis> axes, Location loc);
  /// How many of `d` elements this rank holds: a constant where all hold equally
  /// many.
  OpFoldResult localSize(const DimSharding &dim, int64_t d, Location loc);
  /// The first element of this rank's part, within each chunk.
  Value offset(const DimSharding &dim, int64_t d, Location loc);

private:
  /// [low, high) of this rank within each chunk, as values.
  std::pair<Value, Value> range(const DimSharding &dim, int64_t d, Location loc);
  OpBuilder entryBuilder();
  /// The next value is made behind what this builder has made.
  void keep(const OpBuilder &builder);

  const Mesh &mesh;
  Block *entry;
  Operation *last = nullptr; // behind which the next value is made
  std::map<AxisList, Value> coordinates;
  std::map<std::pair<DimSharding, int64_t>, std::pair<Value, Value>> ranges;
  std::map<std::pair<DimSharding, int64_t>, Value> sizes;
};

/// What an op needs to make its local form.
class PartitionContext {
public:
  PartitionContext(OpBuilder &builder, const ShardingRule &rule,
                   ArrayRef<DimSharding> factors, ArrayRef<Value> operands,
                   ArrayRef<RankedTensorType> operandTypes, ArrayRef<Type> resultTypes,
                   RankArithmetic &arithmetic)
      : builder(builder), rule(rule), factors(factors), operands(operands),
        operandTypes(operandTypes), resultTypes(resultTypes), arithmetic(arithmetic) {}

  /// Inserts before the op.
  OpBuilder &builder;
  const ShardingRule &rule;
  /// How each factor is split on this op.
  ArrayRef<DimSharding> factors;
  /// Local values, parallel to `rule.operands`.
  ArrayRef<Value> operands;
  /// Global types, parallel to `rule.operands`. The op's own operands may have local
  /// types already, as the ops that make them are rewritten before.
  ArrayRef<RankedTensorType> operandTypes;
  /// Local types of the op's results.
  ArrayRef<Type> resultTypes;
  RankArithmetic &arithmetic;

  bool isSplit(unsigned factor) const { return factors[factor].isSplit(); }

  /// How many elements of a factor this rank has.
  OpFoldResult localSize(unsigned factor, Location loc) {
    return arithmetic.localSize(factors[factor], rule.factors[factor].size, loc);
  }
  /// The position in the whole of a position in this rank's part.
  Value globalIndex(unsigned factor, Value local, Location loc);
  /// The sizes of a local tensor made of factors; `sizes[i]` is asked where a
  /// dimension has no factors.
  SmallVector<OpFoldResult> localShape(const TensorFactors &tensor,
                                       ArrayRef<OpFoldResult> sizes, Location loc);
};

/// The default of `ShardableOpInterface::partition`: local operands and result
/// types are set on the op itself.
SmallVector<Value> partitionInPlace(Operation *op, PartitionContext &context);

} // namespace mlir::tp

#include "tp/Interfaces/ShardableOpInterface.h.inc"

namespace mlir::tp {

/// The rule of any op that has one: by the interface, or as an elementwise op on
/// tensors. An error names the op otherwise.
FailureOr<ShardingRule> getShardingRule(Operation *op);

/// The rule of an op that every rank does as a whole: its operands, and the tensors that
/// its regions take from outside, are needed whole, and so are its results made.
ShardingRule getReplicatedRule(Operation *op);

/// The model of such an op. Right for any op whose results depend on nothing else than
/// its operands and captures.
template <typename OpTy>
struct ReplicatedModel
    : public ShardableOpInterface::ExternalModel<ReplicatedModel<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const { return getReplicatedRule(op); }
};

/// Calls `visit` with each tensor that the regions of `op` take from outside.
void forEachCapture(Operation *op, function_ref<void(OpOperand &)> visit);

/// Rules of ops, each made once: an analysis that `tp-propagate` leaves for
/// `tp-partition`.
class ShardingRules {
public:
  explicit ShardingRules(Operation *) {}
  /// The rule of `op` as it was when first asked; an error as in `getShardingRule`.
  FailureOr<const ShardingRule *> get(Operation *op);

private:
  DenseMap<Operation *, std::unique_ptr<ShardingRule>> rules;
};

/// True when the op, or one in its regions, reads or makes a tensor: others are done by
/// every rank as they are.
bool touchesTensors(Operation *op);

/// The local form of any op that has a rule.
FailureOr<SmallVector<Value>> partitionOp(Operation *op, PartitionContext &context);

} // namespace mlir::tp

#endif // TP_INTERFACES_SHARDABLEOPINTERFACE_H
