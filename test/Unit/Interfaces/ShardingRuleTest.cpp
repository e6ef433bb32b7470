//===- ShardingRuleTest.cpp --------------------------------------------------===//
//
// Splits of factors and splits of dimensions, against an enumeration of all
// elements: element (p0, p1, ...) of a dimension [f0 f1 ...] is on a rank if each
// factor's position is.
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardingRule.h"

#include "../MeshTest.h"
#include "gmock/gmock.h"

using namespace mlir;
using namespace mlir::tp;
using ::testing::ElementsAre;

namespace {

constexpr int64_t kUnknown = ShapedType::kDynamic;

/// The elements of a dimension that a rank holds by the splits of its factors.
std::vector<int64_t> heldByFactors(int64_t rank, ArrayRef<Factor> factors,
                                   ArrayRef<DimSharding> splits, const Mesh &mesh) {
  std::vector<int64_t> held = {0};
  for (auto [factor, split] : llvm::zip_equal(factors, splits)) {
    std::vector<int64_t> next;
    for (int64_t major : held)
      for (int64_t position : heldBy(rank, split, factor.size, mesh))
        next.push_back(major * factor.size + position);
    held = std::move(next);
  }
  return held;
}

class ShardingRuleTest : public MeshTest {
protected:
  /// Factors of these sizes, in order one dimension.
  void setFactors(ArrayRef<int64_t> sizes) {
    factors.clear();
    dim.clear();
    for (int64_t size : sizes) {
      dim.push_back(factors.size());
      factors.push_back({size});
    }
  }

  std::optional<DimSharding> embedded(const Mesh &mesh, ArrayRef<DimSharding> splits) {
    return embed(dim, factors, splits, mesh);
  }

  FactorShardings projected(const Mesh &mesh, const DimSharding &split,
                            SmallVectorImpl<AxisCut> *cuts = nullptr) {
    FactorShardings result(factors.size());
    project(split, dim, factors, mesh, result, cuts);
    return result;
  }

  int64_t dimSize() const {
    int64_t d = 1;
    for (const Factor &factor : factors)
      d *= factor.size;
    return d;
  }

  std::string describe(ArrayRef<DimSharding> splits, const Mesh &mesh) {
    std::string text;
    for (auto [factor, split] : llvm::zip_equal(factors, splits))
      text += std::to_string(factor.size) + " as " + str({{split}, {}}, mesh) + "  ";
    return text;
  }

