//===- Gemm.h - two-dimensional products on the CPU -----------------------===//
//
// C += A B for matrices with arbitrary strides, as far as the libraries can do
// it without copies; Contract.cpp packs the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_DEVICES_HOST_GEMM_H
#define TPRT_DEVICES_HOST_GEMM_H

#include "core/Status.h"

namespace tprt {

/// A matrix in memory; strides in elements.
template <typename T> struct Matrix {
  T *data = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t rowStride = 0;
  int64_t columnStride = 0;

  Matrix transposed() const {
    return {data, columns, rows, columnStride, rowStride};
  }
};

/// True when a product can read (or, for C, update) a matrix of these sizes and
/// strides in place: one stride is 1 and the other spans a whole row or column.
bool isBlasMatrix(int64_t rows, int64_t columns, int64_t rowStride,
                  int64_t columnStride);

/// c += a b. All three satisfy isBlasMatrix; no size is 0.
Status gemm(Matrix<const float> a, Matrix<const float> b, Matrix<float> c);
Status gemm(Matrix<const double> a, Matrix<const double> b, Matrix<double> c);

} // namespace tprt

#endif // TPRT_DEVICES_HOST_GEMM_H
