//===- ReshardTest.cpp -------------------------------------------------------===//
//
// Paths are run on all ranks. What a rank has of an element is the set of parts of
// its value: one for each combination of coordinates along the axes that are
// unreduced at first. A reduction joins the sets of a group, and must not join one
// part twice; in the end nothing may be missing.
//
//===----------------------------------------------------------------------===//

#include "tp/Analysis/Reshard.h"

#include "../MeshTest.h"
#include "gmock/gmock.h"
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

StringRef stringify(ReshardKind kind) {
  switch (kind) {
  case ReshardKind::AllReduce:
    return "all_reduce";
  case ReshardKind::AllGather:
    return "all_gather";
  case ReshardKind::ReduceScatter:
    return "reduce_scatter";
  case ReshardKind::AllToAll:
    return "all_to_all";
  case ReshardKind::Permute:
    return "permute";
  case ReshardKind::AllSlice:
    return "all_slice";
  case ReshardKind::Mask:
    return "mask";
  }
  return "?";
}

using Parts = std::set<int64_t>;
/// What one rank has: parts of values by element.
using Local = std::map<int64_t, Parts>;
using World = std::vector<Local>;

/// The elements (row-major numbers) that each rank has in a sharding.
std::vector<std::vector<int64_t>> getHeld(const Sharding &sharding, ArrayRef<int64_t> shape,
                                          const Mesh &mesh) {
  std::vector<std::vector<int64_t>> all;
  for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
    std::vector<int64_t> elements = {0};
    for (auto [dim, d] : llvm::zip_equal(sharding.dims, shape)) {
      std::vector<int64_t> next;
      for (int64_t major : elements)
        for (int64_t e : heldBy(rank, dim, d, mesh))
          next.push_back(major * d + e);
      elements = std::move(next);
    }
    all.push_back(std::move(elements));
  }
  return all;
}

/// The ranks that differ from `rank` in no other axes.
std::vector<int64_t> getGroup(int64_t rank, ArrayRef<Axis> axes, const Mesh &mesh) {
  std::vector<int64_t> group;
  std::vector<int64_t> mine = getCoordinates(rank, mesh);
  for (int64_t other = 0; other < mesh.getRankCount(); ++other) {
    std::vector<int64_t> theirs = getCoordinates(other, mesh);
    bool together = true;
    for (Axis axis = 0; axis < mine.size(); ++axis)
      together &= mine[axis] == theirs[axis] || llvm::is_contained(axes, axis);
    if (together)
      group.push_back(other);
  }
  return group;
}

/// The sets of a group for one element, joined; nullopt where a part comes twice.
std::optional<Parts> join(ArrayRef<int64_t> group, int64_t element, const World &world) {
  Parts sum;
  for (int64_t member : group) {
    auto found = world[member].find(element);
    if (found == world[member].end())
      return std::nullopt;
    for (int64_t part : found->second)
      if (!sum.insert(part).second)
        return std::nullopt;
  }
  return sum;
}

/// `axes` and `others` hold the same.
bool sameAxes(AxisList axes, AxisList others) {
  llvm::sort(axes);
  llvm::sort(others);
  return axes == others;
}

/// The axes that dimensions of `longer` have behind those of `shorter`; nullopt where
/// one is no suffix.
std::optional<AxisList> getSuffixes(const Sharding &shorter, const Sharding &longer) {
  AxisList axes;
  for (auto [few, many] : llvm::zip_equal(shorter.dims, longer.dims)) {
    if (few.axes.size() > many.axes.size() ||
        ArrayRef<Axis>(many.axes).take_front(few.axes.size()) != ArrayRef<Axis>(few.axes))
      return std::nullopt;
    llvm::append_range(axes, ArrayRef<Axis>(many.axes).drop_front(few.axes.size()));
  }
  return axes;
}

AxisList allAxes(const Sharding &sharding) {
  AxisList axes;
  for (const DimSharding &dim : sharding.dims)
    llvm::append_range(axes, dim.axes);
  return axes;
}

/// The unreduced axes without `removed`; nullopt where one is not there.
std::optional<AxisList> without(AxisList unreduced, ArrayRef<Axis> removed) {
  for (Axis axis : removed) {
    auto it = llvm::find(unreduced, axis);
    if (it == unreduced.end())
      return std::nullopt;
    unreduced.erase(it);
  }
  return unreduced;
}

