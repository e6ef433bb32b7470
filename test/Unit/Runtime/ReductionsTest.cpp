//===- ReductionsTest.cpp - the arithmetic of every dtype and reduction ---===//
//
// Walks the whole table of dtypes and reductions through all_reduce and
// reduce_scatter. Expected values are folded here, element by element in group
// order, in the arithmetic that arith's documentation gives.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <limits>
#include <random>

using namespace tprt_test;

//===----------------------------------------------------------------------===//
// The expected arithmetic
//===----------------------------------------------------------------------===//

static bool isFloat(tprt_dtype_t dtype) { return dtype <= TPRT_BF16; }

/// The support that the header promises.
static bool hasMeaning(tprt_reduction_t reduction, tprt_dtype_t dtype) {
  if (reduction == TPRT_SUM || reduction == TPRT_PROD)
    return true;
  return isFloat(dtype) == (reduction >= TPRT_MINIMUMF);
}

template <typename T>
static T foldFloats(tprt_reduction_t reduction, T a, T b) {
  auto smaller = [](T x, T y) {
    if (x == 0 && y == 0)
      return std::signbit(x) ? x : y;
    return x < y ? x : y;
  };
  auto larger = [](T x, T y) {
    if (x == 0 && y == 0)
      return std::signbit(x) ? y : x;
    return x > y ? x : y;
  };
  bool anyNan = std::isnan(a) || std::isnan(b);
  T nan = std::numeric_limits<T>::quiet_NaN();
  switch (reduction) {
  case TPRT_SUM:
    return a + b;
  case TPRT_PROD:
    return a * b;
  case TPRT_MINIMUMF:
    return anyNan ? nan : smaller(a, b);
  case TPRT_MAXIMUMF:
    return anyNan ? nan : larger(a, b);
  case TPRT_MINNUMF:
    return anyNan ? (std::isnan(a) ? b : a) : smaller(a, b);
  case TPRT_MAXNUMF:
    return anyNan ? (std::isnan(a) ? b : a) : larger(a, b);
  default:
    ADD_FAILURE() << "no float reduction";
    return nan;
  }
}

/// Integers of `bits` bits, as a sign-extended and a zero-extended number.
static uint64_t foldInts(tprt_reduction_t reduction, int bits, uint64_t a,
                         uint64_t b) {
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  auto asSigned = [&](uint64_t value) {
    bool negative = (value >> (bits - 1)) & 1;
    return int64_t(negative ? value | ~mask : value);
  };
  switch (reduction) {
  case TPRT_SUM:
    return (a + b) & mask;
  case TPRT_PROD:
    return (a * b) & mask;
  case TPRT_AND:
    return a & b;
  case TPRT_OR:
    return a | b;
  case TPRT_XOR:
    return a ^ b;
  case TPRT_MINSI:
    return asSigned(a) < asSigned(b) ? a : b;
  case TPRT_MAXSI:
    return asSigned(a) > asSigned(b) ? a : b;
  case TPRT_MINUI:
    return a < b ? a : b;
  case TPRT_MAXUI:
    return a > b ? a : b;
  default:
    ADD_FAILURE() << "no integer reduction";
    return 0;
  }
}

