//===- SCFRules.cpp - sharding rules of scf's parallel loops -----------------===//
//
// Loops and branches that carry values have no rule: propagation and partitioning go
// into their regions (RegionFlow.h). A parallel loop over positions is done whole.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tp/Interfaces/ShardableOpInterface.h"
#include "tp/Rules/Rules.h"

using namespace mlir;
using namespace mlir::tp;

void mlir::tp::registerSCFRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForallOp::attachInterface<ReplicatedModel<scf::ForallOp>>(*context);
    scf::ParallelOp::attachInterface<ReplicatedModel<scf::ParallelOp>>(*context);
  });
}