  SmallVector<Factor> factors;
  DimFactors dim;
};

//===----------------------------------------------------------------------===//
// Embedding
//===----------------------------------------------------------------------===//

TEST_F(ShardingRuleTest, EmbedsTheCasesOfItsDocumentation) {
  Mesh mesh = getMesh({4, 2});
  setFactors({8, 16});
  EXPECT_EQ(embedded(mesh, {{{0}}, {}}), (DimSharding{{0}, 16, 1}));
  setFactors({2, 8});
  EXPECT_EQ(embedded(mesh, {{}, {{0}}}), (DimSharding{{0}, 1, 2}));
  setFactors({4, 16});
  EXPECT_EQ(embedded(mesh, {{{0}}, {{1}}}), (DimSharding{{0, 1}, 1, 1}));
  setFactors({8, 16});
  EXPECT_EQ(embedded(mesh, {{{0}}, {{1}}}), std::nullopt) << "two factors split half each";
}

TEST_F(ShardingRuleTest, ASingleFactorIsTheDimension) {
  Mesh mesh = getMesh({4, 2});
  setFactors({7});
  for (const DimSharding &split :
       {DimSharding(), DimSharding{{0}, 1, 1}, DimSharding{{1, 0}, 3, 7}}) {
    EXPECT_EQ(embedded(mesh, {split}), split);
    EXPECT_EQ(projected(mesh, split), (FactorShardings{split}));
  }
  setFactors({kUnknown});
  EXPECT_EQ(embedded(mesh, {{{0}, 2, 1}}), (DimSharding{{0}, 2, 1}));
}

TEST_F(ShardingRuleTest, NothingSplitIsNothingSplit) {
  Mesh mesh = getMesh({4});
  for (const SmallVector<int64_t> &sizes :
       {SmallVector<int64_t>{4}, {4, 3}, {kUnknown, 3}, {3, kUnknown}, {0, 3}, {1, 1, 1}}) {
    setFactors(sizes);
    EXPECT_EQ(embedded(mesh, FactorShardings(sizes.size())), DimSharding());
    EXPECT_EQ(projected(mesh, {}), FactorShardings(sizes.size()));
  }
}

TEST_F(ShardingRuleTest, FactorsOfUnknownSize) {
  Mesh mesh = getMesh({4, 2});
  setFactors({kUnknown, 6});
  EXPECT_EQ(embedded(mesh, {{{0}}, {}}), (DimSharding{{0}, 6, 1}));
  EXPECT_EQ(embedded(mesh, {{}, {{0}}}), std::nullopt) << "the number of chunks is unknown";
  EXPECT_EQ(embedded(mesh, {{{0}}, {{1}}}), std::nullopt) << "may be more than 4";
  setFactors({4, kUnknown});
  EXPECT_EQ(embedded(mesh, {{{0}}, {}}), std::nullopt) << "the granule is unknown";
  EXPECT_EQ(embedded(mesh, {{}, {{0}}}), (DimSharding{{0}, 1, 4}));
  EXPECT_EQ(embedded(mesh, {{{0}}, {{1}}}), (DimSharding{{0, 1}, 1, 1}));
  setFactors({2, kUnknown, 6});
  EXPECT_EQ(embedded(mesh, {{}, {{0}}, {}}), (DimSharding{{0}, 6, 2}));
}

/// A random split of a factor over some of the axes from `axis` on. Chunks have more
/// than one element, granules divide factors that are not the first.
DimSharding randomSplit(Random &random, int64_t size, bool isFirst, Axis &axis, Axis axes) {
  DimSharding split;
  while (axis < axes && random.below(2))
    split.axes.push_back(axis++);
  if (!split.isSplit() || random.below(2))
    return split;
  int64_t chunks = random.oneOf<int64_t>({1, 1, 2, 3}), granule = random.oneOf<int64_t>({1, 2, 3});
  if (size % chunks == 0 && size > chunks)
    split.chunks = chunks;
  if (isFirst || size % granule == 0)
    split.granule = granule;
  return split;
}

TEST_F(ShardingRuleTest, EmbeddedHoldsWhatTheFactorsHold) {
  Random random(1);
  std::vector<Mesh> meshes = {getMesh({2, 2, 2}), getMesh({3, 2, 2}), getMesh({4, 3, 1}),
                              getMesh({2, 3, 3})};
  int64_t possible = 0, several = 0;
  for (int64_t round = 0; round < 6000; ++round) {
    const Mesh &mesh = meshes[random.below(meshes.size())];
    SmallVector<int64_t> sizes;
    for (int64_t count = 1 + random.below(4), i = 0; i < count; ++i)
      sizes.push_back(random.oneOf<int64_t>({1, 2, 2, 3, 4, 5, 6}));
    setFactors(sizes);
    FactorShardings splits;
    Axis axis = 0;
    for (int64_t size : sizes)
      splits.push_back(randomSplit(random, size, splits.empty(), axis, 3));
    std::optional<DimSharding> embedding = embedded(mesh, splits);
    if (!embedding)
      continue;
    SCOPED_TRACE(describe(splits, mesh) + "give " + str({{*embedding}, {}}, mesh));
    int64_t d = dimSize();
    ASSERT_EQ(d % embedding->chunks, 0);
    ASSERT_GE(embedding->granule, 1);
    for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank)
      ASSERT_EQ(heldBy(rank, *embedding, d, mesh), heldByFactors(rank, factors, splits, mesh));

    // What was embedded is projected on splits that say the same, unless there are more
    // ranks than elements.
    ++possible;
    several += llvm::count_if(splits, [](const DimSharding &split) { return split.isSplit(); }) > 1;
    if (llvm::any_of(llvm::zip_equal(factors, splits), [&](auto pair) {
          auto [factor, split] = pair;
          return mesh.ways(split.axes) * split.chunks > factor.size;
        }))
      continue;
    FactorShardings back = projected(mesh, *embedding);
    std::optional<DimSharding> again = embedded(mesh, back);
    ASSERT_TRUE(again && again->granule >= 1) << describe(back, mesh);
    ASSERT_TRUE(sameLayout(*again, *embedding, d, mesh)) << describe(back, mesh);
  }
  // The test is about something.
  EXPECT_GT(possible, 2000);
  EXPECT_GT(several, 100);
}

