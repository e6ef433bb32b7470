//===- TestSupport.h - a naive reading of the runtime's contract ----------===//
//
// Everything here is written from the text of tprt.h and shares no code with
// the runtime: which rank holds which element is found by asking for every
// element of the global tensor, in loops, who owns it. Slow and plain is the
// point.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_TEST_TESTSUPPORT_H
#define TPRT_TEST_TESTSUPPORT_H

#include "tprt/tprt.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tprt_test {

struct Digit {
  int64_t size, stride;
};
using Digits = std::vector<Digit>;

struct Dim {
  Digits digits;
  int64_t granule = 1;
  int64_t chunks = 1;
};
using Layout = std::vector<Dim>;
using Sizes = std::vector<int64_t>;

/// `dims` dimensions that are held whole.
Layout whole(size_t dims);

//===----------------------------------------------------------------------===//
// Who holds what
//===----------------------------------------------------------------------===//

/// The global indices of one dimension that a rank holds, in local order.
Sizes heldIndices(const Dim &dim, int64_t size, int64_t rank);

/// The sizes of a rank's local tensor.
Sizes localSizes(const Layout &layout, const Sizes &sizes, int64_t rank);

/// For each element of a rank's local tensor, row-major: its row-major position
/// in the global tensor.
std::vector<int64_t> heldElements(const Layout &layout, const Sizes &sizes,
                                  int64_t rank);

/// The members of a rank's group, by their coordinates.
std::vector<int64_t> groupOf(const Digits &group, int64_t rank,
                             int64_t rankCount);

int64_t volumeOf(const Sizes &sizes);

//===----------------------------------------------------------------------===//
// Tensors and calls
//===----------------------------------------------------------------------===//

/// How a test lays a tensor out in memory.
enum class Memory { Dense, Padded, Transposed };

/// A tensor in memory of its own, with every byte that is not an element set to
/// a pattern that `paddingIntact` checks.
class Tensor {
public:
  Tensor(const Sizes &sizes, tprt_dtype_t dtype, Memory memory = Memory::Dense);
  Tensor(Tensor &&) = default;
  Tensor &operator=(Tensor &&) = default;

  const tprt_tensor_t &view() {
    described = {bytes.data() + offset, int32_t(sizes.size()), sizes.data(),
                 strides.data()};
    return described;
  }

  int64_t volume() const { return volumeOf(sizes); }

  /// Address of the element at a row-major position.
  char *at(int64_t position);

  template <typename T> T get(int64_t position) {
    T value;
    std::memcpy(&value, at(position), sizeof value);
    return value;
  }
  template <typename T> void set(int64_t position, T value) {
    std::memcpy(at(position), &value, sizeof value);
  }
  /// The element's bits, in the low bytes.
  uint64_t bits(int64_t position);
  void setBits(int64_t position, uint64_t bits);

  bool paddingIntact();

  Sizes sizes, strides;
  size_t elementSize;

private:
  std::vector<char> bytes;
  int64_t offset = 0; // bytes
  tprt_tensor_t described;
};

/// One tensor of a collective.
struct Item {
  Sizes sizes;
  Layout input, output;
};

/// One collective.
struct Collective {
  tprt_collective_kind_t kind;
  tprt_reduction_t reduction = TPRT_SUM;
  tprt_dtype_t dtype = TPRT_F32;
  Digits group;
  std::vector<Item> items;

  std::vector<int64_t> descriptor() const;
};

std::vector<int64_t> barrierDescriptor(const Digits &group);

/// A readable form for messages.
std::string describe(const Collective &collective);

/// A failing call leaves the rank's program with a jump that destroys nothing.
/// Objects of a rank that such a call may skip go here; they live as long as
/// the rank's thread.
inline std::vector<std::shared_ptr<void>> &keptObjects() {
  static thread_local std::vector<std::shared_ptr<void>> objects;
  return objects;
}
template <typename T> T &keep(T value) {
  auto kept = std::make_shared<T>(std::move(value));
  keptObjects().push_back(kept);
  return *kept;
}

/// Calls tprt_collective with these tensors. What it makes itself is kept.
void call(const std::vector<int64_t> &descriptor, std::vector<Tensor> &inputs,
          std::vector<Tensor> &outputs, const char *location = "");

//===----------------------------------------------------------------------===//
// Worlds
//===----------------------------------------------------------------------===//

class World {
public:
  explicit World(int32_t rankCount, double timeoutSeconds = 30);
  ~World() { tprt_world_destroy(handle); }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  /// Runs a program on all ranks; the text of a failure is in `error`.
  tprt_status_t run(const std::function<void(int32_t)> &program);

  /// How a rank ended, and with what text.
  tprt_status_t rankStatus(int32_t rank) const;
  std::string rankText(int32_t rank) const;

  tprt_world_t *handle = nullptr;
  int32_t rankCount;
  std::string error;
};

/// EXPECTs that a run is OK; with the error's text when not.
void expectRuns(World &world, const std::function<void(int32_t)> &program);

/// EXPECTs that `text` contains `part`.
void expectContains(const std::string &text, const std::string &part);

} // namespace tprt_test

#endif // TPRT_TEST_TESTSUPPORT_H
