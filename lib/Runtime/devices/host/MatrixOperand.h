//===- MatrixOperand.h - an operand of a contraction as a matrix ----------===//
//
// Two groups of loops make the rows and the columns of a matrix. Where each
// group collapses in the operand's memory the matrix is used in place; where
// one does not, or the type is not that of the sum, it is packed into a buffer
// (A and B), or the product goes to a buffer and is added from there (C).
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_DEVICES_HOST_MATRIXOPERAND_H
#define TPRT_DEVICES_HOST_MATRIXOPERAND_H

#include "core/DataTypes.h"
#include "devices/host/Gemm.h"

#include <vector>

namespace tprt {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

using Operand = int;
constexpr Operand A = 0, B = 1, C = 2;

/// One loop of a contraction.
struct Loop {
  int64_t size = -1;              // -1: not seen yet
  int64_t strides[3] = {0, 0, 0}; // per operand, 0 where it is absent
  bool in[3] = {false, false, false};
};

using Loops = std::vector<Loop>; // outermost first

/// The number of iterations.
inline int64_t volumeOf(const Loops &loops) {
  int64_t volume = 1;
  for (const Loop &loop : loops)
    volume *= loop.size;
  return volume;
}

/// True when loops [first, end) follow one another in the operand's memory.
inline bool collapses(const Loops &loops, size_t first, Operand operand) {
  for (size_t i = first + 1; i < loops.size(); ++i)
    if (loops[i - 1].strides[operand] !=
        loops[i].strides[operand] * loops[i].size)
      return false;
  return true;
}

/// Walks all iterations of the loops, in order, in rows along the innermost
/// one: calls body(offset, stride, count) with the row's place in the operand.
template <typename Body>
void forEachRow(const Loops &loops, Operand operand, Body body) {
  if (loops.empty())
    return body(0, 1, 1);
  std::vector<int64_t> index(loops.size(), 0);
  const Loop &inner = loops.back();
  int64_t base = 0;
  while (true) {
    body(base, inner.strides[operand], inner.size);
    size_t d = loops.size() - 1;
    while (true) {
      if (d == 0)
        return;
      --d;
      base += loops[d].strides[operand];
      if (++index[d] < loops[d].size)
        break;
      base -= loops[d].size * loops[d].strides[operand];
      index[d] = 0;
    }
  }
}

/// Reads a row of elements into contiguous values. The loop without a stride is
/// one that compilers vectorize.
template <typename Element, typename T>
void loadRow(T *to, const typename Element::Type *from, int64_t stride,
             int64_t count) {
  if (stride == 1)
    for (int64_t i = 0; i < count; ++i)
      to[i] = Element::template load<T>(from[i]);
  else
    for (int64_t i = 0; i < count; ++i)
      to[i] = Element::template load<T>(from[i * stride]);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A stored element of each dtype: how it is read as, and written from, a T.
template <typename Storage> struct Plain {
  template <typename T> static T load(Storage stored) { return T(stored); }
  template <typename T> static Storage store(T value) { return Storage(value); }
  using Type = Storage;
};
struct Half {
  template <typename T> static T load(uint16_t stored) {
    return T(f16ToF32(stored));
  }
  template <typename T> static uint16_t store(T value) {
    return f32ToF16(float(value));
  }
  using Type = uint16_t;
};
struct Brain {
  template <typename T> static T load(uint16_t stored) {
    return T(bf16ToF32(stored));
  }
  template <typename T> static uint16_t store(T value) {
    return f32ToBf16(float(value));
  }
  using Type = uint16_t;
};

/// Calls body(element) with the element type of a float dtype.
template <typename Body> void withElement(tprt_dtype_t dtype, Body body) {
  switch (dtype) {
  case TPRT_F64:
    return body(Plain<double>());
  case TPRT_F16:
    return body(Half());
  case TPRT_BF16:
    return body(Brain());
  default:
    return body(Plain<float>());
  }
}

inline Loops concatenated(const Loops &outer, const Loops &inner) {
  Loops all = outer;
  all.insert(all.end(), inner.begin(), inner.end());
  return all;
}

inline int64_t innerStride(const Loops &loops, Operand operand) {
  return loops.empty() ? INT64_MAX : loops.back().strides[operand];
}

//===----------------------------------------------------------------------===//
// The matrix
//===----------------------------------------------------------------------===//

/// One operand of the products of a contraction: where its matrix is found for
/// an iteration of the outer loops, in place or packed. T is the type of the
/// sum.
template <typename T> class MatrixOperand {
public:
  /// The loops have to outlive this object.
  MatrixOperand(Operand operand, tprt_dtype_t dtype, void *data,
                const Loops &rows, const Loops &columns)
      : operand(operand), dtype(dtype), data(data), rows(rows),
        columns(columns) {
    matrix.rows = volumeOf(rows);
    matrix.columns = volumeOf(columns);
    // Where it is not in place, a buffer in the order in which it is read best.
    swapped = innerStride(rows, operand) < innerStride(columns, operand);
    inPlace = tprt_dtype_size(dtype) == sizeof(T) &&
              collapses(rows, 0, operand) && collapses(columns, 0, operand);
    matrix.rowStride = rows.empty() ? 1 : rows.back().strides[operand];
    matrix.columnStride = columns.empty() ? 1 : columns.back().strides[operand];
    inPlace &= isBlasMatrix(matrix.rows, matrix.columns, matrix.rowStride,
                            matrix.columnStride);
    if (!inPlace) {
      matrix.rowStride = swapped ? 1 : matrix.columns;
      matrix.columnStride = swapped ? matrix.rows : 1;
    }
  }

  ~MatrixOperand() {
    constexpr size_t largestKept = size_t(64) << 20; // bytes
    if (buffer().capacity() * sizeof(T) > largestKept)
      std::vector<T>().swap(buffer());
  }
  MatrixOperand(const MatrixOperand &) = delete;
  MatrixOperand &operator=(const MatrixOperand &) = delete;

  /// For A and B: the matrix at `offset`.
  Matrix<const T> input(int64_t offset) {
    if (inPlace)
      matrix.data = static_cast<T *>(data) + offset;
    else if (offset != packedOffset)
      pack(offset);
    return {matrix.data, matrix.rows, matrix.columns, matrix.rowStride,
            matrix.columnStride};
  }

  /// For C: a matrix that takes the product, zero when it is a buffer.
  Matrix<T> target(int64_t offset) {
    if (inPlace) {
      matrix.data = static_cast<T *>(data) + offset;
      return matrix;
    }
    buffer().assign(size_t(matrix.rows * matrix.columns), T(0));
    matrix.data = buffer().data();
    return matrix;
  }

  /// For C: adds the buffer to the tensor, rounding once.
  void finish(int64_t offset) {
    if (inPlace)
      return;
    withElement(dtype, [&](auto element) {
      using Element = decltype(element);
      auto *to = static_cast<typename Element::Type *>(data) + offset;
      const T *from = matrix.data;
      forEachRow(
          order(), operand, [&](int64_t start, int64_t stride, int64_t count) {
            for (int64_t i = 0; i < count; ++i) {
              auto &stored = to[start + i * stride];
              stored =
                  Element::store(Element::template load<T>(stored) + *from++);
            }
          });
    });
  }

private:
  /// Kept for the life of the thread, since the next contraction needs it
  /// again, unless it is so large that the rank may miss the memory.
  std::vector<T> &buffer() const {
    static thread_local std::vector<T> buffers[3];
    return buffers[operand];
  }

  Loops order() const {
    return swapped ? concatenated(columns, rows) : concatenated(rows, columns);
  }

  void pack(int64_t offset) {
    buffer().resize(size_t(matrix.rows * matrix.columns));
    matrix.data = buffer().data();
    withElement(dtype, [&](auto element) {
      using Element = decltype(element);
      auto *from = static_cast<const typename Element::Type *>(data) + offset;
      T *to = matrix.data;
      forEachRow(order(), operand,
                 [&](int64_t start, int64_t stride, int64_t count) {
                   loadRow<Element>(to, from + start, stride, count);
                   to += count;
                 });
    });
    packedOffset = offset;
  }

  Operand operand;
  tprt_dtype_t dtype;
  void *data;
  const Loops &rows, &columns;
  Matrix<T> matrix;
  bool swapped = false, inPlace = false;
  int64_t packedOffset = INT64_MIN;
};

} // namespace tprt

#endif // TPRT_DEVICES_HOST_MATRIXOPERAND_H
