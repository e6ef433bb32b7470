//===- Reduce.cpp - the dtype x reduction table ---------------------------===//
//
// An *element* says how a dtype is stored and in what type it is folded; an
// *operation* folds two values of that type. `reduceBlock` is the only loop;
// the table at the end instantiates it for the pairs that have a meaning.
//
// The meaning is that of MLIR's arith dialect. Integers wrap. i1 is an integer
// of one bit: its sum is xor, and as a signed number 1 is -1, so that the
// signed minimum of 0 and 1 is 1. Among zeros, -0 is less than +0 in all float
// minima and maxima (arith leaves it open for the "num" forms; a fixed choice
// keeps results the same on every run).
//
//===----------------------------------------------------------------------===//

#include "core/Reduce.h"

#include "core/DataTypes.h"

#include <array>
#include <cmath>
#include <type_traits>

using namespace tprt;

namespace {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element that is folded in the type it is stored in.
template <typename T> struct Plain {
  using Storage = T;
  using Value = T;
  static Value load(Storage stored) { return stored; }
  static Storage store(Value value) { return value; }
};

struct Half {
  using Storage = uint16_t;
  using Value = float;
  static Value load(Storage stored) { return f16ToF32(stored); }
  static Storage store(Value value) { return f32ToF16(value); }
};

struct Brain {
  using Storage = uint16_t;
  using Value = float;
  static Value load(Storage stored) { return bf16ToF32(stored); }
  static Storage store(Value value) { return f32ToBf16(value); }
};

struct Bit {
  using Storage = uint8_t;
  using Value = uint8_t;
  static Value load(Storage stored) { return stored & 1; }
  static Storage store(Value value) { return value; }
};

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

struct None {};

struct FloatSum {
  template <typename T> static T fold(T a, T b) { return a + b; }
};
struct FloatProd {
  template <typename T> static T fold(T a, T b) { return a * b; }
};

/// Sum and product in 64 bits, so that no narrow type is promoted to a signed
/// one that could overflow.
struct IntSum {
  template <typename T> static T fold(T a, T b) {
    return T(uint64_t(a) + uint64_t(b));
  }
};
struct IntProd {
  template <typename T> static T fold(T a, T b) {
    return T(uint64_t(a) * uint64_t(b));
  }
};
struct And {
  template <typename T> static T fold(T a, T b) { return a & b; }
};
struct Or {
  template <typename T> static T fold(T a, T b) { return a | b; }
};
struct Xor {
  template <typename T> static T fold(T a, T b) { return a ^ b; }
};
struct MinUnsigned {
  template <typename T> static T fold(T a, T b) { return b < a ? b : a; }
};
struct MaxUnsigned {
  template <typename T> static T fold(T a, T b) { return b > a ? b : a; }
};
struct MinSigned {
  template <typename T> static T fold(T a, T b) {
    using Signed = std::make_signed_t<T>;
    return Signed(b) < Signed(a) ? b : a;
  }
};
struct MaxSigned {
  template <typename T> static T fold(T a, T b) {
    using Signed = std::make_signed_t<T>;
    return Signed(b) > Signed(a) ? b : a;
  }
};

/// The lesser of two numbers that are not NaN, with -0 below +0.
template <typename T> T lesser(T a, T b) {
  if (a == b)
    return std::signbit(a) ? a : b;
  return b < a ? b : a;
}
template <typename T> T greater(T a, T b) {
  if (a == b)
    return std::signbit(a) ? b : a;
  return b > a ? b : a;
}

struct Minimum {
  template <typename T> static T fold(T a, T b) {
    return std::isnan(a) ? a : std::isnan(b) ? b : lesser(a, b);
  }
};
struct Maximum {
  template <typename T> static T fold(T a, T b) {
    return std::isnan(a) ? a : std::isnan(b) ? b : greater(a, b);
  }
};
struct MinNum {
  template <typename T> static T fold(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : lesser(a, b);
  }
};
struct MaxNum {
  template <typename T> static T fold(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : greater(a, b);
  }
};

//===----------------------------------------------------------------------===//
// The loop and the table
//===----------------------------------------------------------------------===//

template <typename Element, typename Operation>
void reduceBlock(void *result, const void *const *sources,
                 const int64_t *strides, int32_t sourceCount, int64_t count) {
  using Storage = typename Element::Storage;
  using Value = typename Element::Value;
  Value folded[reduceBlockElements];

  auto *first = static_cast<const Storage *>(sources[0]);
  for (int64_t i = 0; i < count; ++i)
    folded[i] = Element::load(first[i * strides[0]]);
  for (int32_t s = 1; s < sourceCount; ++s) {
    auto *source = static_cast<const Storage *>(sources[s]);
    int64_t stride = strides[s];
    if (stride == 1) { // a loop of its own, for the vectorizer
      for (int64_t i = 0; i < count; ++i)
        folded[i] = Operation::fold(folded[i], Element::load(source[i]));
    } else {
      for (int64_t i = 0; i < count; ++i)
        folded[i] =
            Operation::fold(folded[i], Element::load(source[i * stride]));
    }
  }
  auto *stored = static_cast<Storage *>(result);
  for (int64_t i = 0; i < count; ++i)
    stored[i] = Element::store(folded[i]);
}

template <typename Element, typename Operation>
constexpr ReduceFunction entry() {
  if constexpr (std::is_same_v<Operation, None>)
    return nullptr;
  else
    return reduceBlock<Element, Operation>;
}

using Row = std::array<ReduceFunction, TPRT_DTYPE_COUNT>;

/// The row of a reduction, from its operation on floats, on i1 and on the wider
/// integers; None where it has no meaning. In the order of tprt_dtype_t.
template <typename OnFloat, typename OnBit, typename OnInt>
constexpr Row row() {
  return {entry<Plain<float>, OnFloat>(),
          entry<Plain<double>, OnFloat>(),
          entry<Half, OnFloat>(),
          entry<Brain, OnFloat>(),
          entry<Bit, OnBit>(),
          entry<Plain<uint8_t>, OnInt>(),
          entry<Plain<uint16_t>, OnInt>(),
          entry<Plain<uint32_t>, OnInt>(),
          entry<Plain<uint64_t>, OnInt>()};
}

constexpr std::array<Row, TPRT_REDUCTION_COUNT> table = {
    row<FloatSum, Xor, IntSum>(),   // sum
    row<FloatProd, And, IntProd>(), // prod
    row<None, And, And>(),          // and
    row<None, Or, Or>(),            // or
    row<None, Xor, Xor>(),          // xor
    row<None, Or, MinSigned>(),     // minsi
    row<None, And, MaxSigned>(),    // maxsi
    row<None, And, MinUnsigned>(),  // minui
    row<None, Or, MaxUnsigned>(),   // maxui
    row<Minimum, None, None>(),     // minimumf
    row<Maximum, None, None>(),     // maximumf
    row<MinNum, None, None>(),      // minnumf
    row<MaxNum, None, None>(),      // maxnumf
};

} // namespace

ReduceFunction tprt::reduceFunction(tprt_reduction_t reduction,
                                    tprt_dtype_t dtype) {
  if (!isReduction(reduction) || !isDtype(dtype))
    return nullptr;
  return table[reduction][dtype];
}

bool tprt_reduction_supports(tprt_reduction_t reduction, tprt_dtype_t dtype) {
  return reduceFunction(reduction, dtype) != nullptr;
}
