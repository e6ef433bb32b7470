//===- SafeTensorsTest.cpp ---------------------------------------------------===//
//
// Good files round trip; each way of being bad gives its own message.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/SafeTensors.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace mlir;
using namespace mlir::tp;

namespace {

std::unique_ptr<llvm::MemoryBuffer> buffer(const std::string &bytes) {
  return llvm::MemoryBuffer::getMemBufferCopy(bytes);
}

/// A file with this header, correctly counted, and `dataBytes` zeros behind it.
std::string file(StringRef header, size_t dataBytes = 0) {
  std::string bytes(8, '\0');
  llvm::support::endian::write64le(bytes.data(), header.size());
  return bytes + header.str() + std::string(dataBytes, '\0');
}

/// The error that reading these bytes as "f" gives, or "" when there is none.
std::string errorOf(const std::string &bytes) {
  llvm::Expected<SafeTensorsFile> result = SafeTensorsFile::parse("f", buffer(bytes));
  return result ? "" : llvm::toString(result.takeError());
}

/// A folder that is gone after the test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("safetensors-test", folder));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }
  std::string operator/(StringRef name) const { return (folder + "/" + name).str(); }
  int countFiles() const {
    std::error_code error;
    int count = 0;
    for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end; it.increment(error))
      ++count;
    return count;
  }

private:
  SmallString<128> folder;
};

FileTensor tensor(StringRef name, DType dtype, ArrayRef<int64_t> shape, ArrayRef<char> data) {
  FileTensor result;
  result.name = name.str();
  result.dtype = dtype;
  result.shape.assign(shape.begin(), shape.end());
  result.data = data;
  return result;
}

//===----------------------------------------------------------------------===//
// Good files
//===----------------------------------------------------------------------===//

TEST(SafeTensors, every_dtype_round_trips) {
  TemporaryFolder folder;
  const DType dtypes[] = {DType::Bool, DType::U8,  DType::I8,  DType::U16, DType::I16,
                          DType::F16,  DType::BF16, DType::U32, DType::I32, DType::F32,
                          DType::U64,  DType::I64, DType::F64};
  std::vector<std::vector<char>> data;
  std::vector<FileTensor> tensors;
  for (DType dtype : dtypes) {
    data.emplace_back(6 * getDTypeBytes(dtype), 1);
    data.back()[0] = 0;
    tensors.push_back(tensor(getDTypeName(dtype), dtype, {2, 3}, data.back()));
  }
  ASSERT_FALSE(bool(writeSafeTensors(folder / "a", tensors)));
  llvm::Expected<SafeTensorsFile> read = SafeTensorsFile::open(folder / "a");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->getTensors().size(), std::size(dtypes));
  for (const FileTensor &expected : tensors) {
    const FileTensor *found = read->find(expected.name);
    ASSERT_NE(found, nullptr) << expected.name;
    EXPECT_EQ(found->dtype, expected.dtype);
    EXPECT_EQ(found->shape, expected.shape);
    EXPECT_EQ(found->data, expected.data);
  }
  EXPECT_EQ(read->find("absent"), nullptr);
}

TEST(SafeTensors, scalars_empty_tensors_and_empty_files) {
  TemporaryFolder folder;
  float value = 1.5;
  ArrayRef<char> bytes(reinterpret_cast<char *>(&value), 4);
  ASSERT_FALSE(bool(writeSafeTensors(folder / "a", {tensor("scalar", DType::F32, {}, bytes),
                                                    tensor("none", DType::F64, {3, 0}, {})})));
  llvm::Expected<SafeTensorsFile> read = SafeTensorsFile::open(folder / "a");
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->find("scalar")->shape.size(), 0u);
  EXPECT_EQ(read->find("scalar")->data, bytes);
  EXPECT_TRUE(read->find("none")->data.empty());

  ASSERT_FALSE(bool(writeSafeTensors(folder / "b", {})));
  EXPECT_TRUE(bool(SafeTensorsFile::open(folder / "b")));
}

TEST(SafeTensors, written_data_is_aligned_to_its_elements) {
  TemporaryFolder folder;
  std::vector<char> data(24, 1);
  ArrayRef<char> bytes(data);
  ASSERT_FALSE(bool(writeSafeTensors(folder / "a",
                                     {tensor("a", DType::U8, {3}, bytes.take_front(3)),
                                      tensor("b", DType::F64, {3}, bytes),
                                      tensor("c", DType::F16, {3}, bytes.take_front(6))})));
  llvm::Expected<SafeTensorsFile> read = SafeTensorsFile::open(folder / "a");
  ASSERT_TRUE(bool(read));
  const char *first = read->getTensors().front().data.data();
  for (const FileTensor &found : read->getTensors())
    EXPECT_EQ((found.data.data() - first) % getDTypeBytes(found.dtype), 0) << found.name;
}

