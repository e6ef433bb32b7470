//===- SafeTensors.h - the safetensors file format --------------*- C++ -*-===//
//
// Tensors in and out. A file is an 8-byte little-endian header length, a JSON
// header {"name": {"dtype", "shape", "data_offsets": [begin, end]}, ...} and the
// tensors' bytes, row-major and without gaps.
//
// Reading maps the file and copies nothing. Every way in which a file can be bad
// is an error that names the file and, where there is one, the tensor; no size
// from a header is believed before it has been held against the file's.
//
// Writing goes to a temporary file beside the target, which then takes its name:
// the target is the old one or the new one, never a half.
//
//===----------------------------------------------------------------------===//

#ifndef TP_EXECUTION_SAFETENSORS_H
#define TP_EXECUTION_SAFETENSORS_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tp {

/// The element types of the format.
enum class DType { Bool, U8, I8, U16, I16, F16, BF16, U32, I32, F32, U64, I64, F64 };

/// The format's name: `F32`, `BOOL`.
StringRef getDTypeName(DType dtype);
int64_t getDTypeBytes(DType dtype);

/// The dtype that elements of this type are written as, if there is one:
/// i32, si32 → I32 · ui8 → U8 · i1 → BOOL · index → I64 · bf16 → BF16 · i4 → none.
std::optional<DType> getDType(Type elementType);

/// True when elements of this type can be read from that dtype: the one they are
/// written as, or for signless integers and `index` also the unsigned one.
bool isReadableAs(DType dtype, Type elementType);

/// One tensor of a file. `data` is not aligned to anything.
struct FileTensor {
  std::string name;
  DType dtype;
  SmallVector<int64_t, 4> shape;
  ArrayRef<char> data;
};

/// `F32 [2, 64]`, for messages.
std::string toString(DType dtype, ArrayRef<int64_t> shape);

/// A file that has been found good. Tensors live as long as it does.
class SafeTensorsFile {
public:
  static llvm::Expected<SafeTensorsFile> open(StringRef path);

  /// Reads a file's contents; `path` is for messages.
  static llvm::Expected<SafeTensorsFile> parse(StringRef path,
                                               std::unique_ptr<llvm::MemoryBuffer> contents);

  StringRef getPath() const { return path; }
  /// All tensors, in the order of their bytes.
  ArrayRef<FileTensor> getTensors() const { return tensors; }
  /// The tensor of this name, or null.
  const FileTensor *find(StringRef name) const;

private:
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> contents;
  std::vector<FileTensor> tensors;
  llvm::StringMap<size_t> indices;
};

/// Writes tensors to a file. They are ordered by element size and name, so that
/// every tensor is aligned to its elements.
llvm::Error writeSafeTensors(StringRef path, ArrayRef<FileTensor> tensors);

} // namespace mlir::tp

#endif // TP_EXECUTION_SAFETENSORS_H
