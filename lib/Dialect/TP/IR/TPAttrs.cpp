//===- TPAttrs.cpp - meshes and shardings as attributes ----------------------===//
//
// Parsers, printers and the checks that need nothing but the attribute itself.
// The notation is that of docs/Sharding.md.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TP/IR/TP.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/Dialect/TP/IR/TPEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "tp/Dialect/TP/IR/TPAttrs.cpp.inc"

void TPDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tp/Dialect/TP/IR/TPAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  if (name.empty()) // M1
    return emitError() << "a mesh axis needs a name";
  if (size < 1) // M2
    return emitError() << "mesh axis \"" << name << "\" has size " << size
                       << ", expected at least 1";
  return success();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes) {
  llvm::StringSet<> names;
  int64_t ranks = 1;
  for (MeshAxisAttr axis : axes) {
    if (!names.insert(axis.getName()).second) // M3
      return emitError() << "mesh axis \"" << axis.getName() << "\" appears twice";
    if (axis.getSize() > (1 << 20) || ranks * axis.getSize() > (1 << 20)) // M4
      return emitError() << "a mesh has at most " << (1 << 20) << " ranks";
    ranks *= axis.getSize();
  }
  return success();
}

int64_t MeshAttr::getRankCount() const {
  int64_t ranks = 1;
  for (MeshAxisAttr axis : getAxes())
    ranks *= axis.getSize();
  return ranks;
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return std::nullopt;
}

/// `<["dp"=2, "tp"=4]>`
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  auto parseAxis = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string name;
    int64_t size;
    if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(size))
      return failure();
    auto axis = MeshAxisAttr::getChecked([&] { return parser.emitError(loc); },
                                         parser.getContext(), name, size);
    axes.push_back(axis);
    return success(axis != nullptr);
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis) ||
      parser.parseGreater())
    return {};
  return MeshAttr::getChecked([&] { return parser.emitError(loc); },
                              parser.getContext(), axes);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) {
    printer << '"' << axis.getName() << "\"=" << axis.getSize();
  });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// References to axes
//===----------------------------------------------------------------------===//

LogicalResult AxisRefAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef name, int64_t preSize, int64_t size) {
  if (name.empty()) // A1
    return emitError() << "a reference to a mesh axis needs a name";
  if (preSize < 1 || size == 1 || size < 0) // A2
    return emitError() << "sub-axis \"" << name << "\":(" << preSize << ")" << size
                       << " needs a pre-size of at least 1 and a size of at least 2";
  return success();
}

bool AxisRefAttr::overlaps(AxisRefAttr other) const {
  if (getName() != other.getName())
    return false;
  if (!isSubAxis() || !other.isSubAxis())
    return true;
  // Parts [pre, pre * size) of the digit positions; disjoint ones do not meet.
  return getPreSize() < other.getPreSize() * other.getSize() &&
         other.getPreSize() < getPreSize() * getSize();
}

void AxisRefAttr::printRef(raw_ostream &os) const {
  os << '"' << getName() << '"';
  if (isSubAxis())
    os << ":(" << getPreSize() << ")" << getSize();
}

/// `"tp"` or `"tp":(1)2`
static FailureOr<AxisRefAttr> parseAxisRef(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t preSize = 1, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen() || parser.parseInteger(preSize) ||
        parser.parseRParen() || parser.parseInteger(size))
      return failure();
    if (size == 0)
      size = -1; // 0 means "whole axis" inside; as written it is A2's error
  }
  auto ref = AxisRefAttr::getChecked([&] { return parser.emitError(loc); },
                                     parser.getContext(), name, preSize, size);
  if (!ref)
    return failure();
  return ref;
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisRefAttr> ref = parseAxisRef(parser);
  if (failed(ref) || parser.parseGreater())
    return {};
  return *ref;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printRef(printer.getStream());
  printer << '>';
}

/// `{"dp", "tp"}`
static ParseResult parseAxisSet(AsmParser &parser, SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Braces, [&]() -> ParseResult {
        FailureOr<AxisRefAttr> ref = parseAxisRef(parser);
        if (failed(ref))
          return failure();
        axes.push_back(*ref);
        return success();
      });
}

