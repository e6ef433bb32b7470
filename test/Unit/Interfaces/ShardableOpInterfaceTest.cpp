//===- ShardableOpInterfaceTest.cpp ------------------------------------------===//
//
// Rules of ops from text, and the arithmetic of layouts as IR: it is run for each
// rank by a small interpreter and compared with an enumeration of elements.
//
//===----------------------------------------------------------------------===//

#include "tp/Interfaces/ShardableOpInterface.h"

#include "../MeshTest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "tp/Rules/Rules.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

class ShardableOpInterfaceTest : public MeshTest {
protected:
  ShardableOpInterfaceTest() {
    DialectRegistry registry;
    registerShardingRules(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                        math::MathDialect, tensor::TensorDialect>();
    context.printOpOnDiagnostic(false);
  }

  /// The op that defines the last value named in `body`, a function of %a, %b:
  /// tensor<4x6xf32>, %c: tensor<6x4xf32>, %s: f32 and %p: i1.
  Operation *getOp(StringRef body) {
    modules.push_back(parseSourceString<ModuleOp>(
        ("func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x6xf32>, %c: tensor<6x4xf32>, "
         "%s: f32, %p: i1) {\n" +
         body + "\nreturn\n}")
            .str(),
        &context));
    EXPECT_TRUE(modules.back()) << body.str();
    func::FuncOp func = *modules.back()->getOps<func::FuncOp>().begin();
    return func.front().getTerminator()->getPrevNode();
  }

  std::string ruleOf(StringRef body) {
    FailureOr<ShardingRule> rule = getShardingRule(getOp(body));
    return succeeded(rule) ? rule->toString() : "none";
  }

  /// The message of `getShardingRule`.
  std::string errorOf(Operation *op) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) { text += diag.str(); });
    EXPECT_TRUE(failed(getShardingRule(op)));
    return text;
  }
};

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

TEST_F(ShardableOpInterfaceTest, ElementwiseOps) {
  auto binary = [&](StringRef op) {
    return ruleOf(("%0 = " + op + " %a, %b : tensor<4x6xf32>").str());
  };
  std::string two = "([a, b], [a, b]) -> [a, b] {a=4, b=6}";
  EXPECT_EQ(binary("arith.addf"), two + " linear {0, 1} rematerializable");
  EXPECT_EQ(binary("arith.subf"), two + " linear {0, 1} rematerializable");
  EXPECT_EQ(binary("arith.mulf"), two + " linear {0} {1} rematerializable");
  EXPECT_EQ(binary("arith.divf"), two + " linear {0} rematerializable");
  EXPECT_EQ(binary("arith.maximumf"), two + " rematerializable");
  EXPECT_EQ(ruleOf("%0 = arith.negf %a : tensor<4x6xf32>"),
            "([a, b]) -> [a, b] {a=4, b=6} linear {0} rematerializable");
  EXPECT_EQ(ruleOf("%0 = math.exp %a : tensor<4x6xf32>"),
            "([a, b]) -> [a, b] {a=4, b=6} rematerializable");
  EXPECT_EQ(ruleOf("%0 = arith.truncf %a : tensor<4x6xf32> to tensor<4x6xbf16>"),
            "([a, b]) -> [a, b] {a=4, b=6} rematerializable");
}

TEST_F(ShardableOpInterfaceTest, IntegersOfAnyWidthWrapAround) {
  EXPECT_EQ(ruleOf("%x = tensor.empty() : tensor<3xi8>\n%0 = arith.addi %x, %x : tensor<3xi8>"),
            "([a], [a]) -> [a] {a=3} linear {0, 1} rematerializable");
  EXPECT_EQ(ruleOf("%x = tensor.empty() : tensor<3xi8>\n%0 = arith.muli %x, %x : tensor<3xi8>"),
            "([a], [a]) -> [a] {a=3} linear {0} {1} rematerializable");
  EXPECT_EQ(ruleOf("%x = tensor.empty() : tensor<3xi8>\n%0 = arith.divsi %x, %x : tensor<3xi8>"),
            "([a], [a]) -> [a] {a=3}")
      << "integers divide with a rest, and not by 0";
}

