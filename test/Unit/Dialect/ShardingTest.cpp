//===- ShardingTest.cpp ------------------------------------------------------===//
//
// Meshes in digits, and the arithmetic of parts against a definition that works
// element by element, on all small sizes.
//
//===----------------------------------------------------------------------===//

#include "../MeshTest.h"

#include "gmock/gmock.h"
#include <limits>

using namespace mlir;
using namespace mlir::tp;
using ::testing::ElementsAre;

namespace {

std::tuple<std::string, int64_t, int64_t, int64_t> fields(const Digit &digit) {
  return {digit.axis, digit.preSize, digit.size, digit.stride};
}

class ShardingTest : public MeshTest {
protected:
  using Fields = std::vector<std::tuple<std::string, int64_t, int64_t, int64_t>>;

  Fields digits(const Mesh &mesh) {
    Fields all;
    for (const Digit &digit : mesh.getDigits())
      all.push_back(fields(digit));
    return all;
  }

  /// The messages of `Mesh::get`, one a line; empty when it gives a mesh.
  std::string errorsOf(StringRef meshText, ArrayRef<AxisRefAttr> used) {
    std::string text;
    context.printOpOnDiagnostic(false);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      text += diag.str() + "\n";
      for (Diagnostic &note : diag.getNotes())
        text += "note: " + note.str() + "\n";
    });
    MeshOp op = getMeshOp(meshText);
    FailureOr<Mesh> mesh = Mesh::get(op, used, [&] { return op.emitError(); });
    EXPECT_EQ(succeeded(mesh), text.empty());
    return text;
  }

  /// References as they are written.
  std::vector<std::string> written(ArrayRef<AxisRefAttr> refs) {
    std::vector<std::string> texts;
    for (AxisRefAttr ref : refs) {
      texts.emplace_back();
      llvm::raw_string_ostream os(texts.back());
      ref.printRef(os);
    }
    return texts;
  }
};

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

TEST_F(ShardingTest, WholeAxesAreDigits) {
  Mesh mesh = getMesh(R"(<["dp"=2, "tp"=8]>)");
  EXPECT_EQ(digits(mesh), (Fields{{"dp", 1, 2, 8}, {"tp", 1, 8, 1}}));
  EXPECT_EQ(mesh.getName(), "mesh");
  EXPECT_EQ(mesh.getRankCount(), 16);
  EXPECT_TRUE(mesh.getSubAxes(&context).empty());
}

TEST_F(ShardingTest, AMeshWithoutAxesIsOneRank) {
  Mesh mesh = getMesh("<[]>");
  EXPECT_TRUE(mesh.getDigits().empty());
  EXPECT_EQ(mesh.getRankCount(), 1);
  EXPECT_EQ(mesh.ways({}), 1);
  EXPECT_EQ(mesh.coordinate(0, {}), 0);
}

TEST_F(ShardingTest, AxesOfSizeOneAreDigits) {
  EXPECT_EQ(digits(getMesh(R"(<["a"=1, "b"=3, "c"=1]>)")),
            (Fields{{"a", 1, 1, 3}, {"b", 1, 3, 1}, {"c", 1, 1, 1}}));
}

TEST_F(ShardingTest, SubAxesCutTheirAxis) {
  StringRef text = R"(<["dp"=2, "tp"=8]>)";
  EXPECT_EQ(digits(getMesh(text, {ref("tp", 1, 4)})),
            (Fields{{"dp", 1, 2, 8}, {"tp", 1, 4, 2}, {"tp", 4, 2, 1}}));
  EXPECT_EQ(digits(getMesh(text, {ref("tp", 2, 2)})),
            (Fields{{"dp", 1, 2, 8}, {"tp", 1, 2, 4}, {"tp", 2, 2, 2}, {"tp", 4, 2, 1}}));
  // Of several uses all boundaries count, in whatever order they come.
  EXPECT_EQ(digits(getMesh(text, {ref("tp", 4, 2), ref("dp"), ref("tp", 1, 2), ref("tp")})),
            (Fields{{"dp", 1, 2, 8}, {"tp", 1, 2, 4}, {"tp", 2, 2, 2}, {"tp", 4, 2, 1}}));
  EXPECT_EQ(digits(getMesh(text, {ref("tp", 1, 8)})), digits(getMesh(text)))
      << "all of an axis is no part of it";
}

