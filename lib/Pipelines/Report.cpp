//===- Report.cpp - what a partitioned program communicates ------------------===//
//
// Figures are rank 0's. A type with `?` (parts of different sizes) is sized by the
// layout that it has: arguments, results and collectives carry theirs. Values in
// between get the sizes that their ops give them, by the same arithmetic that the
// program does with rank 0's coordinates: a small interpreter of index values.
//
//===----------------------------------------------------------------------===//

#include "tp/Pipelines/Report.h"

#include "tp/Analysis/RegionFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// Sizes on rank 0.
class RankZero {
public:
  explicit RankZero(const Mesh &mesh) : mesh(mesh) {}

  /// The value of an index computation, if all that it depends on is known.
  std::optional<int64_t> evaluate(Value value, int depth = 0) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return constant.getSExtValue();
    Operation *op = value.getDefiningOp();
    if (!op || depth > 64)
      return std::nullopt;
    if (isa<AxisIndexOp>(op))
      return 0;
    if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      std::optional<int64_t> index = dim.getConstantIndex();
      SmallVector<int64_t> shape = shapeOf(dim.getSource());
      if (!index || ShapedType::isDynamic(shape[*index]))
        return std::nullopt;
      return shape[*index];
    }
    if (op->getNumOperands() != 2)
      return std::nullopt;
    std::optional<int64_t> a = evaluate(op->getOperand(0), depth + 1);
    std::optional<int64_t> b = evaluate(op->getOperand(1), depth + 1);
    if (!a || !b)
      return std::nullopt;
    if (isa<arith::AddIOp>(op))
      return *a + *b;
    if (isa<arith::SubIOp>(op))
      return *a - *b;
    if (isa<arith::MulIOp>(op))
      return *a * *b;
    if (isa<arith::MinUIOp>(op))
      return std::min(*a, *b);
    if (isa<arith::MaxUIOp>(op))
      return std::max(*a, *b);
    if (*b <= 0)
      return std::nullopt;
    if (isa<arith::DivUIOp>(op))
      return *a / *b;
    if (isa<arith::RemUIOp>(op))
      return *a % *b;
    if (isa<arith::CeilDivUIOp>(op))
      return (*a + *b - 1) / *b;
    return std::nullopt;
  }

  void setShape(Value value, SmallVector<int64_t> shape) {
    shapes[value] = std::move(shape);
  }

  /// The local shape; `?` stays where it is not known.
  SmallVector<int64_t> shapeOf(Value value) {
    auto found = shapes.find(value);
    if (found != shapes.end())
      return found->second;
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (!type.hasStaticShape())
      infer(value, shape);
    shapes[value] = shape;
    return shape;
  }

  int64_t bytesOf(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return 0;
    int64_t bytes = elementBytes(type.getElementType());
    for (int64_t size : shapeOf(value))
      bytes *= ShapedType::isDynamic(size) ? 1 : size;
    return bytes;
  }