TEST_F(ShardableOpInterfaceTest, ScalarsMixIn) {
  EXPECT_EQ(ruleOf("%0 = arith.select %p, %a, %b : tensor<4x6xf32>"),
            "([a, b], [a, b]) -> [a, b] {a=4, b=6} rematerializable");
  Operation *op = getOp("%0 = arith.select %p, %a, %b : tensor<4x6xf32>");
  FailureOr<ShardingRule> rule = getShardingRule(op);
  ASSERT_TRUE(succeeded(rule));
  ASSERT_EQ(rule->operands.size(), 2u);
  EXPECT_EQ(rule->operands[0], &op->getOpOperand(1)) << "operands are the op's own";
  EXPECT_EQ(rule->operands[1], &op->getOpOperand(2));
}

TEST_F(ShardableOpInterfaceTest, UnknownSizesStayUnknown) {
  EXPECT_EQ(ruleOf("%x = tensor.cast %a : tensor<4x6xf32> to tensor<?x6xf32>\n"
                   "%0 = math.exp %x : tensor<?x6xf32>"),
            "([a, b]) -> [a, b] {a=?, b=6} rematerializable");
}

TEST_F(ShardableOpInterfaceTest, OpsWithTheInterface) {
  EXPECT_EQ(ruleOf("%x = tensor.empty() : tensor<4x4xf32>\n"
                   "%0 = linalg.matmul ins(%a, %c : tensor<4x6xf32>, tensor<6x4xf32>) "
                   "outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>"),
            "([a, c], [c, b], [a, b]) -> [a, b] {a=4, b=4, c=6 sum} linear {0, 2} {1, 2}");
  EXPECT_EQ(ruleOf("%0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>"),
            "([a, b]) -> [a b] {a=4, b=6} linear {0} selects rematerializable");
  EXPECT_EQ(ruleOf("%0 = arith.constant dense<1.0> : tensor<2x3xf32>"),
            "() -> [a, b] {a=2, b=3} rematerializable");
  EXPECT_EQ(ruleOf("%0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>"),
            "() -> [a] {a=2 whole} rematerializable");
}

TEST_F(ShardableOpInterfaceTest, AMatmulTakesItsInitOnce) {
  FailureOr<ShardingRule> rule =
      getShardingRule(getOp("%x = tensor.empty() : tensor<4x4xf32>\n"
                            "%0 = linalg.matmul ins(%a, %c : tensor<4x6xf32>, tensor<6x4xf32>) "
                            "outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>"));
  ASSERT_TRUE(succeeded(rule));
  EXPECT_EQ(rule->inits, (SmallVector<unsigned, 1>{2}));
  rule = getShardingRule(getOp("%0 = linalg.exp ins(%a : tensor<4x6xf32>) "
                               "outs(%b : tensor<4x6xf32>) -> tensor<4x6xf32>"));
  ASSERT_TRUE(succeeded(rule));
  EXPECT_TRUE(rule->inits.empty()) << "nothing is reduced";
}

TEST_F(ShardableOpInterfaceTest, OpsWithoutARule) {
  StringRef rest = "' has no sharding rule: it cannot be partitioned; give it one "
                   "(docs/Embedding.md) or write it with ops that have one";
  EXPECT_EQ(errorOf(getOp("%0 = tp.sort %a along 0 : tensor<4x6xf32>")),
            ("'tp.sort" + rest).str());
  EXPECT_EQ(errorOf(getOp("%0 = math.exp %s : f32")), ("'math.exp" + rest).str())
      << "elementwise on tensors only";
}

