//===- TPToTPRT.cpp - no op of the tp dialect is left -------------------------===//
//
// One walk over the module: collectives and axis indices by Collectives.cpp, the
// other ops here. Values keep their order, so all ranks still run the same
// collectives in the same order.
//
//===----------------------------------------------------------------------===//

#include "Collectives.h"

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tp {
#define GEN_PASS_DEF_CONVERTTPTOTPRTPASS
#include "tp/Conversion/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Start and wait
//===----------------------------------------------------------------------===//

/// Moves the region's ops before the op; the waits become what the region returns.
static LogicalResult convertStart(RewriterBase &rewriter, StartOp op) {
  Operation *end = op.getBody().front().getTerminator();
  for (auto [pending, value] : llvm::zip_equal(op.getResults(), end->getOperands()))
    for (Operation *user : llvm::make_early_inc_range(pending.getUsers())) {
      if (!isa<WaitOp>(user))
        return user->emitOpError("uses a pending value; only tp.wait can");
      rewriter.replaceOp(user, value);
    }
  rewriter.eraseOp(end);
  rewriter.inlineBlockBefore(&op.getBody().front(), op);
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// A loop over the result that reads the table where all positions are inside it, and
/// is zero elsewhere.
static LogicalResult convertGather(RewriterBase &rewriter, GatherOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value table = op.getTable();
  auto tableType = cast<RankedTensorType>(table.getType());
  auto resultType = cast<RankedTensorType>(op.getResult().getType());
  AffineMap tableMap = op.getTableMap();
  int64_t rank = resultType.getRank();

  // A dynamic dimension of the result is as long as what it runs over.
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!resultType.isDynamicDim(dim))
      continue;
    Value size;
    for (auto [indices, attr] : llvm::zip_equal(op.getIndices(), op.getIndexMaps()))
      for (auto [position, expr] :
           llvm::enumerate(cast<AffineMapAttr>(attr).getValue().getResults()))
        if (expr == rewriter.getAffineDimExpr(dim))
          size = tensor::DimOp::create(rewriter, loc, indices, position);
    for (auto [position, expr] : llvm::enumerate(tableMap.getResults()))
      if (expr == rewriter.getAffineDimExpr(dim))
        size = tensor::DimOp::create(rewriter, loc, table, position);
    if (!size)
      return op.emitOpError() << "cannot be executed: nothing gives the size of dimension "
                              << dim;
    sizes.push_back(size);
  }
  Type elementType = resultType.getElementType();
  if (!elementType.isIntOrIndexOrFloat())
    return op.emitOpError() << "cannot be executed on elements of type " << elementType;
  Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(elementType));
  Value empty = tensor::EmptyOp::create(rewriter, loc, resultType.getShape(), elementType, sizes);

  SmallVector<AffineMap> maps;
  for (auto attr : op.getIndexMaps().getAsRange<AffineMapAttr>())
    maps.push_back(attr.getValue());
  maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  auto buildBody = [&](OpBuilder &builder, Location loc, ValueRange elements) {
    SmallVector<Value> positions;
    Value inside;
    auto require = [&](arith::CmpIPredicate predicate, Value a, Value b) {
      Value holds = arith::CmpIOp::create(builder, loc, predicate, a, b);
      inside = inside ? Value(arith::AndIOp::create(builder, loc, inside, holds)) : holds;
    };
    for (auto [dim, expr] : llvm::enumerate(tableMap.getResults())) {
      if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
        positions.push_back(linalg::IndexOp::create(builder, loc, loop.getPosition()));
        continue;
      }
      unsigned number = cast<AffineSymbolExpr>(expr).getPosition();
      Value position = elements[number];
      if (!position.getType().isIndex())
        position = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), position);
      if (!op.getOffsets().empty())
        position = arith::SubIOp::create(builder, loc, position, op.getOffsets()[number]);
      // Negative positions are large unsigned ones.
      Value size = tableType.isDynamicDim(dim)
                       ? Value(tensor::DimOp::create(builder, loc, table, dim))
                       : arith::ConstantIndexOp::create(builder, loc, tableType.getDimSize(dim));
      require(arith::CmpIPredicate::ult, position, size);
      positions.push_back(position);
    }
    Value element;
    if (!inside) {
      element = tensor::ExtractOp::create(builder, loc, table, positions);
    } else {
      auto branch = scf::IfOp::create(
          builder, loc, inside,
          [&](OpBuilder &b, Location loc) {
            Value read = tensor::ExtractOp::create(b, loc, table, positions);
            scf::YieldOp::create(b, loc, read);
          },
          [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, zero); });
      element = branch.getResult(0);
    }
    linalg::YieldOp::create(builder, loc, element);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(op, resultType, op.getIndices(), empty, maps,
                                                 iterators, buildBody);
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static LogicalResult convert(RewriterBase &rewriter, Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](CollectiveOpInterface op) { return convertCollective(rewriter, op); })
      .Case([&](AxisIndexOp op) { return convertAxisIndex(rewriter, op); })
      .Case([&](GatherOp op) { return convertGather(rewriter, op); })
      .Case([&](StartOp op) { return convertStart(rewriter, op); })
      .Case([&](ShardingConstraintOp op) {
        rewriter.replaceOp(op, op.getInput());
        return success();
      })
      .Case<MeshOp, WaitOp, ReturnOp>([](auto) { return success(); })
      .Default([](Operation *op) { return op->emitOpError("cannot be executed yet"); });
}

/// Drops attributes of the tp dialect from an op, its arguments and its results.
static void dropAttributes(Operation *op) {
  auto isOurs = [](NamedAttribute attr) {
    return attr.getName().getValue().starts_with("tp.");
  };
  SmallVector<StringAttr> names;
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (isOurs(attr))
      names.push_back(attr.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return;
  auto others = [&](DictionaryAttr attrs) {
    SmallVector<NamedAttribute> kept;
    if (attrs)
      llvm::copy_if(attrs, std::back_inserter(kept), [&](auto a) { return !isOurs(a); });
    return kept;
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, others(function.getArgAttrDict(i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttrs(i, others(function.getResultAttrDict(i)));
}

namespace {
struct ConvertTPToTPRT : mlir::tp::impl::ConvertTPToTPRTPassBase<ConvertTPToTPRT> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Operation *> ops;
    // A start is opened before the collective inside is converted.
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      dropAttributes(op);
      if (isa_and_nonnull<TPDialect>(op->getDialect()))
        ops.push_back(op);
      return isa<ManualOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    // Ops that another conversion erases: waits, and the ends of starts.
    IRRewriter rewriter(&getContext());
    bool failedOnce = false;
    for (Operation *op : ops)
      if (!isa<WaitOp, ReturnOp, MeshOp>(op) && failed(convert(rewriter, op)))
        failedOnce = true;
    if (failedOnce)
      return signalPassFailure();
    for (MeshOp mesh : llvm::make_early_inc_range(module.getOps<MeshOp>()))
      mesh.erase();
  }
};
} // namespace
