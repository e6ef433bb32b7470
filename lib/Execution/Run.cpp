//===- Run.cpp - one run, start to end ---------------------------------------===//

#include "tp/Execution/Run.h"

#include "tprt/tprt.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;
using llvm::Expected;

void WorldDeleter::operator()(tprt_world *world) const { tprt_world_destroy(world); }

Expected<World> mlir::tp::createWorld(int64_t rankCount, double timeoutSeconds) {
  if (rankCount > TPRT_MAX_RANKS)
    return llvm::createStringError(
        llvm::formatv("the mesh has {0} ranks, more than the {1} that run in one process",
                      rankCount, TPRT_MAX_RANKS));
  tprt_world_options_t options = {int32_t(rankCount), timeoutSeconds};
  tprt_world_t *world = nullptr;
  if (tprt_world_create(&options, &world) != TPRT_OK)
    return llvm::createStringError(tprt_last_error());
  return World(world);
}

Expected<RunResult> mlir::tp::compileAndRun(ModuleOp module, const EntrySignature &signature,
                                            const RankInputs &inputs, World world,
                                            const ExecutableOptions &options) {
  RunResult run;
  run.world = std::move(world);
  Expected<std::unique_ptr<Executable>> executable = Executable::compile(module, options);
  if (!executable)
    return executable.takeError();
  run.executable = std::move(*executable);
  Expected<SmallVector<SmallVector<TensorView>>> views =
      run.executable->run(run.world.get(), inputs.getViews());
  if (!views)
    return views.takeError();
  for (auto [index, value] : llvm::enumerate(signature.results)) {
    SmallVector<TensorView> parts;
    for (const SmallVector<TensorView> &ofRank : *views)
      parts.push_back(ofRank[index]);
    Expected<GlobalResult> result = assembleResult(value, parts);
    if (!result)
      return result.takeError();
    run.results.push_back(std::move(*result));
  }
  return run;
}