TEST_F(ShardingTest, MeshesThatSubAxesDoNotFit) {
  StringRef text = R"(<["tp"=12]>)", note = "note: the mesh is declared here\n";
  EXPECT_EQ(errorsOf(text, {ref("tp"), ref("dp")}),
            ("unknown axis \"dp\" of mesh @mesh\n" + note).str());
  EXPECT_EQ(errorsOf(text, {ref("dp", 1, 2)}),
            ("unknown axis \"dp\" of mesh @mesh\n" + note).str());
  EXPECT_EQ(errorsOf(text, {ref("tp", 1, 5)}),
            ("sub-axis \"tp\":(1)5 does not divide axis \"tp\" of size 12\n" + note).str());
  EXPECT_EQ(errorsOf(text, {ref("tp", 4, 2)}),
            ("sub-axis \"tp\":(4)2 does not divide axis \"tp\" of size 12\n" + note).str());
  EXPECT_EQ(errorsOf(text, {ref("tp", 1, 24)}),
            ("sub-axis \"tp\":(1)24 does not divide axis \"tp\" of size 12\n" + note).str());
  EXPECT_EQ(errorsOf(text, {ref("tp", 1, 2), ref("tp", 1, 3)}),
            "sub-axes of axis \"tp\" overlap: positions 2 and 3 do not divide one another\n");
  EXPECT_EQ(errorsOf(text, {ref("tp", 1, 2), ref("tp", 2, 3)}), "");
}

TEST_F(ShardingTest, CutsMakeFinerDigits) {
  Mesh mesh = getMesh({2, 12});
  EXPECT_EQ(digits(mesh.cut({})), digits(mesh));
  EXPECT_EQ(digits(mesh.cut({{1, 4}})), (Fields{{"x", 1, 2, 12}, {"y", 1, 4, 3}, {"y", 4, 3, 1}}));
  EXPECT_EQ(digits(mesh.cut({{1, 4}, {1, 2}})), digits(mesh.cut({{1, 4}}))) << "the first counts";
  // A piece is cut again; the mesh itself stays as it is.
  EXPECT_EQ(digits(mesh.cut({{1, 4}}).cut({{1, 2}})),
            (Fields{{"x", 1, 2, 12}, {"y", 1, 2, 6}, {"y", 2, 2, 3}, {"y", 4, 3, 1}}));
  EXPECT_EQ(digits(mesh), (Fields{{"x", 1, 2, 12}, {"y", 1, 12, 1}}));
}

TEST_F(ShardingTest, CutsAreWhatSubAxesMake) {
  Mesh cut = getMesh({2, 12}).cut({{1, 4}}).cut({{1, 2}});
  EXPECT_THAT(written(cut.getSubAxes(&context)),
              ElementsAre("\"y\":(1)2", "\"y\":(2)2", "\"y\":(4)3"));
  Mesh again = getMesh(R"(<["x"=2, "y"=12]>)", cut.getSubAxes(&context));
  EXPECT_EQ(digits(again), digits(cut));
  EXPECT_EQ(again.getRankCount(), cut.getRankCount());
}

TEST_F(ShardingTest, CoordinatesAreMixedRadix) {
  Mesh whole = getMesh({2, 12, 3}), mesh = whole.cut({{1, 4}});
  EXPECT_EQ(mesh.ways({}), 1);
  EXPECT_EQ(mesh.ways({0, 3}), 6);
  EXPECT_EQ(mesh.ways({0, 1, 2, 3}), 72);
  SmallVector<AxisList> lists = {{}, {0}, {1}, {2}, {3}, {1, 2}, {2, 1}, {3, 0}, {0, 1, 2, 3}};
  for (int64_t rank = 0; rank < 72; ++rank) {
    for (const AxisList &axes : lists)
      EXPECT_EQ(mesh.coordinate(rank, axes), getPlace(rank, axes, mesh).first);
    EXPECT_EQ(mesh.coordinate(rank, {0, 1, 2, 3}), rank);
    EXPECT_EQ(mesh.coordinate(rank, {1, 2}), whole.coordinate(rank, {1}))
        << "the pieces in order are the axis";
  }
}

