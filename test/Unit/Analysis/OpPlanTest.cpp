//===- OpPlanTest.cpp --------------------------------------------------------===//
//
// Plans of hand-made rules on known shardings, and of random ones against a search
// of all splits that some tensor suggests.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/OpPlan.h"

#include "../MeshTest.h"
#include "gmock/gmock.h"
#include <set>

using namespace mlir;
using namespace mlir::tp;
using ::testing::ElementsAre;

namespace {

/// `a[i, k] b[k, j] + c[i, j]`
ShardingRule matmulRule(int64_t i, int64_t j, int64_t k, Reduction reduction = Reduction::Sum) {
  ShardingRule rule;
  rule.addFactor(i);
  rule.addFactor(j);
  rule.addFactor(k, FactorKind::Reduction, reduction);
  rule.operandFactors = {{{0}, {2}}, {{2}, {1}}, {{0}, {1}}};
  rule.resultFactors = {{{0}, {1}}};
  rule.inits = {2};
  if (reduction == Reduction::Sum)
    rule.linearSets = {{0, 2}, {1, 2}};
  return rule;
}

/// `a[i, j] + b[i, j]`
ShardingRule addRule(int64_t i, int64_t j) {
  ShardingRule rule;
  rule.addFactor(i);
  rule.addFactor(j);
  rule.operandFactors = {{{0}, {1}}, {{0}, {1}}};
  rule.resultFactors = {{{0}, {1}}};
  rule.linearSets = {{0, 1}};
  return rule;
}

/// `a[i, j]` as `[j, i]`
ShardingRule transposeRule(int64_t i, int64_t j) {
  ShardingRule rule;
  rule.addFactor(i);
  rule.addFactor(j);
  rule.operandFactors = {{{0}, {1}}};
  rule.resultFactors = {{{1}, {0}}};
  rule.linearSets = {{0}};
  rule.selects = true;
  return rule;
}

/// `a[i, k]` reduced along k into `c[i]`
ShardingRule reduceRule(int64_t i, int64_t k, Reduction reduction) {
  ShardingRule rule;
  rule.addFactor(i);
  rule.addFactor(k, FactorKind::Reduction, reduction);
  rule.operandFactors = {{{0}, {1}}, {{0}}};
  rule.resultFactors = {{{0}}};
  rule.inits = {1};
  if (reduction == Reduction::Sum)
    rule.linearSets = {{0, 1}};
  return rule;
}

class OpPlanTest : public MeshTest {
protected:
  /// The shape of a tensor made of factors.
  RankedTensorType typeOf(const ShardingRule &rule, const TensorFactors &tensor) {
    SmallVector<int64_t> shape;
    for (const DimFactors &dim : tensor) {
      shape.push_back(1);
      for (unsigned f : dim)
        shape.back() = ShapedType::isDynamic(rule.factors[f].size)
                           ? ShapedType::kDynamic
                           : shape.back() * rule.factors[f].size;
    }
    return MeshTest::tensor(shape);
  }

  /// Plans with operands and results in these shardings; "" where it is no matter.
  OpPlan plan(const ShardingRule &rule, ArrayRef<StringRef> operands, ArrayRef<StringRef> results,
              const Mesh &mesh) {
    std::vector<Sharding> storage;
    storage.reserve(operands.size() + results.size());
    OpShardings shardings;
    auto add = [&](StringRef text, auto &list) {
      if (!text.empty())
        storage.push_back(parse(text, mesh));
      list.push_back(text.empty() ? nullptr : &storage.back());
    };
    for (auto [text, tensor] : llvm::zip_equal(operands, rule.operandFactors)) {
      add(text, shardings.operands);
      shardings.operandTypes.push_back(typeOf(rule, tensor));
    }
    for (auto [text, tensor] : llvm::zip_equal(results, rule.resultFactors)) {
      add(text, shardings.results);
      shardings.resultTypes.push_back(typeOf(rule, tensor));
    }
    ReshardPlanner planner(mesh);
    return planOp(rule, shardings, planner, mesh);
  }