/// All ways to split up to three factors over whole axes in order, without granules
/// and chunks: what propagation works with.
TEST_F(ShardingRuleTest, EmbedFailsOnlyWhereNoShardingSaysIt) {
  std::vector<Mesh> meshes = {getMesh({2, 2}), getMesh({2, 3}), getMesh({4, 2})};
  for (const Mesh &mesh : meshes)
    for (int64_t a : {2, 3, 4, 6})
      for (int64_t b : {2, 3, 4, 6})
        for (int64_t where = 0; where < 9; ++where) {
          setFactors({a, b});
          FactorShardings splits(2);
          if (where % 3 != 2)
            splits[where % 3].axes.push_back(0);
          if (where / 3 != 2)
            splits[where / 3].axes.push_back(1);
          if (embedded(mesh, splits))
            continue;
          // No order of the axes, granule or chunk gives it.
          for (AxisList axes : {AxisList{0}, AxisList{1}, AxisList{0, 1}, AxisList{1, 0}})
            for (int64_t granule = 1; granule <= a * b; ++granule)
              for (int64_t chunks = 1; chunks <= a * b; ++chunks) {
                if (a * b % chunks != 0)
                  continue;
                DimSharding candidate{axes, granule, chunks};
                bool same = true;
                for (int64_t rank = 0; same && rank < mesh.getRankCount(); ++rank)
                  same = heldBy(rank, candidate, a * b, mesh) ==
                         heldByFactors(rank, factors, splits, mesh);
                EXPECT_FALSE(same)
                    << describe(splits, mesh) << "is " << str({{candidate}, {}}, mesh);
              }
        }
}

//===----------------------------------------------------------------------===//
// Projection
//===----------------------------------------------------------------------===//

TEST_F(ShardingRuleTest, ProjectsTheCasesOfItsDocumentation) {
  Mesh mesh = getMesh({8});
  setFactors({4, 16});
  SmallVector<AxisCut> cuts;
  EXPECT_EQ(projected(mesh, {{0}}, &cuts), (FactorShardings{{{0}}, {}}));
  ASSERT_EQ(cuts.size(), 1u);
  EXPECT_EQ(cuts[0].axis, 0u);
  EXPECT_EQ(cuts[0].size, 4);
  Mesh finer = mesh.cut(cuts);
  cuts.clear();
  EXPECT_EQ(projected(finer, {{0, 1}}, &cuts), (FactorShardings{{{0}}, {{1}}}));
  EXPECT_TRUE(cuts.empty());
}

TEST_F(ShardingRuleTest, ChunksAreLeadingFactors) {
  Mesh mesh = getMesh({4});
  setFactors({3, 8});
  EXPECT_EQ(projected(mesh, {{0}, 1, 3}), (FactorShardings{{}, {{0}}}));
  EXPECT_EQ(projected(mesh, {{0}, 2, 3}), (FactorShardings{{}, {{0}, 2, 1}}));
  EXPECT_EQ(projected(mesh, {{0}, 1, 6}), (FactorShardings{{}, {{0}, 1, 2}}));
  setFactors({2, 3, 8});
  EXPECT_EQ(projected(mesh, {{0}, 1, 6}), (FactorShardings{{}, {}, {{0}}}));
  setFactors({1, 3, 8});
  EXPECT_EQ(projected(mesh, {{0}, 1, 3}), (FactorShardings{{}, {}, {{0}}}));
}