TEST_F(ShardingTest, NeighbouringPartsAreJoined) {
  Mesh mesh = getMesh({2, 12, 3}).cut({{1, 4}}).cut({{1, 2}}); // x | y:2 y:2 y:3 | z
  auto notation = [&](AxisList axes) { return written(mesh.toAttr(&context, axes)); };
  EXPECT_THAT(notation({}), ElementsAre());
  EXPECT_THAT(notation({0, 4}), ElementsAre("\"x\"", "\"z\""));
  EXPECT_THAT(notation({1, 2, 3}), ElementsAre("\"y\""));
  EXPECT_THAT(notation({1, 2}), ElementsAre("\"y\":(1)4"));
  EXPECT_THAT(notation({2, 3}), ElementsAre("\"y\":(2)6"));
  EXPECT_THAT(notation({2, 1}), ElementsAre("\"y\":(2)2", "\"y\":(1)2"));
  EXPECT_THAT(notation({1, 3}), ElementsAre("\"y\":(1)2", "\"y\":(4)3"));
  EXPECT_THAT(notation({0, 1, 2, 3, 4}), ElementsAre("\"x\"", "\"y\"", "\"z\""));
  EXPECT_THAT(notation({3, 4, 0, 1}), ElementsAre("\"y\":(4)3", "\"z\"", "\"x\"", "\"y\":(1)2"));
}

TEST_F(ShardingTest, NotationAndDigitsAgree) {
  Mesh mesh = getMesh({2, 12, 1}).cut({{1, 4}}).cut({{1, 2}});
  // All lists of distinct digits, and back.
  std::vector<AxisList> lists = {{}};
  for (size_t next = 0; next < lists.size(); ++next)
    for (Axis axis = 0; axis < mesh.getDigits().size(); ++axis)
      if (!llvm::is_contained(lists[next], axis)) {
        lists.push_back(lists[next]);
        lists.back().push_back(axis);
      }
  EXPECT_EQ(lists.size(), 326u);
  for (const AxisList &axes : lists) {
    AxisList back;
    for (AxisRefAttr ref : mesh.toAttr(&context, axes))
      mesh.append(back, ref);
    EXPECT_EQ(back, axes);
    EXPECT_EQ(mesh.toArrayAttr(&context, axes).size(), mesh.toAttr(&context, axes).size());
  }
}

TEST_F(ShardingTest, AppendAddsBehind) {
  Mesh mesh = getMesh({2, 12}).cut({{1, 4}});
  AxisList axes = {0};
  mesh.append(axes, ref("y"));
  EXPECT_EQ(axes, (AxisList{0, 1, 2}));
  mesh.append(axes, ref("y", 4, 3));
  EXPECT_EQ(axes, (AxisList{0, 1, 2, 2}));
}

//===----------------------------------------------------------------------===//
// Parts of a dimension
//===----------------------------------------------------------------------===//

TEST_F(ShardingTest, PartsOfTheDocumentation) {
  auto parts = [&](int64_t n, int64_t d, int64_t granule, int64_t chunks) {
    Mesh mesh = getMesh(ArrayRef<int64_t>{n});
    std::vector<int64_t> sizes;
    for (int64_t i = 0; i < n; ++i)
      sizes.push_back(localSize({{0}, granule, chunks}, d, i, mesh));
    return sizes;
  };
  EXPECT_THAT(parts(4, 12, 1, 1), ElementsAre(3, 3, 3, 3));
  EXPECT_THAT(parts(4, 10, 1, 1), ElementsAre(3, 2, 3, 2));
  EXPECT_THAT(parts(4, 10, 4, 1), ElementsAre(4, 4, 2, 0));
  EXPECT_THAT(parts(5, 3, 1, 1), ElementsAre(1, 1, 0, 1, 0));
  EXPECT_THAT(parts(2, 12, 1, 3), ElementsAre(6, 6));
}