private:
  void infer(Value value, SmallVector<int64_t> &shape) {
    Operation *op = value.getDefiningOp();
    Operation *carrier = op ? op : value.getParentBlock()->getParentOp();
    if (auto flow = getStructuredControlFlow(carrier)) {
      FailureOr<SmallVector<CarriedValue>> carried = getCarriedValues(flow);
      if (succeeded(carried))
        for (const CarriedValue &one : *carried)
          if (llvm::is_contained(one.holders, value) && !one.assignments.empty())
            shape = shapeOf(one.assignments.front()->get());
      return;
    }
    if (!op)
      return;
    if (auto relayout = dyn_cast<CollectiveOpInterface>(op)) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      if (ArrayAttr relayouts = relayout.getRelayoutsOrNull()) {
        auto attr = cast<RelayoutAttr>(relayouts[index]);
        for (auto [size, dim, d] : llvm::zip_equal(shape, attr.getTo(),
                                                   attr.getGlobalType().getShape()))
          if (!ShapedType::isDynamic(d))
            size = localSize(fromAttr(dim, mesh), d, 0, mesh);
      } else {
        shape = shapeOf(relayout.getInputs()[index]);
      }
      return;
    }
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
      shape = shapeOf(dps.getTiedOpOperand(cast<OpResult>(value))->get());
      return;
    }
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      SmallVector<int64_t> source = shapeOf(collapse.getSrc());
      for (auto [size, group] :
           llvm::zip_equal(shape, collapse.getReassociationIndices())) {
        size = 1;
        for (int64_t d : group)
          size *= source[d];
      }
      return;
    }
    if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      shape = shapeOf(concat.getInputs().front());
      for (Value input : concat.getInputs().drop_front())
        shape[concat.getDim()] += shapeOf(input)[concat.getDim()];
      return;
    }
    if (OpTrait::hasElementwiseMappableTraits(op) || isa<tensor::CastOp>(op)) {
      for (Value operand : op->getOperands())
        if (isa<RankedTensorType>(operand.getType()))
          shape = shapeOf(operand);
      return;
    }
    ReifiedRankedShapedTypeDims reified;
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      assign(shape, expand.getMixedOutputShape());
    else if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      assign(shape, empty.getMixedSizes());
    else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      SmallVector<OpFoldResult> sizes;
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      for (auto [d, size] : llvm::enumerate(slice.getMixedSizes()))
        if (!dropped[d])
          sizes.push_back(size);
      assign(shape, sizes);
    } else if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
      unsigned next = 0;
      for (int64_t &size : shape)
        if (ShapedType::isDynamic(size))
          size = evaluate(splat.getDynamicSizes()[next++])
                     .value_or(ShapedType::kDynamic);
    } else if (auto gather = dyn_cast<GatherOp>(op)) {
      inferGather(gather, shape);
    }
  }

  void assign(SmallVector<int64_t> &shape, ArrayRef<OpFoldResult> sizes) {
    for (auto [size, value] : llvm::zip_equal(shape, sizes)) {
      if (auto attr = dyn_cast<Attribute>(value))
        size = cast<IntegerAttr>(attr).getInt();
      else
        size = evaluate(cast<Value>(value)).value_or(ShapedType::kDynamic);
    }
  }

  void inferGather(GatherOp gather, SmallVector<int64_t> &shape) {
    auto use = [&](ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> sizes) {
      for (auto [expr, size] : llvm::zip_equal(exprs, sizes))
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          shape[dim.getPosition()] = size;
    };
    use(gather.getTableMap().getResults(), shapeOf(gather.getTable()));
    for (auto [map, index] :
         llvm::zip_equal(gather.getIndexMaps().getAsValueRange<AffineMapAttr>(),
                         gather.getIndices()))
      use(map.getResults(), shapeOf(index));
  }

  const Mesh &mesh;
  DenseMap<Value, SmallVector<int64_t>> shapes;
};

/// What one rank sends for `bytes` of result, with the bandwidth-optimal algorithm
/// over n ranks.
int64_t getWireBytes(CollectiveOpInterface op, int64_t resultBytes, int64_t inputBytes,
                     int64_t n) {
  if (isa<AllReduceOp>(op))
    return 2 * (n - 1) * resultBytes / n;
  if (isa<AllGatherOp>(op))
    return (n - 1) * resultBytes / n;
  if (isa<ReduceScatterOp, AllToAllOp>(op))
    return (n - 1) * inputBytes / n;
  return inputBytes; // permute, broadcast
}

std::string dtypeName(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// `file:line` of the first place in a location.
std::string placeOf(Location loc) {
  std::string place;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    place = (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
    return WalkResult::interrupt();
  });
  return place;
}

std::string reasonOf(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc))
    if (auto reason = dyn_cast_or_null<StringAttr>(fused.getMetadata()))
      return reason.str();
  return "written by the author";
}

bool isFlop(Operation *op) {
  return (isa<arith::ArithDialect>(op->getDialect()) ||
          op->getDialect()->getNamespace() == "math") &&
         op->getNumResults() == 1 &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())) &&
         !isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp, arith::SelectOp>(op);
}

int64_t countFlops(Operation &any, RankZero &sizes) {
  int64_t trips = 1;
  auto op = dyn_cast<linalg::LinalgOp>(any);
  if (!op) {
    if (!isFlop(&any))
      return 0;
    if (isa<RankedTensorType>(any.getResult(0).getType()))
      for (int64_t size : sizes.shapeOf(any.getResult(0)))
        trips *= ShapedType::isDynamic(size) ? 1 : size;
    return trips;
  }
  SmallVector<int64_t> loops(op.getNumLoops(), 1);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), sizes.shapeOf(operand.get())))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        loops[dim.getPosition()] = ShapedType::isDynamic(size) ? 1 : size;
  }
  for (int64_t size : loops)
    trips *= size;
  int64_t perTrip = 0;
  op.getBlock()->walk([&](Operation *inner) {
    perTrip += isFlop(inner);
  });
  return trips * perTrip;
}
} // namespace

namespace {
/// Goes through a block and the blocks inside.
struct BlockReader {
  const Mesh &mesh;
  RankZero &sizes;
  Report &report;

