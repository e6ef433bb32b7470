//===- Run.h - one run, start to end -----------------------------*- C++ -*-===//
//
// A module is compiled, runs once on as many ranks of this process as its mesh has, and
// its results are put together.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_RUN_H
#define TP_EXECUTION_RUN_H

#include "tp/Execution/Inputs.h"
#include "tp/Execution/Results.h"

namespace mlir::tp {

struct WorldDeleter {
  void operator()(tprt_world *world) const;
};
using World = std::unique_ptr<tprt_world, WorldDeleter>;

/// Ranks in this process that wait `timeoutSeconds` for one another. An error when there
/// are more than run in one process.
llvm::Expected<World> createWorld(int64_t rankCount, double timeoutSeconds);

/// The results of a run; their data may be the world's or the program's.
struct RunResult {
  std::unique_ptr<Executable> executable;
  World world;
  std::vector<GlobalResult> results;
};

/// Compiles `module`, which is consumed, and runs it on `world`, one rank for each list
/// of views in `inputs`.
llvm::Expected<RunResult> compileAndRun(ModuleOp module, const EntrySignature &signature,
                                        const RankInputs &inputs, World world,
                                        const ExecutableOptions &options);

} // namespace mlir::tp

#endif // TP_EXECUTION_RUN_H