/// Calls `visit(dim, d, n, mesh)` for all small ways to split one dimension.
template <typename Visit>
void forEachSplit(ArrayRef<Mesh> meshes, Visit visit) {
  for (const Mesh &mesh : meshes)
    for (int64_t d = 0; d <= 17; ++d)
      for (int64_t chunks = 1; chunks <= std::max<int64_t>(d, 2); ++chunks)
        for (int64_t granule : {1, 2, 3, 4, 5, 7, 18})
          if (d % chunks == 0)
            visit(DimSharding{{0}, granule, chunks}, d, mesh.getRankCount(), mesh);
}

class PartsTest : public ShardingTest {
protected:
  PartsTest() {
    for (int64_t n = 1; n <= 9; ++n)
      meshes.push_back(getMesh(ArrayRef<int64_t>{n}));
  }
  SmallVector<Mesh> meshes;
};

TEST_F(PartsTest, EachElementIsHeldOnce) {
  forEachSplit(meshes, [&](const DimSharding &dim, int64_t d, int64_t n, const Mesh &mesh) {
    std::vector<int64_t> all;
    int64_t sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      std::vector<int64_t> held = heldBy(i, dim, d, mesh);
      int64_t size = localSize(dim, d, i, mesh);
      ASSERT_EQ(size, int64_t(held.size()))
          << d << " over " << n << " g" << dim.granule << " c" << dim.chunks << ", rank " << i;
      ASSERT_LE(size, localSize(dim, d, 0, mesh)) << "the first is one of the largest";
      sum += size;
      all.insert(all.end(), held.begin(), held.end());
    }
    ASSERT_EQ(sum, d);
    llvm::sort(all);
    for (int64_t e = 0; e < d; ++e)
      ASSERT_EQ(all[e], e);
  });
}

TEST_F(PartsTest, EvenMeansEquallyMany) {
  forEachSplit(meshes, [&](const DimSharding &dim, int64_t d, int64_t n, const Mesh &mesh) {
    bool equal = true;
    for (int64_t i = 0; i < n; ++i)
      equal &= heldBy(i, dim, d, mesh).size() == heldBy(0, dim, d, mesh).size();
    ASSERT_EQ(isEven(dim, d, mesh), equal)
        << d << " over " << n << " g" << dim.granule << " c" << dim.chunks;
  });
}

TEST_F(PartsTest, NormalizedIsTheSameLayout) {
  forEachSplit(meshes, [&](const DimSharding &dim, int64_t d, int64_t n, const Mesh &mesh) {
    DimSharding simple = normalize(dim, d, mesh);
    SCOPED_TRACE(std::to_string(d) + " over " + std::to_string(n) + " g" +
                 std::to_string(dim.granule) + " c" + std::to_string(dim.chunks));
    ASSERT_TRUE(sameLayout(dim, simple, d, mesh));
    ASSERT_EQ(normalize(simple, d, mesh), simple);
    ASSERT_LE(simple.granule, dim.granule);
    if (n == 1) {
      ASSERT_EQ(simple, DimSharding());
    }
    if (isEven(dim, d, mesh)) {
      ASSERT_EQ(simple.granule, 1) << "whole granules on each rank change no boundary";
    }
  });
}

TEST_F(ShardingTest, NestedAxesNest) {
  for (int64_t outer = 1; outer <= 4; ++outer)
    for (int64_t inner = 1; inner <= 4; ++inner) {
      Mesh mesh = getMesh({outer, inner});
      for (int64_t d = 0; d <= 17; ++d)
        for (int64_t granule : {1, 2, 5})
          for (int64_t x = 0; x < outer; ++x) {
            int64_t sum = 0;
            for (int64_t y = 0; y < inner; ++y)
              sum += localSize({{0, 1}, granule}, d, x * inner + y, mesh);
            ASSERT_EQ(sum, localSize({{0}, granule}, d, x, mesh)) << d << " g" << granule;
          }
    }
}

TEST_F(ShardingTest, NormalizeDropsWhatChangesNothing) {
  Mesh three = getMesh({3, 1}), four = getMesh({4, 1});
  DimSharding granular = {{0}, 16, 1};
  EXPECT_EQ(normalize(granular, 128, four), (DimSharding{{0}, 1, 1}));
  EXPECT_EQ(normalize(granular, 128, three), granular);
  EXPECT_EQ(normalize({{1, 0}, 1, 2}, 8, four), (DimSharding{{0}, 1, 2})) << "of size 1";
  EXPECT_EQ(normalize({{1}, 16, 2}, 128, four), DimSharding());
  EXPECT_EQ(normalize(granular, ShapedType::kDynamic, four), granular);
  EXPECT_EQ(normalize({{1, 0}, 16, 1}, ShapedType::kDynamic, four), granular);
}

