//===- CollectiveDescriptor.cpp - descriptors of collectives ------------------===//
//
// Between the array of integers that the runtime takes, the structs of TPRT.h,
// and text. The layout of the array is defined at `tprt_collective` in tprt.h.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/TPRT/IR/TPRT.h"
#include "tprt/tprt.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::tprt;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// As `tprt_collective_kind_t` counts.
static constexpr StringLiteral kKinds[] = {"all_reduce", "all_gather", "reduce_scatter",
                                           "all_to_all", "permute",    "broadcast",
                                           "all_slice"};
static_assert(std::size(kKinds) == TPRT_KIND_COUNT);

/// As `tprt_reduction_t` counts.
static constexpr StringLiteral kReductions[] = {
    "sum",   "prod",  "and",   "or",       "xor",      "minsi", "maxsi",
    "minui", "maxui", "minimumf", "maximumf", "minnumf", "maxnumf"};
static_assert(std::size(kReductions) == TPRT_REDUCTION_COUNT);

/// As `tprt_dtype_t` counts.
static constexpr StringLiteral kDtypes[] = {"f32", "f64", "f16", "bf16", "i1",
                                            "i8",  "i16", "i32", "i64"};
static_assert(std::size(kDtypes) == TPRT_DTYPE_COUNT);

static bool reduces(int64_t kind) {
  return kind == TPRT_ALL_REDUCE || kind == TPRT_REDUCE_SCATTER;
}

std::optional<int64_t> mlir::tprt::getDtype(Type type) {
  if (type.isF32())
    return TPRT_F32;
  if (type.isF64())
    return TPRT_F64;
  if (type.isF16())
    return TPRT_F16;
  if (type.isBF16())
    return TPRT_BF16;
  if (type.isIndex())
    return TPRT_I64;
  if (auto integer = dyn_cast<IntegerType>(type))
    switch (integer.getWidth()) {
    case 1:
      return TPRT_I1;
    case 8:
      return TPRT_I8;
    case 16:
      return TPRT_I16;
    case 32:
      return TPRT_I32;
    case 64:
      return TPRT_I64;
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

SmallVector<int64_t> CollectiveDescriptor::encode() const {
  SmallVector<int64_t> words = {kind, reduction, dtype, int64_t(tensors.size())};
  auto putDigits = [&](const Digits &digits) {
    words.push_back(digits.size());
    for (Digit digit : digits)
      words.append({digit.size, digit.stride});
  };
  putDigits(group);
  for (const TensorDescriptor &tensor : tensors) {
    words.push_back(tensor.globalSizes.size());
    llvm::append_range(words, tensor.globalSizes);
    for (const auto *layout : {&tensor.input, &tensor.output})
      for (const DimLayout &dim : *layout) {
        putDigits(dim.digits);
        words.append({dim.granule, dim.chunks});
      }
  }
  return words;
}

std::optional<CollectiveDescriptor> CollectiveDescriptor::decode(ArrayRef<int64_t> words) {
  CollectiveDescriptor result;
  bool ok = true;
  auto take = [&]() -> int64_t {
    if (words.empty()) {
      ok = false;
      return 0;
    }
    int64_t word = words.front();
    words = words.drop_front();
    return word;
  };
  // A count of things that take at least one word each.
  auto takeCount = [&]() -> int64_t {
    int64_t count = take();
    if (count < 0 || count > int64_t(words.size()))
      ok = false;
    return ok ? count : 0;
  };
  auto takeDigits = [&](Digits &digits) {
    for (int64_t count = takeCount(); ok && count > 0; --count) {
      int64_t size = take(), stride = take();
      ok = ok && size >= 1 && stride >= 1;
      digits.push_back({size, stride});
    }
  };
  result.kind = take();
  result.reduction = take();
  result.dtype = take();
  int64_t tensorCount = takeCount();
  ok = ok && result.kind >= 0 && result.kind < TPRT_KIND_COUNT && result.reduction >= 0 &&
       result.reduction < TPRT_REDUCTION_COUNT && result.dtype >= 0 &&
       result.dtype < TPRT_DTYPE_COUNT;
  takeDigits(result.group);
  for (; ok && tensorCount > 0; --tensorCount) {
    TensorDescriptor &tensor = result.tensors.emplace_back();
    int64_t rank = takeCount();
    for (int64_t i = 0; ok && i < rank; ++i)
      tensor.globalSizes.push_back(take());
    for (auto *layout : {&tensor.input, &tensor.output})
      for (int64_t i = 0; ok && i < rank; ++i) {
        DimLayout &dim = layout->emplace_back();
        takeDigits(dim.digits);
        dim.granule = take();
        dim.chunks = take();
        ok = ok && dim.granule >= 1 && dim.chunks >= 1;
      }
  }
  if (!ok || !words.empty())
    return std::nullopt;
  return result;
}

int64_t CollectiveDescriptor::getDynamicSizeCount() const {
  int64_t count = 0;
  for (const TensorDescriptor &tensor : tensors)
    count += llvm::count(tensor.globalSizes, ShapedType::kDynamic);
  return count;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace mlir::tprt {

static void printDigit(OpAsmPrinter &printer, Digit digit) {
  printer << digit.size << ":" << digit.stride;
}

static void printLayout(OpAsmPrinter &printer, ArrayRef<DimLayout> layout) {
  printer << "[";
  llvm::interleaveComma(layout, printer, [&](const DimLayout &dim) {
    if (dim.digits.empty())
      printer << "_";
    llvm::interleave(
        dim.digits, [&](Digit digit) { printDigit(printer, digit); },
        [&] { printer << " * "; });
    if (dim.granule != 1)
      printer << " g " << dim.granule;
    if (dim.chunks != 1)
      printer << " c " << dim.chunks;
  });
  printer << "]";
}

/// all_gather f32 over [4:1] {[4, 10] : [_, 4:1] -> [_, _]}
void printCollective(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr attr) {
  std::optional<CollectiveDescriptor> descriptor =
      CollectiveDescriptor::decode(attr.asArrayRef());
  if (!descriptor) { // an invalid op that is being shown
    printer << "<malformed>";
    return;
  }
  printer << kKinds[descriptor->kind];
  if (reduces(descriptor->kind))
    printer << " " << kReductions[descriptor->reduction];
  printer << " " << kDtypes[descriptor->dtype] << " over [";
  llvm::interleaveComma(descriptor->group, printer,
                        [&](Digit digit) { printDigit(printer, digit); });
  printer << "] {";
  llvm::interleaveComma(
      descriptor->tensors, printer, [&](const TensorDescriptor &tensor) {
        printer << "[";
        llvm::interleaveComma(tensor.globalSizes, printer, [&](int64_t size) {
          if (ShapedType::isDynamic(size))
            printer << "?";
          else
            printer << size;
        });
        printer << "] : ";
        printLayout(printer, tensor.input);
        printer << " -> ";
        printLayout(printer, tensor.output);
      });
  printer << "}";
}

static ParseResult parseDigit(OpAsmParser &parser, Digits &digits) {
  Digit &digit = digits.emplace_back();
  return failure(parser.parseInteger(digit.size) || parser.parseColon() ||
                 parser.parseInteger(digit.stride));
}

static ParseResult parseLayout(OpAsmParser &parser, SmallVectorImpl<DimLayout> &layout) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    DimLayout &dim = layout.emplace_back();
    if (failed(parser.parseOptionalKeyword("_")))
      do {
        if (parseDigit(parser, dim.digits))
          return failure();
      } while (succeeded(parser.parseOptionalStar()));
    if (succeeded(parser.parseOptionalKeyword("g")) && parser.parseInteger(dim.granule))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("c")) && parser.parseInteger(dim.chunks))
      return failure();
    return success();
  });
}

