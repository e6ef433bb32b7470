//===- SafeTensors.cpp - the safetensors file format -------------------------===//
//
// The header is read three times, each time believing more: a scan of its bytes
// for nesting and duplicate keys (which llvm::json does not notice, and whose
// recursion it does not bound), llvm::json for syntax, and then each tensor's
// fields, checked against the file's size. What is left is to see that the
// tensors' bytes cover the rest of the file once.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/SafeTensors.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::tp;
using llvm::Error;
using llvm::Expected;

/// The format's own limit on the header.
static constexpr uint64_t kMaxHeaderBytes = 100'000'000;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct DTypeInfo {
  StringLiteral name;
  int64_t bytes;
};
} // namespace

/// In the order of the enum.
static constexpr DTypeInfo kDTypes[] = {
    {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
    {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};

StringRef mlir::tp::getDTypeName(DType dtype) { return kDTypes[unsigned(dtype)].name; }

int64_t mlir::tp::getDTypeBytes(DType dtype) { return kDTypes[unsigned(dtype)].bytes; }

static std::optional<DType> parseDType(StringRef name) {
  for (auto [index, info] : llvm::enumerate(kDTypes))
    if (info.name == name)
      return DType(index);
  return std::nullopt;
}

/// The integer dtype of this width: (8, true) → U8 · (4, false) → none.
static std::optional<DType> getIntegerDType(unsigned width, bool isUnsigned) {
  switch (width) {
  case 1:
    return DType::Bool;
  case 8:
    return isUnsigned ? DType::U8 : DType::I8;
  case 16:
    return isUnsigned ? DType::U16 : DType::I16;
  case 32:
    return isUnsigned ? DType::U32 : DType::I32;
  case 64:
    return isUnsigned ? DType::U64 : DType::I64;
  default:
    return std::nullopt;
  }
}

std::optional<DType> mlir::tp::getDType(Type elementType) {
  if (elementType.isF32())
    return DType::F32;
  if (elementType.isF64())
    return DType::F64;
  if (elementType.isF16())
    return DType::F16;
  if (elementType.isBF16())
    return DType::BF16;
  if (elementType.isIndex())
    return DType::I64;
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return getIntegerDType(integer.getWidth(), integer.isUnsigned());
  return std::nullopt;
}

bool mlir::tp::isReadableAs(DType dtype, Type elementType) {
  if (getDType(elementType) == dtype)
    return true;
  if (elementType.isIndex())
    return dtype == DType::U64;
  return elementType.isSignlessInteger() &&
         getIntegerDType(elementType.getIntOrFloatBitWidth(), /*isUnsigned=*/true) == dtype;
}

std::string mlir::tp::toString(DType dtype, ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << getDTypeName(dtype) << " [";
  llvm::interleaveComma(shape, os);
  os << "]";
  return text;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// `tensor "w1"` on one line, whatever bytes the name has.
static std::string quote(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor \"";
  llvm::printEscapedString(name.take_front(200), os);
  os << (name.size() > 200 ? "..." : "") << "\"";
  return text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Bounds the nesting of JSON text and finds keys that stand twice in one object.
/// Returns what is wrong, or "". Text that is not JSON may pass: the parser comes
/// next.
static std::string scanHeader(StringRef text) {
  constexpr size_t kMaxDepth = 3; // header, tensor, shape
  SmallVector<llvm::StringSet<>, 4> keys;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '{':
    case '[':
      if (keys.size() == kMaxDepth)
        return "bad JSON in the header: nested too deep";
      keys.emplace_back();
      break;
    case '}':
    case ']':
      if (!keys.empty())
        keys.pop_back();
      break;
    case '"': {
      size_t begin = i++;
      while (i < text.size() && text[i] != '"')
        i += text[i] == '\\' ? 2 : 1;
      StringRef literal = text.slice(begin, i + 1);
      if (keys.empty() || !text.drop_front(std::min(i + 1, text.size())).ltrim().starts_with(":"))
        break;
      // Escapes can spell one key in several ways.
      Expected<llvm::json::Value> decoded = llvm::json::parse(literal);
      if (!decoded) {
        llvm::consumeError(decoded.takeError());
        break;
      }
      std::optional<StringRef> key = decoded->getAsString();
      if (!key || keys.back().insert(*key).second)
        break;
      return keys.size() == 1 ? quote(*key) + " occurs twice"
                              : ("duplicate key " + literal + " in the header").str();
    }
    default:
      break;
    }
  }
  return "";
}

/// The product of a shape's dimensions and a number, unless it overflows.
static std::optional<uint64_t> countBytes(ArrayRef<int64_t> shape, uint64_t elementBytes) {
  uint64_t bytes = elementBytes;
  for (int64_t d : shape) {
    std::optional<uint64_t> next = llvm::checkedMulUnsigned<uint64_t>(bytes, d);
    if (!next)
      return std::nullopt;
    bytes = *next;
  }
  return bytes;
}

/// Reads `[a, b, ...]` of non-negative integers.
static bool readSizes(const llvm::json::Object &object, StringRef key,
                      SmallVectorImpl<int64_t> &sizes) {
  const llvm::json::Array *array = object.getArray(key);
  if (!array)
    return false;
  for (const llvm::json::Value &value : *array) {
    std::optional<int64_t> size = value.getAsInteger();
    if (!size || *size < 0)
      return false;
    sizes.push_back(*size);
  }
  return true;
}

/// Reads one entry of the header. Returns what is wrong, or "".
static std::string readTensor(const llvm::json::Value &value, ArrayRef<char> bytes,
                              FileTensor &tensor) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return "entry is not an object";
  std::optional<StringRef> dtypeName = object->getString("dtype");
  if (!dtypeName)
    return "no dtype";
  std::optional<DType> dtype = parseDType(*dtypeName);
  if (!dtype)
    return "unknown dtype " + llvm::formatv("{0}", llvm::json::Value(*dtypeName)).str();
  tensor.dtype = *dtype;
  if (!readSizes(*object, "shape", tensor.shape))
    return "shape is not a list of non-negative integers";
  SmallVector<int64_t, 2> offsets;
  if (!readSizes(*object, "data_offsets", offsets) || offsets.size() != 2)
    return "data_offsets is not a pair of non-negative integers";
  auto [begin, end] = std::tie(offsets[0], offsets[1]);
  if (begin > end)
    return llvm::formatv("data_offsets [{0}, {1}] run backwards", begin, end);
  if (uint64_t(end) > bytes.size())
    return llvm::formatv("data_offsets [{0}, {1}] are beyond the end of the file, which has "
                         "{2} bytes of data",
                         begin, end, bytes.size());
  std::string type = toString(tensor.dtype, tensor.shape);
  std::optional<uint64_t> expected = countBytes(tensor.shape, getDTypeBytes(tensor.dtype));
  if (!expected)
    return "size of " + type + " overflows";
  if (*expected != uint64_t(end - begin))
    return llvm::formatv("data_offsets [{0}, {1}] hold {2} bytes, but {3} has {4}", begin, end,
                         end - begin, type, *expected);
  tensor.data = bytes.slice(begin, end - begin);
  if (tensor.dtype == DType::Bool &&
      llvm::any_of(tensor.data, [](char byte) { return byte & ~1; }))
    return "a BOOL is neither 0 nor 1";
  return "";
}

/// Checks that the tensors, ordered by position, cover the data once.
static std::string checkCover(ArrayRef<FileTensor> tensors, ArrayRef<char> bytes) {
  const char *end = bytes.begin();
  const FileTensor *previous = nullptr;
  for (const FileTensor &tensor : tensors) {
    if (tensor.data.begin() < end)
      return quote(tensor.name) + " and " + quote(previous->name) + " overlap";
    if (tensor.data.begin() > end)
      return llvm::formatv("{0} bytes before {1} belong to no tensor",
                           tensor.data.begin() - end, quote(tensor.name));
    end = tensor.data.end();
    previous = &tensor;
  }
  if (end != bytes.end())
    return llvm::formatv("{0} bytes at the end belong to no tensor", bytes.end() - end);
  return "";
}

Expected<SafeTensorsFile>
SafeTensorsFile::parse(StringRef path, std::unique_ptr<llvm::MemoryBuffer> contents) {
  auto fail = [&](const Twine &message) { return makeError(path + ": " + message); };
  StringRef text = contents->getBuffer();
  if (text.size() < 8)
    return fail("truncated: " + Twine(text.size()) + " bytes, a safetensors file has at least 8");
  uint64_t headerBytes = llvm::support::endian::read64le(text.data());
  text = text.drop_front(8);
  if (headerBytes > kMaxHeaderBytes)
    return fail("header length " + Twine(headerBytes) + " is above the limit of " +
                Twine(kMaxHeaderBytes));
  if (headerBytes > text.size())
    return fail("header length " + Twine(headerBytes) + " is beyond the end of the file, which has " +
                Twine(text.size()) + " bytes left");
  StringRef header = text.take_front(headerBytes);
  ArrayRef<char> bytes(text.data() + headerBytes, text.size() - headerBytes);

  if (std::string problem = scanHeader(header); !problem.empty())
    return fail(problem);
  Expected<llvm::json::Value> json = llvm::json::parse(header);
  if (!json)
    return fail("bad JSON in the header: " + llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return fail("the header is not a JSON object");

  SafeTensorsFile file;
  file.path = path.str();
  file.tensors.reserve(object->size());
  // Sorted, so that of several faults the same one is reported each time.
  std::vector<StringRef> keys;
  for (const auto &entry : *object)
    keys.push_back(entry.first);
  llvm::sort(keys);
  for (StringRef key : keys) {
    const llvm::json::Value &value = *object->get(key);
    if (key == "__metadata__") {
      const llvm::json::Object *metadata = value.getAsObject();
      if (!metadata || llvm::any_of(*metadata, [](const auto &entry) {
            return !entry.second.getAsString();
          }))
        return fail("__metadata__ is not an object of strings");
      continue;
    }
    FileTensor &tensor = file.tensors.emplace_back();
    tensor.name = key.str();
    if (std::string problem = readTensor(value, bytes, tensor); !problem.empty())
      return fail(quote(tensor.name) + ": " + problem);
  }
  llvm::sort(file.tensors, [](const FileTensor &a, const FileTensor &b) {
    return std::make_tuple(a.data.begin(), a.data.end(), StringRef(a.name)) <
           std::make_tuple(b.data.begin(), b.data.end(), StringRef(b.name));
  });
  if (std::string problem = checkCover(file.tensors, bytes); !problem.empty())
    return fail(problem);
  for (auto [index, tensor] : llvm::enumerate(file.tensors))
    file.indices[tensor.name] = index;
  file.contents = std::move(contents);
  return file;
}

Expected<SafeTensorsFile> SafeTensorsFile::open(StringRef path) {
  // A pipe or a device could go on for ever.
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return makeError(path + ": " + error.message());
  if (!llvm::sys::fs::is_regular_file(status))
    return makeError(path + ": not a regular file");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> contents = llvm::MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!contents)
    return makeError(path + ": " + contents.getError().message());
  return parse(path, std::move(*contents));
}

const FileTensor *SafeTensorsFile::find(StringRef name) const {
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : &tensors[it->second];
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The header for tensors in this order, padded so that the data is aligned.
static std::string makeHeader(ArrayRef<const FileTensor *> tensors) {
  std::string header;
  llvm::raw_string_ostream os(header);
  llvm::json::OStream json(os);
  uint64_t offset = 0;
  json.object([&] {
    for (const FileTensor *tensor : tensors) {
      uint64_t end = offset + tensor->data.size();
      json.attributeObject(tensor->name, [&] {
        json.attribute("dtype", getDTypeName(tensor->dtype));
        json.attribute("shape", llvm::json::Array(tensor->shape));
        json.attribute("data_offsets", llvm::json::Array{offset, end});
      });
      offset = end;
    }
  });
  header.resize(llvm::alignTo(header.size(), 8), ' ');
  return header;
}

/// Writes everything and waits until it is on the disk.
static std::error_code writeAll(int fd, ArrayRef<const FileTensor *> tensors) {
  llvm::raw_fd_ostream os(fd, /*shouldClose=*/false);
  std::string header = makeHeader(tensors);
  char length[8];
  llvm::support::endian::write64le(length, header.size());
  os.write(length, sizeof(length));
  os << header;
  for (const FileTensor *tensor : tensors)
    os.write(tensor->data.data(), tensor->data.size());
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  if (!error && ::fsync(fd) != 0)
    error = std::error_code(errno, std::generic_category());
  return error;
}

Error mlir::tp::writeSafeTensors(StringRef path, ArrayRef<FileTensor> tensors) {
  SmallVector<const FileTensor *> order;
  llvm::StringSet<> names;
  for (const FileTensor &tensor : tensors) {
    assert(countBytes(tensor.shape, getDTypeBytes(tensor.dtype)) == tensor.data.size());
    if (!names.insert(tensor.name).second)
      return makeError(path + ": " + quote(tensor.name) + " is written twice");
    if (!llvm::json::isUTF8(tensor.name) || tensor.name == "__metadata__")
      return makeError(path + ": " + quote(tensor.name) + " has a name that the format does not allow");
    order.push_back(&tensor);
  }
  llvm::sort(order, [](const FileTensor *a, const FileTensor *b) {
    return std::make_pair(-getDTypeBytes(a->dtype), StringRef(a->name)) <
           std::make_pair(-getDTypeBytes(b->dtype), StringRef(b->name));
  });

  // A rename would replace a device by a file.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && !llvm::sys::fs::is_regular_file(status))
    return makeError(path + ": not a regular file");
  // What a link points at is written, not the link.
  SmallString<128> target(path);
  if (llvm::sys::fs::get_file_type(path, /*Follow=*/false) ==
      llvm::sys::fs::file_type::symlink_file)
    if (std::error_code error = llvm::sys::fs::real_path(path, target))
      return makeError(path + ": " + error.message());
  int fd;
  SmallString<128> temporary;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          target + ".%%%%%%.tmp", fd, temporary, llvm::sys::fs::OF_None,
          llvm::sys::fs::all_read | llvm::sys::fs::all_write))
    return makeError(path + ": " + error.message());
  std::error_code error = writeAll(fd, order);
  if (::close(fd) != 0 && !error)
    error = std::error_code(errno, std::generic_category());
  if (!error)
    error = llvm::sys::fs::rename(temporary, target);
  if (!error)
    return Error::success();
  llvm::sys::fs::remove(temporary);
  return makeError(path + ": " + error.message());
}
