//===- Partition.cpp - from global shapes to one rank's ----------------------===//
//
// One walk over the function's block and those of its loops and branches. Each op is
// planned from the shardings of its tensors, its operands are brought into the form that
// the plan needs, and the op makes its local form of itself. A result that must not stay
// as it was made (a partial value that is to be reduced here, an annotated value) is
// brought into its declared sharding on the spot.
//
//===----------------------------------------------------------------------===//

#include "LocalValues.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tp/Analysis/OpPlan.h"
#include "tp/Analysis/RegionFlow.h"
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
  DenseMap<Operation *, const ShardingRule *> rules;
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

  /// Declares values as an attribute of `op` says, and removes it.
  LogicalResult declare(Operation *op, ValueRange all, StringRef attrName) {
    auto shardings = op->getAttrOfType<ArrayAttr>(attrName);
    for (auto [index, value] : llvm::enumerate(all)) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type)
        continue;
      auto attr = shardings && shardings.size() == all.size()
                      ? dyn_cast<ShardingAttr>(shardings[index])
                      : ShardingAttr();
      if (!attr)
        return op->emitError() << "'" << op->getName()
                               << "' has no sharding; run tp-propagate first";
      values.declare(value, type,
                     normalize(fromAttr(attr, mesh), type.getShape(), mesh));
    }
    op->removeAttr(attrName);
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
    if (failed(declare(op, op->getResults(), kShardingsAttr)))
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

  /// What carries a value gets its local type; what is assigned to it is brought into
  /// its sharding where that happens.
  LogicalResult partitionRegions(RegionBranchOpInterface op) {
    FailureOr<SmallVector<CarriedValue>> carried = getCarriedValues(op);
    if (failed(carried))
      return failure();
    SmallVector<Value> arguments;
    for (Region &region : op->getRegions())
      if (!region.empty())
        llvm::append_range(arguments, region.getArguments());
    if (failed(declare(op, op->getResults(), kShardingsAttr)) ||
        failed(declare(op, arguments, kArgumentShardingsAttr)))
      return failure();

    std::vector<std::pair<OpOperand *, Sharding>> assignments;
    for (const CarriedValue &value : *carried) {
      const Sharding sharding = values.get(value.holders.front()).declared;
      for (OpOperand *operand : value.assignments)
        assignments.push_back({operand, sharding});
      for (Value holder : value.holders) {
        if (values.get(holder).declared != sharding)
          return op->emitError() << "a value that '" << op->getName()
                                 << "' carries has two shardings";
        values.addForm(holder, sharding, holder);
        holder.setType(localType(sharding, value.type, mesh));
      }
    }
    auto assign = [&](Operation *owner) {
      OpBuilder builder(owner);
      for (auto &[operand, sharding] : assignments)
        if (operand->getOwner() == owner)
          operand->set(values.inSharding(operand->get(), sharding, builder,
                                         owner->getLoc(),
                                         "carried in another split by " +
                                             op->getName().getStringRef()));
    };
    assign(op);
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      if (failed(partitionBlock(region.front())))
        return failure();
      assign(region.front().getTerminator());
    }
    return success();
  }

  LogicalResult partitionBlock(Block &block) {
    // Ops are inserted and moved behind the one that is looked at.
    SmallVector<Operation *> ops;
    for (Operation &op : block.without_terminator())
      ops.push_back(&op);
    for (Operation *op : ops) {
      if (auto flow = getStructuredControlFlow(op)) {
        if (failed(partitionRegions(flow)))
          return failure();
      } else if (auto rule = rules.find(op); rule != rules.end()) {
        if (failed(partition(op, *rule->second)))
          return failure();
      }
    }
    return success();
  }

  /// Rules first: they are of the global program, which is rewritten in place.
  LogicalResult collectRules(Block &block, ShardingRules &cache) {
    for (Operation &op : block.without_terminator()) {
      if (getStructuredControlFlow(&op)) {
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            if (failed(collectRules(inner, cache)))
              return failure();
        continue;
      }
      if (!touchesTensors(&op))
        continue;
      FailureOr<const ShardingRule *> rule = cache.get(&op);
      if (failed(rule))
        return failure();
      rules[&op] = *rule;
    }
    return success();
  }

  LogicalResult run(ShardingRules &cache) {
    if (failed(verifyOneBlock(function, function.getBody())))
      return failure();
    Block &block = function.getBody().front();
    if (failed(collectRules(block, cache)) || failed(declareArguments()) ||
        failed(partitionBlock(block)))
      return failure();
    auto end = cast<func::ReturnOp>(block.getTerminator());
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
