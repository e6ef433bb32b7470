//===- DataTypes.h - element types and 16-bit float conversions -----------===//
//
// The conversions are inline because reductions and packing call them per
// element; the C entry points in DataTypes.cpp wrap them.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_DATATYPES_H
#define TPRT_CORE_DATATYPES_H

#include "tprt/tprt.h"

#include <cstring>

namespace tprt {

inline bool isDtype(int64_t value) {
  return value >= 0 && value < TPRT_DTYPE_COUNT;
}
inline bool isReduction(int64_t value) {
  return value >= 0 && value < TPRT_REDUCTION_COUNT;
}
inline bool isKind(int64_t value) {
  return value >= 0 && value < TPRT_KIND_COUNT;
}
inline bool isReducing(tprt_collective_kind_t kind) {
  return kind == TPRT_ALL_REDUCE || kind == TPRT_REDUCE_SCATTER;
}

inline uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float bf16ToF32(uint16_t value) {
  return floatOf(uint32_t(value) << 16);
}

inline uint16_t f32ToBf16(float value) {
  uint32_t bits = bitsOf(value);
  // Rounding could carry a NaN into infinity; keep its top bits, make it quiet.
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return uint16_t(bits >> 16) | 0x0040u;
  uint32_t lowBitOfResult = (bits >> 16) & 1;
  return uint16_t((bits + 0x7fffu + lowBitOfResult) >> 16);
}

inline float f16ToF32(uint16_t value) {
  uint32_t sign = uint32_t(value & 0x8000u) << 16;
  uint32_t magnitude = value & 0x7fffu;
  if (magnitude >= 0x7c00u) // infinity and NaN
    return floatOf(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  if (magnitude >= 0x0400u) // normal: rebias the exponent by 127 - 15
    return floatOf(sign | ((magnitude << 13) + (112u << 23)));
  // Subnormal or zero: units of 2^-24, exact in f32.
  float unsignedValue = float(magnitude) * floatOf(103u << 23);
  return floatOf(sign | bitsOf(unsignedValue));
}

inline uint16_t f32ToF16(float value) {
  uint32_t bits = bitsOf(value);
  uint16_t sign = uint16_t((bits >> 16) & 0x8000u);
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) // NaN: top payload bits, made quiet
    return sign | 0x7e00u | uint16_t((magnitude >> 13) & 0x3ffu);
  if (magnitude >= 0x47800000u) // 65536 and above, infinity included
    return sign | 0x7c00u;
  if (magnitude >= 0x38800000u) { // normal in f16 (may round up to infinity)
    uint32_t rounded = magnitude - (112u << 23);
    rounded += 0x0fffu + ((rounded >> 13) & 1);
    return sign | uint16_t(rounded >> 13);
  }
  if (magnitude < 0x33000000u) // below half of the smallest subnormal
    return sign;
  // Subnormal: shift the full significand down to units of 2^-24.
  uint32_t shift = 126u - (magnitude >> 23);
  uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
  uint32_t result = significand >> shift;
  uint32_t rest = significand & ((1u << shift) - 1);
  uint32_t half = 1u << (shift - 1);
  if (rest > half || (rest == half && (result & 1)))
    ++result;
  return sign | uint16_t(result);
}

} // namespace tprt

#endif // TPRT_CORE_DATATYPES_H