  /// The most bytes alive at once, of which `alive` are so at the start. The block runs
  /// `trips` times; at most, if `isDynamic`.
  int64_t read(Block &block, int64_t alive, int64_t trips, bool isDynamic) {
    DenseMap<Value, Operation *> lastUse;
    for (Operation &op : block)
      op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (operand.getParentBlock() == &block)
            lastUse[operand] = &op;
      });
    DenseMap<Operation *, SmallVector<Value>> ending;
    for (Operation &op : block)
      for (Value result : op.getResults())
        ending[lastUse.lookup(result) ? lastUse[result] : &op].push_back(result);

    int64_t peak = alive;
    for (Operation &op : block) {
      int64_t inside = readRegions(op, alive, trips, isDynamic);
      for (Value result : op.getResults())
        alive += sizes.bytesOf(result);
      peak = std::max({peak, alive, inside});
      for (Value value : ending.lookup(&op))
        alive -= sizes.bytesOf(value);
      report.flops += trips * countFlops(op, sizes);
      if (auto collective = dyn_cast<CollectiveOpInterface>(op))
        addCollective(collective, trips, isDynamic);
    }
    return peak;
  }

  int64_t readRegions(Operation &op, int64_t alive, int64_t trips, bool isDynamic) {
    int64_t peak = 0;
    if (isa<linalg::LinalgOp>(op))
      return peak;
    if (isa<RegionBranchOpInterface>(op)) {
      // A loop with known trips runs so often; a branch and any other loop is not known.
      std::optional<int64_t> count;
      if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
        if (std::optional<APInt> known = loop.getStaticTripCount())
          count = known->getSExtValue();
      isDynamic |= !count;
      trips *= count.value_or(1);
    }
    for (Region &region : op.getRegions())
      for (Block &block : region)
        peak = std::max(peak, read(block, alive, trips, isDynamic));
    return peak;
  }

  void addCollective(CollectiveOpInterface collective, int64_t trips, bool isDynamic) {
    if (!collective.communicates() || trips == 0)
      return;
    CollectiveEntry item;
    item.kind = collective->getName().stripDialect();
    item.count = trips;
    item.isDynamic = isDynamic;
    AxisList axes;
    for (auto ref : collective.getAxes().getAsRange<AxisRefAttr>()) {
      std::string name;
      llvm::raw_string_ostream os(name);
      ref.printRef(os);
      item.axes.push_back(ref.isSubAxis() ? name : ref.getName().str());
      mesh.append(axes, ref);
    }
    if (std::optional<Reduction> reduction = collective.getCollectiveReduction())
      item.reduction = stringifyReduction(*reduction);
    item.tensors = collective->getNumResults();
    int64_t inputBytes = 0;
    for (auto [input, result] :
         llvm::zip_equal(collective.getInputs(), collective->getResults())) {
      item.dtype = dtypeName(cast<RankedTensorType>(input.getType()).getElementType());
      inputBytes += sizes.bytesOf(input);
      item.bytes += sizes.bytesOf(result);
    }
    item.wireBytes =
        trips * getWireBytes(collective, item.bytes, inputBytes, mesh.ways(axes));
    item.bytes *= trips;
    item.isFused = item.tensors > 1;
    item.isAsync = isa<StartOp>(collective->getParentOp());
    item.location = placeOf(collective->getLoc());
    item.because = reasonOf(collective->getLoc());
    report.collectives.push_back(std::move(item));
  }
};
} // namespace

FailureOr<Report> mlir::tp::makeReport(ModuleOp module, StringRef entry) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function || function.isExternal())
    return module.emitError() << "there is no function @" << entry << " to report on";
  Report report;
  auto meshes = llvm::to_vector(module.getOps<MeshOp>());
  if (meshes.empty())
    return module.emitError() << "there is no tp.mesh to report on";
  for (MeshAxisAttr axis : meshes.front().getMesh().getAxes())
    report.mesh.push_back({axis.getName().str(), axis.getSize()});
  SmallVector<AxisRefAttr> refs;
  module.walk([&](Operation *op) { collectAxisRefs(op->getAttrDictionary(), refs); });
  FailureOr<Mesh> mesh =
      Mesh::get(meshes.front(), refs, [&] { return meshes.front().emitError(); });
  if (failed(mesh))
    return failure();

  RankZero sizes(*mesh);
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto sharding = function.getArgAttrOfType<ShardingAttr>(index, kShardingAttr);
    auto global = function.getArgAttrOfType<TypeAttr>(index, kGlobalTypeAttr);
    if (sharding && global) {
      SmallVector<int64_t> shape(cast<ShapedType>(argument.getType()).getShape());
      for (auto [size, dim, d] :
           llvm::zip_equal(shape, sharding.getDims(),
                           cast<ShapedType>(global.getValue()).getShape()))
        if (!ShapedType::isDynamic(d))
          size = localSize(fromAttr(dim, *mesh), d, 0, *mesh);
      sizes.setShape(argument, shape);
    }
    int64_t bytes = sizes.bytesOf(argument);
    report.argumentBytes += bytes;
    auto kind = function.getArgAttrOfType<StringAttr>(index, kKindAttr);
    if (kind && kind.getValue() != "input")
      report.parameterBytes += bytes;
  }

  report.peakBytes = BlockReader{*mesh, sizes, report}.read(
      function.getBody().front(), report.argumentBytes, /*trips=*/1, /*isDynamic=*/false);
  return report;
}