class ReshardTest : public MeshTest {
protected:
  std::string describe(const ReshardStep &step, const Mesh &mesh) {
    return (stringify(step.kind) + " " + str(step.from, mesh) + " -> " + str(step.to, mesh) + "\n")
        .str();
  }
  std::string describe(const ReshardPath &path, const Mesh &mesh) {
    std::string text = std::to_string(path.bytes) + " bytes\n";
    for (const ReshardStep &step : path.steps)
      text += describe(step, mesh);
    return text;
  }

  /// A layout on all ranks, each part of a value where it is at first.
  World makeWorld(const Sharding &from, ArrayRef<int64_t> shape, const Mesh &mesh) {
    World world;
    for (auto [rank, elements] : llvm::enumerate(getHeld(from, shape, mesh))) {
      Local &local = world.emplace_back();
      for (int64_t element : elements)
        local[element] = {getPlace(rank, from.unreduced, mesh).first};
    }
    return world;
  }

  /// Checks that the world is in a sharding, and that over its unreduced axes all
  /// `count` parts of each value are there.
  void checkWorld(const World &world, const Sharding &sharding, ArrayRef<int64_t> shape,
                  int64_t count, const Mesh &mesh) {
    std::vector<std::vector<int64_t>> held = getHeld(sharding, shape, mesh);
    for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
      std::vector<int64_t> elements;
      for (const auto &entry : world[rank])
        elements.push_back(entry.first);
      llvm::sort(held[rank]);
      ASSERT_EQ(elements, held[rank]) << "rank " << rank;
      for (int64_t element : elements) {
        auto sum = join(getGroup(rank, sharding.unreduced, mesh), element, world);
        ASSERT_TRUE(sum && int64_t(sum->size()) == count) << "rank " << rank;
      }
    }
  }

  /// Runs one collective; a failure where it is not possible.
  void run(const ReshardStep &step, World &world, ArrayRef<int64_t> shape, const Mesh &mesh) {
    const Sharding &from = step.from, &to = step.to;
    std::vector<std::vector<int64_t>> held = getHeld(to, shape, mesh);
    World next(world.size());
    for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
      std::vector<int64_t> group = getGroup(rank, step.axes, mesh);
      if (step.kind == ReshardKind::Permute) {
        // One member has just what this rank gets.
        llvm::sort(held[rank]);
        ASSERT_TRUE(llvm::any_of(group, [&](int64_t member) {
          return llvm::equal(world[member], held[rank],
                             [](const auto &entry, int64_t e) { return entry.first == e; });
        }));
      }
      for (int64_t element : held[rank]) {
        Parts &parts = next[rank][element];
        switch (step.kind) {
        case ReshardKind::AllReduce:
        case ReshardKind::ReduceScatter: {
          std::optional<Parts> sum = join(group, element, world);
          ASSERT_TRUE(sum) << "a value is reduced twice or is missing";
          parts = *sum;
          break;
        }
        case ReshardKind::AllGather:
        case ReshardKind::AllToAll:
        case ReshardKind::Permute: {
          int64_t owners = 0;
          for (int64_t member : group)
            if (auto found = world[member].find(element); found != world[member].end()) {
              ASSERT_TRUE(owners++ == 0 || parts == found->second);
              parts = found->second;
            }
          ASSERT_GT(owners, 0) << "nobody in the group has it";
          break;
        }
        case ReshardKind::AllSlice:
          ASSERT_EQ(world[rank].count(element), 1u) << "it would have to communicate";
          parts = world[rank][element];
          break;
        case ReshardKind::Mask:
          ASSERT_EQ(world[rank].count(element), 1u);
          if (getPlace(rank, step.axes, mesh).first == 0)
            parts = world[rank][element];
          break;
        }
      }
    }
    world = std::move(next);
    // What each kind says of axes (C6 to C8 of TPCollectiveOps.td).
    ASSERT_FALSE(step.axes.empty());
    ASSERT_EQ(std::set<Axis>(step.axes.begin(), step.axes.end()).size(), step.axes.size());
    switch (step.kind) {
    case ReshardKind::AllReduce:
      ASSERT_EQ(without(from.unreduced, step.axes), to.unreduced);
      ASSERT_EQ(from.dims, to.dims);
      break;
    case ReshardKind::ReduceScatter: {
      std::optional<AxisList> gained = getSuffixes(from, to);
      ASSERT_TRUE(gained && sameAxes(*gained, step.axes));
      ASSERT_EQ(without(from.unreduced, step.axes), to.unreduced);
      break;
    }
    case ReshardKind::AllGather: {
      std::optional<AxisList> lost = getSuffixes(to, from);
      ASSERT_TRUE(lost && sameAxes(*lost, step.axes));
      ASSERT_EQ(from.unreduced, to.unreduced);
      break;
    }
    case ReshardKind::AllSlice: {
      std::optional<AxisList> gained = getSuffixes(from, to);
      ASSERT_TRUE(gained && sameAxes(*gained, step.axes));
      ASSERT_EQ(from.unreduced, to.unreduced);
      break;
    }
    case ReshardKind::AllToAll:
    case ReshardKind::Permute:
      ASSERT_TRUE(sameAxes(allAxes(from), allAxes(to)));
      ASSERT_EQ(from.unreduced, to.unreduced);
      break;
    case ReshardKind::Mask:
      ASSERT_EQ(without(to.unreduced, step.axes), from.unreduced);
      ASSERT_EQ(from.dims, to.dims);
      break;
    }
    if (from.isUnreduced() && to.isUnreduced()) {
      ASSERT_EQ(from.reduction, to.reduction) << "partial values of one reduction only";
    }
  }

  /// Elements of rank 0 in bytes.
  int64_t bytesOf(const Sharding &sharding, ArrayRef<int64_t> shape, const Mesh &mesh) {
    return 4 * getHeld(sharding, shape, mesh)[0].size();
  }

  /// What is communicated by a step: its result on rank 0.
  int64_t bytesOf(const ReshardStep &step, ArrayRef<int64_t> shape, const Mesh &mesh) {
    bool isFree = step.kind == ReshardKind::AllSlice || step.kind == ReshardKind::Mask;
    return isFree ? 0 : bytesOf(step.to, shape, mesh);
  }

  void checkPath(const ReshardPath &path, const Sharding &from, const Sharding &to,
                 ArrayRef<int64_t> shape, const Mesh &mesh) {
    int64_t count = mesh.ways(from.unreduced), bytes = 0;
    World world = makeWorld(from, shape, mesh);
    Sharding state = from;
    for (const ReshardStep &step : path.steps) {
      SCOPED_TRACE(describe(step, mesh));
      ASSERT_EQ(step.from, state);
      ASSERT_NE(step.to, state) << "a step that does nothing";
      ASSERT_EQ(normalize(step.to, shape, mesh), step.to);
      ASSERT_NO_FATAL_FAILURE(run(step, world, shape, mesh));
      ASSERT_NO_FATAL_FAILURE(checkWorld(world, step.to, shape, count, mesh));
      bytes += bytesOf(step, shape, mesh);
      state = step.to;
    }
    ASSERT_EQ(state, to);
    ASSERT_EQ(path.bytes, bytes);
  }

  /// The bytes of: reduce all, gather all that is not as wanted, slice.
  int64_t simplePathBytes(const Sharding &from, const Sharding &to, ArrayRef<int64_t> shape,
                          const Mesh &mesh) {
    if (from == to)
      return 0;
    int64_t bytes = from.isUnreduced() ? bytesOf(from, shape, mesh) : 0;
    return allAxes(from).empty() ? bytes
                                 : bytes + bytesOf(Sharding::replicated(shape.size()), shape, mesh);
  }

  /// A random layout: each axis somewhere.
  Sharding randomSharding(Random &random, ArrayRef<int64_t> shape, const Mesh &mesh, bool isPlain) {
    Sharding sharding = Sharding::replicated(shape.size());
    SmallVector<Axis> axes;
    for (Axis axis = 0; axis < mesh.getDigits().size(); ++axis)
      axes.insert(axes.begin() + random.below(axes.size() + 1), axis);
    for (Axis axis : axes) {
      size_t where = random.below(shape.size() + 2);
      if (where < shape.size())
        sharding.dims[where].axes.push_back(axis);
      else if (where == shape.size())
        sharding.unreduced.push_back(axis);
    }
    if (!isPlain)
      for (auto [dim, d] : llvm::zip_equal(sharding.dims, shape)) {
        if (!dim.isSplit() || random.below(2))
          continue;
        dim.granule = random.oneOf<int64_t>({1, 2, 3});
        int64_t chunks = random.oneOf<int64_t>({1, 1, 2, 3});
        dim.chunks = d % chunks == 0 ? chunks : 1;
      }
    sharding.reduction = random.oneOf({Reduction::Sum, Reduction::Sum, Reduction::Max});
    return normalize(sharding, shape, mesh);
  }

  void checkRandom(uint32_t seed, const Mesh &mesh, int64_t rounds, bool isPlain) {
    Random random(seed);
    ReshardPlanner planner(mesh);
    for (int64_t round = 0; round < rounds; ++round) {
      SmallVector<int64_t> shape;
      for (int64_t rank = random.below(3) + (round % 2), d = 0; d < rank; ++d)
        shape.push_back(random.oneOf<int64_t>({4, 8, 8, 12, 6, 5, 1}));
      Sharding from = randomSharding(random, shape, mesh, isPlain);
      Sharding to = randomSharding(random, shape, mesh, isPlain);
      const ReshardPath &path = planner.plan(from, to, tensor(shape));
      SCOPED_TRACE(str(from, mesh) + " -> " + str(to, mesh) + "\n" + describe(path, mesh));
      ASSERT_NO_FATAL_FAILURE(checkPath(path, from, to, shape, mesh));
      ASSERT_LE(path.bytes, simplePathBytes(from, to, shape, mesh));
      // Asked again, and by another planner, it is the same.
      ASSERT_EQ(&planner.plan(from, to, tensor(shape)), &path);
      ASSERT_EQ(planner.bytes(from, to, tensor(shape)), path.bytes);
      ReshardPlanner other(mesh);
      ASSERT_EQ(describe(other.plan(from, to, tensor(shape)), mesh), describe(path, mesh));
    }
  }

  /// The path between two shardings from text.
  const ReshardPath &plan(StringRef from, StringRef to, ArrayRef<int64_t> shape, const Mesh &mesh) {
    planners.push_back(std::make_unique<ReshardPlanner>(mesh));
    return planners.back()->plan(parse(from, mesh), parse(to, mesh), tensor(shape));
  }

  /// The kinds of its steps, and its bytes.
  std::string summary(StringRef from, StringRef to, ArrayRef<int64_t> shape, const Mesh &mesh) {
    const ReshardPath &path = plan(from, to, shape, mesh);
    std::string text;
    for (const ReshardStep &step : path.steps)
      text += (stringify(step.kind) + " ").str();
    return text + std::to_string(path.bytes);
  }

  std::vector<std::unique_ptr<ReshardPlanner>> planners;
};

