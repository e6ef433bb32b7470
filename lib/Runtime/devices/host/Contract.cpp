//===- Contract.cpp - the general matrix product on the CPU ---------------===//
//
// Each loop of a contraction is of one of four sorts, by the tensors it is in:
//
//   M      A and C           N      B and C
//   K      not in C          batch  A, B and C (or C alone)
//
// The loops of M become one matrix dimension, so do those of N and K; batch
// loops stay outside. That needs no copy when the loops of a group *collapse*
// in an operand, i.e. follow one another in memory, and the resulting matrix
// has a form that BLAS knows. Otherwise either outer loops of M or N are
// *peeled* (become batch loops, when what remains is still worth a call), or
// the operand is packed into a contiguous buffer, which also converts 16-bit
// floats to f32.
//
//   C[b,h,s,d] += A[b,s,e] B[e,h,d]   M = b s, N = h d, K = e; in C neither b s
//   nor h d collapse: b and h are peeled, the product is (s x e) (e x d).
//
//===----------------------------------------------------------------------===//

#include "devices/host/Contract.h"

#include "core/DataTypes.h"
#include "core/Descriptor.h"
#include "devices/host/MatrixOperand.h"

#include <algorithm>
#include <tuple>

using namespace tprt;

namespace {

/// A contraction after validation.
struct Contraction {
  tprt_dtype_t dtypes[3];
  void *data[3];
  Loops outer, m, n, k;
};

} // namespace

static const char operandName[] = {'A', 'B', 'C'};

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

static Status checkDtypes(const tprt_dtype_t (&dtypes)[3]) {
  bool isFloat = dtypes[A] == TPRT_F32 || dtypes[A] == TPRT_F64 ||
                 dtypes[A] == TPRT_F16 || dtypes[A] == TPRT_BF16;
  bool fits = dtypes[C] == dtypes[A] || dtypes[C] == TPRT_F32;
  if (!isFloat || dtypes[B] != dtypes[A] || !fits)
    return error(TPRT_UNSUPPORTED,
                 text("contract: A, B, C of ", tprt_dtype_name(dtypes[A]), ", ",
                      tprt_dtype_name(dtypes[B]), ", ",
                      tprt_dtype_name(dtypes[C]),
                      "; expected A and B alike of f32, f64, f16 or bf16 and C "
                      "the same or f32"));
  return TPRT_OK;
}

/// Enters the dimensions of one operand into the loops.
static Status addOperand(Operand operand, const tprt_tensor_t &tensor,
                         const int64_t *labels, Loops &loops) {
  for (int32_t d = 0; d < tensor.rank; ++d) {
    if (labels[d] < 0 || size_t(labels[d]) >= loops.size())
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: dimension ", d, " of ", operandName[operand],
                        " has label ", labels[d], ", expected one in [0, ",
                        loops.size(), ")"));
    Loop &loop = loops[labels[d]];
    if (loop.in[operand])
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: loop ", labels[d],
                        " labels two dimensions of ", operandName[operand]));
    int64_t size = tensor.sizes[d];
    if (size < 0)
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: dimension ", d, " of ", operandName[operand],
                        " has size ", size));
    if (loop.size >= 0 && loop.size != size)
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: loop ", labels[d], " has size ", size,
                        " in ", operandName[operand], " dimension ", d,
                        ", but ", loop.size, " in ",
                        operandName[loop.in[A] ? A : B]));
    loop.size = size;
    loop.in[operand] = true;
    loop.strides[operand] = tensor.strides[d];
  }
  return TPRT_OK;
}

static Status readLoops(const int64_t *descriptor,
                        const tprt_tensor_t *const (&tensors)[3],
                        Contraction &contraction, Loops &loops) {
  for (int o = 0; o < 3; ++o) {
    if (!isDtype(descriptor[o]))
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: dtype ", descriptor[o], " of ",
                        operandName[o], " is unknown"));
    contraction.dtypes[o] = tprt_dtype_t(descriptor[o]);
    contraction.data[o] = tensors[o]->data;
    if (tensors[o]->rank < 0 || tensors[o]->rank > maxDims)
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: ", operandName[o], " has rank ",
                        tensors[o]->rank, ", expected one in [0, ", maxDims,
                        "]"));
    if (tensors[o]->rank > 0 && (!tensors[o]->sizes || !tensors[o]->strides))
      return error(TPRT_INVALID_ARGUMENT, text("contract: sizes or strides of ",
                                               operandName[o], " are null"));
  }
  if (Status status = checkDtypes(contraction.dtypes))
    return status;

  int64_t loopCount = descriptor[3];
  if (loopCount < 0 || loopCount > 3 * maxDims)
    return error(TPRT_INVALID_ARGUMENT,
                 text("contract: loop count ", loopCount, " is not in [0, ",
                      3 * maxDims, "]"));
  loops.resize(size_t(loopCount));
  const int64_t *labels = descriptor + 4;
  for (int o = 0; o < 3; ++o) {
    if (Status status = addOperand(o, *tensors[o], labels, loops))
      return status;
    labels += tensors[o]->rank;
  }
  for (size_t i = 0; i < loops.size(); ++i)
    if (loops[i].size < 0)
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: loop ", i, " labels no dimension"));
  return TPRT_OK;
}

