//===- Pipelines.h - pipelines for tools and embedders ----------*- C++ -*-===//

#ifndef TP_PIPELINES_PIPELINES_H
#define TP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::tp {

struct PartitionPipelineOptions
    : public PassPipelineOptions<PartitionPipelineOptions> {
  Option<std::string> mesh{
      *this, "mesh",
      llvm::cl::desc("Axis sizes, as in \"dp=2,tp=4\", that replace those in the module"),
      llvm::cl::init("")};
};

/// From an annotated module to the program of one rank.
void addPartitionPipeline(OpPassManager &pm, const PartitionPipelineOptions &options);

/// Registers `tp-pipeline`.
void registerPipelines();

} // namespace mlir::tp

#endif // TP_PIPELINES_PIPELINES_H
