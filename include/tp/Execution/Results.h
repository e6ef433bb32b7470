//===- Results.h - from each rank's results to global tensors ---*- C++ -*-===//
//
// The inverse of Inputs.h, and what one asks of a result: its range, and how far it
// is from a reference.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_RESULTS_H
#define TP_EXECUTION_RESULTS_H

#include <memory>

#include "tp/Execution/EntrySignature.h"
#include "tp/Execution/Executable.h"
#include "tp/Execution/SafeTensors.h"

namespace mlir::tp {

/// A whole result. `data` is a rank's memory when that has all of it, else `storage`.
struct GlobalResult {
  std::string name;
  Type elementType;
  SmallVector<int64_t, 4> shape;
  const char *data;
  /// What `data` is in, where it is nobody else's; stays in place when this moves.
  std::unique_ptr<char[]> storage;

  int64_t getElementCount() const { return llvm::product_of(shape, int64_t(1)); }
  /// The result as a tensor of a file; an error when the format has no such dtype.
  llvm::Expected<FileTensor> toFileTensor() const;
};

/// Puts a result together from the ranks' parts (index: rank). It must not be
/// unreduced. Sizes of `?` are those of the parts together.
llvm::Expected<GlobalResult> assembleResult(const EntryValue &result,
                                            ArrayRef<TensorView> parts);

/// `out: tensor<2x3xf32> min -1 max 2.5 mean 0.25`.
std::string summarize(const GlobalResult &result);

/// How far a result is from a reference.
struct Difference {
  double largest = 0;    // of |result - reference|; NaN where one is NaN and not both
  double magnitude = 0;  // largest |reference|
  /// `largest` over `magnitude`, or `largest` itself where all of the reference is 0.
  double getRelative() const { return magnitude > 0 ? largest / magnitude : largest; }
};

/// Compares `count` elements.
Difference compare(DType dtype, int64_t count, const char *data, DType referenceDType,
                   const char *reference);

/// Compares a result with the tensor of its name; an error when there is none, or its
/// dtype or shape is another.
llvm::Expected<Difference> compare(const GlobalResult &result, const SafeTensorsFile &reference);

} // namespace mlir::tp

#endif // TP_EXECUTION_RESULTS_H