static float widened(tprt_dtype_t dtype, uint64_t bits) {
  if (dtype == TPRT_F16)
    return tprt_f16_to_f32(uint16_t(bits));
  if (dtype == TPRT_BF16)
    return tprt_bf16_to_f32(uint16_t(bits));
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static double asDouble(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Folds the members' bits in order and gives the bits of the result.
static uint64_t foldAll(tprt_reduction_t reduction, tprt_dtype_t dtype,
                        const std::vector<uint64_t> &values) {
  uint64_t result = 0;
  if (dtype == TPRT_F64) {
    double folded = asDouble(values[0]);
    for (size_t i = 1; i < values.size(); ++i)
      folded = foldFloats(reduction, folded, asDouble(values[i]));
    std::memcpy(&result, &folded, sizeof folded);
    return result;
  }
  if (isFloat(dtype)) {
    float folded = widened(dtype, values[0]);
    for (size_t i = 1; i < values.size(); ++i)
      folded = foldFloats(reduction, folded, widened(dtype, values[i]));
    if (dtype == TPRT_F16)
      return tprt_f32_to_f16(folded);
    if (dtype == TPRT_BF16)
      return tprt_f32_to_bf16(folded);
    std::memcpy(&result, &folded, sizeof folded);
    return result;
  }
  int bits = dtype == TPRT_I1 ? 1 : 8 * int(tprt_dtype_size(dtype));
  result = values[0];
  for (size_t i = 1; i < values.size(); ++i)
    result = foldInts(reduction, bits, result, values[i]);
  return result;
}

static bool isNan(tprt_dtype_t dtype, uint64_t bits) {
  return dtype == TPRT_F64 ? std::isnan(asDouble(bits))
                           : isFloat(dtype) && std::isnan(widened(dtype, bits));
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static uint64_t bitsOf(tprt_dtype_t dtype, double value) {
  uint64_t bits = 0;
  float narrow = float(value);
  if (dtype == TPRT_F64)
    std::memcpy(&bits, &value, sizeof value);
  else if (dtype == TPRT_F16)
    bits = tprt_f32_to_f16(narrow);
  else if (dtype == TPRT_BF16)
    bits = tprt_f32_to_bf16(narrow);
  else
    std::memcpy(&bits, &narrow, sizeof narrow);
  return bits;
}

/// Arbitrary integers; floats of all signs and sizes with NaN, infinities and
/// both zeros among them.
static uint64_t randomBits(tprt_dtype_t dtype, std::mt19937_64 &random) {
  if (dtype == TPRT_I1)
    return random() & 1;
  if (!isFloat(dtype)) {
    size_t bytes = tprt_dtype_size(dtype);
    return bytes == 8 ? random()
                      : random() & ((uint64_t(1) << (8 * bytes)) - 1);
  }
  const double special[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0};
  uint64_t choice = random() % 16;
  if (choice < 5)
    return bitsOf(dtype, special[choice]);
  std::uniform_real_distribution<double> fraction(-4, 4);
  return bitsOf(dtype, fraction(random));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

TEST(Reductions, the_table_of_support_is_that_of_the_header) {
  for (int r = 0; r < TPRT_REDUCTION_COUNT; ++r)
    for (int t = 0; t < TPRT_DTYPE_COUNT; ++t)
      EXPECT_EQ(tprt_reduction_supports(tprt_reduction_t(r), tprt_dtype_t(t)),
                hasMeaning(tprt_reduction_t(r), tprt_dtype_t(t)))
          << tprt_reduction_name(tprt_reduction_t(r)) << " "
          << tprt_dtype_name(tprt_dtype_t(t));
}

class EveryReduction
    : public testing::TestWithParam<std::tuple<int, tprt_collective_kind_t>> {};

TEST_P(EveryReduction, on_every_dtype) {
  auto reduction = tprt_reduction_t(std::get<0>(GetParam()));
  tprt_collective_kind_t kind = std::get<1>(GetParam());
  // Longer than a block of any reasonable implementation, no round number.
  constexpr int64_t size = 2347;
  constexpr int32_t ranks = 5;
  Digits axis = {{ranks, 1}};
  World world(ranks);
  for (int t = 0; t < TPRT_DTYPE_COUNT; ++t) {
    auto dtype = tprt_dtype_t(t);
    if (!hasMeaning(reduction, dtype))
      continue;
    std::mt19937_64 random(1000 * reduction + t);
    std::vector<std::vector<uint64_t>> values(ranks);
    for (auto &mine : values)
      for (int64_t i = 0; i < size; ++i)
        mine.push_back(randomBits(dtype, random));

    Layout cut = kind == TPRT_REDUCE_SCATTER ? Layout{{axis}} : whole(1);
    Collective collective = {
        kind, reduction, dtype, axis, {{{size}, whole(1), cut}}};
    std::vector<int64_t> faults(ranks, -1);
    for (Memory memory : {Memory::Dense, Memory::Padded})
      expectRuns(world, [&](int32_t rank) {
        std::vector<int64_t> held = heldElements(cut, {size}, rank);
        std::vector<Tensor> inputs, outputs;
        inputs.emplace_back(Sizes{size}, dtype, memory);
        outputs.emplace_back(Sizes{int64_t(held.size())}, dtype, memory);
        for (int64_t i = 0; i < size; ++i)
          inputs[0].setBits(i, values[rank][i]);
        call(collective.descriptor(), inputs, outputs);
        for (size_t e = 0; e < held.size(); ++e) {
          std::vector<uint64_t> column;
          for (const auto &mine : values)
            column.push_back(mine[held[e]]);
          uint64_t expected = foldAll(reduction, dtype, column);
          uint64_t got = outputs[0].bits(int64_t(e));
          bool same =
              got == expected || (isNan(dtype, got) && isNan(dtype, expected));
          if (!same && faults[rank] < 0)
            faults[rank] = held[e];
        }
      });
    for (int64_t fault : faults)
      EXPECT_EQ(fault, -1) << tprt_reduction_name(reduction) << " "
                           << tprt_dtype_name(dtype);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, EveryReduction,
    testing::Combine(testing::Range(0, int(TPRT_REDUCTION_COUNT)),
                     testing::Values(TPRT_ALL_REDUCE, TPRT_REDUCE_SCATTER)));

//===----------------------------------------------------------------------===//
// Single cases, with values written out
//===----------------------------------------------------------------------===//

/// The bits of an all_reduce of one element per rank; the same on all ranks.
static uint64_t reduceBits(tprt_reduction_t reduction, tprt_dtype_t dtype,
                           const std::vector<uint64_t> &values) {
  auto ranks = int32_t(values.size());
  Collective collective = {
      TPRT_ALL_REDUCE, reduction, dtype, {{ranks, 1}}, {{{}, {}, {}}}};
  World world(ranks);
  std::vector<uint64_t> results(ranks);
  expectRuns(world, [&](int32_t rank) {
    std::vector<Tensor> inputs, outputs;
    inputs.emplace_back(Sizes{}, dtype);
    outputs.emplace_back(Sizes{}, dtype);
    inputs[0].setBits(0, values[rank]);
    call(collective.descriptor(), inputs, outputs);
    results[rank] = outputs[0].bits(0);
  });
  for (uint64_t result : results)
    EXPECT_EQ(result, results[0]);
  return results[0];
}

TEST(Reductions, nan_is_kept_by_minimumf_and_dropped_by_minnumf) {
  for (tprt_dtype_t dtype : {TPRT_F32, TPRT_F64, TPRT_F16, TPRT_BF16})
    for (size_t place = 0; place < 3; ++place) {
      std::vector<uint64_t> values = {bitsOf(dtype, 3), bitsOf(dtype, 1),
                                      bitsOf(dtype, 2)};
      values[place] = bitsOf(dtype, NAN);
      EXPECT_TRUE(isNan(dtype, reduceBits(TPRT_MINIMUMF, dtype, values)));
      EXPECT_TRUE(isNan(dtype, reduceBits(TPRT_MAXIMUMF, dtype, values)));
      EXPECT_EQ(reduceBits(TPRT_MINNUMF, dtype, values),
                bitsOf(dtype, place == 1 ? 2 : 1));
      EXPECT_EQ(reduceBits(TPRT_MAXNUMF, dtype, values),
                bitsOf(dtype, place == 0 ? 2 : 3));
    }
}

TEST(Reductions, nan_everywhere_stays_nan) {
  std::vector<uint64_t> nans(3, bitsOf(TPRT_F32, NAN));
  for (tprt_reduction_t reduction :
       {TPRT_SUM, TPRT_PROD, TPRT_MINIMUMF, TPRT_MAXNUMF})
    EXPECT_TRUE(isNan(TPRT_F32, reduceBits(reduction, TPRT_F32, nans)));
}

TEST(Reductions, minus_zero_is_below_zero) {
  for (auto values : {std::vector<double>{0.0, -0.0}, {-0.0, 0.0}}) {
    std::vector<uint64_t> bits = {bitsOf(TPRT_F32, values[0]),
                                  bitsOf(TPRT_F32, values[1])};
    uint64_t minusZero = bitsOf(TPRT_F32, -0.0);
    EXPECT_EQ(reduceBits(TPRT_MINIMUMF, TPRT_F32, bits), minusZero);
    EXPECT_EQ(reduceBits(TPRT_MINNUMF, TPRT_F32, bits), minusZero);
    EXPECT_EQ(reduceBits(TPRT_MAXIMUMF, TPRT_F32, bits), 0u);
    EXPECT_EQ(reduceBits(TPRT_MAXNUMF, TPRT_F32, bits), 0u);
  }
}

TEST(Reductions, i1_is_arithmetic_modulo_2) {
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_I1, {1, 1}), 0u);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_I1, {1, 1, 1}), 1u);
  EXPECT_EQ(reduceBits(TPRT_PROD, TPRT_I1, {1, 1, 1}), 1u);
  EXPECT_EQ(reduceBits(TPRT_PROD, TPRT_I1, {1, 0, 1}), 0u);
}

TEST(Reductions, i1_true_is_minus_one_when_signed) {
  EXPECT_EQ(reduceBits(TPRT_MINSI, TPRT_I1, {0, 1}), 1u);
  EXPECT_EQ(reduceBits(TPRT_MAXSI, TPRT_I1, {0, 1}), 0u);
  EXPECT_EQ(reduceBits(TPRT_MINUI, TPRT_I1, {0, 1}), 0u);
  EXPECT_EQ(reduceBits(TPRT_MAXUI, TPRT_I1, {0, 1}), 1u);
}

TEST(Reductions, signed_and_unsigned_order_differ) {
  EXPECT_EQ(reduceBits(TPRT_MINSI, TPRT_I8, {0x01, 0xff}), 0xffu);
  EXPECT_EQ(reduceBits(TPRT_MINUI, TPRT_I8, {0x01, 0xff}), 0x01u);
  EXPECT_EQ(reduceBits(TPRT_MAXSI, TPRT_I32, {5, 0x80000000}), 5u);
  EXPECT_EQ(reduceBits(TPRT_MAXUI, TPRT_I32, {5, 0x80000000}), 0x80000000u);
}

TEST(Reductions, integers_wrap) {
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_I8, {0x7f, 0x01}), 0x80u);
  EXPECT_EQ(reduceBits(TPRT_PROD, TPRT_I16, {0xffff, 0xffff}), 1u);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_I64, {~uint64_t(0), 2}), 1u);
}

