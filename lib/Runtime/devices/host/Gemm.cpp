//===- Gemm.cpp - two-dimensional products on the CPU ---------------------===//
//
// f32 goes to oneDNN's sgemm, which picks its kernels for the machine at run
// time. oneDNN 2 has no f64 product: that one is a plain blocked loop.
//
//===----------------------------------------------------------------------===//

#include "devices/host/Gemm.h"

#include "devices/host/Contract.h"

#include <dnnl.h>

#include <algorithm>
#include <utility>
#include <vector>

using namespace tprt;

// From the OpenMP library that oneDNN is built with. Weak: a oneDNN with
// another thread pool does not bring it, and then there is nothing to set.
extern "C" __attribute__((weak)) void omp_set_num_threads(int);

void tprt::useOneCore() {
  if (omp_set_num_threads)
    omp_set_num_threads(1);
}

/// The stride of a dimension of size 1 has no meaning; any value would do.
static bool isRowMajor(int64_t rows, int64_t columns, int64_t rowStride,
                       int64_t columnStride) {
  return (columns == 1 || columnStride == 1) &&
         (rows == 1 || rowStride >= columns);
}

bool tprt::isBlasMatrix(int64_t rows, int64_t columns, int64_t rowStride,
                        int64_t columnStride) {
  return isRowMajor(rows, columns, rowStride, columnStride) ||
         isRowMajor(columns, rows, columnStride, rowStride);
}

/// A matrix as the libraries take it: row-major, or the transpose of that.
namespace {
struct BlasForm {
  char transposed;
  int64_t leading;
};
} // namespace

template <typename T> static BlasForm blasForm(const Matrix<T> &matrix) {
  if (isRowMajor(matrix.rows, matrix.columns, matrix.rowStride,
                 matrix.columnStride))
    return {'N', matrix.rows == 1 ? matrix.columns : matrix.rowStride};
  return {'T', matrix.columns == 1 ? matrix.rows : matrix.columnStride};
}

/// Makes C row-major: C^T += B^T A^T is the same product.
template <typename T>
static void makeRowMajor(Matrix<const T> &a, Matrix<const T> &b, Matrix<T> &c) {
  if (isRowMajor(c.rows, c.columns, c.rowStride, c.columnStride))
    return;
  std::swap(a, b);
  a = a.transposed();
  b = b.transposed();
  c = c.transposed();
}

Status tprt::gemm(Matrix<const float> a, Matrix<const float> b,
                  Matrix<float> c) {
  makeRowMajor(a, b, c);
  BlasForm formA = blasForm(a), formB = blasForm(b), formC = blasForm(c);
  dnnl_status_t status =
      dnnl_sgemm(formA.transposed, formB.transposed, c.rows, c.columns,
                 a.columns, 1.0f, a.data, formA.leading, b.data, formB.leading,
                 1.0f, c.data, formC.leading);
  if (status == dnnl_out_of_memory)
    return error(TPRT_OUT_OF_MEMORY, "contract: out of memory in sgemm");
  if (status != dnnl_success)
    return error(TPRT_INVALID_ARGUMENT,
                 text("contract: sgemm of ", c.rows, "x", a.columns, " by ",
                      a.columns, "x", c.columns, " returned ", int(status)));
  return TPRT_OK;
}

/// row[n] += sum over k of scales[k] block[k][n], four k at a time so that the
/// row is read and written less often.
static void addRows(double *row, const double *scales, int64_t scaleStride,
                    const double *block, int64_t kCount, int64_t nCount) {
  int64_t k = 0;
  for (; k + 4 <= kCount; k += 4) {
    double s0 = scales[k * scaleStride], s1 = scales[(k + 1) * scaleStride];
    double s2 = scales[(k + 2) * scaleStride];
    double s3 = scales[(k + 3) * scaleStride];
    const double *b = block + k * nCount;
    for (int64_t n = 0; n < nCount; ++n)
      row[n] += s0 * b[n] + s1 * b[nCount + n] + s2 * b[2 * nCount + n] +
                s3 * b[3 * nCount + n];
  }
  for (; k < kCount; ++k)
    for (int64_t n = 0; n < nCount; ++n)
      row[n] += scales[k * scaleStride] * block[k * nCount + n];
}

/// A block of B is copied so that its rows are contiguous, and stays in the
/// second-level cache while the rows of A pass by.
Status tprt::gemm(Matrix<const double> a, Matrix<const double> b,
                  Matrix<double> c) {
  makeRowMajor(a, b, c);
  constexpr int64_t blockK = 128, blockN = 256;
  static thread_local std::vector<double> block(blockK * blockN);
  for (int64_t k0 = 0; k0 < a.columns; k0 += blockK) {
    int64_t kCount = std::min(blockK, a.columns - k0);
    for (int64_t n0 = 0; n0 < c.columns; n0 += blockN) {
      int64_t nCount = std::min(blockN, c.columns - n0);
      for (int64_t k = 0; k < kCount; ++k)
        for (int64_t n = 0; n < nCount; ++n)
          block[k * nCount + n] =
              b.data[(k0 + k) * b.rowStride + (n0 + n) * b.columnStride];
      for (int64_t m = 0; m < c.rows; ++m)
        addRows(c.data + m * c.rowStride + n0,
                a.data + m * a.rowStride + k0 * a.columnStride, a.columnStride,
                block.data(), kCount, nCount);
    }
  }
  return TPRT_OK;
}