TEST_F(ShardableOpInterfaceTest, RulesAreMadeOnce) {
  Operation *op = getOp("%x = math.exp %a : tensor<4x6xf32>\n"
                        "%0 = tp.sort %x along 0 : tensor<4x6xf32>");
  Operation *exp = op->getPrevNode();
  ShardingRules rules(op->getParentOp());
  FailureOr<const ShardingRule *> first = rules.get(exp);
  ASSERT_TRUE(succeeded(first));
  // As it was when first asked, whatever becomes of the op.
  exp->getResult(0).setType(tensor({2, 6}));
  FailureOr<const ShardingRule *> again = rules.get(exp);
  ASSERT_TRUE(succeeded(again));
  EXPECT_EQ(*first, *again);
  EXPECT_EQ((*again)->factors[0].size, 4);
  // An error each time.
  int64_t errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++errors; });
  EXPECT_TRUE(failed(rules.get(op)));
  EXPECT_TRUE(failed(rules.get(op)));
  EXPECT_EQ(errors, 2);
}

//===----------------------------------------------------------------------===//
// Arithmetic of layouts
//===----------------------------------------------------------------------===//

/// A function to emit index values into, and their values on each rank.
class RankArithmeticTest : public ShardableOpInterfaceTest {
protected:
  RankArithmeticTest() {
    Operation *op = getOp("%0 = math.exp %a : tensor<4x6xf32>");
    entry = op->getBlock();
    loc = op->getLoc();
    before = count();
  }

  int64_t count() { return std::distance(entry->begin(), entry->end()); }
  int64_t emitted() { return count() - before; }

  /// True when the function verifies in a module that has the last mesh.
  bool isValid() {
    auto module = entry->getParentOp()->getParentOfType<ModuleOp>();
    OpBuilder(module.getBodyRegion()).clone(**modules.back()->getOps<MeshOp>().begin());
    return succeeded(verify(module));
  }

  /// The value of an op of the entry block on a rank, unless it is in `known`.
  int64_t eval(Value value, int64_t rank, const Mesh &mesh) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    Operation *op = value.getDefiningOp();
    if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
      return constant.value();
    if (auto index = dyn_cast<AxisIndexOp>(op)) {
      AxisList axes;
      for (Attribute axis : index.getAxes())
        mesh.append(axes, cast<AxisRefAttr>(axis));
      return getPlace(rank, axes, mesh).first;
    }
    int64_t a = eval(op->getOperand(0), rank, mesh), b = eval(op->getOperand(1), rank, mesh);
    StringRef name = op->getName().getStringRef();
    if (name == "arith.addi")
      return a + b;
    if (name == "arith.subi")
      return a - b;
    if (name == "arith.muli")
      return a * b;
    if (name == "arith.minui")
      return std::min(a, b);
    if (name == "arith.divui")
      return a / b;
    if (name == "arith.remui")
      return a % b;
    if (name == "arith.ceildivui")
      return a / b + (a % b != 0);
    ADD_FAILURE() << "unexpected op " << name.str();
    return -1;
  }

  int64_t eval(OpFoldResult value, int64_t rank, const Mesh &mesh) {
    if (auto attr = dyn_cast<Attribute>(value))
      return cast<IntegerAttr>(attr).getInt();
    return eval(cast<Value>(value), rank, mesh);
  }

  Block *entry;
  Location loc = UnknownLoc::get(&context);
  int64_t before;
  DenseMap<Value, int64_t> known;
};

