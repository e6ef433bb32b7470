//===- MathTest.cpp - how accurate functions of compiled programs are ---------===//
//
// Each function is computed for floats all over its range and compared with libm in
// double precision; the distance is counted in units in the last place of the exact
// value. ExpandMath.cpp uses a polynomial only where this test says that it may.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/Executable.h"

#include "tp/Conversion/Passes.h"
#include "tprt/tprt.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tp;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// `count` floats from `low` to `high`, evenly spaced in value and, where both have
/// one sign, in exponent.
std::vector<float> sample(float low, float high) {
  std::vector<float> values;
  constexpr int count = 20000;
  for (int i = 0; i <= count; ++i)
    values.push_back(float(low + (double(high) - low) * i / count));
  for (int exponent = -40; exponent < 40; ++exponent)
    for (double mantissa : {1.0, 1.1, 1.37, 1.71, 1.999}) {
      double value = std::ldexp(mantissa, exponent);
      for (double signedValue : {value, -value})
        if (signedValue >= low && signedValue <= high)
          values.push_back(float(signedValue));
    }
  return values;
}

/// Runs `math.NAME` on one rank.
std::vector<float> compute(StringRef name, std::vector<float> values) {
  DialectRegistry registry;
  registerHostDialects(registry);
  MLIRContext context(registry);
  std::string source = ("func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
                        "  %y = math." +
                        name + " %x : tensor<?xf32>\n  return %y : tensor<?xf32>\n}\n")
                           .str();
  auto module = parseSourceString<ModuleOp>(source, ParserConfig(&context));
  auto executable = Executable::compile(*module);
  if (!executable) {
    ADD_FAILURE() << llvm::toString(executable.takeError());
    return {};
  }
  tprt_world_t *world = nullptr;
  tprt_world_options_t options = {1, 0};
  EXPECT_EQ(tprt_world_create(&options, &world), TPRT_OK);
  SmallVector<SmallVector<TensorView>> inputs(1);
  inputs[0].push_back(
      {values.data(), {int64_t(values.size())}, Float32Type::get(&context)});
  auto results = (*executable)->run(world, inputs);
  std::vector<float> output;
  if (results) {
    const float *data = static_cast<const float *>((*results)[0][0].data);
    output.assign(data, data + values.size());
  } else {
    ADD_FAILURE() << llvm::toString(results.takeError());
  }
  tprt_world_destroy(world);
  return output;
}

/// The distance in units in the last place of the exact value.
double getError(float computed, double exact) {
  if (std::isnan(computed) || std::isnan(exact))
    return std::isnan(computed) == std::isnan(exact) ? 0 : infinity;
  if (std::abs(exact) > std::numeric_limits<float>::max())
    return std::isinf(computed) && std::signbit(computed) == std::signbit(exact)
               ? 0
               : infinity;
  double magnitude = std::max(std::abs(exact), double(std::numeric_limits<float>::min()));
  double unit = std::ldexp(1.0, std::ilogb(magnitude) - 23);
  return std::abs(computed - exact) / unit;
}

struct Case {
  const char *name;
  double (*exact)(double);
  float low, high;
  double units; // the largest error that is allowed
};

class MathTest : public testing::TestWithParam<Case> {};

TEST_P(MathTest, IsAccurate) {
  const Case &test = GetParam();
  std::vector<float> values = sample(test.low, test.high);
  std::vector<float> computed = compute(test.name, values);
  ASSERT_EQ(computed.size(), values.size());
  double worst = 0, where = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    double error = getError(computed[i], test.exact(values[i]));
    if (error > worst) {
      worst = error;
      where = values[i];
    }
  }
  RecordProperty("units", std::to_string(worst));
  EXPECT_LE(worst, test.units) << test.name << " of " << where;
}

TEST_P(MathTest, KnowsSpecialValues) {
  const Case &test = GetParam();
  std::vector<float> values = {0.0f, -0.0f, infinity, -infinity, notANumber, 1e30f, -1e30f};
  std::vector<float> computed = compute(test.name, values);
  ASSERT_EQ(computed.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_LE(getError(computed[i], test.exact(values[i])), test.units)
        << test.name << " of " << values[i] << " is " << computed[i];
}

INSTANTIATE_TEST_SUITE_P(
    Functions, MathTest,
    testing::Values(Case{"exp", std::exp, -87, 88, 4}, Case{"expm1", std::expm1, -80, 80, 8},
                    Case{"tanh", std::tanh, -12, 12, 8}, Case{"erf", std::erf, -6, 6, 8},
                    Case{"log", std::log, 1e-30f, 1e30f, 4},
                    Case{"log1p", std::log1p, -0.99f, 1e6f, 8},
                    Case{"sin", std::sin, -1e4f, 1e4f, 2}, Case{"cos", std::cos, -1e4f, 1e4f, 2},
                    Case{"exp2", std::exp2, -120, 120, 2}),
    [](const testing::TestParamInfo<Case> &info) { return std::string(info.param.name); });

} // namespace