  /// What an operand or a result is in, without the mesh's name.
  std::string text(const Sharding &sharding, const Mesh &mesh) {
    return StringRef(str(sharding, mesh)).drop_front(strlen("<@mesh, ")).drop_back().str();
  }

  /// Operands, results and bytes of a plan.
  std::string text(const OpPlan &plan, const Mesh &mesh) {
    std::string all;
    for (const Sharding &operand : plan.operands)
      all += text(operand, mesh) + " ";
    all += "->";
    for (const Sharding &result : plan.results)
      all += " " + text(result, mesh);
    return all + " for " + std::to_string(plan.bytes);
  }
};

//===----------------------------------------------------------------------===//
// Known plans
//===----------------------------------------------------------------------===//

TEST_F(OpPlanTest, NothingSplit) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = matmulRule(8, 32, 16);
  OpPlan result = plan(rule, {"[{}, {}]", "[{}, {}]", ""}, {""}, mesh);
  EXPECT_EQ(text(result, mesh), "[{}, {}] [{}, {}] [{}, {}] -> [{}, {}] for 0");
  EXPECT_EQ(result.factors, FactorShardings(3));
  EXPECT_TRUE(result.partial.empty());
  EXPECT_EQ(text(plan(rule, {"", "", ""}, {""}, mesh), mesh), text(result, mesh));
}

TEST_F(OpPlanTest, ColumnsOfAMatmul) {
  Mesh mesh = getMesh({4});
  OpPlan result = plan(matmulRule(8, 32, 16), {"[{}, {}]", R"([{}, {"x"}])", ""}, {""}, mesh);
  EXPECT_EQ(text(result, mesh), R"([{}, {}] [{}, {"x"}] [{}, {"x"}] -> [{}, {"x"}] for 0)");
  EXPECT_EQ(result.factors, (FactorShardings{{}, {{0}}, {}}));
  EXPECT_TRUE(result.partial.empty());
}

TEST_F(OpPlanTest, RowsOfAMatmulGivePartialValues) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = matmulRule(8, 32, 16);
  OpPlan result = plan(rule, {R"([{}, {"x"}])", R"([{"x"}, {}])", "[{}, {}]"},
                       {R"([{}, {}], unreduced={"x"})"}, mesh);
  EXPECT_EQ(text(result, mesh), R"([{}, {"x"}] [{"x"}, {}] [{}, {}], unreduced={"x"} -> )"
                                R"([{}, {}], unreduced={"x"} for 0)")
      << "the init enters on one rank";
  EXPECT_EQ(result.partial, (AxisList{0}));
  EXPECT_EQ(result.reduction, Reduction::Sum);
  // The result has to be reduced some time: an all_reduce of 8x32.
  EXPECT_EQ(plan(rule, {R"([{}, {"x"}])", R"([{"x"}, {}])", ""}, {""}, mesh).bytes, 1024);
  EXPECT_EQ(plan(rule, {R"([{}, {"x"}])", R"([{"x"}, {}])", ""}, {"[{}, {}]"}, mesh).bytes, 1024);
  EXPECT_EQ(plan(rule, {R"([{}, {"x"}])", R"([{"x"}, {}])", ""}, {R"([{}, {"x"}])"}, mesh).bytes,
            256);
}

TEST_F(OpPlanTest, AReductionMayCostMoreThanItsOperand) {
  Mesh mesh = getMesh({4});
  // The result is 64x64, the operand 64x4: it is gathered for 1 kB.
  OpPlan result =
      plan(matmulRule(64, 64, 4), {R"([{}, {"x"}])", "[{}, {}]", ""}, {"[{}, {}]"}, mesh);
  EXPECT_EQ(text(result, mesh), "[{}, {}] [{}, {}] [{}, {}] -> [{}, {}] for 1024");
}