static void printAxisSet(raw_ostream &os, ArrayRef<AxisRefAttr> axes) {
  os << '{';
  llvm::interleaveComma(axes, os, [&](AxisRefAttr axis) { axis.printRef(os); });
  os << '}';
}

//===----------------------------------------------------------------------===//
// Shardings of dimensions
//===----------------------------------------------------------------------===//

LogicalResult DimShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                      ArrayRef<AxisRefAttr> axes, bool isOpen,
                                      int64_t priority, int64_t granule,
                                      int64_t chunks) {
  if (granule < 1 || chunks < 1) // D1
    return emitError() << "granule and chunks are at least 1, got g" << granule
                       << " c" << chunks;
  if (priority < 0) // D2
    return emitError() << "a priority is not negative, got p" << priority;
  if (axes.empty() && (granule != 1 || chunks != 1)) // D3
    return emitError() << "granule and chunks need an axis to split over";
  return success();
}

/// `{"dp", ?}p1 g128 c3`
static FailureOr<DimShardingAttr> parseDimSharding(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisRefAttr> axes;
  bool isOpen = false;
  int64_t values[] = {0, 1, 1};
  auto parseElement = [&]() -> ParseResult {
    if (isOpen)
      return parser.emitError(parser.getCurrentLocation())
             << "'?' is the last of a dimension's axes";
    if (succeeded(parser.parseOptionalQuestion())) {
      isOpen = true;
      return success();
    }
    FailureOr<AxisRefAttr> ref = parseAxisRef(parser);
    if (failed(ref))
      return failure();
    axes.push_back(*ref);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseElement))
    return failure();
  constexpr StringLiteral letters = "pgc";
  for (size_t next = 0;;) {
    SMLoc suffixLoc = parser.getCurrentLocation();
    StringRef keyword;
    if (failed(parser.parseOptionalKeyword(&keyword)))
      break;
    size_t which = letters.find(keyword.front());
    if (which == StringRef::npos || keyword.size() < 2 ||
        keyword.drop_front().getAsInteger(10, values[which]))
      return parser.emitError(suffixLoc)
             << "expected a suffix such as p1, g128 or c3, got '" << keyword << "'";
    if (which < next)
      return parser.emitError(suffixLoc)
             << "suffixes come once each, in the order p, g, c";
    next = which + 1;
  }
  auto dim = DimShardingAttr::getChecked([&] { return parser.emitError(loc); },
                                         parser.getContext(), axes, isOpen, values[0],
                                         values[1], values[2]);
  if (!dim)
    return failure();
  return dim;
}

static void printDimSharding(raw_ostream &os, DimShardingAttr dim) {
  os << '{';
  llvm::interleaveComma(dim.getAxes(), os, [&](AxisRefAttr axis) { axis.printRef(os); });
  if (dim.getIsOpen())
    os << (dim.getAxes().empty() ? "?" : ", ?");
  os << '}';
  if (dim.getPriority() != 0)
    os << 'p' << dim.getPriority();
  if (dim.getGranule() != 1)
    os << " g" << dim.getGranule();
  if (dim.getChunks() != 1)
    os << " c" << dim.getChunks();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimShardingAttr> dim = parseDimSharding(parser);
  if (failed(dim) || parser.parseGreater())
    return {};
  return *dim;
}

void DimShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDimSharding(printer.getStream(), *this);
  printer << '>';
}

/// `[{}, {"tp"}]`
static ParseResult parseDims(AsmParser &parser, SmallVectorImpl<DimShardingAttr> &dims) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        FailureOr<DimShardingAttr> dim = parseDimSharding(parser);
        if (failed(dim))
          return failure();
        dims.push_back(*dim);
        return success();
      });
}

static void printDims(raw_ostream &os, ArrayRef<DimShardingAttr> dims) {
  os << '[';
  llvm::interleaveComma(dims, os, [&](DimShardingAttr dim) { printDimSharding(os, dim); });
  os << ']';
}

