//===- ExecutableTest.cpp - programs are compiled and run ---------------------===//
//
// Small programs whose results are known exactly, on one rank and on several. What
// the passes do one by one is tested in test/Conversion.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/Executable.h"

#include "tp/Conversion/Passes.h"
#include "tprt/tprt.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <memory>

using namespace mlir;
using namespace mlir::tp;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// A dense tensor that owns its elements.
struct Tensor {
  SmallVector<int64_t, 4> shape;
  std::vector<char> bytes;
  Type type;

  template <typename T>
  Tensor(Type type, ArrayRef<int64_t> shape, std::vector<T> values)
      : shape(shape.begin(), shape.end()), bytes(values.size() * sizeof(T)), type(type) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  TensorView view() { return {bytes.data(), shape, type}; }
};

template <typename T>
std::vector<T> read(const TensorView &view) {
  const T *data = static_cast<const T *>(view.data);
  return std::vector<T>(data, data + view.getElementCount());
}

class ExecutableTest : public testing::Test {
protected:
  ExecutableTest() {
    DialectRegistry registry;
    registerHostDialects(registry);
    context.appendDialectRegistry(registry);
  }
  ~ExecutableTest() override { tprt_world_destroy(world); }

  /// Compiles; the text of the error is in `error` when there is one.
  std::unique_ptr<Executable> compile(StringRef source) {
    ParserConfig config(&context);
    module = parseSourceString<ModuleOp>(source, config, "test.mlir");
    if (!module) {
      error = "does not parse";
      ADD_FAILURE() << error;
      return nullptr;
    }
    auto executable = Executable::compile(*module);
    if (!executable) {
      error = llvm::toString(executable.takeError());
      return nullptr;
    }
    return std::move(*executable);
  }

  /// Compiles and runs on as many ranks as there are lists of arguments.
  SmallVector<SmallVector<TensorView>> run(StringRef source,
                                           std::vector<std::vector<Tensor>> inputs) {
    executable = compile(source);
    if (!executable) {
      ADD_FAILURE() << error;
      return {};
    }
    return runAgain(inputs);
  }

  /// Runs what is compiled; the text of the error is in `error` when there is one.
  SmallVector<SmallVector<TensorView>> runAgain(std::vector<std::vector<Tensor>> &inputs) {
    tprt_world_destroy(world);
    world = nullptr;
    tprt_world_options_t options = {int32_t(inputs.size()), 20};
    EXPECT_EQ(tprt_world_create(&options, &world), TPRT_OK);
    SmallVector<SmallVector<TensorView>> views(inputs.size());
    for (size_t rank = 0; rank < inputs.size(); ++rank)
      for (Tensor &tensor : inputs[rank])
        views[rank].push_back(tensor.view());
    auto results = executable->run(world, views);
    if (!results) {
      error = llvm::toString(results.takeError());
      return {};
    }
    error.clear();
    return *results;
  }

