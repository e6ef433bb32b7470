//===- Options.h - the command line of tp-run -------------------*- C++ -*-===//

#ifndef TP_TOOLS_TPRUN_OPTIONS_H
#define TP_TOOLS_TPRUN_OPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::tp {

/// Sizes for `?` of random inputs: `--dim 7` for all, `--dim x:0=7` for one.
struct DimOption {
  std::string argument; // empty: all arguments and dimensions
  unsigned dim = 0;
  int64_t size = 1;
};

struct RunOptions {
  std::string model;
  std::string entry;
  std::string mesh;
  bool partition = true;
  std::vector<std::string> inputs;
  std::optional<uint64_t> randomSeed;
  llvm::SmallVector<DimOption> dims;
  std::string outputs;
  std::vector<std::string> compare;
  double tolerance;
  double timeoutSeconds;
  std::string reportFormat; // "": no report
  std::string reportFile;   // "": stdout
};

/// Reads the command line. An error is one line; it covers flags that the design
/// has but this version cannot serve, when they ask for more than their default.
llvm::Expected<RunOptions> parseOptions(int argc, char **argv);

} // namespace mlir::tp

#endif // TP_TOOLS_TPRUN_OPTIONS_H
