//===- Results.cpp - from each rank's results to global tensors --------------===//

#include "tp/Execution/Results.h"

#include "tp/Execution/ShardCopy.h"
#include "tprt/tprt.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::tp;
using llvm::Error;
using llvm::Expected;

Expected<FileTensor> GlobalResult::toFileTensor() const {
  std::optional<DType> dtype = getDType(elementType);
  if (!dtype) {
    std::string text;
    llvm::raw_string_ostream(text) << elementType;
    return llvm::createStringError("result \"" + name + "\" has elements of type " + text +
                                   ", which safetensors has not");
  }
  FileTensor tensor;
  tensor.name = name;
  tensor.dtype = *dtype;
  tensor.shape = shape;
  tensor.data = ArrayRef(data, getElementCount() * getDTypeBytes(*dtype));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Putting together
//===----------------------------------------------------------------------===//

/// The global size of a dimension: the parts of the ranks that differ in its axes only.
static int64_t getGlobalSize(const EntryValue &result, unsigned index,
                             ArrayRef<TensorView> parts) {
  if (!result.type.isDynamicDim(index))
    return result.type.getDimSize(index);
  const DimSharding &dim = result.sharding.dims[index];
  int64_t size = 0;
  for (auto [rank, part] : llvm::enumerate(parts)) {
    bool isFirstOfOthers = true;
    for (Axis axis = 0; axis < result.mesh.getDigits().size(); ++axis)
      isFirstOfOthers &=
          llvm::is_contained(dim.axes, axis) || result.mesh.coordinate(rank, axis) == 0;
    if (isFirstOfOthers)
      size += part.shape[index];
  }
  return size;
}

Expected<GlobalResult> mlir::tp::assembleResult(const EntryValue &result,
                                                ArrayRef<TensorView> parts) {
  assert(!result.sharding.isUnreduced() && "reduceUnreducedResults comes first");
  GlobalResult global;
  global.name = result.name;
  global.elementType = result.type.getElementType();
  for (int64_t dim = 0; dim < result.type.getRank(); ++dim)
    global.shape.push_back(getGlobalSize(result, dim, parts));
  bool isWhole = true;
  for (auto [rank, part] : llvm::enumerate(parts)) {
    SmallVector<int64_t, 4> expected =
        getLocalShape(result.sharding, global.shape, rank, result.mesh);
    if (part.shape != expected)
      return llvm::createStringError(llvm::formatv(
          "result \"{0}\" has shape [{1}] on rank {2}, expected [{3}]", result.name,
          llvm::iterator_range(part.shape), rank, llvm::iterator_range(expected)));
    isWhole &= part.shape == global.shape;
  }
  if (isWhole) {
    global.data = static_cast<const char *>(parts.front().data);
    return global;
  }
  int64_t bytes = elementBytes(global.elementType);
  global.storage = std::make_unique<char[]>(global.getElementCount() * bytes);
  global.data = global.storage.get();
  for (auto [rank, part] : llvm::enumerate(parts))
    if (isFirstReplica(result.sharding, rank, result.mesh))
      copyToGlobal(result.sharding, global.shape, bytes, rank, result.mesh,
                   static_cast<const char *>(part.data), global.storage.get());
  return global;
}

//===----------------------------------------------------------------------===//
// Looking at
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const char *data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

/// An element as a number, by the dtype that it would be written as.
static double loadNumber(DType dtype, const char *data, int64_t i) {
  switch (dtype) {
  case DType::Bool:
  case DType::U8:
    return load<uint8_t>(data, i);
  case DType::I8:
    return load<int8_t>(data, i);
  case DType::U16:
    return load<uint16_t>(data, i);
  case DType::I16:
    return load<int16_t>(data, i);
  case DType::F16:
    return tprt_f16_to_f32(load<uint16_t>(data, i));
  case DType::BF16:
    return tprt_bf16_to_f32(load<uint16_t>(data, i));
  case DType::U32:
    return load<uint32_t>(data, i);
  case DType::I32:
    return load<int32_t>(data, i);
  case DType::F32:
    return load<float>(data, i);
  case DType::U64:
    return double(load<uint64_t>(data, i));
  case DType::I64:
    return double(load<int64_t>(data, i));
  case DType::F64:
    return load<double>(data, i);
  }
  llvm_unreachable("all dtypes are listed");
}

std::string mlir::tp::summarize(const GlobalResult &result) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << result.name << ": " << RankedTensorType::get(result.shape, result.elementType);
  std::optional<DType> dtype = getDType(result.elementType);
  int64_t count = result.getElementCount();
  if (!dtype || count == 0)
    return text;
  double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
  bool hasNaN = false;
  for (int64_t i = 0; i < count; ++i) {
    double value = loadNumber(*dtype, result.data, i);
    hasNaN |= std::isnan(value);
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
  }
  if (hasNaN)
    low = high = sum = std::numeric_limits<double>::quiet_NaN();
  os << llvm::format(" min %g max %g mean %g", low, high, sum / count);
  return text;
}

Expected<Difference> mlir::tp::compare(const GlobalResult &result,
                                       const SafeTensorsFile &reference) {
  Expected<FileTensor> actual = result.toFileTensor();
  if (!actual)
    return actual.takeError();
  const FileTensor *expected = reference.find(result.name);
  if (!expected)
    return llvm::createStringError(reference.getPath() + ": no tensor \"" + result.name +
                                   "\" to compare the result with");
  if (!isReadableAs(expected->dtype, result.elementType) || expected->shape != actual->shape)
    return llvm::createStringError(reference.getPath() + ": tensor \"" + result.name + "\" is " +
                                   toString(expected->dtype, expected->shape) +
                                   ", but the result is " +
                                   toString(actual->dtype, actual->shape));
  return compare(actual->dtype, result.getElementCount(), result.data, expected->dtype,
                 expected->data.data());
}

Difference mlir::tp::compare(DType dtype, int64_t count, const char *data,
                             DType referenceDType, const char *reference) {
  Difference difference;
  for (int64_t i = 0; i < count; ++i) {
    double a = loadNumber(dtype, data, i);
    double b = loadNumber(referenceDType, reference, i);
    if (std::isfinite(b))
      difference.magnitude = std::max(difference.magnitude, std::abs(b));
    // Equal infinities and two NaNs do not differ.
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    double distance = std::abs(a - b);
    if (!(distance <= difference.largest) && !std::isnan(difference.largest))
      difference.largest = distance;
  }
  return difference;
}
