//===- EntrySignature.h - a program as its user sees it ---------*- C++ -*-===//
//
// Names, global types and shardings of an entry function's arguments and results,
// read off the module before it is compiled. What is between them and the files
// (Inputs.h, Results.h) needs nothing else of the module.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_ENTRYSIGNATURE_H
#define TP_EXECUTION_ENTRYSIGNATURE_H

#include "tp/Dialect/TP/IR/Sharding.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::func {
class FuncOp;
}

namespace mlir::tp {

/// An argument or result.
struct EntryValue {
  /// `tp.name`, else `argN` or `resultN`.
  std::string name;
  /// The whole tensor; rank 0 for a scalar.
  RankedTensorType type;
  /// How the ranks hold it. Without ranks: replicated, over a mesh of one.
  Sharding sharding;
  Mesh mesh;
};

struct EntrySignature {
  std::vector<EntryValue> arguments;
  std::vector<EntryValue> results;
  /// How many ranks run the program.
  int64_t rankCount = 1;

  /// The signature of a function. One that `tp-partition` has not made runs on one
  /// rank, and its shardings mean nothing. It is an error when two arguments have
  /// one name, a type is neither a ranked tensor nor a scalar, or the global type of a
  /// split value is not known.
  static llvm::Expected<EntrySignature> get(func::FuncOp entry);
};

/// Appends an all-reduce for each result that the function leaves unreduced, so that
/// every rank has its value.
void reduceUnreducedResults(func::FuncOp entry);

} // namespace mlir::tp

#endif // TP_EXECUTION_ENTRYSIGNATURE_H