  Type f32() { return Float32Type::get(&context); }
  Type i32() { return IntegerType::get(&context, 32); }
  Type i64() { return IntegerType::get(&context, 64); }
  Type i1() { return IntegerType::get(&context, 1); }
  Type index() { return IndexType::get(&context); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Executable> executable;
  tprt_world_t *world = nullptr;
  std::string error;
};

//===----------------------------------------------------------------------===//
// One rank
//===----------------------------------------------------------------------===//

TEST_F(ExecutableTest, Matmul) {
  auto results = run(R"(
    func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
      %c = arith.constant 1.0 : f32
      %e = tensor.empty() : tensor<2x2xf32>
      %f = linalg.fill ins(%c : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
      %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                         outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
      return %r : tensor<2x2xf32>
    })",
                     {{Tensor(f32(), {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}),
                       Tensor(f32(), {3, 2}, std::vector<float>{1, 0, 0, 1, 1, 1})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(results[0][0].shape, ElementsAre(2, 2));
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(5, 6, 11, 12));
}

TEST_F(ExecutableTest, ScalarsAreRankZero) {
  auto results = run(R"(
    func.func @main(%x: f32, %n: index, %c: i1) -> (index, f32, i1) {
      %y = arith.addf %x, %x : f32
      %m = arith.addi %n, %n : index
      %true = arith.constant true
      %d = arith.xori %c, %true : i1
      return %m, %y, %d : index, f32, i1
    })",
                     {{Tensor(f32(), {}, std::vector<float>{1.5f}),
                       Tensor(index(), {}, std::vector<int64_t>{21}),
                       Tensor(i1(), {}, std::vector<char>{1})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<int64_t>(results[0][0]), ElementsAre(42));
  EXPECT_THAT(read<float>(results[0][1]), ElementsAre(3));
  EXPECT_THAT(read<char>(results[0][2]), ElementsAre(0));
  EXPECT_TRUE(results[0][0].shape.empty());
}

TEST_F(ExecutableTest, NoArgumentsNoResults) {
  EXPECT_TRUE(run("func.func @main() { return }", {{}})[0].empty());
}

// Results are never an argument, a constant or each other.
TEST_F(ExecutableTest, ResultsAreOwned) {
  std::vector<std::vector<Tensor>> inputs = {{Tensor(f32(), {2}, std::vector<float>{1, 2})}};
  executable = compile(R"(
    func.func @main(%x: tensor<2xf32>)
        -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>) {
      %c = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
      %y = tensor.expand_shape %x [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
      return %x, %x, %c, %y : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>
    })");
  ASSERT_TRUE(executable) << error;
  auto results = runAgain(inputs);
  ASSERT_EQ(error, "");
  std::set<void *> buffers = {inputs[0][0].bytes.data()};
  for (TensorView &view : results[0]) {
    buffers.insert(view.data);
    static_cast<float *>(view.data)[0] += 10; // writable
  }
  EXPECT_EQ(buffers.size(), 5u);
  results = runAgain(inputs);
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(1, 2));
  EXPECT_THAT(read<float>(results[0][2]), ElementsAre(3, 4));
}

TEST_F(ExecutableTest, ArgumentsAreNotWritten) {
  std::vector<std::vector<Tensor>> inputs = {
      {Tensor(f32(), {3}, std::vector<float>{1, 2, 3}), Tensor(f32(), {1}, std::vector<float>{9})}};
  executable = compile(R"(
    func.func @main(%x: tensor<3xf32>, %u: tensor<1xf32>) -> tensor<3xf32> {
      %y = tensor.insert_slice %u into %x[1] [1] [1] : tensor<1xf32> into tensor<3xf32>
      return %y : tensor<3xf32>
    })");
  ASSERT_TRUE(executable) << error;
  auto results = runAgain(inputs);
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(1, 9, 3));
  EXPECT_THAT(read<float>(inputs[0][0].view()), ElementsAre(1, 2, 3));
}

TEST_F(ExecutableTest, Loop) {
  auto results = run(R"(
    func.func @main(%x: tensor<2xf32>, %n: i64) -> (tensor<2xf32>, i64) {
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %r:2 = scf.while (%i = %zero, %s = %x) : (i64, tensor<2xf32>) -> (i64, tensor<2xf32>) {
        %more = arith.cmpi slt, %i, %n : i64
        scf.condition(%more) %i, %s : i64, tensor<2xf32>
      } do {
      ^bb0(%i: i64, %s: tensor<2xf32>):
        %j = arith.addi %i, %one : i64
        %t = arith.addf %s, %s : tensor<2xf32>
        scf.yield %j, %t : i64, tensor<2xf32>
      }
      return %r#1, %r#0 : tensor<2xf32>, i64
    })",
                     {{Tensor(f32(), {2}, std::vector<float>{1, 3}),
                       Tensor(i64(), {}, std::vector<int64_t>{5})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(32, 96));
  EXPECT_THAT(read<int64_t>(results[0][1]), ElementsAre(5));
}

TEST_F(ExecutableTest, CallsAreResolved) {
  auto results = run(R"(
    func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = arith.addf %x, %x : tensor<2xf32>
      return %y : tensor<2xf32>
    }
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %z = call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
      return %z : tensor<2xf32>
    })",
                     {{Tensor(f32(), {2}, std::vector<float>{1, 3})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(4, 12));
}

TEST_F(ExecutableTest, NarrowFloats) {
  auto results = run(R"(
    func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %a = arith.truncf %x : tensor<3xf32> to tensor<3xbf16>
      %b = arith.addf %a, %a : tensor<3xbf16>
      %c = math.exp2 %b : tensor<3xbf16>
      %d = arith.extf %c : tensor<3xbf16> to tensor<3xf32>
      %e = arith.truncf %x : tensor<3xf32> to tensor<3xf16>
      %f = arith.mulf %e, %e : tensor<3xf16>
      %g = arith.extf %f : tensor<3xf16> to tensor<3xf32>
      return %d, %g : tensor<3xf32>, tensor<3xf32>
    })",
                     {{Tensor(f32(), {3}, std::vector<float>{1, 1.5f, -1})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(4, 8, 0.25f));
  EXPECT_THAT(read<float>(results[0][1]), ElementsAre(1, 2.25f, 1));
}

TEST_F(ExecutableTest, IntegerPowers) {
  auto results = run(R"(
    func.func @main(%x: tensor<2xf32>, %n: i32) -> (tensor<2xf32>, tensor<2xf32>) {
      %three = arith.constant dense<3> : tensor<2xi32>
      %a = math.fpowi %x, %three : tensor<2xf32>, tensor<2xi32>
      %k = tensor.splat %n : tensor<2xi32>
      %b = math.fpowi %x, %k : tensor<2xf32>, tensor<2xi32>
      return %a, %b : tensor<2xf32>, tensor<2xf32>
    })",
                     {{Tensor(f32(), {2}, std::vector<float>{2, -3}),
                       Tensor(i32(), {}, std::vector<int32_t>{5})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(8, -27));
  EXPECT_THAT(read<float>(results[0][1]), ElementsAre(32, -243));
}

TEST_F(ExecutableTest, DynamicSizes) {
  const char *source = R"(
    func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %f0 = arith.constant 0.0 : f32
      %m = tensor.dim %x, %zero : tensor<?x?xf32>
      %n = tensor.dim %y, %one : tensor<?x?xf32>
      %e = tensor.empty(%m, %n) : tensor<?x?xf32>
      %f = linalg.fill ins(%f0 : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
      %p = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>)
                         outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
      %q = arith.addf %p, %x : tensor<?x?xf32>
      return %q : tensor<?x?xf32>
    })";
  Tensor square(f32(), {2, 2}, std::vector<float>{1, 2, 3, 4});
  Tensor wide(f32(), {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  auto results = run(source, {{square, square}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(8, 12, 18, 26));
  // Sizes that disagree are found out: 2 x 3 times 2 x 2.
  std::vector<std::vector<Tensor>> inputs = {{wide, square}};
  runAgain(inputs);
  EXPECT_NE(error, "");
  // The product fits, the sum does not.
  inputs = {{square, wide}};
  runAgain(inputs);
  EXPECT_THAT(error, HasSubstr("incompatible"));
  EXPECT_THAT(error, HasSubstr("test.mlir:"));
  // An empty tensor is a tensor.
  inputs = {{Tensor(f32(), {0, 0}, std::vector<float>{}),
             Tensor(f32(), {0, 0}, std::vector<float>{})}};
  results = runAgain(inputs);
  ASSERT_EQ(error, "");
  EXPECT_THAT(results[0][0].shape, ElementsAre(0, 0));
}

TEST_F(ExecutableTest, GatherReadsZeroOutside) {
  auto results = run(R"(
    func.func @main(%t: tensor<3x2xf32>, %i: tensor<4xi32>) -> tensor<4x2xf32> {
      %c1 = arith.constant 1 : index
      %r = tp.gather %t[%i] offset(%c1) map = affine_map<(d0, d1)[s0] -> (s0, d1)>,
          [affine_map<(d0, d1) -> (d0)>] : tensor<3x2xf32>, (tensor<4xi32>) -> tensor<4x2xf32>
      return %r : tensor<4x2xf32>
    })",
                     {{Tensor(f32(), {3, 2}, std::vector<float>{1, 2, 3, 4, 5, 6}),
                       Tensor(i32(), {4}, std::vector<int32_t>{0, 1, 3, 4})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(0, 0, 1, 2, 5, 6, 0, 0));
}

//===----------------------------------------------------------------------===//
// Several ranks
//===----------------------------------------------------------------------===//

TEST_F(ExecutableTest, AllReduce) {
  auto results = run(R"(
    tp.mesh @mesh = <["tp"=4]>
    func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %y:2 = tp.all_reduce sum %x, %x over {"tp"} : tensor<3xf32>, tensor<3xf32>
      %z = tp.all_reduce max %x over {"tp"} : tensor<3xf32>
      return %y#1, %z : tensor<3xf32>, tensor<3xf32>
    })",
                     {{Tensor(f32(), {3}, std::vector<float>{1, 2, 3})},
                      {Tensor(f32(), {3}, std::vector<float>{10, 20, 30})},
                      {Tensor(f32(), {3}, std::vector<float>{100, 200, 300})},
                      {Tensor(f32(), {3}, std::vector<float>{1000, 2000, 3000})}});
  ASSERT_EQ(error, "");
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_THAT(read<float>(results[rank][0]), ElementsAre(1111, 2222, 3333));
    EXPECT_THAT(read<float>(results[rank][1]), ElementsAre(1000, 2000, 3000));
  }
}

TEST_F(ExecutableTest, AxisIndexAndGroups) {
  auto results = run(R"(
    tp.mesh @mesh = <["dp"=2, "tp"=3]>
    func.func @main() -> (index, index, tensor<1xi64>, tensor<1xi64>) {
      %t = tp.axis_index over {"tp"} : index
      %b = tp.axis_index over {"tp", "dp"} : index
      %i = tp.axis_index over {"dp", "tp"} : index
      %j = arith.index_cast %i : index to i64
      %x = tensor.from_elements %j : tensor<1xi64>
      %s = tp.all_reduce sum %x over {"tp"} : tensor<1xi64>
      %d = tp.broadcast %x over {"dp"} : tensor<1xi64>
      return %t, %b, %s, %d : index, index, tensor<1xi64>, tensor<1xi64>
    })",
                     {{}, {}, {}, {}, {}, {}});
  ASSERT_EQ(error, "");
  for (int64_t rank = 0; rank < 6; ++rank) {
    EXPECT_THAT(read<int64_t>(results[rank][0]), ElementsAre(rank % 3));
    EXPECT_THAT(read<int64_t>(results[rank][1]), ElementsAre(rank % 3 * 2 + rank / 3));
    EXPECT_THAT(read<int64_t>(results[rank][2]), ElementsAre(rank < 3 ? 3 : 12));
    EXPECT_THAT(read<int64_t>(results[rank][3]), ElementsAre(rank % 3));
  }
}