ParseResult parseCollective(OpAsmParser &parser, DenseI64ArrayAttr &attr) {
  CollectiveDescriptor descriptor;
  auto parseName = [&](ArrayRef<StringLiteral> names, int64_t &number,
                       StringRef what) -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    number = llvm::find(names, name) - names.begin();
    if (number == int64_t(names.size()))
      return parser.emitError(loc) << "unknown " << what << " '" << name << "'";
    return success();
  };
  if (parseName(kKinds, descriptor.kind, "collective") ||
      (reduces(descriptor.kind) &&
       parseName(kReductions, descriptor.reduction, "reduction")) ||
      parseName(kDtypes, descriptor.dtype, "element type") ||
      parser.parseKeyword("over") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseDigit(parser, descriptor.group); }))
    return failure();
  auto parseTensor = [&]() -> ParseResult {
    TensorDescriptor &tensor = descriptor.tensors.emplace_back();
    auto parseSize = [&]() -> ParseResult {
      int64_t &size = tensor.globalSizes.emplace_back(ShapedType::kDynamic);
      return succeeded(parser.parseOptionalQuestion()) ? success()
                                                       : parser.parseInteger(size);
    };
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseSize) ||
        parser.parseColon() || parseLayout(parser, tensor.input) || parser.parseArrow() ||
        parseLayout(parser, tensor.output))
      return failure();
    if (tensor.input.size() != tensor.globalSizes.size() ||
        tensor.output.size() != tensor.globalSizes.size())
      return parser.emitError(loc) << "layouts of " << tensor.input.size() << " and "
                                   << tensor.output.size() << " dimensions for "
                                   << tensor.globalSizes.size() << " sizes";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseTensor))
    return failure();
  attr = DenseI64ArrayAttr::get(parser.getContext(), descriptor.encode());
  return success();
}

} // namespace mlir::tprt