TEST_F(ShardingTest, NormalizeSortsPartialAxes) {
  Mesh mesh = getMesh({2, 1, 2});
  Sharding sharding = Sharding::replicated(2);
  sharding.dims[1] = {{1}, 4, 1};
  sharding.unreduced = {2, 1, 0};
  sharding.reduction = Reduction::Max;
  Sharding simple = normalize(sharding, {8, 8}, mesh);
  EXPECT_EQ(str(simple, mesh), R"(<@mesh, [{}, {}], unreduced=max{"x", "z"}>)");
  sharding.unreduced = {1};
  simple = normalize(sharding, {8, 8}, mesh);
  EXPECT_EQ(simple, Sharding::replicated(2));
  EXPECT_EQ(simple.reduction, Reduction::Sum) << "a reduction over nothing is none";
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

TEST_F(ShardingTest, UsesOfAxes) {
  Mesh mesh = getMesh({2, 2, 2});
  Sharding sharding = parse(R"([{}, {"x"}], unreduced={"z"})", mesh);
  EXPECT_TRUE(sharding.uses(0) && sharding.splits(0));
  EXPECT_TRUE(!sharding.uses(1) && !sharding.splits(1));
  EXPECT_TRUE(sharding.uses(2) && !sharding.splits(2));
  EXPECT_TRUE(sharding.isUnreduced());
  EXPECT_EQ(sharding.reduced(), parse(R"([{}, {"x"}])", mesh));
  EXPECT_FALSE(sharding.reduced().isUnreduced());
}

TEST_F(ShardingTest, ComparedAsData) {
  Mesh mesh = getMesh({2, 2});
  Sharding sum = parse(R"([{"x"}], unreduced={"y"})", mesh), max = sum;
  max.reduction = Reduction::Max;
  EXPECT_NE(sum, max);
  EXPECT_TRUE(sum < max || max < sum);
  EXPECT_EQ(sum.reduced(), max.reduced());
  EXPECT_FALSE(sum.reduced() < max.reduced() || max.reduced() < sum.reduced());
}

TEST_F(ShardingTest, LocalTypes) {
  Mesh mesh = getMesh({2, 3, 1});
  auto local = [&](StringRef sharding, ArrayRef<int64_t> shape) {
    return localType(parse(sharding, mesh), tensor(shape), mesh);
  };
  int64_t unknown = ShapedType::kDynamic;
  EXPECT_EQ(local("[{}, {}]", {5, unknown}), tensor({5, unknown}));
  EXPECT_EQ(local(R"([{"x"}, {"y"}])", {6, 6}), tensor({3, 2}));
  EXPECT_EQ(local(R"([{"x"}, {"y"}])", {5, 6}), tensor({unknown, 2}));
  EXPECT_EQ(local(R"([{"x", "y"}, {}])", {6, 6}), tensor({1, 6}));
  EXPECT_EQ(local(R"([{"x"} g3, {"y"} c2])", {6, 6}), tensor({3, 2}));
  EXPECT_EQ(local(R"([{"x"} g4, {"y"} c3])", {6, 6}), tensor({unknown, unknown}));
  EXPECT_EQ(local(R"([{"x"}, {"z"}])", {unknown, unknown}), tensor({unknown, unknown}));
  EXPECT_EQ(local(R"([{"z"}, {}], unreduced={"x"})", {5, 7}), tensor({5, 7}));
  EXPECT_EQ(local(R"([{"x"}, {}])", {0, 7}), tensor({0, 7}));
  // Encodings stay.
  Attribute encoding = StringAttr::get(&context, "e");
  auto type = RankedTensorType::get({6}, Builder(&context).getI1Type(), encoding);
  EXPECT_EQ(localType(parse(R"([{"x"}])", mesh), type, mesh),
            RankedTensorType::get({3}, Builder(&context).getI1Type(), encoding));
}

TEST_F(ShardingTest, LocalBytesAreThoseOfRankZero) {
  Mesh mesh = getMesh({2, 3});
  auto bytes = [&](StringRef sharding, ArrayRef<int64_t> shape) {
    return localBytes(parse(sharding, mesh), tensor(shape), mesh);
  };
  EXPECT_EQ(bytes("[{}, {}]", {5, 7}), 5 * 7 * 4);
  EXPECT_EQ(bytes(R"([{"x"}, {"y"}])", {5, 7}), 3 * 3 * 4);
  EXPECT_EQ(bytes(R"([{"x"} g4, {"y"} c7])", {5, 7}), 4 * 7 * 4);
  EXPECT_EQ(bytes(R"([{"x"}, {}], unreduced={"y"})", {4, 7}), 2 * 7 * 4);
  EXPECT_EQ(bytes(R"([{"x"}, {"y"}])", {ShapedType::kDynamic, 6}), 1 * 2 * 4);
  EXPECT_EQ(bytes(R"([{}, {"y"}])", {0, 6}), 0);
  EXPECT_EQ(bytes("[]", {}), 4);
}

TEST_F(ShardingTest, ElementBytes) {
  Builder b(&context);
  EXPECT_EQ(elementBytes(b.getI1Type()), 1);
  EXPECT_EQ(elementBytes(b.getIntegerType(4)), 1);
  EXPECT_EQ(elementBytes(b.getI8Type()), 1);
  EXPECT_EQ(elementBytes(b.getBF16Type()), 2);
  EXPECT_EQ(elementBytes(b.getF32Type()), 4);
  EXPECT_EQ(elementBytes(b.getF64Type()), 8);
  EXPECT_EQ(elementBytes(b.getIndexType()), 8);
  EXPECT_EQ(elementBytes(ComplexType::get(b.getF32Type())), 8);
}

//===----------------------------------------------------------------------===//
// Notation
//===----------------------------------------------------------------------===//

TEST_F(ShardingTest, NotationRoundTrips) {
  Mesh mesh = getMesh(R"(<["dp"=2, "tp"=8]>)", {ref("tp", 2, 2)});
  for (StringRef text :
       {"[]", "[{}, {}]", R"([{"dp"}, {"tp"}])", R"([{"tp", "dp"} g2 c3])",
        R"([{"tp":(4)2, "tp":(1)2}, {"tp":(2)2}])", R"([{"tp":(2)4}], unreduced={"tp":(1)2})",
        R"([{}], unreduced=max{"dp", "tp":(1)4})"}) {
    Sharding sharding = parse(text, mesh);
    EXPECT_EQ(str(sharding, mesh), ("<@mesh, " + text + ">").str());
    EXPECT_EQ(fromAttr(toAttr(&context, sharding, mesh), mesh), sharding);
  }
}

TEST_F(ShardingTest, NotationIsTheShortest) {
  Mesh mesh = getMesh(R"(<["dp"=2, "tp"=8]>)", {ref("tp", 2, 2)});
  EXPECT_EQ(str(parse(R"([{"tp":(1)2, "tp":(2)2, "tp":(4)2}])", mesh), mesh),
            R"(<@mesh, [{"tp"}]>)");
  EXPECT_EQ(str(parse(R"([{?}, {"dp", ?}p1 g2], replicated={"tp"})", mesh), mesh),
            R"(<@mesh, [{}, {"dp"} g2]>)")
      << "what is open, replicated or has a priority is the notation's";
  EXPECT_EQ(parse(R"([{}], unreduced={"tp":(4)2, "dp"})", mesh).unreduced, (AxisList{0, 3}));
}

TEST_F(ShardingTest, AxisRefsOfAnAttribute) {
  auto attr = parseAttribute(
      R"(#tp.sharding<@m, [{"a"}, {"b":(1)2, ?}], replicated={"c"}, unreduced={"d":(2)2}>)",
      &context);
  SmallVector<AxisRefAttr> refs;
  collectAxisRefs(attr, refs);
  EXPECT_THAT(written(refs), ElementsAre("\"a\"", "\"b\":(1)2", "\"c\"", "\"d\":(2)2"));
  collectAxisRefs(Attribute(), refs);
  EXPECT_EQ(refs.size(), 4u);
}

} // namespace