// Ten elements over four ranks: 3, 2, 3, 2.
TEST_F(ExecutableTest, UnevenParts) {
  Tensor whole(f32(), {10}, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  auto results = run(R"(
    tp.mesh @mesh = <["tp"=4]>
    func.func @main(%x: tensor<10xf32>) -> (tensor<?xf32>, tensor<10xf32>, tensor<?xf32>) {
      %p = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}] of tensor<10xf32>
          : tensor<10xf32> -> tensor<?xf32>
      %q = arith.addf %p, %p : tensor<?xf32>
      %y = tp.all_gather %q over {"tp"} [{"tp"}] -> [{}] of tensor<10xf32>
          : tensor<?xf32> -> tensor<10xf32>
      %s = tp.reduce_scatter sum %x over {"tp"} [{}] -> [{"tp"}] of tensor<10xf32>
          : tensor<10xf32> -> tensor<?xf32>
      return %p, %y, %s : tensor<?xf32>, tensor<10xf32>, tensor<?xf32>
    })",
                     {{whole}, {whole}, {whole}, {whole}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[0][0]), ElementsAre(0, 1, 2));
  EXPECT_THAT(read<float>(results[1][0]), ElementsAre(3, 4));
  EXPECT_THAT(read<float>(results[2][0]), ElementsAre(5, 6, 7));
  EXPECT_THAT(read<float>(results[3][0]), ElementsAre(8, 9));
  EXPECT_THAT(read<float>(results[3][1]), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 16, 18));
  EXPECT_THAT(read<float>(results[2][2]), ElementsAre(20, 24, 28));
}

