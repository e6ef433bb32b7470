//===- OpPlan.cpp - how one op is split, given its tensors -------------------===//
//
// Each tensor suggests a split of the factors (`project`). The search starts from
// what they agree on and changes one factor at a time to another suggestion, taking
// its axes away from other factors, as long as that makes the plan cheaper.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/OpPlan.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

const SmallVector<unsigned, 2> *
mlir::tp::findLinearSet(const ShardingRule &rule, ArrayRef<unsigned> unreduced,
                        Reduction reduction) {
  static const SmallVector<unsigned, 2> first = {0};
  if (rule.selects && unreduced == ArrayRef<unsigned>{0})
    return &first;
  if (reduction != Reduction::Sum)
    return nullptr;
  const SmallVector<unsigned, 2> *best = nullptr;
  for (const SmallVector<unsigned, 2> &set : rule.linearSets)
    if (llvm::all_of(unreduced, [&](unsigned i) { return llvm::is_contained(set, i); }) &&
        (!best || set.size() < best->size()))
      best = &set;
  return best;
}

namespace {
struct Chooser {
  const ShardingRule &rule;
  const OpShardings &shardings;
  ReshardPlanner &planner;
  const Mesh &mesh;

  /// Partial values that pass through the op.
  AxisList passing;
  Reduction passingReduction = Reduction::Sum;
  const SmallVector<unsigned, 2> *passingSet = nullptr;

  /// What the tensors suggest for each factor, without repetition.
  SmallVector<SmallVector<DimSharding, 2>, 4> options;

  struct Cost {
    double bytes, work;
    bool operator<(const Cost &o) const {
      return std::tie(bytes, work) < std::tie(o.bytes, o.work);
    }
  };
  static constexpr double kImpossible = 1e300;

  void findPassing();
  void collectOptions();
  bool evaluate(FactorShardings factors, OpPlan &plan, Cost &cost) const;
  FactorShardings exchange(FactorShardings factors, size_t f,
                           const DimSharding &choice, bool refill) const;
  OpPlan choose();
};
} // namespace

void Chooser::findPassing() {
  SmallVector<unsigned> holders;
  for (auto [i, sharding] : llvm::enumerate(shardings.operands)) {
    if (!sharding || !sharding->isUnreduced())
      continue;
    if (holders.empty()) {
      passing = sharding->unreduced;
      passingReduction = sharding->reduction;
    } else if (passing != sharding->unreduced ||
               passingReduction != sharding->reduction) {
      passing.clear();
      return;
    }
    holders.push_back(i);
  }
  if (holders.empty())
    return;
  passingSet = findLinearSet(rule, holders, passingReduction);
  if (!passingSet)
    passing.clear();
}

void Chooser::collectOptions() {
  options.resize(rule.factors.size());
  // Ops on tensors without elements are done whole, as these tensors are.
  auto isEmpty = [](RankedTensorType type) {
    return type && llvm::is_contained(type.getShape(), 0);
  };
  if (llvm::any_of(shardings.operandTypes, isEmpty) ||
      llvm::any_of(shardings.resultTypes, isEmpty))
    return;
  auto add = [&](const Sharding *sharding, const TensorFactors &tensor) {
    if (!sharding)
      return;
    FactorShardings suggested = project(*sharding, tensor, rule.factors, mesh);
    for (auto [f, split] : llvm::enumerate(suggested)) {
      llvm::erase_if(split.axes, [&](Axis axis) {
        return mesh.size(axis) == 1 || llvm::is_contained(passing, axis);
      });
      if (split.isSplit() && !llvm::is_contained(options[f], split))
        options[f].push_back(split);
    }
  };
  for (auto [sharding, tensor] : llvm::zip_equal(shardings.operands, rule.operandFactors))
    add(sharding, tensor);
  for (auto [sharding, tensor] : llvm::zip_equal(shardings.results, rule.resultFactors))
    add(sharding, tensor);
}

