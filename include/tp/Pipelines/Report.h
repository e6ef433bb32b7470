//===- Report.h - what a partitioned program communicates -------*- C++ -*-===//

#ifndef TP_PIPELINES_REPORT_H
#define TP_PIPELINES_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Dialect/TP/IR/Sharding.h"
#include "llvm/Support/JSON.h"

namespace mlir::tp {

/// One collective of the program.
struct CollectiveEntry {
  std::string kind;
  int64_t count = 1; // times that it is issued
  bool isDynamic = false; // a branch or loop decides: issued `count` times or not
  SmallVector<std::string> axes;
  std::string reduction; // empty: none
  std::string dtype;
  int64_t tensors = 0;
  int64_t bytes = 0;     // of the results, on rank 0, all `count` times
  int64_t wireBytes = 0; // that one rank sends, with the bandwidth-optimal algorithm
  bool isFused = false;
  bool isAsync = false;
  std::string location; // file:line
  std::string because;
};

/// What one rank does (rank 0, whose parts are the largest).
struct Report {
  SmallVector<std::pair<std::string, int64_t>> mesh;
  std::vector<CollectiveEntry> collectives; // that communicate, in program order
  int64_t parameterBytes = 0;
  int64_t argumentBytes = 0;
  /// Arguments and the values alive at once, no buffer used twice at a time.
  int64_t peakBytes = 0;
  /// Floating-point operations: 2 for each multiply-add of a contraction, 1 for each
  /// other operation on a scalar.
  int64_t flops = 0;

  llvm::json::Value toJSON() const;
  /// A table for people.
  std::string toText() const;
};

/// Reads the partitioned function `entry` of a module.
FailureOr<Report> makeReport(ModuleOp module, StringRef entry);

} // namespace mlir::tp

#endif // TP_PIPELINES_REPORT_H