//===----------------------------------------------------------------------===//
// Grouping
//===----------------------------------------------------------------------===//

static bool is16Bit(tprt_dtype_t dtype) { return tprt_dtype_size(dtype) == 2; }

/// Sorts loops so that the one with the largest stride in `operand` is
/// outermost; loops that are equal in all respects may change places.
static void sortBy(Loops &loops, Operand operand) {
  auto key = [operand](const Loop &loop) {
    return std::make_tuple(-loop.strides[operand], -loop.strides[A],
                           -loop.strides[B], loop.size);
  };
  std::sort(loops.begin(), loops.end(),
            [&](const Loop &a, const Loop &b) { return key(a) < key(b); });
}

/// Distributes the loops; false when one has no iterations.
static bool distribute(const Loops &loops, Contraction &contraction) {
  for (const Loop &loop : loops) {
    if (loop.size == 0)
      return false;
    if (loop.size == 1)
      continue;
    if (!loop.in[C])
      contraction.k.push_back(loop);
    else if (loop.in[A] == loop.in[B])
      contraction.outer.push_back(loop);
    else
      (loop.in[A] ? contraction.m : contraction.n).push_back(loop);
  }
  sortBy(contraction.outer, C);
  sortBy(contraction.m, C);
  sortBy(contraction.n, C);
  sortBy(contraction.k, A);
  return true;
}

/// Moves the outer loops of M or N that keep the inner ones from collapsing in
/// `operand` or C to the batch loops, when the product that remains is large
/// enough to be worth a call of its own.
static void peel(Contraction &contraction, Loops &group, Operand operand) {
  auto inPlace = [&](Operand o) {
    return o == C ? contraction.dtypes[C] == contraction.dtypes[A] &&
                        !is16Bit(contraction.dtypes[C])
                  : !is16Bit(contraction.dtypes[o]);
  };
  size_t first = group.size();
  while (first > 0 &&
         (!inPlace(operand) || collapses(group, first - 1, operand)) &&
         (!inPlace(C) || collapses(group, first - 1, C)))
    --first;
  if (first == 0)
    return;
  constexpr int64_t worthACall = 32 * 1024; // multiplications
  Loops inner(group.begin() + first, group.end());
  int64_t rest = volumeOf(group) / volumeOf(inner);
  int64_t total = volumeOf(contraction.m) * volumeOf(contraction.n) *
                  volumeOf(contraction.k);
  if (total / rest < worthACall)
    return;
  contraction.outer.insert(contraction.outer.end(), group.begin(),
                           group.begin() + first);
  group = std::move(inner);
}

//===----------------------------------------------------------------------===//
// The products
//===----------------------------------------------------------------------===//

template <typename T> static Status multiply(const Contraction &contraction) {
  const auto &[dtypes, data, outer, m, n, k] = contraction;
  MatrixOperand<T> a(A, dtypes[A], data[A], m, k);
  MatrixOperand<T> b(B, dtypes[B], data[B], k, n);
  MatrixOperand<T> c(C, dtypes[C], data[C], m, n);

  std::vector<int64_t> index(outer.size(), 0);
  int64_t offsets[3] = {0, 0, 0};
  while (true) {
    if (Status status = gemm(a.input(offsets[A]), b.input(offsets[B]),
                             c.target(offsets[C])))
      return status;
    c.finish(offsets[C]);
    size_t d = outer.size();
    while (d > 0) {
      --d;
      bool wraps = ++index[d] == outer[d].size;
      for (int o = 0; o < 3; ++o)
        offsets[o] += (wraps ? 1 - outer[d].size : 1) * outer[d].strides[o];
      if (!wraps)
        break;
      index[d] = 0;
      if (d == 0)
        return TPRT_OK;
    }
    if (outer.empty())
      return TPRT_OK;
  }
}

Status tprt::contract(const int64_t *descriptor, const tprt_tensor_t *a,
                      const tprt_tensor_t *b, const tprt_tensor_t *c) {
  if (!descriptor || !a || !b || !c)
    return error(TPRT_INVALID_ARGUMENT,
                 "contract: the descriptor or a tensor is null");
  Contraction contraction;
  Loops loops;
  if (Status status = readLoops(descriptor, {a, b, c}, contraction, loops))
    return status;
  if (!distribute(loops, contraction))
    return TPRT_OK; // nothing to add
  for (int o = 0; o < 3; ++o)
    if (!contraction.data[o])
      return error(TPRT_INVALID_ARGUMENT,
                   text("contract: data of ", operandName[o], " is null"));
  peel(contraction, contraction.m, A);
  peel(contraction, contraction.n, B);
  return contraction.dtypes[A] == TPRT_F64 ? multiply<double>(contraction)
                                           : multiply<float>(contraction);
}