TEST_F(OpPlanTest, OneOperandIsSlicedForTheOther) {
  Mesh mesh = getMesh({4});
  OpPlan result =
      plan(matmulRule(8, 32, 16), {R"([{}, {"x"}])", "[{}, {}]", ""}, {R"([{"x"}, {}])"}, mesh);
  // By k: reduce_scatter of 8x32 / 4 for 256. By i: all_to_all of 8x16 / 4 for 128.
  EXPECT_EQ(text(result, mesh), R"([{"x"}, {}] [{}, {}] [{"x"}, {}] -> [{"x"}, {}] for 128)");
  result = plan(matmulRule(8, 8, 64), {R"([{}, {"x"}])", "[{}, {}]", ""}, {R"([{"x"}, {}])"}, mesh);
  // The same with a long k: 64 against 512.
  EXPECT_EQ(text(result, mesh), R"([{}, {"x"}] [{"x"}, {}] [{}, {}], unreduced={"x"} -> )"
                                R"([{}, {}], unreduced={"x"} for 64)");
}

TEST_F(OpPlanTest, OperandsThatDisagreeFewerBytesWin) {
  Mesh mesh = getMesh({4});
  // a is 8x16, b 16x32: a is gathered for 512. With a of 64x16 it is b, for 2048.
  EXPECT_EQ(
      text(plan(matmulRule(8, 32, 16), {R"([{"x"}, {}])", R"([{}, {"x"}])", ""}, {""}, mesh), mesh),
      R"([{}, {}] [{}, {"x"}] [{}, {"x"}] -> [{}, {"x"}] for 512)");
  EXPECT_EQ(text(plan(matmulRule(64, 32, 16), {R"([{"x"}, {}])", R"([{}, {"x"}])", ""}, {""}, mesh),
                 mesh),
            R"([{"x"}, {}] [{}, {}] [{"x"}, {}] -> [{"x"}, {}] for 2048)");
}

TEST_F(OpPlanTest, TwoAxesSplitTwoFactors) {
  Mesh mesh = getMesh({2, 4});
  EXPECT_EQ(
      text(plan(matmulRule(8, 32, 16), {R"([{"x"}, {}])", R"([{}, {"y"}])", ""}, {""}, mesh), mesh),
      R"([{"x"}, {}] [{}, {"y"}] [{"x"}, {"y"}] -> [{"x"}, {"y"}] for 0)");
  EXPECT_EQ(text(plan(matmulRule(8, 32, 16), {R"([{"x"}, {"y"}])", R"([{"y"}, {}])", ""},
                      {R"([{"x"}, {}], unreduced={"y"})"}, mesh),
                 mesh),
            R"([{"x"}, {"y"}] [{"y"}, {}] [{"x"}, {}], unreduced={"y"} -> )"
            R"([{"x"}, {}], unreduced={"y"} for 0)");
}

TEST_F(OpPlanTest, ElementwiseFollowsItsOperands) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = addRule(8, 16);
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {}])", R"([{"x"}, {}])"}, {""}, mesh), mesh),
            R"([{"x"}, {}] [{"x"}, {}] -> [{"x"}, {}] for 0)");
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {}])", "[{}, {}]"}, {""}, mesh), mesh),
            R"([{"x"}, {}] [{"x"}, {}] -> [{"x"}, {}] for 0)")
      << "a slice is free";
  EXPECT_EQ(text(plan(rule, {"[{}, {}]", ""}, {R"([{}, {"x"}])"}, mesh), mesh),
            R"([{}, {"x"}] [{}, {"x"}] -> [{}, {"x"}] for 0)");
  // One of two is exchanged; the result's wish decides.
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {}])", R"([{}, {"x"}])"}, {R"([{}, {"x"}])"}, mesh), mesh),
            R"([{}, {"x"}] [{}, {"x"}] -> [{}, {"x"}] for 128)");
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {}])", R"([{}, {"x"}])"}, {R"([{"x"}, {}])"}, mesh), mesh),
            R"([{"x"}, {}] [{"x"}, {}] -> [{"x"}, {}] for 128)");
}

