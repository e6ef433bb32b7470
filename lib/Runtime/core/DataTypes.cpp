//===- DataTypes.cpp - names and sizes of the public enums ----------------===//
//
// Tables in enum order; a static_assert per table says that none is short, and
// a unit test walks them.
//
//===----------------------------------------------------------------------===//

#include "core/DataTypes.h"

using namespace tprt;

namespace {
struct DtypeInfo {
  const char *name;
  size_t size;
};
} // namespace

template <typename Entry, size_t size>
static constexpr size_t lengthOf(const Entry (&)[size]) {
  return size;
}

static constexpr DtypeInfo dtypes[] = {
    {"f32", 4}, {"f64", 8}, {"f16", 2}, {"bf16", 2}, {"i1", 1},
    {"i8", 1},  {"i16", 2}, {"i32", 4}, {"i64", 8},
};
static_assert(lengthOf(dtypes) == TPRT_DTYPE_COUNT, "one entry per dtype");

static constexpr const char *reductions[] = {
    "sum",   "prod",  "and",      "or",       "xor",     "minsi",   "maxsi",
    "minui", "maxui", "minimumf", "maximumf", "minnumf", "maxnumf",
};
static_assert(lengthOf(reductions) == TPRT_REDUCTION_COUNT,
              "one entry per reduction");

static constexpr const char *kinds[] = {
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all",
    "permute",    "broadcast",  "all_slice",
};
static_assert(lengthOf(kinds) == TPRT_KIND_COUNT, "one entry per kind");

size_t tprt_dtype_size(tprt_dtype_t dtype) {
  return isDtype(dtype) ? dtypes[dtype].size : 0;
}

const char *tprt_dtype_name(tprt_dtype_t dtype) {
  return isDtype(dtype) ? dtypes[dtype].name : "unknown dtype";
}

const char *tprt_reduction_name(tprt_reduction_t reduction) {
  return isReduction(reduction) ? reductions[reduction] : "unknown reduction";
}

const char *tprt_collective_kind_name(tprt_collective_kind_t kind) {
  return isKind(kind) ? kinds[kind] : "unknown kind";
}

float tprt_f16_to_f32(uint16_t value) { return f16ToF32(value); }
uint16_t tprt_f32_to_f16(float value) { return f32ToF16(value); }
float tprt_bf16_to_f32(uint16_t value) { return bf16ToF32(value); }
uint16_t tprt_f32_to_bf16(float value) { return f32ToBf16(value); }
