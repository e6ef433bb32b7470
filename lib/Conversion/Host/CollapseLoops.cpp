//===- CollapseLoops.cpp - neighbouring loops over contiguous memory ----------===//
//
// A run of loops (i, i + 1, ...) is merged when every indexing map has the whole run
// in this order or nothing of it, and all of the run is of one kind:
//
//   (b, s, h) -> (b, s, h), (h)        b and s merge, h stays
//   (b, s, h) -> (b, s, h)             all merge
//   (b, s, h) -> (b, s, h), (s, b, h)  none do
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tp {
#define GEN_PASS_DEF_TPRTCOLLAPSELOOPSPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;

/// True when loop `loop + 1` comes right after `loop`, or both are absent.
static bool areNeighbours(AffineMap map, unsigned loop) {
  std::optional<unsigned> first, second;
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (dim == loop)
      first = position;
    if (dim == loop + 1)
      second = position;
  }
  if (!first || !second)
    return !first && !second;
  return *second == *first + 1;
}

/// Groups of loops that merge; empty when none does.
static SmallVector<ReassociationIndices> getGroups(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<ReassociationIndices> groups;
  bool any = false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool merges = loop > 0 && kinds[loop] == kinds[loop - 1] &&
                  llvm::all_of(maps, [&](AffineMap map) {
                    return areNeighbours(map, loop - 1);
                  });
    any |= merges;
    if (merges)
      groups.back().push_back(loop);
    else
      groups.push_back({int64_t(loop)});
  }
  return any ? groups : SmallVector<ReassociationIndices>();
}

/// True when upstream's rewrite applies and memory is contiguous.
static bool isCandidate(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.hasIndexSemantics())
    return false;
  if (!llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return false;
  // Without elements there is nothing to gain, and `0 * ?` is no static size.
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return !memref || (memref.getLayout().isIdentity() &&
                       !llvm::is_contained(memref.getShape(), 0));
  });
}

namespace {
struct TPRTCollapseLoops
    : mlir::tp::impl::TPRTCollapseLoopsPassBase<TPRTCollapseLoops> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isCandidate(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      SmallVector<ReassociationIndices> groups = getGroups(op);
      if (groups.empty())
        continue;
      rewriter.setInsertionPoint(op);
      // Upstream collapses generic ops; others become such.
      if (!isa<linalg::GenericOp>(op)) {
        FailureOr<linalg::GenericOp> generic = linalg::generalizeNamedOp(rewriter, op);
        if (failed(generic))
          continue;
        op = *generic;
        rewriter.setInsertionPoint(op);
      }
      if (succeeded(linalg::collapseOpIterationDims(op, groups, rewriter)))
        rewriter.eraseOp(op);
    }
  }
};
} // namespace