TEST_F(OpPlanTest, OfEqualPlansTheLeastWork) {
  Mesh mesh = getMesh({4});
  ShardingRule rule; // an outer product of 5x8 and 8x5
  for (int64_t size : {5, 8, 8, 5})
    rule.addFactor(size);
  rule.operandFactors = {{{0}, {1}}, {{2}, {3}}};
  rule.resultFactors = {{{0}, {1}, {2}, {3}}};
  // Either operand is gathered for 160. Of 5 rows rank 0 has 2, of 8 a fourth.
  OpPlan result = plan(rule, {R"([{"x"}, {}])", R"([{"x"}, {}])"}, {""}, mesh);
  EXPECT_EQ(text(result, mesh), R"([{}, {}] [{"x"}, {}] -> [{}, {}, {"x"}, {}] for 160)");
  result = plan(rule, {R"([{}, {"x"}])", R"([{}, {"x"}])"}, {""}, mesh);
  EXPECT_EQ(text(result, mesh), R"([{}, {"x"}] [{}, {}] -> [{}, {"x"}, {}, {}] for 160)");
}

TEST_F(OpPlanTest, TransposesFollow) {
  Mesh mesh = getMesh({2, 4});
  ShardingRule rule = transposeRule(8, 16);
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {"y"}])"}, {""}, mesh), mesh),
            R"([{"x"}, {"y"}] -> [{"y"}, {"x"}] for 0)");
  EXPECT_EQ(text(plan(rule, {"[{}, {}]"}, {R"([{"x"}, {}])"}, mesh), mesh),
            R"([{}, {"x"}] -> [{"x"}, {}] for 0)");
}

TEST_F(OpPlanTest, ReductionsGivePartialValuesOfTheirKind) {
  Mesh mesh = getMesh({4});
  OpPlan result = plan(reduceRule(8, 16, Reduction::Max), {R"([{}, {"x"}])", "[{}]"}, {""}, mesh);
  EXPECT_EQ(text(result, mesh),
            R"([{}, {"x"}] [{}], unreduced=max{"x"} -> [{}], unreduced=max{"x"} for 32)");
  EXPECT_EQ(result.reduction, Reduction::Max);
  // A result that is wanted as parts of a sum: it is reduced and masked.
  result = plan(reduceRule(8, 16, Reduction::Max), {R"([{}, {"x"}])", "[{}]"},
                {R"([{}], unreduced={"x"})"}, mesh);
  EXPECT_EQ(result.bytes, 32);
}

TEST_F(OpPlanTest, FactorsOfDifferentReductionsAreNotSplitTogether) {
  Mesh mesh = getMesh({2, 2});
  ShardingRule rule;
  rule.addFactor(8, FactorKind::Reduction, Reduction::Sum);
  rule.addFactor(8, FactorKind::Reduction, Reduction::Max);
  rule.operandFactors = {{{0}, {1}}};
  rule.resultFactors = {{}};
  OpPlan result = plan(rule, {R"([{"x"}, {"y"}])"}, {""}, mesh);
  EXPECT_LE(result.partial.size(), 1u);
  EXPECT_EQ(result.results[0].unreduced, result.partial);
  // One is gathered for 8x4 elements, and the result reduced for one.
  EXPECT_EQ(result.bytes, 8 * 4 * 4 + 4);
}

TEST_F(OpPlanTest, WholeFactorsAreGathered) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = addRule(8, 16);
  rule.factors[1].kind = FactorKind::Whole;
  EXPECT_EQ(text(plan(rule, {R"([{}, {"x"}])", R"([{}, {"x"}])"}, {R"([{}, {"x"}])"}, mesh), mesh),
            "[{}, {}] [{}, {}] -> [{}, {}] for 1024");
  EXPECT_EQ(text(plan(rule, {R"([{}, {"x"}])", R"([{"x"}, {}])"}, {""}, mesh), mesh),
            R"([{"x"}, {}] [{"x"}, {}] -> [{"x"}, {}] for 128)");
}