TEST(SafeTensors, names_may_hold_any_text) {
  TemporaryFolder folder;
  std::string name = "\"\\\n\t\x01 \xc3\xa9";
  ASSERT_FALSE(bool(writeSafeTensors(folder / "a", {tensor(name, DType::F32, {0}, {})})));
  llvm::Expected<SafeTensorsFile> read = SafeTensorsFile::open(folder / "a");
  ASSERT_TRUE(bool(read));
  EXPECT_NE(read->find(name), nullptr);
}

TEST(SafeTensors, metadata_and_unknown_fields_are_ignored) {
  EXPECT_EQ(errorOf(file(R"({"__metadata__":{"format":"pt"},)"
                         R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"more":[1]}}   )",
                         1)),
            "");
}

//===----------------------------------------------------------------------===//
// Bad files
//===----------------------------------------------------------------------===//

TEST(SafeTensors, bad_header_length) {
  EXPECT_EQ(errorOf(""), "f: truncated: 0 bytes, a safetensors file has at least 8");
  EXPECT_EQ(errorOf("1234567"), "f: truncated: 7 bytes, a safetensors file has at least 8");
  EXPECT_EQ(errorOf(std::string("\x09\0\0\0\0\0\0\0{}", 10)),
            "f: header length 9 is beyond the end of the file, which has 2 bytes left");
  EXPECT_EQ(errorOf(std::string(8, '\xff')),
            "f: header length 18446744073709551615 is above the limit of 100000000");
}

TEST(SafeTensors, bad_json) {
  auto starts = [](StringRef header) {
    return StringRef(errorOf(file(header))).starts_with("f: bad JSON in the header: ");
  };
  EXPECT_TRUE(starts(""));
  EXPECT_TRUE(starts("{"));
  EXPECT_TRUE(starts("{\"a\":"));
  EXPECT_TRUE(starts("{\"a"));
  EXPECT_TRUE(starts("{\"a\\"));
  EXPECT_TRUE(starts("{} x"));
  EXPECT_TRUE(starts("{\"a\xff\": 1}"));
  EXPECT_TRUE(starts("}}}"));
  EXPECT_EQ(errorOf(file("[]")), "f: the header is not a JSON object");
  EXPECT_EQ(errorOf(file("{\"a\": 1}")), "f: tensor \"a\": entry is not an object");
}

TEST(SafeTensors, deep_nesting_does_not_recurse) {
  EXPECT_EQ(errorOf(file(std::string(1'000'000, '['))),
            "f: bad JSON in the header: nested too deep");
  EXPECT_EQ(errorOf(file("{\"a\":{\"shape\":[[1]]}}")),
            "f: bad JSON in the header: nested too deep");
}

TEST(SafeTensors, duplicate_keys) {
  EXPECT_EQ(errorOf(file(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},)"
                         R"("\u0061":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})")),
            "f: tensor \"a\" occurs twice");
  EXPECT_EQ(errorOf(file(R"({"a":{"dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0]}})")),
            "f: duplicate key \"dtype\" in the header");
}

TEST(SafeTensors, bad_metadata) {
  EXPECT_EQ(errorOf(file(R"({"__metadata__":1})")),
            "f: __metadata__ is not an object of strings");
  EXPECT_EQ(errorOf(file(R"({"__metadata__":{"a":1}})")),
            "f: __metadata__ is not an object of strings");
}

/// The error of one tensor "a" with these fields and `dataBytes` bytes of data.
std::string errorOfTensor(StringRef fields, size_t dataBytes) {
  std::string error = errorOf(file(("{\"a\":{" + fields + "}}").str(), dataBytes));
  StringRef text = error;
  text.consume_front("f: tensor \"a\": ");
  return text.str();
}

