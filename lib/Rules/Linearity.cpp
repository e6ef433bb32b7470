//===- Linearity.cpp - in which operands an op's body is linear --------------===//
//
// A body is read once for each operand that could hold partial values: starting
// from the set with that operand (and the outputs that are accumulated into), each
// scalar is independent of the set, linear in it, or neither. Where something
// linear is added to an operand outside the set, that operand joins the set.
//
// Casts to narrower floats count as not linear: partial values would be rounded
// once per rank.
//
//===----------------------------------------------------------------------===//

#include "Linearity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

std::optional<Reduction> mlir::tp::getReduction(Operation *combiner) {
  return llvm::TypeSwitch<Operation *, std::optional<Reduction>>(combiner)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Reduction::Sum; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Reduction::Prod; })
      .Case<arith::AndIOp>([](auto) { return Reduction::And; })
      .Case<arith::OrIOp>([](auto) { return Reduction::Or; })
      .Case<arith::XOrIOp>([](auto) { return Reduction::Xor; })
      .Case<arith::MinimumFOp, arith::MinSIOp>([](auto) { return Reduction::Min; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>([](auto) { return Reduction::Max; })
      .Case<arith::MinUIOp>([](auto) { return Reduction::MinUI; })
      .Case<arith::MaxUIOp>([](auto) { return Reduction::MaxUI; })
      .Case<arith::MinNumFOp>([](auto) { return Reduction::MinNum; })
      .Case<arith::MaxNumFOp>([](auto) { return Reduction::MaxNum; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Reduction> mlir::tp::getAccumulation(linalg::LinalgOp op, unsigned index) {
  BlockArgument out = op.getRegionOutputArgs()[index];
  if (!out.hasOneUse())
    return std::nullopt;
  Operation *combiner = *out.user_begin();
  Operation *yield = op.getBlock()->getTerminator();
  if (combiner->getBlock() != op.getBlock() || combiner->getNumResults() != 1 ||
      !combiner->hasOneUse() || yield->getOperand(index) != combiner->getResult(0))
    return std::nullopt;
  return getReduction(combiner);
}

namespace {
enum class State { Independent, Linear, Neither };

/// Reads one body for one set.
struct BodyReader {
  Block &body;
  /// For a scalar that stands for an element of a rule's operand: which one.
  const DenseMap<Value, unsigned> &operandOf;
  const llvm::SetVector<unsigned> &set;

  DenseMap<Value, State> states;
  /// An operand that would have to be in the set.
  std::optional<unsigned> wanted;

  State get(Value value) {
    auto found = operandOf.find(value);
    if (found == operandOf.end())
      return states.lookup(value); // outside the body: Independent
    // An element of a table, at positions that must be known.
    if (Operation *extract = value.getDefiningOp())
      for (Value operand : extract->getOperands())
        if (get(operand) != State::Independent)
          return State::Neither;
    return set.contains(found->second) ? State::Linear : State::Independent;
  }
  static bool isZero(Value value) {
    return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
  }

  /// a + b, a - b, or one of both.
  State sum(Value a, Value b) {
    State x = get(a), y = get(b);
    if (x == State::Neither || y == State::Neither)
      return State::Neither;
    if (x == y || (x == State::Linear && isZero(b)) || (y == State::Linear && isZero(a)))
      return x == State::Linear ? x : y;
    Value other = x == State::Linear ? b : a;
    auto found = operandOf.find(other);
    if (found != operandOf.end())
      wanted = found->second;
    return State::Neither;
  }
  State product(Value a, Value b) {
    State x = get(a), y = get(b);
    if (x == State::Independent)
      return y;
    return y == State::Independent ? x : State::Neither;
  }
  State read(Operation *op) {
    return llvm::TypeSwitch<Operation *, State>(op)
        .Case<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(
            [&](auto o) { return sum(o.getLhs(), o.getRhs()); })
        .Case<arith::MulFOp, arith::MulIOp>(
            [&](auto o) { return product(o.getLhs(), o.getRhs()); })
        .Case<arith::DivFOp>([&](arith::DivFOp o) {
          return get(o.getRhs()) == State::Independent ? get(o.getLhs())
                                                       : State::Neither;
        })
        .Case<arith::NegFOp, arith::ExtFOp>([&](auto o) { return get(o.getOperand()); })
        .Case<arith::SelectOp>([&](arith::SelectOp o) {
          return get(o.getCondition()) == State::Independent
                     ? sum(o.getTrueValue(), o.getFalseValue())
                     : State::Neither;
        })
        .Default([&](Operation *other) {
          State state = State::Independent;
          other->walk([&](Operation *nested) {
            for (Value operand : nested->getOperands())
              if (get(operand) != State::Independent)
                state = State::Neither;
          });
          return state;
        });
  }
  bool isLinear() {
    for (Operation &op : body.without_terminator()) {
      State state = read(&op);
      for (Value result : op.getResults())
        if (!operandOf.contains(result))
          states[result] = state;
      if (wanted)
        return false;
    }
    return llvm::all_of(body.getTerminator()->getOperands(),
                        [&](Value value) { return get(value) == State::Linear; });
  }
};
} // namespace

void mlir::tp::analyzeLinearity(linalg::LinalgOp op, ShardingRule &rule) {
  Block &body = *op.getBlock();
  DenseMap<Value, unsigned> operandOf;
  llvm::SetVector<unsigned> outputs; // accumulated into, or read
  for (auto [i, operand] : llvm::enumerate(rule.operands)) {
    if (operand->getOwner() != op.getOperation()) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(operand->getOwner());
          extract && extract->getBlock() == &body)
        operandOf[extract.getResult()] = i;
      continue;
    }
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    operandOf[argument] = i;
    if (op.isInitTensor(operand) && !argument.use_empty())
      outputs.insert(i);
  }
  for (const Factor &factor : rule.factors)
    if (factor.kind == FactorKind::Reduction && factor.reduction != Reduction::Sum)
      return;
  // A loop that is whole because its accumulation is unknown: not linear.
  for (auto [index, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      for (unsigned output = 0; output < op.getNumDpsInits(); ++output)
        if (getAccumulation(op, output) != Reduction::Sum)
          return;

  for (unsigned seed = 0; seed < rule.operands.size(); ++seed) {
    if (outputs.contains(seed))
      continue;
    llvm::SetVector<unsigned> set;
    set.insert(seed);
    set.insert(outputs.begin(), outputs.end());
    for (size_t tries = 0; tries <= rule.operands.size(); ++tries) {
      BodyReader reader{body, operandOf, set, DenseMap<Value, State>(), std::nullopt};
      if (reader.isLinear()) {
        SmallVector<unsigned, 2> sorted(set.begin(), set.end());
        llvm::sort(sorted);
        if (!llvm::is_contained(rule.linearSets, sorted))
          rule.linearSets.push_back(sorted);
        break;
      }
      if (!reader.wanted || !set.insert(*reader.wanted))
        break;
    }
  }
  // Elements of the one input, nothing else.
  if (op.getNumParallelLoops() == op.getNumLoops() && op.getNumDpsInputs() == 1 &&
      op.getNumDpsInits() == 1 && !rule.operands.empty() &&
      body.getTerminator()->getOperand(0) == body.getArgument(0) &&
      rule.operands.front()->getOwner() == op.getOperation() &&
      op.isDpsInput(rule.operands.front()))
    rule.selects = true;
}