TEST_F(OpPlanTest, ContiguousFactorsHaveNoChunks) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = transposeRule(8, 16);
  rule.factors[1].isContiguous = true;
  EXPECT_EQ(text(plan(rule, {R"([{}, {"x"} c2])"}, {""}, mesh), mesh),
            "[{}, {}] -> [{}, {}] for 512");
  EXPECT_EQ(text(plan(rule, {R"([{}, {"x"}])"}, {""}, mesh), mesh),
            R"([{}, {"x"}] -> [{"x"}, {}] for 0)");
}

TEST_F(OpPlanTest, AReshapeNeedsWhatOneShardingCanSay) {
  Mesh mesh = getMesh({2, 2});
  ShardingRule rule;
  rule.addFactor(4);
  rule.addFactor(6);
  rule.operandFactors = {{{0}, {1}}};
  rule.resultFactors = {{{0, 1}}};
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {}])"}, {""}, mesh), mesh),
            R"([{"x"}, {}] -> [{"x"}] for 0)");
  EXPECT_EQ(text(plan(rule, {R"([{}, {"x"}])"}, {""}, mesh), mesh),
            R"([{}, {"x"}] -> [{"x"} c4] for 0)");
  // Half of both factors is no sharding of the result: one of them is gathered.
  EXPECT_EQ(text(plan(rule, {R"([{"x"}, {"y"}])"}, {""}, mesh), mesh),
            R"([{"x"}, {}] -> [{"x"}] for 48)");
}

TEST_F(OpPlanTest, UnknownSizes) {
  Mesh mesh = getMesh({4});
  EXPECT_EQ(
      text(plan(addRule(ShapedType::kDynamic, 16), {R"([{"x"}, {}])", "[{}, {}]"}, {""}, mesh),
           mesh),
      R"([{"x"}, {}] [{"x"}, {}] -> [{"x"}, {}] for 0)");
}

TEST_F(OpPlanTest, ResultsThatAreNoTensors) {
  Mesh mesh = getMesh({4});
  ShardingRule rule = transposeRule(8, 16);
  rule.factors[0].kind = rule.factors[1].kind = FactorKind::Whole;
  rule.resultFactors = {{}};
  Sharding split = parse(R"([{}, {"x"}])", mesh);
  OpShardings shardings = {{&split}, {nullptr}, {tensor({8, 16})}, {RankedTensorType()}};
  ReshardPlanner planner(mesh);
  OpPlan result = planOp(rule, shardings, planner, mesh);
  EXPECT_EQ(result.results, (SmallVector<Sharding, 1>{Sharding()}));
  EXPECT_EQ(result.bytes, 512);
}

//===----------------------------------------------------------------------===//
// Partial values of operands
//===----------------------------------------------------------------------===//

TEST_F(OpPlanTest, LinearSetsPassPartialSums) {
  Mesh mesh = getMesh({4});
  StringRef partial = R"([{}, {}], unreduced={"x"})", whole = "[{}, {}]";
  EXPECT_EQ(text(plan(addRule(8, 16), {partial, partial}, {partial}, mesh), mesh),
            (partial + " " + partial + " -> " + partial + " for 0").str());
  // The other operand enters on one rank.
  EXPECT_EQ(text(plan(addRule(8, 16), {partial, whole}, {partial}, mesh), mesh),
            (partial + " " + partial + " -> " + partial + " for 0").str());
  EXPECT_EQ(text(plan(matmulRule(8, 32, 16), {partial, whole, whole}, {partial}, mesh), mesh),
            (partial + " [{}, {}] " + partial + " -> " + partial + " for 0").str());
  // Both factors of a product: each is reduced.
  EXPECT_EQ(text(plan(matmulRule(8, 32, 16), {partial, partial, whole}, {whole}, mesh), mesh),
            "[{}, {}] [{}, {}] [{}, {}] -> [{}, {}] for " + std::to_string(512 + 2048));
  OpPlan result = plan(addRule(8, 16), {partial, whole}, {partial}, mesh);
  EXPECT_TRUE(result.partial.empty()) << "the op itself makes none";
}

