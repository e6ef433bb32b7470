//===- DataTypesTest.cpp - enums, names and 16-bit conversions ------------===//
//
// The conversions are compared with a reading of the formats in f64 arithmetic.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <limits>
#include <random>
#include <set>

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

TEST(DataTypes, sizes_of_all) {
  const size_t sizes[TPRT_DTYPE_COUNT] = {4, 8, 2, 2, 1, 1, 2, 4, 8};
  for (int i = 0; i < TPRT_DTYPE_COUNT; ++i)
    EXPECT_EQ(tprt_dtype_size(tprt_dtype_t(i)), sizes[i]) << i;
}

TEST(DataTypes, values_outside_of_the_enums) {
  for (int i : {-1, 1000}) {
    EXPECT_EQ(tprt_dtype_size(tprt_dtype_t(i)), 0u);
    EXPECT_STREQ(tprt_dtype_name(tprt_dtype_t(i)), "unknown dtype");
    EXPECT_STREQ(tprt_reduction_name(tprt_reduction_t(i)), "unknown reduction");
    EXPECT_STREQ(tprt_collective_kind_name(tprt_collective_kind_t(i)),
                 "unknown kind");
    EXPECT_STREQ(tprt_status_name(tprt_status_t(i)), "unknown status");
    EXPECT_FALSE(tprt_reduction_supports(tprt_reduction_t(i), TPRT_F32));
    EXPECT_FALSE(tprt_reduction_supports(TPRT_SUM, tprt_dtype_t(i)));
  }
}

/// All names of an enum are there and differ.
template <typename Enum>
static void expectNames(int count, const char *(*nameOf)(Enum)) {
  std::set<std::string> names;
  for (int i = 0; i < count; ++i)
    names.insert(nameOf(Enum(i)));
  EXPECT_EQ(names.size(), size_t(count));
  for (const std::string &name : names)
    EXPECT_EQ(name.find("unknown"), std::string::npos);
}

TEST(DataTypes, names_of_all) {
  expectNames<tprt_dtype_t>(TPRT_DTYPE_COUNT, tprt_dtype_name);
  expectNames<tprt_reduction_t>(TPRT_REDUCTION_COUNT, tprt_reduction_name);
  expectNames<tprt_collective_kind_t>(TPRT_KIND_COUNT,
                                      tprt_collective_kind_name);
  expectNames<tprt_status_t>(TPRT_UNSUPPORTED + 1, tprt_status_name);
  EXPECT_STREQ(tprt_dtype_name(TPRT_BF16), "bf16");
  EXPECT_STREQ(tprt_reduction_name(TPRT_MAXIMUMF), "maximumf");
  EXPECT_STREQ(tprt_collective_kind_name(TPRT_REDUCE_SCATTER),
               "reduce_scatter");
  EXPECT_STREQ(tprt_status_name(TPRT_INVALID_ARGUMENT), "invalid argument");
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
struct Format {
  int exponentBits, fractionBits;
  float (*toF32)(uint16_t);
  uint16_t (*fromF32)(float);
};
const Format half = {5, 10, tprt_f16_to_f32, tprt_f32_to_f16};
const Format brain = {8, 7, tprt_bf16_to_f32, tprt_f32_to_bf16};
} // namespace

/// What the bits of a finite number of a format mean, in f64.
static double meaningOf(const Format &format, uint16_t bits) {
  int bias = (1 << (format.exponentBits - 1)) - 1;
  int exponent =
      (bits >> format.fractionBits) & ((1 << format.exponentBits) - 1);
  int fraction = bits & ((1 << format.fractionBits) - 1);
  double value = exponent == 0
                     ? std::ldexp(fraction, 1 - bias - format.fractionBits)
                     : std::ldexp(fraction + (1 << format.fractionBits),
                                  exponent - bias - format.fractionBits);
  return bits & 0x8000 ? -value : value;
}

static uint16_t infinityOf(const Format &format) {
  return uint16_t(((1 << format.exponentBits) - 1) << format.fractionBits);
}

TEST(Conversions, every_16_bit_value_widens_exactly) {
  for (const Format &format : {half, brain})
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      float value = format.toF32(uint16_t(bits));
      uint16_t magnitude = bits & 0x7fff;
      if (magnitude > infinityOf(format)) {
        EXPECT_TRUE(std::isnan(value)) << bits;
      } else if (magnitude == infinityOf(format)) {
        EXPECT_TRUE(std::isinf(value)) << bits;
      } else {
        EXPECT_EQ(double(value), meaningOf(format, uint16_t(bits))) << bits;
      }
      EXPECT_EQ(std::signbit(value), bits >= 0x8000) << bits;
    }
}

TEST(Conversions, every_16_bit_value_survives_a_round_trip) {
  for (const Format &format : {half, brain})
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      uint16_t back = format.fromF32(format.toF32(uint16_t(bits)));
      if ((bits & 0x7fff) > infinityOf(format)) {
        EXPECT_GT(back & 0x7fff, infinityOf(format)) << bits; // a NaN still
      } else {
        EXPECT_EQ(back, bits);
      }
    }
}

/// The nearest value of the format, ties to even, found by search.
static uint16_t nearest(const Format &format, float value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(double(value));
  uint16_t low = 0, high = infinityOf(format); // low <= magnitude < high
  while (high - low > 1) {
    uint16_t middle = uint16_t((low + high) / 2);
    (meaningOf(format, middle) <= magnitude ? low : high) = middle;
  }
  // Infinity stands for the power of two above the largest number.
  double below = meaningOf(format, low), above = meaningOf(format, high);
  bool up = magnitude - below > above - magnitude ||
            (magnitude - below == above - magnitude && (low & 1));
  return sign | (up ? high : low);
}

TEST(Conversions, narrowing_rounds_to_nearest_even) {
  std::mt19937 random(7);
  for (const Format &format : {half, brain}) {
    // Each value, the middle between it and the next, and the neighbours of
    // both.
    for (uint32_t bits = 0; bits < infinityOf(format); ++bits) {
      double low = meaningOf(format, uint16_t(bits));
      double high = meaningOf(format, uint16_t(bits + 1));
      for (double point : {low, (low + high) / 2}) {
        float value = float(point);
        for (float probe : {std::nextafter(value, 0.0f), value,
                            std::nextafter(value, INFINITY)}) {
          ASSERT_EQ(format.fromF32(probe), nearest(format, probe)) << probe;
          ASSERT_EQ(format.fromF32(-probe), nearest(format, -probe)) << probe;
        }
      }
    }
    for (int i = 0; i < 100000; ++i) {
      uint32_t bits = uint32_t(random());
      float value;
      std::memcpy(&value, &bits, sizeof value);
      if (std::isnan(value) || std::isinf(value))
        continue;
      ASSERT_EQ(format.fromF32(value), nearest(format, value)) << value;
    }
  }
}

TEST(Conversions, infinities_and_nans) {
  for (const Format &format : {half, brain}) {
    uint16_t infinity = infinityOf(format);
    EXPECT_EQ(format.fromF32(INFINITY), infinity);
    EXPECT_EQ(format.fromF32(-INFINITY), infinity | 0x8000);
    EXPECT_EQ(format.fromF32(std::numeric_limits<float>::max()), infinity);
    // NaNs with any payload stay NaNs, also those whose top bits are zero.
    for (uint32_t bits :
         {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffffffffu}) {
      float value;
      std::memcpy(&value, &bits, sizeof value);
      EXPECT_GT(format.fromF32(value) & 0x7fff, infinity) << bits;
      EXPECT_EQ(format.fromF32(value) >> 15, bits >> 31) << bits;
    }
  }
}
