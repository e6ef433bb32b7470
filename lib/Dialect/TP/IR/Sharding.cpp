//===- Sharding.cpp - the algebra of axes, layouts and shardings -------------===//
//
// See the header for the model. Nothing here looks at ops.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TP/IR/Sharding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

FailureOr<Mesh> Mesh::get(MeshOp op, ArrayRef<AxisRefAttr> used,
                          function_ref<InFlightDiagnostic()> emitError) {
  // Where each axis is cut: positions as products of digit sizes from the left.
  std::map<StringRef, std::set<int64_t>> cuts;
  MeshAttr attr = op.getMesh();
  for (AxisRefAttr ref : used) {
    std::optional<int64_t> size = attr.getAxisSize(ref.getName());
    if (!size) {
      InFlightDiagnostic diag = emitError();
      diag << "unknown axis \"" << ref.getName() << "\" of mesh @" << op.getSymName();
      diag.attachNote(op.getLoc()) << "the mesh is declared here";
      return diag;
    }
    if (!ref.isSubAxis())
      continue;
    int64_t end;
    if (llvm::MulOverflow(ref.getPreSize(), ref.getSize(), end) || end > *size ||
        *size % end != 0) {
      InFlightDiagnostic diag = emitError();
      std::string text;
      llvm::raw_string_ostream os(text);
      ref.printRef(os);
      diag << "sub-axis " << text << " does not divide axis \"" << ref.getName()
           << "\" of size " << *size;
      diag.attachNote(op.getLoc()) << "the mesh is declared here";
      return diag;
    }
    cuts[ref.getName()].insert(ref.getPreSize());
    cuts[ref.getName()].insert(end);
  }
  Mesh mesh;
  mesh.name = op.getSymName().str();
  mesh.rankCount = attr.getRankCount();
  int64_t stride = mesh.rankCount;
  for (MeshAxisAttr axis : attr.getAxes()) {
    stride /= axis.getSize();
    std::set<int64_t> &positions = cuts[axis.getName()];
    positions.insert(axis.getSize());
    positions.erase(1);
    int64_t pre = 1;
    if (axis.getSize() == 1)
      mesh.digits.push_back({axis.getName().str(), 1, 1, stride});
    for (int64_t position : positions) {
      if (position % pre != 0)
        return emitError() << "sub-axes of axis \"" << axis.getName()
                           << "\" overlap: positions " << pre << " and " << position
                           << " do not divide one another";
      mesh.digits.push_back({axis.getName().str(), pre, position / pre,
                             stride * (axis.getSize() / position)});
      pre = position;
    }
  }
  return mesh;
}

Mesh Mesh::cut(ArrayRef<AxisCut> cuts) const {
  Mesh finer;
  finer.name = name;
  finer.rankCount = rankCount;
  for (auto [axis, digit] : llvm::enumerate(digits)) {
    auto cut = llvm::find_if(
        cuts, [axis = axis](const AxisCut &cut) { return cut.axis == axis; });
    if (cut == cuts.end()) {
      finer.digits.push_back(digit);
      continue;
    }
    int64_t rest = digit.size / cut->size;
    finer.digits.push_back(
        {digit.axis, digit.preSize, cut->size, digit.stride * rest});
    finer.digits.push_back(
        {digit.axis, digit.preSize * cut->size, rest, digit.stride});
  }
  return finer;
}

SmallVector<AxisRefAttr> Mesh::getSubAxes(MLIRContext *context) const {
  SmallVector<AxisRefAttr> refs;
  for (unsigned axis = 0; axis < digits.size(); ++axis)
    if (AxisRefAttr ref = toAttr(context, axis).front(); ref.isSubAxis())
      refs.push_back(ref);
  return refs;
}

int64_t Mesh::ways(ArrayRef<Axis> axes) const {
  int64_t product = 1;
  for (Axis axis : axes)
    product *= digits[axis].size;
  return product;
}