TEST(Reductions, bf16_is_rounded_once) {
  // 256 + 1 + 1: each sum alone rounds back to 256 in bf16 (ties to even).
  uint64_t one = bitsOf(TPRT_BF16, 1), large = bitsOf(TPRT_BF16, 256);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_BF16, {large, one, one}),
            bitsOf(TPRT_BF16, 258));
}

TEST(Reductions, f16_is_rounded_once) {
  uint64_t one = bitsOf(TPRT_F16, 1), large = bitsOf(TPRT_F16, 2048);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_F16, {large, one, one}),
            bitsOf(TPRT_F16, 2050));
}

TEST(Reductions, f16_may_pass_its_range_on_the_way) {
  uint64_t large = bitsOf(TPRT_F16, 60000), minus = bitsOf(TPRT_F16, -60000);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_F16, {large, large, minus}), large);
}

TEST(Reductions, sums_are_folded_in_group_order) {
  // In f32, (1e8 + -1e8) + 1 = 1 but 1e8 + (-1e8 + 1) = 0.
  uint64_t large = bitsOf(TPRT_F32, 1e8), minus = bitsOf(TPRT_F32, -1e8);
  uint64_t one = bitsOf(TPRT_F32, 1);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_F32, {large, minus, one}), one);
  EXPECT_EQ(reduceBits(TPRT_SUM, TPRT_F32, {minus, one, large}),
            bitsOf(TPRT_F32, 0));
}

