//===- ShardCopyTest.cpp -----------------------------------------------------===//
//
// Shards against a definition that works element by element, on every mesh and
// layout that differ in kind.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/ShardCopy.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::tp;

namespace {

class ShardCopy : public ::testing::Test {
protected:
  ShardCopy() { context.loadDialect<TPDialect, arith::ArithDialect>(); }

  /// The mesh `<[...]>` cut as the sharding needs it, and the sharding
  /// `[...]` over it.
  std::pair<Mesh, Sharding> parse(StringRef meshText, StringRef shardingText) {
    module = parseSourceString<ModuleOp>(("tp.mesh @mesh = " + meshText).str(), &context);
    auto attr = dyn_cast_or_null<ShardingAttr>(
        parseAttribute(("#tp.sharding<@mesh, " + shardingText + ">").str(), &context));
    EXPECT_TRUE(module && attr);
    SmallVector<AxisRefAttr> refs;
    collectAxisRefs(attr, refs);
    MeshOp op = *module->getOps<MeshOp>().begin();
    FailureOr<Mesh> mesh = Mesh::get(op, refs, [&] { return op.emitError(); });
    EXPECT_TRUE(succeeded(mesh));
    return {*mesh, fromAttr(attr, *mesh)};
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// The indices that a rank holds along a dimension, by the words of the design.
std::vector<int64_t> heldIndices(const DimSharding &dim, int64_t d, int64_t i, const Mesh &mesh) {
  std::vector<int64_t> indices;
  int64_t n = mesh.ways(dim.axes), chunk = d / dim.chunks;
  int64_t units = (chunk + dim.granule - 1) / dim.granule;
  for (int64_t c = 0; c < dim.chunks; ++c)
    for (int64_t e = 0; e < chunk; ++e) {
      int64_t unit = e / dim.granule;
      if (unit >= (i * units + n - 1) / n && unit < ((i + 1) * units + n - 1) / n)
        indices.push_back(c * chunk + e);
    }
  return indices;
}

TEST_F(ShardCopy, runs) {
  using Runs = SmallVector<mlir::tp::Run, 4>;
  auto [mesh, sharding] = parse(R"(<["tp"=2]>)", R"([{"tp"}])");
  DimSharding plain = sharding.dims[0], chunked = plain, granular = plain, whole;
  chunked.chunks = 3;
  granular.granule = 4;
  EXPECT_EQ(getRuns(plain, 10, 0, mesh), (Runs{{0, 0, 5}}));
  EXPECT_EQ(getRuns(plain, 10, 1, mesh), (Runs{{5, 0, 5}}));
  EXPECT_EQ(getRuns(plain, 1, 0, mesh), (Runs{{0, 0, 1}}));
  EXPECT_EQ(getRuns(plain, 1, 1, mesh), Runs{});
  EXPECT_EQ(getRuns(plain, 0, 0, mesh), Runs{});
  EXPECT_EQ(getRuns(chunked, 12, 1, mesh), (Runs{{2, 0, 2}, {6, 2, 2}, {10, 4, 2}}));
  EXPECT_EQ(getRuns(granular, 10, 0, mesh), (Runs{{0, 0, 8}}));
  EXPECT_EQ(getRuns(granular, 10, 1, mesh), (Runs{{8, 0, 2}}));
  // One rank holds the dimension: one run, also across chunks.
  chunked.granule = 100;
  EXPECT_EQ(getRuns(chunked, 12, 0, mesh), (Runs{{0, 0, 12}}));
  EXPECT_EQ(getRuns(whole, 12, 0, mesh), (Runs{{0, 0, 12}}));
}

/// Shards of `shape` element by element, and back.
void checkAllRanks(const Mesh &mesh, const Sharding &sharding, ArrayRef<int64_t> shape) {
  int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  std::vector<int32_t> global(count), rebuilt(count, -1);
  std::iota(global.begin(), global.end(), 0);
  int64_t replicas = 0;
  for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
    std::vector<std::vector<int64_t>> held;
    std::vector<int32_t> expected = {0};
    for (size_t d = 0; d < shape.size(); ++d) {
      const DimSharding &dim = sharding.dims[d];
      std::vector<int32_t> next;
      for (int32_t base : expected)
        for (int64_t index : heldIndices(dim, shape[d], mesh.coordinate(rank, dim.axes), mesh))
          next.push_back(base * shape[d] + index);
      expected = next;
    }
    SmallVector<int64_t, 4> localShape = getLocalShape(sharding, shape, rank, mesh);
    std::vector<int32_t> local(std::accumulate(localShape.begin(), localShape.end(), int64_t(1),
                                               std::multiplies<>()),
                               -1);
    ASSERT_EQ(local.size(), expected.size()) << "rank " << rank;
    copyToLocal(sharding, shape, 4, rank, mesh, reinterpret_cast<char *>(global.data()),
                reinterpret_cast<char *>(local.data()));
    EXPECT_EQ(local, expected) << "rank " << rank;
    if (std::optional<int64_t> offset = getContiguousOffset(sharding, shape, rank, mesh))
      EXPECT_TRUE(std::equal(local.begin(), local.end(), global.begin() + *offset));
    else
      EXPECT_GT(local.back() - local.front() + 1, int64_t(local.size()));
    if (!isFirstReplica(sharding, rank, mesh))
      continue;
    replicas += local.size();
    copyToGlobal(sharding, shape, 4, rank, mesh, reinterpret_cast<char *>(local.data()),
                 reinterpret_cast<char *>(rebuilt.data()));
  }
  EXPECT_EQ(rebuilt, global);
  EXPECT_EQ(replicas, count) << "first replicas hold each element once";
}

TEST_F(ShardCopy, every_kind_of_layout) {
  for (StringRef meshText : {R"(<["a"=1, "b"=1]>)", R"(<["a"=2, "b"=4]>)", R"(<["a"=3, "b"=2]>)",
                             R"(<["a"=1, "b"=8]>)"})
    for (StringRef layout : {"[{}, {}, {}]", R"([{"a"}, {}, {}])", R"([{}, {"b"}, {}])",
                             R"([{}, {}, {"b"}])", R"([{"b", "a"}, {}, {}])",
                             R"([{"a"}, {}, {"b"}])", R"([{}, {"b"} g2, {"a"} c3])",
                             R"([{}, {}, {"b", "a"} g2 c2])", R"([{"a"} c2, {"b"} c5, {}])"}) {
      auto [mesh, sharding] = parse(meshText, layout);
      for (const std::vector<int64_t> &shape :
           std::vector<std::vector<int64_t>>{{4, 5, 12}, {2, 10, 6}, {2, 0, 6}}) {
        SCOPED_TRACE((meshText + " " + layout).str());
        checkAllRanks(mesh, sharding, shape);
      }
    }
}

TEST_F(ShardCopy, sub_axes) {
  auto [mesh, sharding] = parse(R"(<["a"=8]>)", R"([{"a":(1)2}, {"a":(4)2}])");
  checkAllRanks(mesh, sharding, {6, 5});
}

TEST_F(ShardCopy, scalars) {
  auto [mesh, sharding] = parse(R"(<["a"=4]>)", "[]");
  checkAllRanks(mesh, sharding, {});
}

TEST_F(ShardCopy, contiguous_parts_need_no_copy) {
  auto [mesh, rows] = parse(R"(<["a"=4]>)", R"([{"a"}, {}])");
  EXPECT_EQ(getContiguousOffset(rows, {10, 3}, 0, mesh), 0);
  EXPECT_EQ(getContiguousOffset(rows, {10, 3}, 2, mesh), 15);
  EXPECT_EQ(getContiguousOffset(Sharding::replicated(2), {10, 3}, 2, mesh), 0);
  EXPECT_EQ(getContiguousOffset(rows, {1, 3}, 2, mesh), 0) << "an empty part";
  auto [mesh2, columns] = parse(R"(<["a"=4]>)", R"([{}, {"a"}])");
  EXPECT_EQ(getContiguousOffset(columns, {10, 4}, 2, mesh2), std::nullopt);
  EXPECT_EQ(getContiguousOffset(columns, {1, 4}, 2, mesh2), 2) << "a single row";
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

template <typename T>
T identity(Reduction reduction, Type type) {
  SmallVector<char, 8> bytes = getIdentityBytes(reduction, type);
  EXPECT_EQ(bytes.size(), sizeof(T));
  T value{};
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(T)));
  return value;
}

TEST_F(ShardCopy, identities_of_floats) {
  Builder b(&context);
  double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(identity<float>(Reduction::Sum, b.getF32Type()), 0);
  EXPECT_EQ(identity<float>(Reduction::Prod, b.getF32Type()), 1);
  EXPECT_EQ(identity<double>(Reduction::Max, b.getF64Type()), -inf);
  EXPECT_EQ(identity<double>(Reduction::Min, b.getF64Type()), inf);
  EXPECT_NE(identity<float>(Reduction::MaxNum, b.getF32Type()),
            identity<float>(Reduction::MaxNum, b.getF32Type()))
      << "what drops a NaN leaves one only where all are";
  EXPECT_EQ(identity<uint16_t>(Reduction::Max, b.getF16Type()), 0xfc00);
  EXPECT_EQ(identity<uint16_t>(Reduction::Min, b.getBF16Type()), 0x7f80);
  EXPECT_EQ(identity<uint16_t>(Reduction::Prod, b.getBF16Type()), 0x3f80);
}

TEST_F(ShardCopy, identities_of_integers) {
  Builder b(&context);
  EXPECT_EQ(identity<int32_t>(Reduction::Sum, b.getI32Type()), 0);
  EXPECT_EQ(identity<int32_t>(Reduction::Prod, b.getI32Type()), 1);
  EXPECT_EQ(identity<int32_t>(Reduction::And, b.getI32Type()), -1);
  EXPECT_EQ(identity<int32_t>(Reduction::Or, b.getI32Type()), 0);
  EXPECT_EQ(identity<int32_t>(Reduction::Xor, b.getI32Type()), 0);
  EXPECT_EQ(identity<int32_t>(Reduction::Max, b.getI32Type()), INT32_MIN);
  EXPECT_EQ(identity<int64_t>(Reduction::Min, b.getI64Type()), INT64_MAX);
  EXPECT_EQ(identity<int64_t>(Reduction::Max, b.getIndexType()), INT64_MIN);
  EXPECT_EQ(identity<uint8_t>(Reduction::MinUI, b.getI8Type()), 255);
  EXPECT_EQ(identity<uint8_t>(Reduction::MaxUI, b.getI8Type()), 0);
  EXPECT_EQ(identity<uint8_t>(Reduction::And, b.getI1Type()), 1);
  EXPECT_EQ(identity<uint8_t>(Reduction::Or, b.getI1Type()), 0);
}

} // namespace
