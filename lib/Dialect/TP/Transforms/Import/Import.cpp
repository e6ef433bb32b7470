//===- Import.cpp - bring a module into canonical form -----------------------===//
//
// Everything that later passes may take for granted is made so, or refused, here.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TP/Transforms/Passes.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tp {
#define GEN_PASS_DEF_IMPORTPASS
#include "tp/Dialect/TP/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

LogicalResult mlir::tp::overrideMesh(ModuleOp module, StringRef spec) {
  auto bad = [&](const Twine &why) {
    return module.emitError() << "bad mesh \"" << spec << "\": " << why.str()
                              << "; expected axes and sizes as in \"dp=2,tp=4\"";
  };
  SmallVector<std::pair<StringRef, int64_t>> sizes;
  SmallVector<StringRef> parts;
  spec.split(parts, ',');
  int64_t ranks = 1;
  for (StringRef part : parts) {
    auto [name, number] = part.trim().split('=');
    name = name.trim();
    int64_t size;
    if (name.empty() || number.trim().getAsInteger(10, size))
      return bad("'" + part.trim() + "' is no axis with a size");
    if (size < 1)
      return bad("axis '" + name + "' has size " + Twine(size));
    if (size > (1 << 20) || (ranks *= size) > (1 << 20))
      return bad("more than " + Twine(1 << 20) + " ranks");
    if (llvm::any_of(sizes, [&](auto &other) { return other.first == name; }))
      return bad("axis '" + name + "' appears twice");
    sizes.push_back({name, size});
  }
  MLIRContext *context = module.getContext();
  auto meshes = llvm::to_vector(module.getOps<MeshOp>());
  if (meshes.empty()) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [name, size] : sizes)
      axes.push_back(MeshAxisAttr::get(context, name, size));
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    MeshOp::create(builder, module.getLoc(), "mesh", MeshAttr::get(context, axes));
    return success();
  }
  for (auto [name, size] : sizes)
    if (llvm::none_of(meshes, [&, name = name](MeshOp mesh) {
          return mesh.getMesh().getAxisSize(name).has_value();
        })) {
      InFlightDiagnostic diag = module.emitError()
                                << "bad mesh \"" << spec << "\": unknown axis '" << name
                                << "'";
      diag.attachNote(meshes.front().getLoc()) << "the mesh is declared here";
      return diag;
    }
  for (MeshOp mesh : meshes) {
    SmallVector<MeshAxisAttr> axes;
    for (MeshAxisAttr axis : mesh.getMesh().getAxes()) {
      auto found = llvm::find_if(
          sizes, [&](auto &entry) { return entry.first == axis.getName(); });
      axes.push_back(found == sizes.end()
                         ? axis
                         : MeshAxisAttr::get(context, axis.getName(), found->second));
    }
    if (failed(MeshAttr::verify([&] { return mesh.emitError(); }, axes)))
      return failure();
    mesh.setMeshAttr(MeshAttr::get(context, axes));
  }
  return success();
}

FailureOr<Mesh> mlir::tp::getMesh(ModuleOp module) {
  auto meshes = llvm::to_vector(module.getOps<MeshOp>());
  if (meshes.empty())
    return module.emitError() << "the module has no tp.mesh; add one, or give axis sizes "
                                 "as in --mesh \"tp=4\"";
  if (meshes.size() > 1) {
    InFlightDiagnostic diag = meshes[1].emitError()
                              << "a module with several meshes cannot be partitioned yet; "
                                 "use one mesh with all axes";
    diag.attachNote(meshes[0].getLoc()) << "the first mesh is here";
    return diag;
  }
  // Attributes are shared: most ops bring nothing new.
  SmallVector<AxisRefAttr> refs;
  AttrTypeWalker walker;
  walker.addWalk([&](AxisRefAttr ref) { refs.push_back(ref); });
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getDiscardableAttrs())
      walker.walk(attr.getValue());
    if (Attribute properties = isa_and_nonnull<TPDialect>(op->getDialect())
                                   ? op->getPropertiesAsAttribute()
                                   : Attribute())
      walker.walk(properties);
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (ArrayAttr attrs : {function.getArgAttrsAttr(), function.getResAttrsAttr()})
        if (attrs)
          walker.walk(attrs);
  });
  return Mesh::get(meshes[0], refs, [&] { return meshes[0].emitError(); });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