TEST_F(RankArithmeticTest, EachValueOnce) {
  Mesh mesh = getMesh({2, 3});
  RankArithmetic arithmetic(mesh, entry);
  DimSharding uneven = {{1}, 1, 1}, both = {{0, 1}, 2, 2};
  Value x = arithmetic.coordinate({0}, loc);
  EXPECT_EQ(emitted(), 1);
  EXPECT_EQ(arithmetic.coordinate({0}, loc), x);
  EXPECT_EQ(emitted(), 1);
  EXPECT_NE(arithmetic.coordinate({1}, loc), x);
  EXPECT_EQ(emitted(), 2);
  EXPECT_NE(arithmetic.coordinate({1, 0}, loc), arithmetic.coordinate({0, 1}, loc));
  EXPECT_EQ(emitted(), 4);

  OpFoldResult size = arithmetic.localSize(uneven, 7, loc);
  Value offset = arithmetic.offset(uneven, 7, loc);
  arithmetic.localSize(both, 24, loc);
  arithmetic.offset(both, 24, loc);
  int64_t all = emitted();
  EXPECT_EQ(arithmetic.localSize(uneven, 7, loc), size);
  EXPECT_EQ(arithmetic.offset(uneven, 7, loc), offset);
  arithmetic.localSize(both, 24, loc);
  arithmetic.offset(both, 24, loc);
  EXPECT_EQ(emitted(), all);
  EXPECT_NE(arithmetic.localSize(uneven, 8, loc), size) << "of another dimension";
  EXPECT_GT(emitted(), all);
  EXPECT_TRUE(isValid());
}

TEST_F(RankArithmeticTest, ConstantWhereAllHoldEquallyMany) {
  Mesh mesh = getMesh({2, 3});
  RankArithmetic arithmetic(mesh, entry);
  Builder b(&context);
  EXPECT_EQ(arithmetic.localSize({{0, 1}, 1, 1}, 12, loc), OpFoldResult(b.getIndexAttr(2)));
  EXPECT_EQ(arithmetic.localSize({{1}, 2, 2}, 12, loc), OpFoldResult(b.getIndexAttr(4)));
  EXPECT_EQ(arithmetic.localSize({}, 7, loc), OpFoldResult(b.getIndexAttr(7)));
  EXPECT_EQ(arithmetic.localSize({{0}, 1, 1}, 0, loc), OpFoldResult(b.getIndexAttr(0)));
  EXPECT_EQ(emitted(), 0);
}

TEST_F(RankArithmeticTest, ValuesAreWhatARankHolds) {
  Mesh mesh = getMesh({2, 6, 2}).cut({{1, 3}});
  RankArithmetic arithmetic(mesh, entry);
  // Values that were asked for in between must not come behind their users.
  for (const AxisList &axes : {AxisList{0}, AxisList{1}, AxisList{3, 0}, AxisList{0, 1}})
    for (int64_t granule : {1, 2, 5})
      for (int64_t chunks : {1, 2, 3})
        for (int64_t d : {0, 1, 6, 12, 17, 18, 30}) {
          if (d % chunks != 0)
            continue;
          DimSharding dim = {axes, granule, chunks};
          OpFoldResult size = arithmetic.localSize(dim, d, loc);
          Value offset = arithmetic.offset(dim, d, loc);
          for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
            SCOPED_TRACE(str({{dim}, {}}, mesh) + " of " + std::to_string(d) + ", rank " +
                         std::to_string(rank));
            std::vector<int64_t> held = heldBy(rank, dim, d, mesh);
            ASSERT_EQ(eval(size, rank, mesh), int64_t(held.size()));
            if (!held.empty()) {
              ASSERT_EQ(eval(offset, rank, mesh), held.front());
            }
          }
        }
  EXPECT_TRUE(isValid());
}