llvm::json::Value Report::toJSON() const {
  llvm::json::Object meshObject, totals;
  for (const auto &[name, size] : mesh)
    meshObject[name] = size;
  llvm::json::Array items;
  std::map<std::string, std::array<int64_t, 3>> sums; // count, tensors, bytes
  for (const CollectiveEntry &entry : collectives) {
    llvm::json::Object item{{"kind", entry.kind},
                            {"count", entry.count},
                            {"axes", llvm::json::Array(entry.axes)},
                            {"dtype", entry.dtype},
                            {"tensors", entry.tensors},
                            {"bytes", entry.bytes},
                            {"wire_bytes", entry.wireBytes},
                            {"fused", entry.isFused},
                            {"async", entry.isAsync},
                            {"loc", entry.location},
                            {"because", entry.because}};
    if (!entry.reduction.empty())
      item["reduction"] = entry.reduction;
    if (entry.isDynamic)
      item["dynamic"] = true;
    items.push_back(std::move(item));
    auto &sum = sums[entry.kind];
    sum[0] += entry.count;
    sum[1] += entry.count * entry.tensors;
    sum[2] += entry.bytes;
  }
  for (const auto &[kind, sum] : sums)
    totals[kind] = llvm::json::Object{
        {"count", sum[0]}, {"tensors", sum[1]}, {"bytes", sum[2]}};
  return llvm::json::Object{
      {"mesh", std::move(meshObject)},
      {"collectives", std::move(items)},
      {"totals", std::move(totals)},
      {"memory", llvm::json::Object{{"parameter_bytes", parameterBytes},
                                    {"argument_bytes", argumentBytes},
                                    {"peak_bytes", peakBytes}}},
      {"flops", flops}};
}

std::string Report::toText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "mesh:";
  for (const auto &[name, size] : mesh)
    os << ' ' << name << '=' << size;
  os << "\ncollectives, for one rank:\n";
  using Row = std::array<std::string, 6>;
  std::vector<Row> rows;
  if (collectives.empty())
    os << "  none\n";
  else
    rows.push_back({"kind", "axes", "dtype", "bytes", "sent", "because"});
  for (const CollectiveEntry &entry : collectives) {
    std::string kind = entry.kind;
    if (!entry.reduction.empty())
      kind += " " + entry.reduction;
    if (entry.count != 1)
      kind += " x" + std::to_string(entry.count);
    if (entry.isDynamic)
      kind += " ?";
    rows.push_back({kind, llvm::join(entry.axes, ","), entry.dtype,
                    std::to_string(entry.bytes), std::to_string(entry.wireBytes),
                    entry.because});
  }
  std::array<size_t, 6> widths{};
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  for (const Row &row : rows) {
    for (size_t i = 0; i + 1 < row.size(); ++i) {
      bool isNumber = i == 3 || i == 4;
      os.indent(2 + (isNumber ? widths[i] - row[i].size() : 0)) << row[i];
      os.indent(isNumber ? 0 : widths[i] - row[i].size());
    }
    os << "  " << row.back() << '\n';
  }
  std::map<std::string, std::pair<int64_t, int64_t>> sums;
  for (const CollectiveEntry &entry : collectives) {
    sums[entry.kind].first += entry.count;
    sums[entry.kind].second += entry.bytes;
  }
  os << "totals:\n";
  for (const auto &[kind, sum] : sums)
    os << llvm::formatv("  {0,-15}{1,4} x {2,12} bytes\n", kind, sum.first, sum.second);
  os << llvm::formatv("memory: parameters {0}, arguments {1}, peak {2} bytes\n",
                      parameterBytes, argumentBytes, peakBytes);
  os << llvm::formatv("flops: {0}\n", flops);
  return text;
}