TEST_F(ShardingRuleTest, GranulesAreTrailingFactors) {
  Mesh mesh = getMesh({4});
  setFactors({8, 16});
  EXPECT_EQ(projected(mesh, {{0}, 16, 1}), (FactorShardings{{{0}}, {}}));
  EXPECT_EQ(projected(mesh, {{0}, 32, 1}), (FactorShardings{{{0}, 2, 1}, {}}));
  setFactors({kUnknown, 6});
  EXPECT_EQ(projected(mesh, {{0}, 6, 1}), (FactorShardings{{{0}}, {}}));
}

TEST_F(ShardingRuleTest, WhereAnAxisIsCut) {
  auto cutsOf = [&](ArrayRef<int64_t> sizes, ArrayRef<int64_t> axes) {
    Mesh mesh = getMesh(axes);
    setFactors(sizes);
    DimSharding split;
    for (Axis axis = 0; axis < axes.size(); ++axis)
      split.axes.push_back(axis);
    SmallVector<AxisCut> cuts;
    projected(mesh, split, &cuts);
    std::vector<std::pair<int64_t, int64_t>> pairs;
    for (const AxisCut &cut : cuts)
      pairs.emplace_back(cut.axis, cut.size);
    return pairs;
  };
  using Cuts = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(cutsOf({4, 16}, {4, 2}), Cuts{}) << "the end of an axis";
  EXPECT_EQ(cutsOf({8, 16}, {4, 2}), Cuts{});
  EXPECT_EQ(cutsOf({16, 16}, {4, 2}), Cuts{}) << "the first factor takes all";
  EXPECT_EQ(cutsOf({4, 16}, {2, 8}), (Cuts{{1, 2}}));
  EXPECT_EQ(cutsOf({4, 16}, {16}), (Cuts{{0, 4}}));
  EXPECT_EQ(cutsOf({3, 16}, {4}), Cuts{}) << "3 does not divide 4";
  EXPECT_EQ(cutsOf({6, 16}, {4, 4}), Cuts{}) << "4 does not divide 6";
}

TEST_F(ShardingRuleTest, ProjectionKeepsAxesInOrder) {
  Random random(2);
  std::vector<Mesh> meshes = {getMesh({2, 2, 2}), getMesh({3, 2, 2}), getMesh({4, 3, 1}),
                              getMesh({12, 2, 2})};
  int64_t claims = 0;
  for (int64_t round = 0; round < 4000; ++round) {
    const Mesh &mesh = meshes[random.below(meshes.size())];
    SmallVector<int64_t> sizes;
    for (int64_t count = 2 + random.below(3), i = 0; i < count; ++i)
      sizes.push_back(random.oneOf<int64_t>({1, 2, 2, 3, 4, 5, 6}));
    setFactors(sizes);
    int64_t d = dimSize();
    Axis axis = 0;
    DimSharding split = randomSplit(random, d, true, axis, 3);
    SmallVector<AxisCut> cuts;
    FactorShardings suggested = projected(mesh, split, &cuts);
    SCOPED_TRACE(str({{split}, {}}, mesh) + " gives " + describe(suggested, mesh));
    ASSERT_EQ(projected(mesh, split), suggested) << "cuts are told, not taken";
    // Each axis once and in order; a split has an axis, and chunks fit the factor.
    AxisList axes;
    for (auto [factor, part] : llvm::zip_equal(factors, suggested)) {
      axes.append(part.axes);
      ASSERT_EQ(factor.size % part.chunks, 0);
      ASSERT_GE(part.granule, 1);
      if (!part.isSplit()) {
        ASSERT_EQ(part, DimSharding());
      }
    }
    ASSERT_LE(axes.size(), split.axes.size());
    ASSERT_EQ(axes, AxisList(ArrayRef<Axis>(split.axes).take_front(axes.size())));
    for (const AxisCut &cut : cuts) {
      ASSERT_TRUE(llvm::is_contained(split.axes, cut.axis));
      ASSERT_TRUE(cut.size > 1 && cut.size < mesh.size(cut.axis));
      ASSERT_EQ(mesh.size(cut.axis) % cut.size, 0);
    }
    // Where each axis has its place and parts are even, nothing is lost.
    std::optional<DimSharding> again = embedded(mesh, suggested);
    bool isExact = again && axes == split.axes && isEven(split, d, mesh);
    for (auto [factor, part] : llvm::zip_equal(factors, suggested))
      isExact &= isEven(part, factor.size, mesh);
    if (isExact) {
      ASSERT_TRUE(sameLayout(*again, split, d, mesh)) << str({{*again}, {}}, mesh);
      claims += split.isSplit();
    }
  }
  EXPECT_GT(claims, 200);
}