TEST(SafeTensors, bad_fields) {
  EXPECT_EQ(errorOfTensor(R"("shape":[1],"data_offsets":[0,1])", 1), "no dtype");
  EXPECT_EQ(errorOfTensor(R"("dtype":"F4","shape":[1],"data_offsets":[0,1])", 1),
            "unknown dtype \"F4\"");
  EXPECT_EQ(errorOfTensor(R"("dtype":7,"shape":[1],"data_offsets":[0,1])", 1), "no dtype");
  for (StringRef shape : {"1", "[-1]", "[0.5]", "[\"1\"]", "[1e300]", "null"})
    EXPECT_EQ(errorOfTensor((R"("dtype":"U8","data_offsets":[0,1],"shape":)" + shape).str(), 1),
              "shape is not a list of non-negative integers")
        << shape.str();
  for (StringRef offsets : {"1", "[0]", "[0,1,2]", "[-1,0]", "[0,18446744073709551615]"})
    EXPECT_EQ(errorOfTensor((R"("dtype":"U8","shape":[1],"data_offsets":)" + offsets).str(), 1),
              "data_offsets is not a pair of non-negative integers")
        << offsets.str();
}

TEST(SafeTensors, bad_offsets) {
  EXPECT_EQ(errorOfTensor(R"("dtype":"U8","shape":[1],"data_offsets":[1,0])", 1),
            "data_offsets [1, 0] run backwards");
  EXPECT_EQ(errorOfTensor(R"("dtype":"U8","shape":[2],"data_offsets":[0,2])", 1),
            "data_offsets [0, 2] are beyond the end of the file, which has 1 bytes of data");
  EXPECT_EQ(errorOfTensor(R"("dtype":"F32","shape":[2,3],"data_offsets":[0,8])", 8),
            "data_offsets [0, 8] hold 8 bytes, but F32 [2, 3] has 24");
  EXPECT_EQ(errorOfTensor(
                R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0])", 0),
            "size of F32 [4294967296, 4294967296] overflows");
  EXPECT_EQ(errorOfTensor(R"("dtype":"U8","shape":[9223372036854775807],)"
                          R"("data_offsets":[0,9223372036854775807])",
                          1),
            "data_offsets [0, 9223372036854775807] are beyond the end of the file, which has 1 "
            "bytes of data");
}

TEST(SafeTensors, a_bool_is_0_or_1) {
  std::string header = R"({"a":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}})";
  EXPECT_EQ(errorOf(file(header) + std::string("\x00\x01", 2)), "");
  EXPECT_EQ(errorOf(file(header) + std::string("\x00\x02", 2)),
            "f: tensor \"a\": a BOOL is neither 0 nor 1");
}

TEST(SafeTensors, data_is_covered_once) {
  auto two = [](StringRef a, StringRef b, size_t dataBytes) {
    return errorOf(file((R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" + a +
                         R"(},"b":{"dtype":"U8","shape":[2],"data_offsets":)" + b + "}}")
                            .str(),
                        dataBytes));
  };
  EXPECT_EQ(two("[2,4]", "[0,2]", 4), "");
  EXPECT_EQ(two("[0,2]", "[1,3]", 3), "f: tensor \"b\" and tensor \"a\" overlap");
  EXPECT_EQ(two("[0,2]", "[0,2]", 2), "f: tensor \"b\" and tensor \"a\" overlap");
  EXPECT_EQ(two("[0,2]", "[3,5]", 5), "f: 1 bytes before tensor \"b\" belong to no tensor");
  EXPECT_EQ(two("[1,3]", "[3,5]", 5), "f: 1 bytes before tensor \"a\" belong to no tensor");
  EXPECT_EQ(two("[0,2]", "[2,4]", 5), "f: 1 bytes at the end belong to no tensor");
}