template <typename OpTy, auto lower>
struct LowerPacking : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    return lower(rewriter, op, /*lowerLikeWithSlices=*/false);
  }
};
} // namespace

void mlir::tp::populateLowerPackingPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerPacking<linalg::PackOp, linalg::lowerPack>,
               LowerPacking<linalg::UnPackOp, linalg::lowerUnPack>>(patterns.getContext());
}

static bool isPartitioned(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && function->hasAttr(kPartitionedAttr);
}

/// What a region of hand-written code wants of its operands is said in front of it, too,
/// where propagation sees it.
static void constrainManualOperands(ModuleOp module) {
  module.walk([](ManualOp op) {
    OpBuilder builder(op);
    for (auto [operand, attr] : llvm::zip_equal(
             op.getInputsMutable(), op.getInShardings().getAsRange<ShardingAttr>())) {
      auto constraint = operand.get().getDefiningOp<ShardingConstraintOp>();
      if (!constraint || constraint.getSharding() != attr)
        operand.set(ShardingConstraintOp::create(builder, op.getLoc(), operand.get(), attr));
    }
  });
}

/// What a called function says of its arguments and results is said inside it, too: its
/// boundary goes when it is inlined.
static void constrainCallees(ModuleOp module) {
  llvm::SetVector<func::FuncOp> callees;
  module.walk([&](func::CallOp call) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (callee && !callee.isExternal())
      callees.insert(callee);
  });
  for (func::FuncOp callee : callees) {
    OpBuilder builder = OpBuilder::atBlockBegin(&callee.getBody().front());
    for (BlockArgument argument : callee.getArguments())
      if (auto sharding = callee.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                                kShardingAttr)) {
        auto constraint = ShardingConstraintOp::create(builder, argument.getLoc(), argument,
                                                       sharding);
        argument.replaceAllUsesExcept(constraint, constraint);
      }
    callee.walk([&](func::ReturnOp op) {
      builder.setInsertionPoint(op);
      for (OpOperand &operand : op->getOpOperands())
        if (auto sharding = callee.getResultAttrOfType<ShardingAttr>(
                operand.getOperandNumber(), kShardingAttr))
          operand.set(
              ShardingConstraintOp::create(builder, op.getLoc(), operand.get(), sharding));
    });
  }
}

/// Ops of dialects that are not loaded, and functions that call themselves.
static LogicalResult verifyKnown(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (isa<AxisIndexOp>(op) && !op->getParentOfType<ManualOp>() &&
        !isPartitioned(op)) {
      op->emitError() << "differs by rank: it belongs into tp.manual, before tp-partition";
      return WalkResult::interrupt();
    }
    if (op->isRegistered())
      return WalkResult::advance();
    op->emitError() << "unregistered op '" << op->getName()
                    << "' cannot be partitioned; lower it to linalg, tensor, arith or "
                       "math first";
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  const CallGraph graph(module);
  for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it) {
    if (!it.hasCycle())
      continue;
    for (CallGraphNode *node : *it)
      if (!node->isExternal())
        return node->getCallableRegion()->getParentOp()->emitError()
               << "recursive call: a function that calls itself cannot be partitioned";
  }
  return success();
}

namespace {
struct Import : public tp::impl::ImportPassBase<Import> {
  using ImportPassBase::ImportPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(importAnnotations(module)))
      return signalPassFailure();
    if (!mesh.empty() && failed(overrideMesh(module, mesh)))
      return signalPassFailure();
    if (failed(verifyKnown(module)))
      return signalPassFailure();
    if (hasTosa(module)) {
      OpPassManager lower(ModuleOp::getOperationName());
      addLowerTosaPasses(lower);
      if (failed(runPipeline(lower, module)))
        return signalPassFailure();
    }
    if (hasCalls(module)) {
      constrainCallees(module);
      OpPassManager inliner(ModuleOp::getOperationName());
      inliner.addPass(createInlinerPass());
      inliner.addPass(createSymbolDCEPass());
      if (failed(runPipeline(inliner, module)))
        return signalPassFailure();
    }
    constrainManualOperands(module);
    RewritePatternSet patterns(&getContext());
    populateRaiseGatherPatterns(patterns);
    populateLowerPackingPatterns(patterns);
    walkAndApplyPatterns(module, std::move(patterns));
  }

  static bool hasCalls(ModuleOp module) {
    return module
        ->walk([](CallOpInterface) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }
};
} // namespace
