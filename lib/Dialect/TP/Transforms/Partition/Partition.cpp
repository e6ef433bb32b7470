//===- Partition.cpp - from global shapes to one rank's ----------------------===//
//
// One walk over the function's block. Each op is planned from the shardings of its
// tensors, its operands are brought into the form that the plan needs, and the op
// makes its local form of itself. A result that must not stay as it was made (a
// partial value that is to be reduced here, an annotated value) is brought into its
// declared sharding on the spot.
//
//===----------------------------------------------------------------------===//

#include "LocalValues.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tp/Analysis/OpPlan.h"
#include "tp/Dialect/TP/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PARTITIONPASS
#include "tp/Dialect/TP/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// What a value is, for reasons: the name of the parameter that it comes from through
/// ops with one tensor operand, or the op that makes it.
static std::string describe(Value value) {
  for (int depth = 0; depth < 8; ++depth) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (!function)
        break;
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kNameAttr);
      return name ? name.str() : "arg" + std::to_string(argument.getArgNumber());
    }
    Operation *def = value.getDefiningOp();
    Value source;
    for (Value operand : def->getOperands())
      if (isa<RankedTensorType>(operand.getType()) &&
          !isa_and_nonnull<tensor::EmptyOp>(operand.getDefiningOp())) {
        if (source)
          return ("a " + def->getName().getStringRef() + " result").str();
        source = operand;
      }
    if (!source)
      return ("a " + def->getName().getStringRef() + " result").str();
    value = source;
  }
  return "a value";
}

namespace {
struct FunctionPartitioner {
  func::FuncOp function;
  const Mesh &mesh;
  ReshardPlanner planner;
  RankArithmetic arithmetic;
  LocalValues values;
  SmallVector<Operation *> replaced;

  FunctionPartitioner(func::FuncOp function, const Mesh &mesh)
      : function(function), mesh(mesh), planner(mesh),
        arithmetic(mesh, &function.getBody().front()),
        values(mesh, planner, arithmetic) {}

  LogicalResult declareArguments() {
    for (BlockArgument argument : function.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type)
        continue;
      unsigned index = argument.getArgNumber();
      auto attr = function.getArgAttrOfType<ShardingAttr>(index, kShardingAttr);
      if (!attr)
        return function.emitError()
               << "argument " << index << " has no sharding; run tp-propagate first";
      Sharding sharding = normalize(fromAttr(attr, mesh), type.getShape(), mesh);
      function.setArgAttr(index, kGlobalTypeAttr, TypeAttr::get(type));
      values.declare(argument, type, sharding);
      values.addForm(argument, sharding, argument);
      argument.setType(localType(sharding, type, mesh));
    }
    return success();
  }

