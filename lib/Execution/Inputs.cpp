//===- Inputs.cpp - from global tensors to each rank's arguments -------------===//

#include "tp/Execution/Inputs.h"

#include "tp/Execution/ShardCopy.h"
#include "tprt/tprt.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace mlir;
using namespace mlir::tp;
using llvm::Error;
using llvm::Expected;

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// From files
//===----------------------------------------------------------------------===//

/// True when a tensor of this shape is one of that type.
static bool fits(ArrayRef<int64_t> shape, RankedTensorType type) {
  return int64_t(shape.size()) == type.getRank() &&
         llvm::all_of(llvm::zip_equal(shape, type.getShape()), [](auto pair) {
           auto [size, expected] = pair;
           return ShapedType::isDynamic(expected) || size == expected;
         });
}

Expected<std::optional<GlobalTensor>> mlir::tp::findInFiles(ArrayRef<SafeTensorsFile> files,
                                                            const EntryValue &argument) {
  const SafeTensorsFile *source = nullptr;
  const FileTensor *tensor = nullptr;
  for (const SafeTensorsFile &file : files) {
    const FileTensor *found = file.find(argument.name);
    if (found && tensor)
      return llvm::createStringError("tensor \"" + argument.name + "\" is both in " +
                                     source->getPath() + " and in " + file.getPath());
    if (found) {
      source = &file;
      tensor = found;
    }
  }
  if (!tensor)
    return std::nullopt;
  if (!fits(tensor->shape, argument.type) ||
      !isReadableAs(tensor->dtype, argument.type.getElementType()))
    return llvm::createStringError(source->getPath() + ": tensor \"" + argument.name + "\" is " +
                                   tp::toString(tensor->dtype, tensor->shape) + ", expected " +
                                   ::toString(argument.type));
  return GlobalTensor{tensor->shape, tensor->data.data()};
}

//===----------------------------------------------------------------------===//
// At random
//===----------------------------------------------------------------------===//

/// 64 well mixed bits (the finalizer of SplitMix64).
static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// About normal with deviation 0.1: the sum of four uniform numbers, whose variance is
/// 1/3 on [-1/2, 1/2] each 1/12. Exact arithmetic, so equal on every machine.
static float toSmallNormal(uint64_t bits) {
  int64_t sum = 0;
  for (int i = 0; i < 4; ++i, bits >>= 16)
    sum += int64_t(bits & 0xffff);
  constexpr float kScale = 0.1f * 1.7320508f / 65536;
  return float(sum - 2 * 0xffff) * kScale;
}

/// Stores one element of this type.
static void store(char *target, Type elementType, uint64_t bits) {
  auto put = [&](auto value) { std::memcpy(target, &value, sizeof(value)); };
  if (elementType.isF32())
    return put(toSmallNormal(bits));
  if (elementType.isF64())
    return put(double(toSmallNormal(bits)));
  if (elementType.isF16())
    return put(tprt_f32_to_f16(toSmallNormal(bits)));
  if (elementType.isBF16())
    return put(tprt_f32_to_bf16(toSmallNormal(bits)));
  *target = bits >> 63; // integers are little-endian; the rest is 0
}

GlobalTensor mlir::tp::drawRandom(const EntryValue &argument, ArrayRef<int64_t> shape,
                                  uint64_t seed, std::vector<char> &storage) {
  Type elementType = argument.type.getElementType();
  int64_t bytes = elementBytes(elementType), count = llvm::product_of(shape, int64_t(1));
  storage.assign(count * bytes, 0);
  uint64_t start = mix(llvm::xxh3_64bits(argument.name) + seed * 0x9e3779b97f4a7c15);
  for (int64_t i = 0; i < count; ++i)
    store(&storage[i * bytes], elementType, mix(start + uint64_t(i) * 0x9e3779b97f4a7c15));
  return {SmallVector<int64_t, 4>(shape), storage.data()};
}

//===----------------------------------------------------------------------===//
// To ranks
//===----------------------------------------------------------------------===//

/// Memory on a cache line's boundary.
char *RankInputs::allocate(size_t bytes) {
  constexpr size_t kAlignment = 64;
  buffers.push_back(std::make_unique<char[]>(bytes + kAlignment));
  return reinterpret_cast<char *>(
      llvm::alignTo(reinterpret_cast<uintptr_t>(buffers.back().get()), kAlignment));
}

/// True when the rank holds the value of what is unreduced, false: the identity.
static bool holdsValue(const EntryValue &value, int64_t rank) {
  return value.mesh.coordinate(rank, value.sharding.unreduced) == 0;
}

TensorView RankInputs::makePart(const EntryValue &argument, const GlobalTensor &tensor,
                                int64_t rank) {
  TensorView view;
  view.elementType = argument.type.getElementType();
  view.shape = getLocalShape(argument.sharding, tensor.shape, rank, argument.mesh);
  int64_t bytes = elementBytes(view.elementType);
  if (!holdsValue(argument, rank)) {
    SmallVector<char, 8> identity =
        getIdentityBytes(argument.sharding.reduction, view.elementType);
    char *data = allocate(view.getByteCount());
    for (int64_t i = 0, e = view.getElementCount(); i < e; ++i)
      std::memcpy(data + i * bytes, identity.data(), bytes);
    view.data = data;
    return view;
  }
  // A file's tensors may lie anywhere; what is not aligned is copied.
  if (std::optional<int64_t> offset =
          getContiguousOffset(argument.sharding, tensor.shape, rank, argument.mesh)) {
    const char *data = tensor.data + *offset * bytes;
    if (reinterpret_cast<uintptr_t>(data) % bytes == 0) {
      view.data = const_cast<char *>(data);
      return view;
    }
  }
  char *data = allocate(view.getByteCount());
  copyToLocal(argument.sharding, tensor.shape, bytes, rank, argument.mesh, tensor.data, data);
  view.data = data;
  return view;
}

Error RankInputs::append(const EntryValue &argument, const GlobalTensor &tensor) {
  for (auto [dim, size] : llvm::zip_equal(argument.sharding.dims, tensor.shape))
    if (size % dim.chunks != 0)
      return llvm::createStringError(
          llvm::formatv("tensor \"{0}\" has a dimension of size {1}, expected a multiple of {2} "
                        "chunks",
                        argument.name, size, dim.chunks));
  // Ranks with the same coordinates have the same part.
  std::map<SmallVector<int64_t>, TensorView> parts;
  for (auto [rank, arguments] : llvm::enumerate(views)) {
    SmallVector<int64_t> key = {holdsValue(argument, rank)};
    for (const DimSharding &dim : argument.sharding.dims)
      key.push_back(argument.mesh.coordinate(rank, dim.axes));
    auto [it, isNew] = parts.try_emplace(key);
    if (isNew)
      it->second = makePart(argument, tensor, rank);
    arguments.push_back(it->second);
  }
  return Error::success();
}