/// The plan of one split and its cost; false if some tensor cannot be split so.
bool Chooser::evaluate(FactorShardings factors, OpPlan &plan, Cost &cost) const {
  plan = OpPlan();
  cost = {0, 1};
  for (auto [factor, split] : llvm::zip_equal(rule.factors, factors)) {
    split = normalize(split, factor.size, mesh);
    if (!split.isSplit()) {
      if (!ShapedType::isDynamic(factor.size))
        cost.work *= std::max<int64_t>(factor.size, 1);
      continue;
    }
    if (factor.kind == FactorKind::Whole ||
        (factor.isContiguous && split.chunks != 1))
      return false;
    if (!ShapedType::isDynamic(factor.size))
      cost.work *= std::max<int64_t>(localSize(split, factor.size, 0, mesh), 1);
    if (factor.kind == FactorKind::Reduction) {
      if (!plan.partial.empty() && plan.reduction != factor.reduction)
        return false;
      plan.reduction = factor.reduction;
      llvm::append_range(plan.partial, split.axes);
    }
  }
  llvm::sort(plan.partial);
  if (!plan.partial.empty() && !passing.empty() && plan.reduction != passingReduction)
    return false;
  AxisList unreduced = plan.partial;
  llvm::append_range(unreduced, passing);
  llvm::sort(unreduced);
  Reduction reduction = plan.partial.empty() ? passingReduction : plan.reduction;

  for (auto [i, tensor] : llvm::enumerate(rule.operandFactors)) {
    RankedTensorType type = shardings.operandTypes[i];
    std::optional<Sharding> needed =
        embed(tensor, rule.factors, factors, type.getShape(), mesh);
    if (!needed)
      return false;
    if (passingSet && llvm::is_contained(*passingSet, i)) {
      needed->unreduced = passing;
      needed->reduction = passingReduction;
    }
    if (llvm::is_contained(rule.inits, i) && !plan.partial.empty()) {
      llvm::append_range(needed->unreduced, plan.partial);
      needed->reduction = plan.reduction;
    }
    *needed = normalize(*needed, type.getShape(), mesh);
    if (const Sharding *actual = shardings.operands[i])
      cost.bytes += planner.bytes(*actual, *needed, type);
    plan.operands.push_back(std::move(*needed));
  }
  for (auto [i, tensor] : llvm::enumerate(rule.resultFactors)) {
    RankedTensorType type = shardings.resultTypes[i];
    if (!type) {
      plan.results.emplace_back();
      continue;
    }
    std::optional<Sharding> produced =
        embed(tensor, rule.factors, factors, type.getShape(), mesh);
    if (!produced)
      return false;
    produced->unreduced = unreduced;
    produced->reduction = reduction;
    *produced = normalize(*produced, type.getShape(), mesh);
    if (const Sharding *wish = shardings.results[i])
      cost.bytes += planner.bytes(*produced, *wish, type);
    else if (produced->isUnreduced())
      cost.bytes += localBytes(*produced, type, mesh);
    plan.results.push_back(std::move(*produced));
  }
  plan.factors = std::move(factors);
  plan.bytes = cost.bytes;
  return true;
}

OpPlan Chooser::choose() {
  findPassing();
  collectOptions();

  FactorShardings none(rule.factors.size());
  OpPlan best;
  Cost bestCost{kImpossible, 0};
  auto consider = [&](const FactorShardings &factors) {
    OpPlan plan;
    Cost cost;
    if (!evaluate(factors, plan, cost) || !(cost < bestCost))
      return false;
    best = std::move(plan);
    bestCost = cost;
    return true;
  };
  // What tensors agree on: the first suggestion for each factor whose axes are free.
  FactorShardings merged = none;
  llvm::SmallVector<Axis> taken;
  for (auto [f, choices] : llvm::enumerate(options))
    for (const DimSharding &choice : choices)
      if (llvm::none_of(choice.axes,
                        [&](Axis axis) { return llvm::is_contained(taken, axis); })) {
        merged[f] = choice;
        llvm::append_range(taken, choice.axes);
        break;
      }
  consider(merged);
  bool isTrivial = taken.empty();
  if (!isTrivial && bestCost.bytes > 0)
    consider(none);
  if (isTrivial) {
    // No factor can be split: `none` was considered, and is always possible.
    return best;
  }
  // Nothing to gain where nothing is moved and each factor is split as much as it can be.
  bool mayImprove = bestCost.bytes > 0;
  for (auto [f, choices] : llvm::enumerate(options))
    for (const DimSharding &choice : choices)
      mayImprove |= mesh.ways(choice.axes) > mesh.ways(best.factors[f].axes);
  for (bool improved = mayImprove; improved;) {
    improved = false;
    for (auto [f, choices] : llvm::enumerate(options)) {
      SmallVector<DimSharding, 2> alternatives(choices);
      alternatives.emplace_back();
      for (const DimSharding &choice : alternatives)
        for (bool refill : {false, true})
          if (best.factors[f] != choice)
            improved |= consider(exchange(best.factors, f, choice, refill));
    }
  }
  return best;
}

