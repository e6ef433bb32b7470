//===- Inputs.h - from global tensors to each rank's arguments --*- C++ -*-===//
//
// An argument's value comes from a safetensors file or is drawn at random; either
// way it is a global tensor somewhere in memory (a file is only mapped), of which
// every rank gets its part.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_INPUTS_H
#define TP_EXECUTION_INPUTS_H

#include "tp/Execution/EntrySignature.h"
#include "tp/Execution/Executable.h"
#include "tp/Execution/SafeTensors.h"
#include <map>

namespace mlir::tp {

/// A whole tensor that somebody else owns.
struct GlobalTensor {
  SmallVector<int64_t, 4> shape;
  const char *data;
};

/// Finds an argument by its name in files and checks dtype and shape; a `?` takes
/// its size from the file. Null when no file has it.
llvm::Expected<std::optional<GlobalTensor>> findInFiles(ArrayRef<SafeTensorsFile> files,
                                                        const EntryValue &argument);

/// Fills `storage` with values that depend on the seed, the argument's name and each
/// element's position only, so that they are the same however the program is split:
/// floats of mean 0 and deviation 0.1, integers 0 or 1.
GlobalTensor drawRandom(const EntryValue &argument, ArrayRef<int64_t> shape, uint64_t seed,
                        std::vector<char> &storage);

/// The local arguments of all ranks, and the memory that they need. Ranks with the
/// same part share it, and a part that lies in one piece in the global tensor is not
/// copied, so that tensor must live as long.
class RankInputs {
public:
  explicit RankInputs(int64_t rankCount) : views(rankCount) {}

  /// Appends an argument. Where its sharding leaves it unreduced, the first rank
  /// of those axes gets the value and the others the reduction's identity.
  llvm::Error append(const EntryValue &argument, const GlobalTensor &tensor);

  /// By rank, then argument.
  ArrayRef<SmallVector<TensorView>> getViews() const { return views; }

private:
  char *allocate(size_t bytes);
  TensorView makePart(const EntryValue &argument, const GlobalTensor &tensor, int64_t rank);

  SmallVector<SmallVector<TensorView>> views;
  std::vector<std::unique_ptr<char[]>> buffers;
};

} // namespace mlir::tp

#endif // TP_EXECUTION_INPUTS_H
