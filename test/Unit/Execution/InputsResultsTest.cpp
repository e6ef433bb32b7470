//===- InputsResultsTest.cpp -------------------------------------------------===//
//
// From a global tensor to the ranks' arguments, and from the ranks' results to a
// global tensor.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/Inputs.h"
#include "tp/Execution/Results.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <cmath>
#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::tp;

namespace {

class InputsResults : public ::testing::Test {
protected:
  InputsResults() { context.loadDialect<TPDialect>(); }

  /// A value "x" of this type, split so over <["a"=2, "b"=2]>.
  EntryValue value(StringRef type, StringRef sharding) {
    EntryValue result;
    result.name = "x";
    result.type = cast<RankedTensorType>(parseType(type, &context));
    module = parseSourceString<ModuleOp>(R"(tp.mesh @mesh = <["a"=2, "b"=2]>)", &context);
    auto attr = cast<ShardingAttr>(
        parseAttribute(("#tp.sharding<@mesh, " + sharding + ">").str(), &context));
    MeshOp op = *module->getOps<MeshOp>().begin();
    result.mesh = *Mesh::get(op, {}, [&] { return op.emitError(); });
    result.sharding = fromAttr(attr, result.mesh);
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// A safetensors file with one tensor "x" of zeros.
SafeTensorsFile makeFile(StringRef path, StringRef dtype, StringRef shape, size_t bytes) {
  std::string header = ("{\"x\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
                        ",\"data_offsets\":[0," + Twine(bytes) + "]}}")
                           .str();
  std::string content(8, '\0');
  llvm::support::endian::write64le(content.data(), header.size());
  content += header + std::string(bytes, '\0');
  return llvm::cantFail(
      SafeTensorsFile::parse(path, llvm::MemoryBuffer::getMemBufferCopy(content)));
}

template <typename T>
std::vector<T> elements(const TensorView &view) {
  const T *data = static_cast<const T *>(view.data);
  return std::vector<T>(data, data + view.getElementCount());
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

TEST_F(InputsResults, files_are_checked_against_the_argument) {
  std::vector<SafeTensorsFile> files;
  files.push_back(makeFile("f", "F32", "[2,3]", 24));
  auto find = [&](StringRef type) -> std::string {
    auto found = findInFiles(files, value(type, "[{}, {}]"));
    if (!found)
      return llvm::toString(found.takeError());
    return *found ? "found" : "none";
  };
  EXPECT_EQ(find("tensor<2x3xf32>"), "found");
  EXPECT_EQ(find("tensor<?x3xf32>"), "found");
  EXPECT_EQ(find("tensor<2x4xf32>"),
            "f: tensor \"x\" is F32 [2, 3], expected tensor<2x4xf32>");
  EXPECT_EQ(find("tensor<2x3xf16>"),
            "f: tensor \"x\" is F32 [2, 3], expected tensor<2x3xf16>");
  EntryValue other = value("tensor<2x3xf32>", "[{}, {}]");
  other.name = "y";
  EXPECT_FALSE(llvm::cantFail(findInFiles({}, other)).has_value());
  files.push_back(makeFile("g", "F32", "[2,3]", 24));
  EXPECT_EQ(find("tensor<2x3xf32>"), "tensor \"x\" is both in f and in g");
}

TEST_F(InputsResults, ranks_share_parts_and_whole_pieces_are_not_copied) {
  std::vector<float> data(6);
  std::iota(data.begin(), data.end(), 0.f);
  GlobalTensor tensor{{2, 3}, reinterpret_cast<char *>(data.data())};
  RankInputs inputs(4);
  ASSERT_FALSE(bool(inputs.append(value("tensor<2x3xf32>", R"([{"a"}, {}])"), tensor)));
  ASSERT_FALSE(bool(inputs.append(value("tensor<2x3xf32>", R"([{}, {"b"}])"), tensor)));
  auto views = inputs.getViews();
  EXPECT_EQ(views[0][0].data, data.data());
  EXPECT_EQ(views[1][0].data, data.data());
  EXPECT_EQ(views[2][0].data, data.data() + 3);
  EXPECT_EQ(views[0][1].data, views[2][1].data);
  EXPECT_EQ(elements<float>(views[0][1]), (std::vector<float>{0, 1, 3, 4}));
  EXPECT_EQ(elements<float>(views[1][1]), (std::vector<float>{2, 5}));
}

TEST_F(InputsResults, unaligned_data_is_copied) {
  alignas(8) char bytes[20] = {};
  RankInputs inputs(4);
  GlobalTensor tensor{{2}, bytes + 1};
  ASSERT_FALSE(bool(inputs.append(value("tensor<2xf64>", "[{}]"), tensor)));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(inputs.getViews()[0][0].data) % 8, 0u);
}

TEST_F(InputsResults, an_unreduced_argument_is_held_once) {
  std::vector<int32_t> data = {7, -7};
  GlobalTensor tensor{{2}, reinterpret_cast<char *>(data.data())};
  RankInputs inputs(4);
  ASSERT_FALSE(bool(
      inputs.append(value("tensor<2xi32>", R"([{}], unreduced=max{"b"})"), tensor)));
  auto views = inputs.getViews();
  std::vector<int32_t> lowest = {INT32_MIN, INT32_MIN};
  EXPECT_EQ(elements<int32_t>(views[0][0]), data);
  EXPECT_EQ(elements<int32_t>(views[1][0]), lowest);
  EXPECT_EQ(elements<int32_t>(views[2][0]), data);
  EXPECT_EQ(elements<int32_t>(views[3][0]), lowest);
}

TEST_F(InputsResults, chunks_must_divide_a_dynamic_size) {
  std::vector<char> data(20);
  RankInputs inputs(4);
  EXPECT_EQ(llvm::toString(inputs.append(value("tensor<?xf32>", R"([{"a"} c3])"),
                                         {{5}, data.data()})),
            "tensor \"x\" has a dimension of size 5, expected a multiple of 3 chunks");
}

TEST_F(InputsResults, random_values) {
  std::vector<char> storage, again, seeded, named;
  EntryValue x = value("tensor<1000xf32>", "[{}]"), y = x;
  y.name = "y";
  drawRandom(x, {1000}, 1, storage);
  drawRandom(x, {1000}, 1, again);
  drawRandom(x, {1000}, 2, seeded);
  drawRandom(y, {1000}, 1, named);
  EXPECT_EQ(storage, again);
  EXPECT_NE(storage, seeded);
  EXPECT_NE(storage, named);
  const float *data = reinterpret_cast<const float *>(storage.data());
  double mean = std::accumulate(data, data + 1000, 0.) / 1000, variance = 0;
  for (int i = 0; i < 1000; ++i)
    variance += (data[i] - mean) * (data[i] - mean) / 1000;
  EXPECT_NEAR(mean, 0, 0.02);
  EXPECT_NEAR(std::sqrt(variance), 0.1, 0.02);

  for (StringRef type : {"tensor<100xi1>", "tensor<100xi8>", "tensor<100xi64>", "tensor<100xindex>"}) {
    EntryValue integers = value(type, "[{}]");
    drawRandom(integers, {100}, 1, storage);
    int64_t bytes = elementBytes(integers.type.getElementType());
    std::set<int64_t> seen;
    for (int i = 0; i < 100; ++i) {
      int64_t element = 0;
      std::memcpy(&element, &storage[i * bytes], bytes);
      seen.insert(element);
    }
    EXPECT_EQ(seen, (std::set<int64_t>{0, 1})) << type.str();
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Views of these rows of numbers, one per rank.
template <typename T>
SmallVector<TensorView> views(Type elementType, std::vector<std::vector<T>> &parts) {
  SmallVector<TensorView> result;
  for (std::vector<T> &part : parts)
    result.push_back({part.data(), {int64_t(part.size())}, elementType});
  return result;
}

TEST_F(InputsResults, parts_are_put_together_without_replicas) {
  // Ranks along "b" have different values here: only the first one counts.
  std::vector<std::vector<float>> parts = {{1, 2}, {-1, -1}, {3}, {-1}};
  EntryValue result = value("tensor<3xf32>", R"([{"a"}])");
  GlobalResult global =
      llvm::cantFail(assembleResult(result, views(result.type.getElementType(), parts)));
  EXPECT_EQ(summarize(global), "x: tensor<3xf32> min 1 max 3 mean 2");
  const float *data = reinterpret_cast<const float *>(global.data);
  EXPECT_EQ(std::vector<float>(data, data + 3), (std::vector<float>{1, 2, 3}));
}

TEST_F(InputsResults, dynamic_sizes_are_the_sum_of_the_parts) {
  std::vector<std::vector<float>> parts = {{1, 2}, {3, 4}, {5, 6}, {7}};
  EntryValue result = value("tensor<?xf32>", R"([{"a", "b"}])");
  GlobalResult global =
      llvm::cantFail(assembleResult(result, views(result.type.getElementType(), parts)));
  EXPECT_EQ(global.shape, (SmallVector<int64_t, 4>{7}));
}

TEST_F(InputsResults, a_replicated_result_is_not_copied) {
  std::vector<std::vector<float>> parts(4, {1, 2});
  EntryValue result = value("tensor<2xf32>", "[{}]");
  GlobalResult global =
      llvm::cantFail(assembleResult(result, views(result.type.getElementType(), parts)));
  EXPECT_EQ(global.data, reinterpret_cast<char *>(parts[0].data()));
}

TEST_F(InputsResults, parts_of_the_wrong_shape) {
  std::vector<std::vector<float>> parts = {{1, 2}, {1, 2}, {3, 4}, {3, 4}};
  EntryValue result = value("tensor<3xf32>", R"([{"a"}])");
  EXPECT_EQ(llvm::toString(
                assembleResult(result, views(result.type.getElementType(), parts)).takeError()),
            "result \"x\" has shape [2] on rank 2, expected [1]");
}

TEST_F(InputsResults, differences) {
  float nan = std::nanf(""), inf = INFINITY;
  auto difference = [&](std::vector<float> a, std::vector<float> b) {
    std::vector<std::vector<float>> parts(4, a);
    EntryValue value = this->value("tensor<?xf32>", "[{}]");
    GlobalResult result =
        llvm::cantFail(assembleResult(value, views(value.type.getElementType(), parts)));
    std::string header = "{\"x\":{\"dtype\":\"F32\",\"shape\":[" + std::to_string(b.size()) +
                         "],\"data_offsets\":[0," + std::to_string(4 * b.size()) + "]}}";
    std::string content(8, '\0');
    llvm::support::endian::write64le(content.data(), header.size());
    content += header + std::string(reinterpret_cast<char *>(b.data()), 4 * b.size());
    SafeTensorsFile file = llvm::cantFail(
        SafeTensorsFile::parse("f", llvm::MemoryBuffer::getMemBufferCopy(content)));
    return llvm::cantFail(compare(result, file));
  };
  EXPECT_EQ(difference({1, -4}, {2, -4}).getRelative(), 0.25);
  EXPECT_EQ(difference({0.5, 0}, {0, 0}).getRelative(), 0.5) << "nothing to be relative to";
  EXPECT_EQ(difference({}, {}).getRelative(), 0);
  EXPECT_EQ(difference({nan, inf, 2}, {nan, inf, 2}).getRelative(), 0);
  EXPECT_TRUE(std::isnan(difference({nan, 5}, {1, 1}).getRelative()));
  EXPECT_TRUE(std::isnan(difference({1, 1}, {nan, 5}).getRelative()));
  EXPECT_TRUE(std::isinf(difference({inf}, {1}).getRelative()));
  EXPECT_TRUE(std::isinf(difference({1, 2}, {inf, 2}).largest));
}

TEST_F(InputsResults, summaries) {
  auto summary = [&](auto numbers, StringRef type) {
    EntryValue value = this->value(type, "[{}]");
    std::vector<decltype(numbers)> parts(4, numbers);
    return summarize(
        llvm::cantFail(assembleResult(value, views(value.type.getElementType(), parts))));
  };
  EXPECT_EQ(summary(std::vector<int8_t>{-1, 2}, "tensor<2xi8>"),
            "x: tensor<2xi8> min -1 max 2 mean 0.5");
  EXPECT_EQ(summary(std::vector<uint8_t>{255, 1}, "tensor<2xui8>"),
            "x: tensor<2xui8> min 1 max 255 mean 128");
  EXPECT_EQ(summary(std::vector<uint16_t>{0x3f80, 0xc000}, "tensor<2xbf16>"),
            "x: tensor<2xbf16> min -2 max 1 mean -0.5");
  EXPECT_EQ(summary(std::vector<uint16_t>{0x3c00, 0xc000}, "tensor<2xf16>"),
            "x: tensor<2xf16> min -2 max 1 mean -0.5");
  EXPECT_EQ(summary(std::vector<double>{1e-6, 3}, "tensor<2xf64>"),
            "x: tensor<2xf64> min 1e-06 max 3 mean 1.5");
  EXPECT_EQ(summary(std::vector<float>{1, std::nanf("")}, "tensor<2xf32>"),
            "x: tensor<2xf32> min nan max nan mean nan");
  EXPECT_EQ(summary(std::vector<float>{}, "tensor<0xf32>"), "x: tensor<0xf32>");
}

} // namespace