  LogicalResult declareResults(Operation *op) {
    auto shardings = op->getAttrOfType<ArrayAttr>(kShardingsAttr);
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type)
        continue;
      auto attr = shardings && shardings.size() == op->getNumResults()
                      ? dyn_cast<ShardingAttr>(shardings[index])
                      : ShardingAttr();
      if (!attr)
        return op->emitError() << "'" << op->getName()
                               << "' has no sharding; run tp-propagate first";
      values.declare(result, type,
                     normalize(fromAttr(attr, mesh), type.getShape(), mesh));
    }
    op->removeAttr(kShardingsAttr);
    return success();
  }

  OpShardings getShardings(Operation *op, const ShardingRule &rule) {
    OpShardings shardings;
    for (OpOperand *operand : rule.operands) {
      const LocalValues::Info &info = values.get(operand->get());
      shardings.operands.push_back(&info.declared);
      shardings.operandTypes.push_back(info.type);
    }
    for (Value result : op->getResults()) {
      bool isTensor = values.contains(result);
      shardings.results.push_back(isTensor ? &values.get(result).declared : nullptr);
      shardings.resultTypes.push_back(isTensor ? values.get(result).type
                                               : RankedTensorType());
    }
    return shardings;
  }

  /// Why an operand is brought into another form.
  static std::string whyOperand(Operation *op, Value value) {
    return describe(value) + " is needed in another split by " +
           op->getName().getStringRef().str();
  }
  /// Why a result is.
  static std::string whyResult(Operation *op, const ShardingRule &rule, bool isPartial) {
    std::string text = isPartial ? "partial sum of " : "declared sharding of ";
    text += op->getName().getStringRef();
    std::string separator = " of ";
    for (OpOperand *operand : rule.operands) {
      std::string name = describe(operand->get());
      if (name.rfind("a ", 0) == 0)
        continue;
      text += separator + name;
      separator = " and ";
    }
    return text;
  }

  LogicalResult partition(Operation *op, const ShardingRule &rule) {
    for (OpOperand *operand : rule.operands)
      if (!values.contains(operand->get()))
        return op->emitError() << "reads a tensor without a sharding; run tp-propagate "
                                  "first";
    if (failed(declareResults(op)))
      return failure();
    OpShardings shardings = getShardings(op, rule);
    OpPlan plan = planOp(rule, shardings, planner, mesh);

    OpBuilder builder(op);
    SmallVector<Value> operands;
    for (auto [operand, needed] : llvm::zip_equal(rule.operands, plan.operands)) {
      Value value = operand->get();
      operands.push_back(values.inSharding(value, needed, builder, op->getLoc(),
                                           whyOperand(op, value)));
    }
    std::string why = whyResult(op, rule, !plan.partial.empty() || isUnreduced(plan));
    SmallVector<Type> types;
    for (auto [result, produced] : llvm::zip_equal(op->getResults(), plan.results))
      types.push_back(values.contains(result)
                          ? Type(localType(produced, values.get(result).type, mesh))
                          : result.getType());
    PartitionContext context(builder, rule, plan.factors, operands,
                             shardings.operandTypes, types, arithmetic);
    SmallVector<Value> results(op->result_begin(), op->result_end());
    FailureOr<SmallVector<Value>> locals = partitionOp(op, context);
    if (failed(locals))
      return failure();

    if (*locals != results)
      replaced.push_back(op);
    builder.setInsertionPointAfter(op);
    for (auto [result, local, produced] :
         llvm::zip_equal(results, *locals, plan.results)) {
      if (!values.contains(result)) {
        if (local != result)
          result.replaceAllUsesWith(local);
        continue;
      }
      values.addForm(result, produced, local);
      const Sharding declared = values.get(result).declared;
      values.inSharding(result, declared, builder, op->getLoc(), why);
    }
    return success();
  }

  static bool isUnreduced(const OpPlan &plan) {
    return llvm::any_of(plan.results, [](const Sharding &s) { return s.isUnreduced(); });
  }

  LogicalResult finish(func::ReturnOp op) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!values.contains(value))
        continue;
      unsigned index = operand.getOperandNumber();
      RankedTensorType type = values.get(value).type;
      auto attr = function.getResultAttrOfType<ShardingAttr>(index, kShardingAttr);
      if (!attr)
        return function.emitError()
               << "result " << index << " has no sharding; run tp-propagate first";
      Sharding sharding = normalize(fromAttr(attr, mesh), type.getShape(), mesh);
      operand.set(values.inSharding(
          value, sharding, builder, op.getLoc(),
          "result " + Twine(index) + " is declared with another sharding"));
      function.setResultAttr(index, kGlobalTypeAttr, TypeAttr::get(type));
    }
    return success();
  }

  LogicalResult run(ShardingRules &rules) {
    // Rules first: they are of the global program, which is rewritten in place below.
    std::vector<std::pair<Operation *, const ShardingRule *>> ops;
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    for (Operation &op : function.getBody().front().without_terminator()) {
      if (!llvm::any_of(op.getOperandTypes(), isTensor) &&
          !llvm::any_of(op.getResultTypes(), isTensor) && op.getNumRegions() == 0)
        continue;
      FailureOr<const ShardingRule *> rule = rules.get(&op);
      if (failed(rule))
        return failure();
      ops.push_back({&op, *rule});
    }
    if (failed(declareArguments()))
      return failure();
    for (auto &[op, rule] : ops)
      if (failed(partition(op, *rule)))
        return failure();
    auto end = cast<func::ReturnOp>(function.getBody().front().getTerminator());
    if (failed(finish(end)))
      return failure();
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
    function.setType(FunctionType::get(function.getContext(),
                                       function.getBody().getArgumentTypes(),
                                       end.getOperandTypes()));
    function->setAttr(kPartitionedAttr, UnitAttr::get(function.getContext()));
    return success();
  }
};

struct Partition : public tp::impl::PartitionPassBase<Partition> {
  void runOnOperation() override {
    FailureOr<Mesh> mesh = getMesh(getOperation());
    if (failed(mesh))
      return signalPassFailure();
    auto &rules = getAnalysis<ShardingRules>();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || function->hasAttr(kPartitionedAttr))
        continue;
      if (failed(FunctionPartitioner(function, *mesh).run(rules)))
        return signalPassFailure();
    }
    for (MeshOp op : getOperation().getOps<MeshOp>())
      op->removeAttr(kSubAxesAttr);
  }
};
} // namespace