// The size of a split dimension is known to nobody before it runs.
TEST_F(ExecutableTest, UnknownSizeOfASplitDimension) {
  auto results = run(R"(
    tp.mesh @mesh = <["tp"=2]>
    func.func @main(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
      %y = tp.all_gather %x over {"tp"} [{"tp"}] -> [{}] of tensor<?xi32>
          : tensor<?xi32> -> tensor<?xi32>
      %z = tp.all_slice %y over {"tp"} [{}] -> [{"tp"}] of tensor<?xi32>
          : tensor<?xi32> -> tensor<?xi32>
      return %y, %z : tensor<?xi32>, tensor<?xi32>
    })",
                     {{Tensor(i32(), {3}, std::vector<int32_t>{1, 2, 3})},
                      {Tensor(i32(), {2}, std::vector<int32_t>{4, 5})}});
  ASSERT_EQ(error, "");
  for (int rank = 0; rank < 2; ++rank)
    EXPECT_THAT(read<int32_t>(results[rank][0]), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(read<int32_t>(results[0][1]), ElementsAre(1, 2, 3));
  EXPECT_THAT(read<int32_t>(results[1][1]), ElementsAre(4, 5));
}

TEST_F(ExecutableTest, AllToAllAndPermute) {
  std::vector<std::vector<Tensor>> inputs;
  for (float rank = 0; rank < 4; ++rank)
    inputs.push_back({Tensor(f32(), {4, 1}, std::vector<float>{rank, 4 + rank, 8 + rank, 12 + rank})});
  auto results = run(R"(
    tp.mesh @mesh = <["a"=2, "b"=2]>
    func.func @main(%x: tensor<4x1xf32>) -> (tensor<1x4xf32>, tensor<4x1xf32>) {
      %y = tp.all_to_all %x over {"a", "b"} [{}, {"a", "b"}] -> [{"a", "b"}, {}] of tensor<4x4xf32>
          : tensor<4x1xf32> -> tensor<1x4xf32>
      %z = tp.permute %x over {"a", "b"} [{}, {"a", "b"}] -> [{}, {"b", "a"}] of tensor<4x4xf32>
          : tensor<4x1xf32> -> tensor<4x1xf32>
      return %y, %z : tensor<1x4xf32>, tensor<4x1xf32>
    })",
                     inputs);
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[1][0]), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(read<float>(results[0][1]), ElementsAre(0, 4, 8, 12));
  EXPECT_THAT(read<float>(results[1][1]), ElementsAre(2, 6, 10, 14));
  EXPECT_THAT(read<float>(results[2][1]), ElementsAre(1, 5, 9, 13));
}

