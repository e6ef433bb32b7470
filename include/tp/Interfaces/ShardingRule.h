//===- ShardingRule.h - what splitting an op means, as data -----*- C++ -*-===//
//
// A rule says how the dimensions of an op's tensors are made of *factors*, the
// letters of an einsum:
//
//   %y = linalg.matmul ins(%a, %b) outs(%c)     ([i, k], [k, j], [i, j]) -> [i, j]
//                                               {i=8, j=64, k=32 sum}
//   %y = tensor.expand_shape %x [[0, 1]]        ([a b]) -> [a, b]  {a=8, b=16}
//   %q = tensor.extract_slice %w[128] [128]     ([c j]) -> [j]     {c=3 whole, j=128}
//
// Factors of one dimension are listed major to minor; a dimension without factors
// has size 1 or is of no interest, and is never split. A factor is
//   parallel    any rank can compute any part of it;
//   reduction   parts combine by the factor's reduction: split over axes, the
//               results are partial values over these axes;
//   whole       every rank needs all of it.
//
// From a split of the factors follow the splits of all tensors (`embed`), and the
// split of a tensor suggests one of the factors (`project`). Everything else in
// the compiler is generic over that. What a rule cannot say, the op does in its
// `partition` (ShardableOpInterface.h).
//
// Linearity is data, too. Each set in `linearSets` names operands in which,
// together, the op is linear: partial values of them give a partial result.
//   add {0, 1}    mul {0} {1}    matmul {0, 2} {1, 2}    transpose {0}
// `selects` says that result elements are elements of the first operand, unchanged
// (reshapes, transposes, slices): then any reduction passes through.
//
//===----------------------------------------------------------------------===//

#ifndef TP_INTERFACES_SHARDINGRULE_H
#define TP_INTERFACES_SHARDINGRULE_H

#include "tp/Dialect/TP/IR/Sharding.h"

namespace mlir::tp {

enum class FactorKind { Parallel, Reduction, Whole };

struct Factor {
  int64_t size; // may be dynamic
  FactorKind kind = FactorKind::Parallel;
  Reduction reduction = Reduction::Sum; // of a reduction factor
  bool isContiguous = false;            // a rank's part is one range: no chunks
};

/// Indices of factors, major to minor.
using DimFactors = SmallVector<unsigned, 2>;
/// One entry for each dimension of a tensor.
using TensorFactors = SmallVector<DimFactors, 4>;

struct ShardingRule {
  SmallVector<Factor, 4> factors;

  /// The tensors that the op reads: its own operands, and those that its regions
  /// take from outside. `operandFactors` is parallel to it.
  SmallVector<OpOperand *, 4> operands;
  SmallVector<TensorFactors, 4> operandFactors;
  /// One entry for each result of the op; empty for a result that is no tensor.
  SmallVector<TensorFactors, 1> resultFactors;

  /// Positions in `operands`; see above.
  SmallVector<SmallVector<unsigned, 2>, 2> linearSets;
  bool selects = false;

  /// Operands that a split reduction must take in once: on the first rank of the
  /// axes, the identity on the others (positions in `operands`).
  SmallVector<unsigned, 1> inits;

  /// Shardings that the op's attributes declare for its results; empty, or one for each.
  SmallVector<ShardingAttr, 1> declaredResults;
  /// The op takes its operands in these closed shardings and makes its results as they
  /// are declared, whatever the factors say.
  bool isFixed = false;
  SmallVector<ShardingAttr, 1> fixedOperands;

  /// The op only computes from constants, and cheaply: it can be done again for
  /// each sharding that its users want.
  bool isRematerializable = false;

  unsigned addFactor(int64_t size, FactorKind kind = FactorKind::Parallel,
                     Reduction reduction = Reduction::Sum) {
    factors.push_back({size, kind, reduction});
    return factors.size() - 1;
  }

  /// A factor of its own for each dimension of a shape.
  TensorFactors addDims(ArrayRef<int64_t> shape, FactorKind kind = FactorKind::Parallel) {
    TensorFactors dims;
    for (int64_t size : shape)
      dims.push_back({addFactor(size, kind)});
    return dims;
  }
  void addOperand(OpOperand &operand, TensorFactors dims) {
    operands.push_back(&operand);
    operandFactors.push_back(std::move(dims));
  }

  /// `([i, k], [k, j]) -> [i, j] {i=8, j=64, k=32 sum}`
  std::string toString() const;
};

/// A split of all factors of a rule.
using FactorShardings = SmallVector<DimSharding, 4>;

/// The sharding of a dimension made of `factors`, split as `shardings` say; nullopt
/// if no sharding says that (such as two factors split half each).
///   [a=8 b=16], a: {"tp"}              → {"tp"} g16
///   [a=2 b=8], b: {"tp"}               → {"tp"} c2
///   [a=4 b=16], a: {"x"} (4), b: {"y"} → {"x", "y"}
std::optional<DimSharding> embed(ArrayRef<unsigned> dimFactors,
                                 ArrayRef<Factor> factors, ArrayRef<DimSharding> shardings,
                                 const Mesh &mesh);

/// The split of the factors that a dimension's sharding suggests; what cannot be
/// expressed is left out. Adds to `result`, which has an entry for each factor. Where
/// an axis would have to be cut in two to express it, `cuts` is told.
///   {"tp"} (8) on [a=4 b=16]           → a: {"tp"}, uneven; cut "tp" at 4
///   the same with "tp" cut at 4        → a: {"tp":(1)4}, b: {"tp":(4)2}
void project(const DimSharding &dim, ArrayRef<unsigned> dimFactors,
             ArrayRef<Factor> factors, const Mesh &mesh,
             MutableArrayRef<DimSharding> result,
             SmallVectorImpl<AxisCut> *cuts = nullptr);

/// Both for all dimensions of a tensor.
FactorShardings project(const Sharding &sharding, const TensorFactors &tensor,
                        ArrayRef<Factor> factors, const Mesh &mesh,
                        SmallVectorImpl<AxisCut> *cuts = nullptr);
std::optional<Sharding> embed(const TensorFactors &tensor, ArrayRef<Factor> factors,
                              ArrayRef<DimSharding> shardings, ArrayRef<int64_t> shape,
                              const Mesh &mesh);

} // namespace mlir::tp

#endif // TP_INTERFACES_SHARDINGRULE_H