//===----------------------------------------------------------------------===//
// Any two shardings
//===----------------------------------------------------------------------===//

TEST_F(ReshardTest, PathsOnOneAxis) {
  checkRandom(1, getMesh({4}), 200, /*isPlain=*/true);
  checkRandom(2, getMesh({3}), 200, /*isPlain=*/false);
}

TEST_F(ReshardTest, PathsOnTwoAxes) {
  checkRandom(3, getMesh({2, 2}), 400, /*isPlain=*/true);
  checkRandom(4, getMesh({2, 4}), 200, /*isPlain=*/true);
  checkRandom(5, getMesh({3, 2}), 400, /*isPlain=*/false);
}

TEST_F(ReshardTest, PathsOnThreeAxes) {
  checkRandom(6, getMesh({2, 2, 2}), 300, /*isPlain=*/true);
  checkRandom(7, getMesh({2, 1, 3}), 200, /*isPlain=*/false);
}

TEST_F(ReshardTest, PathsOnAnAxisInPieces) {
  checkRandom(8, getMesh({8}).cut({{0, 4}}), 200, /*isPlain=*/true);
  checkRandom(9, getMesh({8}).cut({{0, 4}}).cut({{0, 2}}), 200, /*isPlain=*/false);
}

//===----------------------------------------------------------------------===//
// Known paths
//===----------------------------------------------------------------------===//