/// Adds `axes` to `seen`; an axis that meets one already there is an error.
static LogicalResult addDistinct(function_ref<InFlightDiagnostic()> emitError,
                                 SmallVectorImpl<AxisRefAttr> &seen,
                                 ArrayRef<AxisRefAttr> axes) {
  for (AxisRefAttr axis : axes) {
    for (AxisRefAttr other : seen)
      if (axis.overlaps(other))
        return emitError() << "axis \"" << axis.getName()
                           << "\" is used twice in one sharding";
    seen.push_back(axis);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

LogicalResult ShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   FlatSymbolRefAttr mesh, ArrayRef<DimShardingAttr> dims,
                                   ArrayRef<AxisRefAttr> replicated,
                                   ArrayRef<AxisRefAttr> unreduced, Reduction) {
  SmallVector<AxisRefAttr> seen; // S1
  for (DimShardingAttr dim : dims)
    if (failed(addDistinct(emitError, seen, dim.getAxes())))
      return failure();
  for (AxisRefAttr axis : unreduced)
    for (AxisRefAttr other : seen)
      if (axis.overlaps(other))
        return emitError() << "axis \"" << axis.getName()
                           << "\" both splits a dimension and is unreduced";
  if (failed(addDistinct(emitError, seen, replicated)) ||
      failed(addDistinct(emitError, seen, unreduced)))
    return failure();
  return success();
}

/// `<@mesh, [{"dp"}, {?}], replicated={"pp"}, unreduced=max{"tp"}>`
Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<DimShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  Reduction reduction = Reduction::Sum;
  if (parser.parseLess() || parser.parseAttribute(mesh) || parser.parseComma() ||
      parseDims(parser, dims))
    return {};
  bool sawReplicated = false, sawUnreduced = false;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc keywordLoc = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword) || parser.parseEqual())
      return {};
    if (keyword == "replicated" && !sawReplicated) {
      sawReplicated = true;
      if (parseAxisSet(parser, replicated))
        return {};
    } else if (keyword == "unreduced" && !sawUnreduced) {
      sawUnreduced = true;
      SMLoc reductionLoc = parser.getCurrentLocation();
      StringRef name;
      if (succeeded(parser.parseOptionalKeyword(&name))) {
        std::optional<Reduction> parsed = symbolizeReduction(name);
        if (!parsed) {
          parser.emitError(reductionLoc) << "unknown reduction '" << name << "'";
          return {};
        }
        reduction = *parsed;
      }
      if (parseAxisSet(parser, unreduced))
        return {};
    } else {
      parser.emitError(keywordLoc)
          << "expected 'replicated' or 'unreduced', once each, got '" << keyword << "'";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  if (unreduced.empty())
    reduction = Reduction::Sum;
  return ShardingAttr::getChecked([&] { return parser.emitError(loc); },
                                  parser.getContext(), mesh, dims, replicated, unreduced,
                                  reduction);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << '<' << getMesh() << ", ";
  raw_ostream &os = printer.getStream();
  printDims(os, getDims());
  if (!getReplicated().empty()) {
    os << ", replicated=";
    printAxisSet(os, getReplicated());
  }
  if (!getUnreduced().empty()) {
    os << ", unreduced=";
    if (getReduction() != Reduction::Sum)
      os << stringifyReduction(getReduction());
    printAxisSet(os, getUnreduced());
  }
  os << '>';
}

//===----------------------------------------------------------------------===//
// Relayouts
//===----------------------------------------------------------------------===//

LogicalResult RelayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<DimShardingAttr> from,
                                   ArrayRef<DimShardingAttr> to,
                                   RankedTensorType globalType) {
  for (ArrayRef<DimShardingAttr> dims : {from, to}) {
    if (int64_t(dims.size()) != globalType.getRank()) // L1
      return emitError() << "a layout of " << globalType << " has "
                         << globalType.getRank() << " entries, got " << dims.size();
    SmallVector<AxisRefAttr> seen;
    for (DimShardingAttr dim : dims) {
      if (dim.getIsOpen() || dim.getPriority() != 0) // L2
        return emitError() << "layouts of a collective are closed and without priorities";
      if (failed(addDistinct(emitError, seen, dim.getAxes()))) // L3
        return failure();
    }
  }
  return success();
}

/// `[{}, {"tp"}] -> [{}, {}] of tensor<4x10xf32>`
static FailureOr<RelayoutAttr> parseRelayout(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<DimShardingAttr> from, to;
  RankedTensorType type;
  if (parseDims(parser, from) || parser.parseArrow() || parseDims(parser, to) ||
      parser.parseKeyword("of") || parser.parseType(type))
    return failure();
  auto relayout = RelayoutAttr::getChecked([&] { return parser.emitError(loc); },
                                           parser.getContext(), from, to, type);
  if (!relayout)
    return failure();
  return relayout;
}