// {"tp"}, then only its major half.
TEST_F(ExecutableTest, SubAxisAndChunks) {
  Tensor whole(f32(), {8}, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7});
  auto results = run(R"(
    tp.mesh @mesh = <["tp"=4]>
    func.func @main(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
      %p = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}] of tensor<8xf32>
          : tensor<8xf32> -> tensor<2xf32>
      %y = tp.all_gather %p over {"tp":(2)2} [{"tp"}] -> [{"tp":(1)2}] of tensor<8xf32>
          : tensor<2xf32> -> tensor<4xf32>
      %c = tp.all_slice %x over {"tp"} [{}] -> [{"tp"} c2] of tensor<8xf32>
          : tensor<8xf32> -> tensor<2xf32>
      return %y, %c : tensor<4xf32>, tensor<2xf32>
    })",
                     {{whole}, {whole}, {whole}, {whole}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[1][0]), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(read<float>(results[2][0]), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(read<float>(results[1][1]), ElementsAre(1, 5));
}

TEST_F(ExecutableTest, StartAndWait) {
  auto results = run(R"(
    tp.mesh @mesh = <["tp"=2]>
    func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %p = tp.start {
        %y = tp.all_reduce sum %x over {"tp"} : tensor<2xf32>
        tp.return %y : tensor<2xf32>
      } : !tp.pending<tensor<2xf32>>
      %z = arith.mulf %x, %x : tensor<2xf32>
      %y = tp.wait %p : !tp.pending<tensor<2xf32>>
      return %y, %z : tensor<2xf32>, tensor<2xf32>
    })",
                     {{Tensor(f32(), {2}, std::vector<float>{1, 2})},
                      {Tensor(f32(), {2}, std::vector<float>{3, 4})}});
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[1][0]), ElementsAre(4, 6));
  EXPECT_THAT(read<float>(results[1][1]), ElementsAre(9, 16));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