TEST_F(ReshardTest, TheCasesOfTheHeader) {
  Mesh mesh = getMesh({4}); // "x"
  int64_t all = 8 * 8 * 4;
  std::string whole = std::to_string(all), part = std::to_string(all / 4);
  EXPECT_EQ(summary(R"([{}, {"x"}])", "[{}, {}]", {8, 8}, mesh), "all_gather " + whole);
  EXPECT_EQ(summary(R"([{}, {"x"}])", R"([{"x"}, {}])", {8, 8}, mesh), "all_to_all " + part);
  EXPECT_EQ(summary(R"([{}, {}], unreduced={"x"})", R"([{}, {"x"}])", {8, 8}, mesh),
            "reduce_scatter " + part);
  EXPECT_EQ(summary(R"([{}, {}], unreduced={"x"})", "[{}, {}]", {8, 8}, mesh),
            "all_reduce " + whole);
  EXPECT_EQ(summary("[{}, {}]", R"([{}, {"x"}])", {8, 8}, mesh), "all_slice 0");
  EXPECT_EQ(summary("[{}, {}]", R"([{}, {}], unreduced={"x"})", {8, 8}, mesh), "mask 0");
  EXPECT_EQ(summary(R"([{"x"}, {}])", R"([{"x"}, {}])", {8, 8}, mesh), "0");
}