TEST_F(OpPlanTest, PartialValuesPassBesideASplit) {
  Mesh mesh = getMesh({2, 4});
  EXPECT_EQ(
      text(plan(addRule(8, 16), {R"([{}, {"y"}], unreduced={"x"})", R"([{}, {"y"}])"}, {""}, mesh),
           mesh),
      R"([{}, {"y"}], unreduced={"x"} [{}, {"y"}], unreduced={"x"} -> )"
      R"([{}, {"y"}], unreduced={"x"} for 128)");
  // A split reduction adds its axes; the init has both.
  OpPlan result =
      plan(matmulRule(8, 32, 16), {R"([{}, {"y"}], unreduced={"x"})", R"([{"y"}, {}])", "[{}, {}]"},
           {R"([{}, {}], unreduced={"x", "y"})"}, mesh);
  EXPECT_EQ(text(result, mesh), R"([{}, {"y"}], unreduced={"x"} [{"y"}, {}] )"
                                R"([{}, {}], unreduced={"x", "y"} -> )"
                                R"([{}, {}], unreduced={"x", "y"} for 0)");
  EXPECT_EQ(result.partial, (AxisList{1}));
}

TEST_F(OpPlanTest, PartialValuesThatDisagreeAreReduced) {
  Mesh mesh = getMesh({2, 4});
  EXPECT_EQ(
      text(plan(addRule(8, 16), {R"([{}, {}], unreduced={"x"})", R"([{}, {}], unreduced={"y"})"},
                {"[{}, {}]"}, mesh),
           mesh),
      "[{}, {}] [{}, {}] -> [{}, {}] for 1024");
}

TEST_F(OpPlanTest, OtherReductionsPassWhereOnlyElementsAreSelected) {
  Mesh mesh = getMesh({4});
  StringRef partial = R"([{}, {}], unreduced=max{"x"})";
  EXPECT_EQ(text(plan(transposeRule(8, 16), {partial}, {partial}, mesh), mesh),
            (partial + " -> " + partial + " for 0").str());
  EXPECT_EQ(text(plan(addRule(8, 16), {partial, partial}, {"[{}, {}]"}, mesh), mesh),
            "[{}, {}] [{}, {}] -> [{}, {}] for 1024");
}

