//===- Executable.h - a compiled program, ready to run ----------*- C++ -*-===//
//
// Compiles a module (as `tp-partition` leaves it, or not partitioned at all) to
// machine code for this host, and runs it on every rank of a world. One program
// serves all ranks.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_EXECUTABLE_H
#define TP_EXECUTION_EXECUTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>

struct tprt_world;

namespace mlir::tp {

/// A dense row-major tensor in memory that somebody else owns. Elements lie as in
/// `memref` of that element type: i1 takes a byte, index eight.
struct TensorView {
  void *data = nullptr;
  SmallVector<int64_t, 4> shape;
  Type elementType;

  int64_t getElementCount() const;
  int64_t getByteCount() const;
};

struct ExecutableOptions {
  /// Function to run. All its arguments and results are ranked tensors or scalars
  /// (integer, float, index; these are passed as rank-0 views).
  std::string entry = "main";
};

/// Machine code of one entry function.
class Executable {
public:
  /// Compiles `module`, which is consumed: it is lowered in place. On failure the
  /// error has the first diagnostic's text with its location.
  static llvm::Expected<std::unique_ptr<Executable>>
  compile(ModuleOp module, const ExecutableOptions &options = {});
  ~Executable();

  /// Runs once on every rank of `world`: `inputs[r]` are the local arguments of rank
  /// r, whose shapes must fit the entry's types (checked); they are not written.
  /// Results are dense; their memory belongs to the world until its next run.
  llvm::Expected<SmallVector<SmallVector<TensorView>>>
  run(tprt_world *world, ArrayRef<SmallVector<TensorView>> inputs);

private:
  struct Impl;
  explicit Executable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::tp

#endif // TP_EXECUTION_EXECUTABLE_H