static void printRelayout(AsmPrinter &printer, RelayoutAttr relayout) {
  printDims(printer.getStream(), relayout.getFrom());
  printer << " -> ";
  printDims(printer.getStream(), relayout.getTo());
  printer << " of " << relayout.getGlobalType();
}

Attribute RelayoutAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<RelayoutAttr> relayout = parseRelayout(parser);
  if (failed(relayout) || parser.parseGreater())
    return {};
  return *relayout;
}

void RelayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printRelayout(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Directives of the ops' assembly formats
//===----------------------------------------------------------------------===//

namespace mlir::tp {

/// `{"tp"}`, or `@other {"tp"}` when the mesh is not called @mesh.
ParseResult parseAxes(OpAsmParser &parser, FlatSymbolRefAttr &mesh, ArrayAttr &axes) {
  if (!parser.parseOptionalAttribute(mesh).has_value())
    mesh = FlatSymbolRefAttr::get(parser.getContext(), "mesh");
  SmallVector<AxisRefAttr> refs;
  if (parseAxisSet(parser, refs))
    return failure();
  axes = ArrayAttr::get(parser.getContext(), SmallVector<Attribute>(refs.begin(), refs.end()));
  return success();
}

void printAxes(OpAsmPrinter &printer, Operation *, FlatSymbolRefAttr mesh, ArrayAttr axes) {
  if (mesh.getValue() != "mesh")
    printer << mesh << ' ';
  printAxisSet(printer.getStream(),
               llvm::to_vector(axes.getAsRange<AxisRefAttr>()));
}

ParseResult parseReductionKeyword(OpAsmParser &parser, ReductionAttr &reduction) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Reduction> parsed = symbolizeReduction(keyword);
  if (!parsed)
    return parser.emitError(loc) << "unknown reduction '" << keyword << "'";
  reduction = ReductionAttr::get(parser.getContext(), *parsed);
  return success();
}

/// The same where the keyword may be missing, as for `tp.scatter`.
OptionalParseResult parseOptionalReductionKeyword(OpAsmParser &parser,
                                                  ReductionAttr &reduction) {
  for (uint32_t i = 0; i <= getMaxEnumValForReduction(); ++i)
    if (auto value = symbolizeReduction(i);
        value && succeeded(parser.parseOptionalKeyword(stringifyReduction(*value)))) {
      reduction = ReductionAttr::get(parser.getContext(), *value);
      return ParseResult(success());
    }
  return std::nullopt;
}

void printReductionKeyword(OpAsmPrinter &printer, Operation *, ReductionAttr reduction) {
  printer << stringifyReduction(reduction.getValue());
}

void printOptionalReductionKeyword(OpAsmPrinter &printer, Operation *op,
                                   ReductionAttr reduction) {
  if (reduction)
    printReductionKeyword(printer, op, reduction);
}

ParseResult parseRelayouts(OpAsmParser &parser, ArrayAttr &relayouts) {
  SmallVector<Attribute> parsed;
  do {
    FailureOr<RelayoutAttr> relayout = parseRelayout(parser);
    if (failed(relayout))
      return failure();
    parsed.push_back(*relayout);
  } while (succeeded(parser.parseOptionalComma()));
  relayouts = ArrayAttr::get(parser.getContext(), parsed);
  return success();
}

void printRelayouts(OpAsmPrinter &printer, Operation *, ArrayAttr relayouts) {
  llvm::interleaveComma(relayouts.getAsRange<RelayoutAttr>(), printer,
                        [&](RelayoutAttr relayout) { printRelayout(printer, relayout); });
}

/// Types of operands and results that are the same, printed once.
ParseResult parseSameTypes(OpAsmParser &parser, SmallVectorImpl<Type> &inputs,
                           SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(inputs))
    return failure();
  results.assign(inputs.begin(), inputs.end());
  return success();
}

void printSameTypes(OpAsmPrinter &printer, Operation *, TypeRange inputs, TypeRange) {
  llvm::interleaveComma(inputs, printer);
}

} // namespace mlir::tp