// One rank's assertion ends the run of all, and the next run works.
TEST_F(ExecutableTest, AssertionIsAnError) {
  std::vector<std::vector<Tensor>> inputs = {{Tensor(i1(), {}, std::vector<char>{1})},
                                             {Tensor(i1(), {}, std::vector<char>{0})}};
  executable = compile(R"(
    tp.mesh @mesh = <["tp"=2]>
    func.func @main(%ok: i1) -> tensor<1xf32> {
      cf.assert %ok, "index must be smaller than dim size"
      %x = arith.constant dense<1.0> : tensor<1xf32>
      %y = tp.all_reduce sum %x over {"tp"} : tensor<1xf32>
      return %y : tensor<1xf32>
    })");
  ASSERT_TRUE(executable) << error;
  runAgain(inputs);
  EXPECT_THAT(error, HasSubstr("rank 1"));
  EXPECT_THAT(error, HasSubstr("index must be smaller than dim size (test.mlir:4)"));
  inputs[1] = inputs[0];
  auto results = runAgain(inputs);
  ASSERT_EQ(error, "");
  EXPECT_THAT(read<float>(results[1][0]), ElementsAre(2));
}

TEST_F(ExecutableTest, ArgumentsThatDoNotFit) {
  executable = compile(R"(
    func.func @main(%x: tensor<2x4xf32>, %y: tensor<?xi32>) {
      return
    })");
  ASSERT_TRUE(executable) << error;
  Tensor x(f32(), {2, 4}, std::vector<float>(8)), y(i32(), {5}, std::vector<int32_t>(5));
  auto expectError = [&](std::vector<std::vector<Tensor>> inputs, const char *text) {
    runAgain(inputs);
    EXPECT_EQ(error, text);
  };
  expectError({{x, y}}, "");
  expectError({{x}}, "1 arguments were given, expected 2");
  expectError({{Tensor(f32(), {2, 3}, std::vector<float>(6)), y}},
              "argument 0: dimension 1 has size 3, expected 4");
  expectError({{x, x}}, "argument 1: elements have type f32, expected i32");
  expectError({{Tensor(f32(), {8}, std::vector<float>(8)), y}},
              "argument 0: has rank 1, expected 2");
  expectError({{x, y}, {x}}, "rank 1: 1 arguments were given, expected 2");
}

TEST_F(ExecutableTest, WorldOfAnotherSize) {
  executable = compile("func.func @main() { return }");
  ASSERT_TRUE(executable) << error;
  std::vector<std::vector<Tensor>> inputs = {{}, {}};
  runAgain(inputs);
  SmallVector<SmallVector<TensorView>> one(1);
  auto results = executable->run(world, one);
  ASSERT_FALSE(results);
  EXPECT_THAT(llvm::toString(results.takeError()),
              HasSubstr("arguments of 1 ranks were given to a world of another size"));
}

TEST_F(ExecutableTest, ProgramsThatCannotBeCompiled) {
  EXPECT_FALSE(compile("func.func @other() { return }"));
  EXPECT_THAT(error, HasSubstr("the module has no function @main"));
  EXPECT_FALSE(compile(R"(func.func @main(%x: memref<2xf32>) {
    return
  })"));
  EXPECT_THAT(error, HasSubstr("argument 0 has type"));
  EXPECT_FALSE(compile(R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = tp.sort %x along 0 : tensor<4xf32>
    return %y : tensor<4xf32>
  })"));
  EXPECT_EQ(error, "test.mlir:2:10: 'tp.sort' op cannot be executed yet");
}

} // namespace