int64_t Mesh::coordinate(int64_t rank, ArrayRef<Axis> axes) const {
  int64_t combined = 0;
  for (Axis axis : axes)
    combined = combined * digits[axis].size +
               (rank / digits[axis].stride) % digits[axis].size;
  return combined;
}

void Mesh::append(SmallVectorImpl<Axis> &axes, AxisRefAttr ref) const {
  for (auto [index, digit] : llvm::enumerate(digits)) {
    if (digit.axis != ref.getName())
      continue;
    if (!ref.isSubAxis() || (digit.preSize >= ref.getPreSize() &&
                             digit.preSize < ref.getPreSize() * ref.getSize()))
      axes.push_back(index);
  }
}

SmallVector<AxisRefAttr> Mesh::toAttr(MLIRContext *context, ArrayRef<Axis> axes) const {
  SmallVector<AxisRefAttr> refs;
  for (size_t i = 0; i < axes.size();) {
    const Digit &first = digits[axes[i]];
    int64_t size = first.size;
    size_t next = i + 1;
    while (next < axes.size() && axes[next] == axes[next - 1] + 1 &&
           digits[axes[next]].axis == first.axis)
      size *= digits[axes[next++]].size;
    int64_t whole = 1;
    for (const Digit &digit : digits)
      if (digit.axis == first.axis)
        whole *= digit.size;
    refs.push_back(size == whole ? AxisRefAttr::get(context, first.axis)
                                 : AxisRefAttr::get(context, first.axis, first.preSize, size));
    i = next;
  }
  return refs;
}

ArrayAttr Mesh::toArrayAttr(MLIRContext *context, ArrayRef<Axis> axes) const {
  SmallVector<Attribute> attrs;
  for (AxisRefAttr ref : toAttr(context, axes))
    attrs.push_back(ref);
  return ArrayAttr::get(context, attrs);
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

bool Sharding::splits(Axis axis) const {
  return llvm::any_of(dims, [&](const DimSharding &dim) {
    return llvm::is_contained(dim.axes, axis);
  });
}

bool Sharding::uses(Axis axis) const {
  return splits(axis) || llvm::is_contained(unreduced, axis);
}

/// True when boundaries of a chunk are the same without the granule.
static bool dropsGranule(const DimSharding &dim, int64_t chunk, int64_t n) {
  if (chunk % (n * dim.granule) == 0)
    return true;
  int64_t units = llvm::divideCeil(chunk, dim.granule);
  for (int64_t i = 1; i < n; ++i)
    if (std::min<int64_t>(llvm::divideCeil(i * units, n) * dim.granule, chunk) !=
        int64_t(llvm::divideCeil(i * chunk, n)))
      return false;
  return true;
}

DimSharding mlir::tp::normalize(DimSharding dim, int64_t d, const Mesh &mesh) {
  llvm::erase_if(dim.axes, [&](Axis axis) { return mesh.size(axis) == 1; });
  int64_t n = mesh.ways(dim.axes);
  if (dim.axes.empty())
    return {};
  if (ShapedType::isDynamic(d))
    return dim;
  if (dim.granule > 1 && dropsGranule(dim, d / dim.chunks, n))
    dim.granule = 1;
  return dim;
}

Sharding mlir::tp::normalize(Sharding sharding, ArrayRef<int64_t> shape,
                             const Mesh &mesh) {
  if (llvm::is_contained(shape, 0))
    return Sharding::replicated(shape.size());
  for (auto [dim, d] : llvm::zip_equal(sharding.dims, shape))
    dim = normalize(dim, d, mesh);
  llvm::erase_if(sharding.unreduced, [&](Axis axis) { return mesh.size(axis) == 1; });
  llvm::sort(sharding.unreduced);
  if (sharding.unreduced.empty())
    sharding.reduction = Reduction::Sum;
  return sharding;
}

bool mlir::tp::isEven(const DimSharding &dim, int64_t d, const Mesh &mesh) {
  int64_t n = mesh.ways(dim.axes);
  return d % dim.chunks == 0 && (n == 1 || (d / dim.chunks) % (n * dim.granule) == 0);
}

int64_t mlir::tp::localSize(const DimSharding &dim, int64_t d, int64_t i,
                            const Mesh &mesh) {
  int64_t n = mesh.ways(dim.axes);
  if (n == 1)
    return d;
  int64_t chunk = d / dim.chunks;
  int64_t units = llvm::divideCeil(chunk, dim.granule);
  int64_t low = std::min<int64_t>(llvm::divideCeil(i * units, n) * dim.granule, chunk);
  int64_t high =
      std::min<int64_t>(llvm::divideCeil((i + 1) * units, n) * dim.granule, chunk);
  return (high - low) * dim.chunks;
}

RankedTensorType mlir::tp::localType(const Sharding &sharding, RankedTensorType global,
                                     const Mesh &mesh) {
  SmallVector<int64_t> shape(global.getShape());
  for (auto [d, dim] : llvm::zip_equal(shape, sharding.dims)) {
    if (mesh.ways(dim.axes) == 1)
      continue;
    d = ShapedType::isDynamic(d) || !isEven(dim, d, mesh) ? ShapedType::kDynamic
                                                          : localSize(dim, d, 0, mesh);
  }
  return RankedTensorType::get(shape, global.getElementType(), global.getEncoding());
}

int64_t mlir::tp::elementBytes(Type elementType) {
  if (elementType.isIndex())
    return 8;
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * elementBytes(complex.getElementType());
  return elementType.isIntOrFloat()
             ? llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8)
             : 0;
}

