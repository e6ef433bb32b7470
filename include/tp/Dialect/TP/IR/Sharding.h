//===- Sharding.h - the algebra of axes, layouts and shardings --*- C++ -*-===//
//
// What passes compute with. The attributes of TPAttrs.td are notation; here they
// are small vectors of numbers.
//
// A mesh is a list of *digits*: the rank number written in a mixed radix. A whole
// axis is one digit, unless some sharding uses a part of it: then the axis is cut
// where its sub-axes begin and end, and everything behind sees only the pieces.
// So an `Axis` below is an index into the digits, whatever was written.
//
//   <["dp"=2, "tp"=8]> with "tp":(1)4 used somewhere
//     digit 0  "dp"        size 2  stride 8
//     digit 1  "tp":(1)4   size 4  stride 2
//     digit 2  "tp":(4)2   size 2  stride 1
//
// How a dimension of size d is split: it is cut in `chunks` equal chunks, each in
// units of `granule` elements (the last may be short). With n = product of the
// axes' sizes and i = the rank's coordinate, the rank holds of each chunk the
// units [ceil(i u / n), ceil((i + 1) u / n)) of u. No padding: a part may be
// empty, the first is one of the largest.
//
//   d = 10, 4 ranks                3 2 3 2      (nested axes nest: 2 ranks 5 5)
//   d = 10, 4 ranks, g4            4 4 2 0      (units 4 4 2)
//   d = 12, 2 ranks, c3            [0,2)+[4,6)+[8,10) and the rest
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TP_IR_SHARDING_H
#define TP_DIALECT_TP_IR_SHARDING_H

#include "tp/Dialect/TP/IR/TP.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tp {

/// An index into the digits of a `Mesh`.
using Axis = unsigned;
using AxisList = SmallVector<Axis, 2>;

/// One digit of the rank number: coordinate = (rank / stride) % size.
struct Digit {
  std::string axis; // name of the mesh axis that it is (a part of)
  int64_t preSize;  // product of the axis' digits before this one
  int64_t size;
  int64_t stride;
};

/// A place inside a digit: its first `size` ranks' worth is a digit of its own.
///   size 8 cut at 4 → sizes 4, 2
struct AxisCut {
  Axis axis;
  int64_t size;
};

/// A mesh as digits.
class Mesh {
public:
  /// The mesh of `op`, cut at the sub-axes in `used`; an error when an axis is not
  /// one of the mesh's, or sub-axes do not divide it or one another.
  static FailureOr<Mesh> get(MeshOp op, ArrayRef<AxisRefAttr> used,
                             function_ref<InFlightDiagnostic()> emitError);

  /// The same mesh in finer digits. Of several cuts of a digit the first counts.
  Mesh cut(ArrayRef<AxisCut> cuts) const;

  ArrayRef<Digit> getDigits() const { return digits; }
  /// References to all digits that are parts of axes.
  SmallVector<AxisRefAttr> getSubAxes(MLIRContext *context) const;
  StringRef getName() const { return name; }
  int64_t getRankCount() const { return rankCount; }
  int64_t size(Axis axis) const { return digits[axis].size; }

  /// Product of the sizes: {} → 1, {"dp", "tp"} → 8.
  int64_t ways(ArrayRef<Axis> axes) const;

  /// The combined coordinate of a rank along axes, first axis major.
  int64_t coordinate(int64_t rank, ArrayRef<Axis> axes) const;

  /// The digits that a reference stands for, appended major to minor. The axis
  /// must be known to the mesh and its cuts.
  void append(SmallVectorImpl<Axis> &axes, AxisRefAttr ref) const;

  /// The shortest notation for digits: neighbouring parts of an axis are joined.
  SmallVector<AxisRefAttr> toAttr(MLIRContext *context, ArrayRef<Axis> axes) const;
  ArrayAttr toArrayAttr(MLIRContext *context, ArrayRef<Axis> axes) const;
  FlatSymbolRefAttr getSymbol(MLIRContext *context) const {
    return FlatSymbolRefAttr::get(context, name);
  }

private:
  std::string name;
  SmallVector<Digit> digits;
  int64_t rankCount = 1;
};