TEST_F(ReshardTest, GroupsAreTheAxesThatChange) {
  Mesh mesh = getMesh({2, 2, 2});
  auto axesOf = [&](StringRef from, StringRef to) {
    return plan(from, to, {8, 8}, mesh).steps[0].axes;
  };
  EXPECT_EQ(axesOf(R"([{"z"}, {"x", "y"}])", R"([{"z"}, {"x"}])"), (AxisList{1}));
  EXPECT_EQ(axesOf(R"([{"z"}, {"x", "y"}])", R"([{"z"}, {}])"), (AxisList{0, 1}));
  EXPECT_EQ(axesOf(R"([{"y"}, {}], unreduced={"x", "z"})", R"([{"y"}, {}], unreduced={"x"})"),
            (AxisList{2}));
  EXPECT_EQ(axesOf(R"([{"y"}, {}])", R"([{"y"}, {"z", "x"}])"), (AxisList{2, 0}));
  EXPECT_EQ(axesOf(R"([{}, {"z"}])", R"([{"z"}, {}])"), (AxisList{2}));
}

TEST_F(ReshardTest, PartsChangePlaces) {
  Mesh mesh = getMesh({2, 2});
  EXPECT_EQ(summary(R"([{"x", "y"}])", R"([{"y", "x"}])", {8}, mesh), "permute 8");
  EXPECT_EQ(summary(R"([{"x"}, {"y"}])", R"([{"y"}, {"x"}])", {8, 8}, mesh), "permute 64");
  // Uneven parts are no places that a whole part could move to: 3 2 2 ...
  EXPECT_EQ(summary(R"([{"x", "y"}])", R"([{"y", "x"}])", {9}, mesh), "all_to_all 12");
  Mesh uneven = getMesh({2, 4});
  EXPECT_EQ(summary(R"([{"x"}, {"y"}])", R"([{"y"}, {"x"}])", {8, 8}, uneven), "all_to_all 32");
}

TEST_F(ReshardTest, OtherBoundaries) {
  Mesh mesh = getMesh({2});
  EXPECT_EQ(summary(R"([{"x"}])", R"([{"x"} c2])", {8}, mesh), "all_to_all 16");
  EXPECT_EQ(summary(R"([{"x"} g3])", R"([{"x"}])", {8}, mesh), "all_to_all 16");
  EXPECT_EQ(summary(R"([{"x"}])", R"([{"x"} g3])", {8}, mesh), "all_to_all 24");
}

TEST_F(ReshardTest, LeastBytesOnOneAxis) {
  Mesh mesh = getMesh({4});
  // All that 16x8 elements can be; a fourth of 512 bytes is 128.
  SmallVector<StringRef> states = {"[{}, {}]", R"([{"x"}, {}])", R"([{}, {"x"}])",
                                   R"([{}, {}], unreduced={"x"})"};
  int64_t least[4][4] = {{0, 0, 0, 0}, {512, 0, 128, 512}, {512, 128, 0, 512}, {512, 128, 128, 0}};
  for (size_t from = 0; from < 4; ++from)
    for (size_t to = 0; to < 4; ++to)
      EXPECT_EQ(plan(states[from], states[to], {16, 8}, mesh).bytes, least[from][to])
          << states[from].str() << " -> " << states[to].str();
}