int64_t mlir::tp::localBytes(const Sharding &sharding, RankedTensorType global,
                             const Mesh &mesh) {
  int64_t bytes = elementBytes(global.getElementType());
  for (auto [d, dim] : llvm::zip_equal(global.getShape(), sharding.dims))
    bytes *= ShapedType::isDynamic(d) ? 1 : localSize(dim, d, 0, mesh);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Notation
//===----------------------------------------------------------------------===//

DimSharding mlir::tp::fromAttr(DimShardingAttr attr, const Mesh &mesh) {
  DimSharding dim;
  for (AxisRefAttr ref : attr.getAxes())
    mesh.append(dim.axes, ref);
  dim.granule = attr.getGranule();
  dim.chunks = attr.getChunks();
  return dim;
}

Sharding mlir::tp::fromAttr(ShardingAttr attr, const Mesh &mesh) {
  Sharding sharding;
  for (DimShardingAttr dim : attr.getDims())
    sharding.dims.push_back(fromAttr(dim, mesh));
  for (AxisRefAttr ref : attr.getUnreduced())
    mesh.append(sharding.unreduced, ref);
  llvm::sort(sharding.unreduced);
  sharding.reduction = attr.getReduction();
  return sharding;
}

DimShardingAttr mlir::tp::toAttr(MLIRContext *context, const DimSharding &dim,
                                 const Mesh &mesh) {
  return DimShardingAttr::get(context, mesh.toAttr(context, dim.axes), /*isOpen=*/false,
                              /*priority=*/0, dim.granule, dim.chunks);
}

ShardingAttr mlir::tp::toAttr(MLIRContext *context, const Sharding &sharding,
                              const Mesh &mesh) {
  SmallVector<DimShardingAttr> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(toAttr(context, dim, mesh));
  return ShardingAttr::get(context, mesh.getSymbol(context), dims, {},
                           mesh.toAttr(context, sharding.unreduced), sharding.reduction);
}

void mlir::tp::collectAxisRefs(Attribute attr, SmallVectorImpl<AxisRefAttr> &refs) {
  if (attr)
    attr.walk([&](AxisRefAttr ref) { refs.push_back(ref); });
}

std::string mlir::tp::toString(const Sharding &sharding, const Mesh &mesh,
                               MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream(text) << toAttr(context, sharding, mesh);
  return StringRef(text).ltrim("#tp.sharding").str();
}
