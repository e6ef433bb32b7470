//===- EntrySignatureTest.cpp ------------------------------------------------===//

#include "tp/Execution/EntrySignature.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

class EntrySignatureTest : public ::testing::Test {
protected:
  EntrySignatureTest() {
    context.loadDialect<TPDialect, func::FuncDialect, arith::ArithDialect,
                        tensor::TensorDialect>();
  }

  /// The function @main of a module.
  func::FuncOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module->lookupSymbol<func::FuncOp>("main");
  }

  std::string errorOf(StringRef text) {
    llvm::Expected<EntrySignature> signature = EntrySignature::get(parse(text));
    return signature ? "" : llvm::toString(signature.takeError());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(EntrySignatureTest, names_are_given_or_numbered) {
  llvm::Expected<EntrySignature> signature = EntrySignature::get(parse(R"(
    func.func @main(%a: f32, %b: tensor<2xf32> {tp.name = "w"}, %c: index)
        -> (tensor<2xf32>, f32 {tp.name = "y"}) {
      return %b, %a : tensor<2xf32>, f32
    })"));
  ASSERT_TRUE(bool(signature));
  EXPECT_EQ(signature->rankCount, 1);
  ASSERT_EQ(signature->arguments.size(), 3u);
  EXPECT_EQ(signature->arguments[0].name, "arg0");
  EXPECT_EQ(signature->arguments[0].type.getRank(), 0);
  EXPECT_EQ(signature->arguments[1].name, "w");
  EXPECT_EQ(signature->arguments[2].name, "arg2");
  EXPECT_TRUE(signature->arguments[2].type.getElementType().isIndex());
  ASSERT_EQ(signature->results.size(), 2u);
  EXPECT_EQ(signature->results[0].name, "result0");
  EXPECT_EQ(signature->results[1].name, "y");
}

TEST_F(EntrySignatureTest, a_partitioned_function_has_global_types) {
  llvm::Expected<EntrySignature> signature = EntrySignature::get(parse(R"(
    tp.mesh @mesh = <["dp"=2, "tp"=4]>
    func.func @main(%a: tensor<?x6xf32> {tp.global_type = tensor<10x6xf32>,
                        tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<?x6xf32>
        attributes {tp.partitioned} {
      return %a : tensor<?x6xf32>
    })"));
  ASSERT_TRUE(bool(signature));
  EXPECT_EQ(signature->rankCount, 8);
  const EntryValue &value = signature->arguments[0];
  EXPECT_EQ(value.type.getDimSize(0), 10);
  EXPECT_TRUE(value.sharding.dims[0].isSplit());
  EXPECT_EQ(value.mesh.ways(value.sharding.dims[0].axes), 4);
  EXPECT_FALSE(signature->results[0].sharding.dims[0].isSplit()) << "no sharding: replicated";
}

TEST_F(EntrySignatureTest, without_partitioning_shardings_mean_nothing) {
  llvm::Expected<EntrySignature> signature = EntrySignature::get(parse(R"(
    tp.mesh @mesh = <["tp"=4]>
    func.func @main(%a: tensor<10xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) {
      return
    })"));
  ASSERT_TRUE(bool(signature));
  EXPECT_EQ(signature->rankCount, 1);
  EXPECT_FALSE(signature->arguments[0].sharding.dims[0].isSplit());
}

TEST_F(EntrySignatureTest, errors) {
  EXPECT_EQ(errorOf(R"(func.func @main(%a: f32 {tp.name = "x"}, %b: f32 {tp.name = "x"}) {
                         return })"),
            "two arguments of @main have the name \"x\"");
  EXPECT_EQ(errorOf(R"(func.func @main(%a: f32) -> (f32 {tp.name = "x"}, f32 {tp.name = "x"}) {
                         return %a, %a : f32, f32 })"),
            "two results of @main have the name \"x\"");
  EXPECT_EQ(errorOf("func.func @main(%a: tensor<*xf32>) { return }"),
            "arg0 of @main has type tensor<*xf32>, expected a ranked tensor of integers or "
            "floats, or a scalar");
  EXPECT_EQ(errorOf("func.func @main(%a: tensor<2xcomplex<f32>>) { return }"),
            "arg0 of @main has type tensor<2xcomplex<f32>>, expected a ranked tensor of integers "
            "or floats, or a scalar");
  EXPECT_EQ(errorOf(R"(tp.mesh @a = <["x"=2]>
                       func.func @main(%a: tensor<2xf32> {tp.sharding = #tp.sharding<@a, [{"x"}]>})
                           attributes {tp.partitioned} { return })"),
            "arg0 of @main is split, but has no tp.global_type");
}

TEST_F(EntrySignatureTest, unreduced_results_are_reduced) {
  func::FuncOp entry = parse(R"(
    tp.mesh @mesh = <["dp"=2, "tp"=4]>
    func.func @main(%a: tensor<2xf32>)
        -> (tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=max{"tp"}>},
            tensor<2xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
        attributes {tp.partitioned} {
      return %a, %a : tensor<2xf32>, tensor<2xf32>
    })");
  reduceUnreducedResults(entry);
  EXPECT_TRUE(succeeded(verify(*module)));
  auto operands = entry.front().getTerminator()->getOperands();
  auto reduce = operands[0].getDefiningOp<AllReduceOp>();
  ASSERT_TRUE(reduce);
  EXPECT_EQ(reduce.getReduction(), Reduction::Max);
  EXPECT_FALSE(operands[1].getDefiningOp());
  llvm::Expected<EntrySignature> signature = EntrySignature::get(entry);
  ASSERT_TRUE(bool(signature));
  EXPECT_FALSE(signature->results[0].sharding.isUnreduced());
}

} // namespace
