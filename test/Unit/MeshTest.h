//===- MeshTest.h - small meshes and what their ranks hold ------*- C++ -*-===//
//
// For tests of the algebra: meshes and shardings from text, all groups of ranks,
// and the elements that a rank holds by the words of docs/Sharding.md, element by
// element. Nothing here calls the arithmetic that is under test.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TEST_UNIT_MESHTEST_H
#define TP_TEST_UNIT_MESHTEST_H

#include "tp/Dialect/TP/IR/Sharding.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

namespace mlir::tp {

class MeshTest : public ::testing::Test {
protected:
  MeshTest() { context.loadDialect<TPDialect>(); }

  /// The declaration of `<["x"=2]>`; it lives as long as the test.
  MeshOp getMeshOp(StringRef text) {
    modules.push_back(parseSourceString<ModuleOp>(("tp.mesh @mesh = " + text).str(), &context));
    return *modules.back()->getOps<MeshOp>().begin();
  }

  AxisRefAttr ref(StringRef name) { return AxisRefAttr::get(&context, name); }
  AxisRefAttr ref(StringRef name, int64_t preSize, int64_t size) {
    return AxisRefAttr::get(&context, name, preSize, size);
  }

  Mesh getMesh(StringRef text, ArrayRef<AxisRefAttr> used = {}) {
    MeshOp op = getMeshOp(text);
    FailureOr<Mesh> mesh = Mesh::get(op, used, [&] { return op.emitError(); });
    EXPECT_TRUE(succeeded(mesh)) << text.str();
    return *mesh;
  }

  /// Axes x, y, ... of these sizes.
  Mesh getMesh(ArrayRef<int64_t> sizes) {
    std::string text;
    for (auto [i, size] : llvm::enumerate(sizes))
      text += (i ? ", \"" : "\"") + std::string(1, char('x' + i)) + "\"=" + std::to_string(size);
    return getMesh("<[" + text + "]>");
  }

  /// The sharding `[{}, {"x"}]`, perhaps with `, unreduced={"y"}` behind.
  Sharding parse(StringRef text, const Mesh &mesh) {
    auto attr = dyn_cast_or_null<ShardingAttr>(
        parseAttribute(("#tp.sharding<@mesh, " + text + ">").str(), &context));
    EXPECT_TRUE(attr) << text.str();
    return fromAttr(attr, mesh);
  }

  RankedTensorType tensor(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Builder(&context).getF32Type());
  }

  std::string str(const Sharding &sharding, const Mesh &mesh) {
    return toString(sharding, mesh, &context);
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  SmallVector<OwningOpRef<ModuleOp>> modules;
};

/// The rank's coordinate along each digit, by repeated division.
inline std::vector<int64_t> getCoordinates(int64_t rank, const Mesh &mesh) {
  std::vector<int64_t> coordinates(mesh.getDigits().size());
  for (size_t i = coordinates.size(); i-- > 0;) {
    coordinates[i] = rank % mesh.getDigits()[i].size;
    rank /= mesh.getDigits()[i].size;
  }
  return coordinates;
}

/// The rank's combined coordinate along axes and in how many ways they split.
inline std::pair<int64_t, int64_t> getPlace(int64_t rank, ArrayRef<Axis> axes, const Mesh &mesh) {
  std::vector<int64_t> coordinates = getCoordinates(rank, mesh);
  int64_t place = 0, ways = 1;
  for (Axis axis : axes) {
    place = place * mesh.getDigits()[axis].size + coordinates[axis];
    ways *= mesh.getDigits()[axis].size;
  }
  return {place, ways};
}

/// True when the rank at place `i` of `n` holds element `e` of `d`.
inline bool holds(const DimSharding &dim, int64_t d, int64_t e, int64_t i, int64_t n) {
  int64_t chunk = d / dim.chunks, units = 0;
  for (int64_t start = 0; start < chunk; start += dim.granule)
    ++units;
  int64_t unit = e % chunk / dim.granule;
  // ceil(i u / n) <= unit < ceil((i + 1) u / n), without the ceilings.
  return i * units <= unit * n && unit * n < (i + 1) * units;
}

/// The elements of `d` that a rank holds.
inline std::vector<int64_t> heldBy(int64_t rank, const DimSharding &dim, int64_t d,
                                   const Mesh &mesh) {
  auto [i, n] = getPlace(rank, dim.axes, mesh);
  std::vector<int64_t> held;
  for (int64_t e = 0; e < d; ++e)
    if (holds(dim, d, e, i, n))
      held.push_back(e);
  return held;
}

/// True when all ranks hold the same by both.
inline bool sameLayout(const DimSharding &a, const DimSharding &b, int64_t d, const Mesh &mesh) {
  for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank)
    if (heldBy(rank, a, d, mesh) != heldBy(rank, b, d, mesh))
      return false;
  return true;
}

/// Random numbers that are the same with every standard library.
class Random {
public:
  explicit Random(uint32_t seed) : engine(seed) {}
  /// One of 0 .. n - 1.
  int64_t below(int64_t n) { return engine() % n; }
  template <typename T>
  T oneOf(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

private:
  std::mt19937 engine;
};

} // namespace mlir::tp

#endif // TP_TEST_UNIT_MESHTEST_H
