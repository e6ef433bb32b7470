//===- Pipelines.cpp - pipelines for tools and embedders ---------------------===//

#include "tp/Pipelines/Pipelines.h"

#include "mlir/Transforms/Passes.h"
#include "tp/Dialect/TP/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tp;

void mlir::tp::addPartitionPipeline(OpPassManager &pm,
                                    const PartitionPipelineOptions &options) {
  // Canonical form; the mesh must be final before anybody asks for its size.
  ImportPassOptions import;
  import.mesh = options.mesh;
  pm.addPass(createImportPass(import));
  // Equal values once: the more users a partial value has, the better the place of
  // its reduction is known.
  pm.addPass(createCSEPass());
  // Nothing may change the ops between these two: partitioning plans from what
  // propagation has written.
  pm.addPass(createPropagatePass());
  pm.addPass(createPartitionPass());
  // Drops what nobody reads any more. (No canonicalizer here: upstream folds such as
  // x ^ x = 0 make constants of the local type, whose sizes are not static.)
  pm.addPass(createCSEPass());
}

void mlir::tp::registerPipelines() {
  PassPipelineRegistration<PartitionPipelineOptions>(
      "tp-pipeline", "partition an annotated module: tp-import to tp-partition",
      addPartitionPipeline);
}
