//===- ImportAnnotations.cpp - annotations of others as our own --------------===//
//
// Shardy's meshes, shardings and constraints become the tp dialect's: the notation is
// the same. Annotations that nobody here reads are errors, not ignored: a program
// whose shardings are lost is right, but not what was asked for.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/SDY/IR/SDY.h"
#include "tp/Dialect/TP/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::tp;

/// The attributes of one argument or result in our notation.
static FailureOr<DictionaryAttr> importAttrs(DictionaryAttr attrs,
                                             function_ref<InFlightDiagnostic()> emitError) {
  if (!attrs)
    return attrs;
  NamedAttrList list(attrs);
  for (NamedAttribute attr : attrs) {
    if (!attr.getName().getValue().ends_with(".sharding") ||
        attr.getName() == kShardingAttr)
      continue;
    if (attrs.contains(kShardingAttr))
      return emitError() << "carries both '" << kShardingAttr << "' and '"
                         << attr.getName().getValue() << "'; keep one of them";
    auto sharding = dyn_cast<ShardingAttr>(attr.getValue());
    if (attr.getName() != sdy::kShardingAttr || !sharding)
      return emitError() << "'" << attr.getName().getValue() << " = " << attr.getValue()
                         << "' cannot be read; write it as '" << kShardingAttr << "'";
    list.erase(attr.getName());
    list.set(kShardingAttr, sharding);
  }
  return list.getDictionary(attrs.getContext());
}

/// The shardings of an op's results: constraints behind it.
static LogicalResult importResultShardings(Operation *op) {
  Attribute attr = op->getDiscardableAttr(sdy::kShardingAttr);
  if (!attr)
    return success();
  auto shardings = dyn_cast<ArrayAttr>(attr);
  if (!shardings || shardings.size() != op->getNumResults())
    return op->emitError() << "'" << sdy::kShardingAttr
                           << "' on an op is a #sdy.sharding_per_value with an entry for "
                              "each result";
  op->removeDiscardableAttr(sdy::kShardingAttr);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [result, sharding] : llvm::zip_equal(op->getResults(), shardings)) {
    auto constraint = ShardingConstraintOp::create(builder, op->getLoc(), result,
                                                   cast<ShardingAttr>(sharding));
    result.replaceAllUsesExcept(constraint, constraint);
  }
  return success();
}

LogicalResult mlir::tp::importAnnotations(ModuleOp module) {
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    // What JAX puts on modules that have no mesh.
    if (!mesh.getMesh().getAxes().empty()) {
      OpBuilder builder(mesh);
      MeshOp::create(builder, mesh.getLoc(), mesh.getSymName(), mesh.getMesh());
    }
    mesh.erase();
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      FailureOr<DictionaryAttr> attrs = importAttrs(function.getArgAttrDict(i), [&] {
        return function.emitError() << "argument " << i << " ";
      });
      if (failed(attrs))
        return failure();
      function.setArgAttrs(i, *attrs);
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      FailureOr<DictionaryAttr> attrs = importAttrs(function.getResultAttrDict(i), [&] {
        return function.emitError() << "result " << i << " ";
      });
      if (failed(attrs))
        return failure();
      function.setResultAttrs(i, *attrs);
    }
  }
  WalkResult result = module.walk([](Operation *op) {
    if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op)) {
      OpBuilder builder(op);
      auto ours = ShardingConstraintOp::create(
          builder, op->getLoc(), constraint.getInput(), constraint.getSharding());
      op->replaceAllUsesWith(ours);
      op->erase();
      return WalkResult::advance();
    }
    return succeeded(importResultShardings(op)) ? WalkResult::advance()
                                                : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