TEST_F(OpPlanTest, FindLinearSet) {
  ShardingRule rule;
  rule.linearSets = {{0, 1, 2}, {0, 2}, {1}};
  auto set = [&](ArrayRef<unsigned> unreduced, Reduction reduction = Reduction::Sum) {
    const SmallVector<unsigned, 2> *found = findLinearSet(rule, unreduced, reduction);
    return found ? std::optional(*found) : std::nullopt;
  };
  using Set = SmallVector<unsigned, 2>;
  EXPECT_EQ(set({0}), (Set{0, 2})) << "the smallest";
  EXPECT_EQ(set({2, 0}), (Set{0, 2}));
  EXPECT_EQ(set({1}), (Set{1}));
  EXPECT_EQ(set({0, 1}), (Set{0, 1, 2}));
  EXPECT_EQ(set({3}), std::nullopt);
  EXPECT_EQ(set({0, 3}), std::nullopt);
  EXPECT_EQ(set({0}, Reduction::Max), std::nullopt);
  rule.selects = true;
  EXPECT_EQ(set({0}, Reduction::Max), (Set{0}));
  EXPECT_EQ(set({0}), (Set{0}));
  EXPECT_EQ(set({1}, Reduction::Max), std::nullopt) << "elements of the first operand";
  EXPECT_EQ(set({0, 1}, Reduction::Max), std::nullopt);
  rule = ShardingRule();
  EXPECT_EQ(set({0}), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Any plan
//===----------------------------------------------------------------------===//

TEST_F(OpPlanTest, PlansAreConsistent) {
  Random random(1);
  Mesh mesh = getMesh({2, 3});
  std::vector<ShardingRule> rules = {matmulRule(6, 12, 8),
                                     matmulRule(32, 4, 4),
                                     addRule(8, 5),
                                     transposeRule(6, 4),
                                     reduceRule(6, 8, Reduction::Sum),
                                     reduceRule(6, 8, Reduction::Max)};
  ReshardPlanner planner(mesh);
  for (int64_t round = 0; round < 3000; ++round) {
    const ShardingRule &rule = rules[random.below(rules.size())];
    OpShardings shardings;
    std::vector<Sharding> storage;
    storage.reserve(rule.operandFactors.size() + rule.resultFactors.size());
    auto add = [&](const TensorFactors &tensor, auto &list, auto &types, bool mayBePartial) {
      types.push_back(typeOf(rule, tensor));
      if (random.below(4) == 0) {
        list.push_back(nullptr);
        return;
      }
      Sharding sharding = Sharding::replicated(tensor.size());
      for (Axis axis = 0; axis < 2; ++axis) {
        size_t where = random.below(tensor.size() + 2);
        if (where < tensor.size())
          sharding.dims[where].axes.push_back(axis);
        else if (where == tensor.size() && mayBePartial)
          sharding.unreduced.push_back(axis);
      }
      storage.push_back(normalize(sharding, types.back().getShape(), mesh));
      list.push_back(&storage.back());
    };
    for (const TensorFactors &tensor : rule.operandFactors)
      add(tensor, shardings.operands, shardings.operandTypes, random.below(2));
    for (const TensorFactors &tensor : rule.resultFactors)
      add(tensor, shardings.results, shardings.resultTypes, random.below(2));
    OpPlan plan = planOp(rule, shardings, planner, mesh);
    std::string given;
    for (const Sharding *sharding : shardings.operands)
      given += sharding ? text(*sharding, mesh) + " " : "any ";
    SCOPED_TRACE(rule.toString() + "\n" + given + "\n" + text(plan, mesh));

    // An axis splits one factor; those of reductions are partial.
    AxisList used, partial;
    for (auto [factor, split] : llvm::zip_equal(rule.factors, plan.factors)) {
      llvm::append_range(used, split.axes);
      if (factor.kind == FactorKind::Reduction)
        llvm::append_range(partial, split.axes);
    }
    ASSERT_EQ(std::set<Axis>(used.begin(), used.end()).size(), used.size());
    llvm::sort(partial);
    ASSERT_EQ(plan.partial, partial);

    // Tensors are split as the factors are, and bytes are those of the reshards.
    int64_t bytes = 0, whole = 0;
    for (size_t i = 0; i < rule.operandFactors.size(); ++i) {
      RankedTensorType type = shardings.operandTypes[i];
      std::optional<Sharding> dims =
          embed(rule.operandFactors[i], rule.factors, plan.factors, type.getShape(), mesh);
      ASSERT_TRUE(dims);
      ASSERT_EQ(plan.operands[i].dims, dims->dims);
      for (Axis axis : plan.operands[i].unreduced)
        ASSERT_TRUE(llvm::is_contained(plan.results[0].unreduced, axis));
      if (llvm::is_contained(rule.inits, i)) {
        for (Axis axis : partial)
          ASSERT_TRUE(llvm::is_contained(plan.operands[i].unreduced, axis)) << "enters once";
      }
      if (const Sharding *actual = shardings.operands[i]) {
        bytes += planner.bytes(*actual, plan.operands[i], type);
        whole += planner.bytes(*actual, Sharding::replicated(type.getRank()), type);
      }
    }
    for (Axis axis : partial)
      ASSERT_TRUE(llvm::is_contained(plan.results[0].unreduced, axis));
    RankedTensorType type = shardings.resultTypes[0];
    bool isPassing = plan.results[0].unreduced.size() > partial.size();
    if (const Sharding *wish = shardings.results[0])
      bytes += planner.bytes(plan.results[0], *wish, type);
    else if (plan.results[0].isUnreduced())
      bytes += localBytes(plan.results[0], type, mesh);
    ASSERT_EQ(plan.bytes, bytes);
    // Nothing split costs no less, where no partial values pass.
    if (!isPassing) {
      const Sharding *wish = shardings.results[0];
      if (wish)
        whole += planner.bytes(Sharding::replicated(type.getRank()), *wish, type);
      ASSERT_LE(plan.bytes, whole);
    }
  }
}

} // namespace