TEST_F(ReshardTest, ReducesAndScattersAtOnce) {
  Mesh mesh = getMesh({2, 2});
  EXPECT_EQ(summary(R"([{}], unreduced={"x", "y"})", R"([{"x", "y"}])", {64}, mesh),
            "reduce_scatter 64");
  EXPECT_EQ(summary(R"([{}], unreduced={"x", "y"})", R"([{"x"}], unreduced={"y"})", {64}, mesh),
            "reduce_scatter 128");
}

TEST_F(ReshardTest, SlicesComeFirst) {
  Mesh mesh = getMesh({2, 4});
  EXPECT_EQ(summary(R"([{}, {}], unreduced={"x"})", R"([{"y"}, {}])", {8, 8}, mesh),
            "all_slice all_reduce 64");
  EXPECT_EQ(summary(R"([{"x"}, {}])", R"([{}, {"y"}])", {8, 8}, mesh), "all_slice all_gather 64");
}

TEST_F(ReshardTest, PartialValuesOfAnotherReduction) {
  Mesh mesh = getMesh({2, 2});
  EXPECT_EQ(summary(R"([{}], unreduced=max{"x"})", R"([{}], unreduced={"x"})", {8}, mesh),
            "all_reduce mask 32");
  EXPECT_EQ(summary(R"([{}], unreduced=max{"x"})", R"([{}], unreduced=max{"x", "y"})", {8}, mesh),
            "mask 0");
  EXPECT_EQ(summary(R"([{}], unreduced=max{"x"})", R"([{}], unreduced={"y"})", {8}, mesh),
            "all_reduce mask 32");
}

TEST_F(ReshardTest, AnAxisThatSplitsIsGatheredBeforeItIsMasked) {
  Mesh mesh = getMesh({2});
  EXPECT_EQ(summary(R"([{"x"}])", R"([{}], unreduced={"x"})", {8}, mesh), "all_gather mask 32");
}

TEST_F(ReshardTest, SeveralDimensionsAreGatheredAtOnce) {
  Mesh mesh = getMesh({2, 2});
  EXPECT_EQ(summary(R"([{"x"}, {"y"}])", "[{}, {}]", {8, 8}, mesh), "all_gather 256");
}

TEST_F(ReshardTest, UnevenPartsCountAsTheFirst) {
  Mesh mesh = getMesh({4});
  // 10 over 4 is 3 2 3 2, and 5 over 4 is 2 1 1 1.
  EXPECT_EQ(summary(R"([{"x"}, {}])", R"([{}, {"x"}])", {10, 5}, mesh), "all_to_all 80");
  EXPECT_EQ(summary(R"([{}, {}], unreduced={"x"})", R"([{"x"}, {}])", {10, 5}, mesh),
            "reduce_scatter 60");
}

TEST_F(ReshardTest, UnknownSizesCountAsOne) {
  Mesh mesh = getMesh({4});
  EXPECT_EQ(summary(R"([{}, {"x"}])", "[{}, {}]", {ShapedType::kDynamic, 8}, mesh),
            "all_gather 32");
  EXPECT_EQ(summary(R"([{"x"}, {}])", R"([{}, {"x"}])", {ShapedType::kDynamic, 8}, mesh),
            "all_to_all 8");
  Mesh two = getMesh({2, 2});
  EXPECT_EQ(summary(R"([{"x", "y"}])", R"([{"y", "x"}])", {ShapedType::kDynamic}, two),
            "all_to_all 4")
      << "parts may differ in size";
}

TEST_F(ReshardTest, ElementTypesWeigh) {
  Mesh mesh = getMesh({4});
  ReshardPlanner planner(mesh);
  Builder b(&context);
  Sharding split = parse(R"([{"x"}])", mesh), whole = parse("[{}]", mesh);
  EXPECT_EQ(planner.bytes(split, whole, RankedTensorType::get({8}, b.getI1Type())), 8);
  EXPECT_EQ(planner.bytes(split, whole, RankedTensorType::get({8}, b.getBF16Type())), 16);
  EXPECT_EQ(planner.bytes(split, whole, RankedTensorType::get({8}, b.getF64Type())), 64);
  EXPECT_EQ(planner.bytes(split, split, RankedTensorType::get({8}, b.getF64Type())), 0);
}

} // namespace