TEST(SafeTensors, errors_stay_on_one_short_line) {
  std::string error = errorOf(file(R"({"a\nb":1})"));
  EXPECT_EQ(error, "f: tensor \"a\\0Ab\": entry is not an object");
  error = errorOf(file("{\"" + std::string(100'000, 'x') + "\":1}"));
  EXPECT_LT(error.size(), 300u);
}

/// Every prefix of a good file, and the file with each byte changed, is an error
/// or good, never a crash.
TEST(SafeTensors, no_damage_crashes) {
  std::string good = file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                          R"("b":{"dtype":"U8","shape":[1],"data_offsets":[8,9]}})",
                          9);
  ASSERT_EQ(errorOf(good), "");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(errorOf(good.substr(0, size)), "") << size;
  for (size_t i = 0; i < good.size(); ++i)
    for (char value : {'\0', '\xff', '{', '}', '[', ']', '"', '\\', ',', '9', '-'}) {
      std::string bad = good;
      bad[i] = value;
      EXPECT_EQ(StringRef(errorOf(bad)).count('\n'), 0u);
    }
}

//===----------------------------------------------------------------------===//
// The file system
//===----------------------------------------------------------------------===//

TEST(SafeTensors, what_cannot_be_opened) {
  TemporaryFolder folder;
  auto error = [](const std::string &path) {
    return llvm::toString(SafeTensorsFile::open(path).takeError());
  };
  std::string missing = folder / "missing";
  EXPECT_EQ(error(missing), missing + ": No such file or directory");
  EXPECT_EQ(error(folder / "."), folder / "." + std::string(": not a regular file"));
  EXPECT_EQ(error("/dev/zero"), "/dev/zero: not a regular file");
  std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error(pipe), pipe + ": not a regular file");
}

TEST(SafeTensors, what_cannot_be_written_leaves_nothing) {
  TemporaryFolder folder;
  auto error = [](const std::string &path, ArrayRef<FileTensor> tensors = {}) {
    return llvm::toString(writeSafeTensors(path, tensors));
  };
  std::string inMissing = folder / "missing/a";
  EXPECT_EQ(error(inMissing), inMissing + ": No such file or directory");
  EXPECT_EQ(error("/dev/null"), "/dev/null: not a regular file");
  EXPECT_EQ(error(folder / "."), folder / "." + std::string(": not a regular file"));
  FileTensor none = tensor("a", DType::F32, {0}, {});
  EXPECT_EQ(error(folder / "a", {none, none}),
            folder / "a" + std::string(": tensor \"a\" is written twice"));
  none.name = "\xff";
  EXPECT_EQ(error(folder / "a", {none}),
            folder / "a" +
                std::string(": tensor \"\\FF\" has a name that the format does not allow"));
  EXPECT_EQ(folder.countFiles(), 0);
}

/// A limit on file size fails the write where a full disk would.
TEST(SafeTensors, full_disk_keeps_the_old_file) {
  TemporaryFolder folder;
  ASSERT_FALSE(bool(writeSafeTensors(folder / "a", {tensor("old", DType::F32, {0}, {})})));
  std::vector<char> data(1 << 20, 1);
  rlimit old;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  auto oldHandler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit low = {1 << 16, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &low), 0);
  std::string error = llvm::toString(
      writeSafeTensors(folder / "a", {tensor("new", DType::U8, {1 << 20}, data)}));
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, oldHandler);
  EXPECT_EQ(error, folder / "a" + std::string(": File too large"));
  EXPECT_EQ(folder.countFiles(), 1);
  llvm::Expected<SafeTensorsFile> read = SafeTensorsFile::open(folder / "a");
  ASSERT_TRUE(bool(read));
  EXPECT_NE(read->find("old"), nullptr);
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

TEST(SafeTensors, element_types) {
  MLIRContext context;
  Builder b(&context);
  auto ui8 = b.getIntegerType(8, /*isSigned=*/false);
  auto si8 = b.getIntegerType(8, /*isSigned=*/true);
  EXPECT_EQ(getDType(b.getF32Type()), DType::F32);
  EXPECT_EQ(getDType(b.getBF16Type()), DType::BF16);
  EXPECT_EQ(getDType(b.getI1Type()), DType::Bool);
  EXPECT_EQ(getDType(b.getI32Type()), DType::I32);
  EXPECT_EQ(getDType(b.getIndexType()), DType::I64);
  EXPECT_EQ(getDType(ui8), DType::U8);
  EXPECT_EQ(getDType(si8), DType::I8);
  EXPECT_EQ(getDType(b.getIntegerType(4)), std::nullopt);
  EXPECT_EQ(getDType(ComplexType::get(b.getF32Type())), std::nullopt);

  EXPECT_TRUE(isReadableAs(DType::U32, b.getI32Type()));
  EXPECT_TRUE(isReadableAs(DType::I32, b.getI32Type()));
  EXPECT_TRUE(isReadableAs(DType::U64, b.getIndexType()));
  EXPECT_TRUE(isReadableAs(DType::Bool, b.getI1Type()));
  EXPECT_FALSE(isReadableAs(DType::U8, b.getI1Type()));
  EXPECT_FALSE(isReadableAs(DType::I64, b.getI32Type()));
  EXPECT_FALSE(isReadableAs(DType::I8, ui8));
  EXPECT_FALSE(isReadableAs(DType::U8, si8));
  EXPECT_FALSE(isReadableAs(DType::F16, b.getBF16Type()));
  EXPECT_FALSE(isReadableAs(DType::F32, b.getI32Type()));
}

} // namespace