/// `factors` with `choice` for factor `f`, without the splits whose axes it takes. With
/// `refill`, all that are not split take what they can have.
FactorShardings Chooser::exchange(FactorShardings factors, size_t f,
                                  const DimSharding &choice, bool refill) const {
  auto overlap = [](const DimSharding &a, const DimSharding &b) {
    return llvm::any_of(a.axes,
                        [&](Axis axis) { return llvm::is_contained(b.axes, axis); });
  };
  factors[f] = choice;
  for (size_t other = 0; other < factors.size(); ++other) {
    if (other == f)
      continue;
    if (overlap(factors[other], choice))
      factors[other] = {};
    if (!refill || factors[other].isSplit())
      continue;
    for (const DimSharding &next : options[other])
      if (llvm::none_of(factors, [&](const DimSharding &taken) {
            return overlap(taken, next);
          })) {
        factors[other] = next;
        break;
      }
  }
  return factors;
}

/// The plan of an op whose tensors are all replicated, as most are: nothing to choose.
static std::optional<OpPlan> planReplicated(const ShardingRule &rule,
                                            const OpShardings &shardings) {
  auto isReplicated = [](const Sharding *sharding) {
    return !sharding || (!sharding->isUnreduced() &&
                         llvm::none_of(sharding->dims, [](const DimSharding &dim) {
                           return dim.isSplit();
                         }));
  };
  if (!llvm::all_of(shardings.operands, isReplicated) ||
      !llvm::all_of(shardings.results, isReplicated))
    return std::nullopt;
  OpPlan plan;
  plan.factors.resize(rule.factors.size());
  for (RankedTensorType type : shardings.operandTypes)
    plan.operands.push_back(Sharding::replicated(type.getRank()));
  for (RankedTensorType type : shardings.resultTypes)
    plan.results.push_back(Sharding::replicated(type ? type.getRank() : 0));
  return plan;
}

/// The plan of an op whose attributes leave no choice.
static OpPlan planFixed(const ShardingRule &rule, const OpShardings &shardings,
                        ReshardPlanner &planner, const Mesh &mesh) {
  OpPlan plan;
  plan.factors.resize(rule.factors.size());
  for (auto [attr, type, actual] : llvm::zip_equal(
           rule.fixedOperands, shardings.operandTypes, shardings.operands)) {
    plan.operands.push_back(normalize(fromAttr(attr, mesh), type.getShape(), mesh));
    if (actual)
      plan.bytes += planner.bytes(*actual, plan.operands.back(), type);
  }
  for (auto [attr, type] : llvm::zip_equal(rule.declaredResults, shardings.resultTypes))
    plan.results.push_back(normalize(fromAttr(attr, mesh), type.getShape(), mesh));
  return plan;
}

OpPlan mlir::tp::planOp(const ShardingRule &rule, const OpShardings &shardings,
                        ReshardPlanner &planner, const Mesh &mesh) {
  if (rule.isFixed)
    return planFixed(rule, shardings, planner, mesh);
  if (std::optional<OpPlan> plan = planReplicated(rule, shardings))
    return std::move(*plan);
  return Chooser{rule, shardings, planner, mesh}.choose();
}