/// How one dimension, or one factor of a rule, is split.
struct DimSharding {
  AxisList axes;
  int64_t granule = 1;
  int64_t chunks = 1;

  bool isSplit() const { return !axes.empty(); }
  bool operator==(const DimSharding &o) const {
    return axes == o.axes && granule == o.granule && chunks == o.chunks;
  }
  bool operator!=(const DimSharding &o) const { return !(*this == o); }
  bool operator<(const DimSharding &o) const {
    return std::tie(axes, granule, chunks) < std::tie(o.axes, o.granule, o.chunks);
  }
};

/// How a tensor is split. Sorted `unreduced`; compared as data.
struct Sharding {
  SmallVector<DimSharding, 4> dims;
  AxisList unreduced;
  Reduction reduction = Reduction::Sum;

  static Sharding replicated(int64_t rank) {
    Sharding s;
    s.dims.resize(rank);
    return s;
  }
  /// The same dimensions, nothing unreduced.
  Sharding reduced() const {
    Sharding s = *this;
    s.unreduced.clear();
    s.reduction = Reduction::Sum;
    return s;
  }
  bool isUnreduced() const { return !unreduced.empty(); }
  /// True when the axis splits a dimension or is unreduced.
  bool uses(Axis axis) const;
  /// True when the axis splits a dimension.
  bool splits(Axis axis) const;
  bool operator==(const Sharding &o) const {
    return dims == o.dims && unreduced == o.unreduced &&
           (unreduced.empty() || reduction == o.reduction);
  }
  bool operator!=(const Sharding &o) const { return !(*this == o); }
  bool operator<(const Sharding &o) const {
    return std::tie(dims, unreduced, reduction) <
           std::tie(o.dims, o.unreduced, o.reduction);
  }
};

/// The same layout in its simplest form: axes of size 1, granules and chunks that
/// change no boundary are dropped. `d` may be dynamic.
///   {"tp"} g16 of 128 over 4 → {"tp"}     {"tp"} g16 of 128 over 3 → unchanged
/// A tensor without elements is replicated.
DimSharding normalize(DimSharding dim, int64_t d, const Mesh &mesh);
Sharding normalize(Sharding sharding, ArrayRef<int64_t> shape, const Mesh &mesh);

/// True when all ranks hold equally many of `d` elements (d static).
bool isEven(const DimSharding &dim, int64_t d, const Mesh &mesh);

/// How many of `d` elements the rank with combined coordinate `i` holds.
int64_t localSize(const DimSharding &dim, int64_t d, int64_t i, const Mesh &mesh);

/// The local type: static where all ranks hold equally many, `?` elsewhere.
RankedTensorType localType(const Sharding &sharding, RankedTensorType global,
                           const Mesh &mesh);

/// Bytes of rank 0's part; a dynamic dimension counts as 1. i1 takes a byte.
int64_t localBytes(const Sharding &sharding, RankedTensorType global, const Mesh &mesh);

/// Bytes of one element as it lies in memory.
int64_t elementBytes(Type elementType);

/// Between attributes and numbers. `open` and priorities are the notation's and
/// are dropped or absent here.
DimSharding fromAttr(DimShardingAttr attr, const Mesh &mesh);
Sharding fromAttr(ShardingAttr attr, const Mesh &mesh);
DimShardingAttr toAttr(MLIRContext *context, const DimSharding &dim, const Mesh &mesh);
ShardingAttr toAttr(MLIRContext *context, const Sharding &sharding, const Mesh &mesh);

/// All references to axes in an attribute, for `Mesh::get`.
void collectAxisRefs(Attribute attr, SmallVectorImpl<AxisRefAttr> &refs);

/// `<@mesh, [{}, {"tp"}]>`, for messages.
std::string toString(const Sharding &sharding, const Mesh &mesh, MLIRContext *context);

} // namespace mlir::tp

#endif // TP_DIALECT_TP_IR_SHARDING_H