TEST_F(ShardingRuleTest, CutsMakeSplitsExact) {
  // A power of two over a power of two: after the cuts that it asks for, a split of
  // the dimension is one of the factors.
  for (int64_t a : {1, 2, 4, 8})
    for (int64_t b : {2, 4, 8})
      for (int64_t c : {1, 2, 4})
        for (SmallVector<int64_t> sizes :
             {SmallVector<int64_t>{8}, {16}, {2, 4}, {4, 4}, {2, 8}, {8, 2}}) {
          setFactors({a, b, c});
          int64_t d = dimSize(), n = 1;
          for (int64_t size : sizes)
            n *= size;
          if (d % n != 0)
            continue;
          Mesh mesh = getMesh(sizes);
          Sharding split = Sharding::replicated(1);
          for (Axis axis = 0; axis < sizes.size(); ++axis)
            split.dims[0].axes.push_back(axis);
          ShardingAttr attr = toAttr(&context, split, mesh);
          FactorShardings suggested;
          for (bool isCut = true; isCut;) {
            SmallVector<AxisCut> cuts;
            suggested = projected(mesh, split.dims[0], &cuts);
            isCut = !cuts.empty();
            mesh = mesh.cut(cuts);
            split = fromAttr(attr, mesh);
          }
          std::optional<DimSharding> again = embedded(mesh, suggested);
          ASSERT_TRUE(again) << describe(suggested, mesh);
          EXPECT_EQ(normalize(*again, d, mesh), split.dims[0]) << describe(suggested, mesh);
        }
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

TEST_F(ShardingRuleTest, WholeFactorsAreNeverSuggested) {
  Mesh mesh = getMesh({2, 2});
  SmallVector<Factor> list = {{4, FactorKind::Whole}, {8, FactorKind::Reduction}, {4}};
  TensorFactors factors = {{0}, {1}, {2}};
  EXPECT_EQ(project(parse(R"([{"x"}, {"y"}, {}])", mesh), factors, list, mesh),
            (FactorShardings{{}, {{1}}, {}}));
  // A slice of one of three chunks: positions are split, the chunk is not.
  list = {{3, FactorKind::Whole}, {8}};
  TensorFactors chunked = {{0, 1}};
  EXPECT_EQ(project(parse(R"([{"x"} c3])", mesh), chunked, list, mesh),
            (FactorShardings{{}, {{0}}}));
  list[0].size = 2;
  EXPECT_EQ(project(parse(R"([{"x"}])", mesh), chunked, list, mesh), FactorShardings(2));
  EXPECT_EQ(project(parse(R"([{"x", "y"}])", mesh), chunked, list, mesh),
            (FactorShardings{{}, {{1}}}));
}

TEST_F(ShardingRuleTest, DimensionsWithoutFactorsAreNotSplit) {
  Mesh mesh = getMesh({2, 2});
  SmallVector<Factor> list = {{4}, {8}};
  TensorFactors factors = {{}, {0}, {}, {1}};
  std::optional<Sharding> sharding = embed(factors, list, {{{0}}, {{1}}}, {1, 4, 5, 8}, mesh);
  ASSERT_TRUE(sharding);
  EXPECT_EQ(str(*sharding, mesh), R"(<@mesh, [{}, {"x"}, {}, {"y"}]>)");
  EXPECT_EQ(project(*sharding, factors, list, mesh), (FactorShardings{{{0}}, {{1}}}));
  EXPECT_EQ(project(parse(R"([{"x"}, {}, {"y"}, {}])", mesh), factors, list, mesh),
            FactorShardings(2));
}

TEST_F(ShardingRuleTest, EmbeddedTensorsAreNormalized) {
  Mesh mesh = getMesh({2, 3, 1});
  SmallVector<Factor> list = {{4}, {6}};
  TensorFactors merged = {{0, 1}};
  auto text = [&](ArrayRef<DimSharding> splits) -> std::string {
    std::optional<Sharding> sharding = embed(merged, list, splits, {24}, mesh);
    return sharding ? str(*sharding, mesh) : "none";
  };
  EXPECT_EQ(text({{{0}}, {}}), R"(<@mesh, [{"x"}]>)") << "g6 changes no boundary of 24 over 2";
  EXPECT_EQ(text({{{1}}, {}}), R"(<@mesh, [{"y"} g6]>)");
  EXPECT_EQ(text({{{2}}, {}}), "<@mesh, [{}]>");
  EXPECT_EQ(text({{}, {{0}}}), R"(<@mesh, [{"x"} c4]>)");
  EXPECT_EQ(text({{{0}}, {{1}}}), "none");
}

TEST_F(ShardingRuleTest, ATensorEmbedsIfAllDimensionsDo) {
  Mesh mesh = getMesh({2, 2});
  SmallVector<Factor> list = {{4}, {6}, {8}};
  TensorFactors factors = {{2}, {0, 1}};
  EXPECT_TRUE(embed(factors, list, {{{0}}, {}, {{1}}}, {8, 24}, mesh));
  EXPECT_FALSE(embed(factors, list, {{{0}}, {{1}}, {}}, {8, 24}, mesh));
  EXPECT_EQ(embed({}, list, FactorShardings(3), {}, mesh), Sharding());
}

TEST_F(ShardingRuleTest, RulesPrint) {
  ShardingRule rule;
  unsigned i = rule.addFactor(8), k = rule.addFactor(32, FactorKind::Reduction, Reduction::Max),
           j = rule.addFactor(kUnknown), w = rule.addFactor(3, FactorKind::Whole);
  EXPECT_THAT((std::vector<unsigned>{i, k, j, w}), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(rule.toString(), "() ->  {a=8, b=32 max, c=?, d=3 whole}");
  rule.operandFactors = {{{i}, {k}}, {{k}, {w, j}}};
  rule.resultFactors = {{{i}, {}, {j}}};
  EXPECT_EQ(rule.toString(), "([a, b], [b, d c]) -> [a, 1, c] {a=8, b=32 max, c=?, d=3 whole}");
  rule.linearSets = {{0}, {0, 1}};
  rule.selects = rule.isRematerializable = true;
  EXPECT_EQ(rule.toString(), "([a, b], [b, d c]) -> [a, 1, c] {a=8, b=32 max, c=?, d=3 whole} "
                             "linear {0} {0, 1} selects rematerializable");
  ShardingRule many;
  for (int64_t f = 0; f < 28; ++f)
    many.addFactor(1);
  many.resultFactors = {{{25, 26, 27}}};
  EXPECT_EQ(StringRef(many.toString()).split(" {").first, "() -> [z a1 b1]");
}

} // namespace