TEST(Reductions, the_order_is_that_of_the_group_and_not_of_the_ranks) {
  // Over {2,1}{2,2} the group's order is rank 0, 2, 1, 3.
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_F32, {{2, 1}, {2, 2}}, {{{}, {}, {}}}};
  const float values[] = {1e8f, 1.0f, -1e8f, 0.0f};
  World world(4);
  std::vector<float> results(4);
  expectRuns(world, [&](int32_t rank) {
    std::vector<Tensor> inputs, outputs;
    inputs.emplace_back(Sizes{}, TPRT_F32);
    outputs.emplace_back(Sizes{}, TPRT_F32);
    inputs[0].set(0, values[rank]);
    call(collective.descriptor(), inputs, outputs);
    results[rank] = outputs[0].get<float>(0);
  });
  EXPECT_EQ(results, std::vector<float>(4, 1.0f));
}

TEST(Reductions, results_are_bitwise_the_same_on_every_run_and_rank) {
  constexpr int64_t size = 10007;
  constexpr int32_t ranks = 6;
  Digits axis = {{ranks, 1}};
  Collective collective = {TPRT_ALL_REDUCE,
                           TPRT_SUM,
                           TPRT_F32,
                           axis,
                           {{{size}, whole(1), whole(1)}}};
  World world(ranks);
  std::vector<std::vector<float>> firstRun(ranks);
  for (int round = 0; round < 10; ++round) {
    std::vector<std::vector<float>> results(ranks, std::vector<float>(size));
    expectRuns(world, [&](int32_t rank) {
      std::mt19937 random(rank + 1);
      std::normal_distribution<float> normal;
      std::vector<Tensor> inputs, outputs;
      inputs.emplace_back(Sizes{size}, TPRT_F32);
      outputs.emplace_back(Sizes{size}, TPRT_F32);
      for (int64_t i = 0; i < size; ++i)
        inputs[0].set(i, normal(random));
      call(collective.descriptor(), inputs, outputs);
      for (int64_t i = 0; i < size; ++i)
        results[rank][i] = outputs[0].get<float>(i);
    });
    if (round == 0)
      firstRun = results;
    for (int32_t rank = 0; rank < ranks; ++rank)
      EXPECT_EQ(0, std::memcmp(results[rank].data(), firstRun[0].data(),
                               size * sizeof(float)));
  }
}

TEST(Reductions, a_pair_without_meaning_is_unsupported) {
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_AND, TPRT_F32, {{2, 1}}, {{{}, {}, {}}}};
  World world(2);
  tprt_status_t status = world.run([&](int32_t) {
    auto &inputs = keep(std::vector<Tensor>());
    auto &outputs = keep(std::vector<Tensor>());
    inputs.emplace_back(Sizes{}, TPRT_F32);
    outputs.emplace_back(Sizes{}, TPRT_F32);
    call(keep(collective.descriptor()), inputs, outputs, "model.mlir:7:3");
  });
  EXPECT_EQ(status, TPRT_UNSUPPORTED);
  expectContains(world.error, "reduction and has no meaning on f32");
  expectContains(world.error, "model.mlir:7:3");
}