TEST_F(RankArithmeticTest, PositionsInTheWhole) {
  Mesh mesh = getMesh({2, 3});
  RankArithmetic arithmetic(mesh, entry);
  OpBuilder builder(entry->getTerminator());
  // Any op that is not folded: its value is set below.
  Value local = AxisIndexOp::create(builder, loc, builder.getIndexType(),
                                    mesh.getSymbol(&context), mesh.toArrayAttr(&context, {0}));
  for (int64_t granule : {1, 2, 3})
    for (int64_t chunks : {1, 2, 3})
      for (int64_t d : {6, 12, 18, 24, 30}) {
        ShardingRule rule;
        rule.addFactor(d);
        rule.addFactor(5);
        FactorShardings splits = {{{1, 0}, granule, chunks}, {}};
        PartitionContext partition(builder, rule, splits, {}, {}, {}, arithmetic);
        EXPECT_TRUE(partition.isSplit(0));
        EXPECT_FALSE(partition.isSplit(1));
        EXPECT_EQ(partition.globalIndex(1, local, loc), local) << "all of it is here";
        Value global = partition.globalIndex(0, local, loc);
        for (int64_t rank = 0; rank < mesh.getRankCount(); ++rank) {
          std::vector<int64_t> held = heldBy(rank, splits[0], d, mesh);
          ASSERT_EQ(eval(partition.localSize(0, loc), rank, mesh), int64_t(held.size()));
          for (int64_t position = 0; position < int64_t(held.size()); ++position) {
            known[local] = position;
            ASSERT_EQ(eval(global, rank, mesh), held[position])
                << d << " g" << granule << " c" << chunks << ", rank " << rank;
          }
        }
      }
  EXPECT_TRUE(isValid());
}

TEST_F(RankArithmeticTest, LocalShapes) {
  Mesh mesh = getMesh({2, 3});
  RankArithmetic arithmetic(mesh, entry);
  OpBuilder builder(entry->getTerminator());
  ShardingRule rule;
  rule.addFactor(4);
  rule.addFactor(10);
  rule.addFactor(7);
  FactorShardings splits = {{{0}}, {}, {{1}}};
  PartitionContext partition(builder, rule, splits, {}, {}, {}, arithmetic);
  auto sizes = [&](const TensorFactors &tensor, ArrayRef<int64_t> shape, int64_t rank) {
    SmallVector<OpFoldResult> given;
    for (int64_t d : shape)
      given.push_back(builder.getIndexAttr(d));
    std::vector<int64_t> local;
    for (OpFoldResult size : partition.localShape(tensor, given, loc))
      local.push_back(eval(size, rank, mesh));
    return local;
  };
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(sizes({{0}, {1}, {2}, {}}, {4, 10, 7, 1}, 0), (Sizes{2, 10, 3, 1}));
  EXPECT_EQ(sizes({{0}, {1}, {2}, {}}, {4, 10, 7, 1}, 1), (Sizes{2, 10, 2, 1}));
  EXPECT_EQ(sizes({{0, 1}, {2}}, {40, 7}, 2), (Sizes{20, 2}));
  EXPECT_EQ(sizes({{}, {1}}, {9, 10}, 2), (Sizes{9, 10})) << "as asked where nothing is split";
}

TEST_F(RankArithmeticTest, InPlaceSetsLocalOperandsAndTypes) {
  Operation *op = getOp("%x = tensor.empty() : tensor<2x6xf32>\n"
                        "%0 = arith.select %p, %a, %b : tensor<4x6xf32>");
  Value local = op->getPrevNode()->getResult(0), condition = op->getOperand(0);
  FailureOr<ShardingRule> rule = getShardingRule(op);
  ASSERT_TRUE(succeeded(rule));
  Mesh mesh = getMesh({2});
  RankArithmetic arithmetic(mesh, op->getBlock());
  OpBuilder builder(op);
  PartitionContext partition(builder, *rule, {{{0}}, {}}, {local, local},
                             {tensor({4, 6}), tensor({4, 6})}, {Type(tensor({2, 6}))}, arithmetic);
  FailureOr<SmallVector<Value>> results = partitionOp(op, partition);
  ASSERT_TRUE(succeeded(results));
  EXPECT_EQ(*results, SmallVector<Value>{op->getResult(0)});
  EXPECT_EQ(op->getResult(0).getType(), tensor({2, 6}));
  EXPECT_EQ(SmallVector<Value>(op->getOperands()), (SmallVector<Value>{condition, local, local}));
}

} // namespace
