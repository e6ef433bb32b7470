//===- TestSupport.cpp - a naive reading of the runtime's contract --------===//
//
// See TestSupport.h.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <sstream>

using namespace tprt_test;

Layout tprt_test::whole(size_t dims) { return Layout(dims); }

//===----------------------------------------------------------------------===//
// Who holds what
//===----------------------------------------------------------------------===//

static int64_t coordinateOf(const Digits &digits, int64_t rank) {
  int64_t coordinate = 0;
  for (const Digit &digit : digits) {
    coordinate *= digit.size;
    coordinate += rank / digit.stride % digit.size;
  }
  return coordinate;
}

static int64_t ceilDivide(int64_t a, int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

Sizes tprt_test::heldIndices(const Dim &dim, int64_t size, int64_t rank) {
  int64_t parts = 1;
  for (const Digit &digit : dim.digits)
    parts *= digit.size;
  int64_t mine = coordinateOf(dim.digits, rank);
  int64_t chunkSize = size / dim.chunks;
  int64_t units = ceilDivide(chunkSize, dim.granule);
  Sizes held;
  for (int64_t index = 0; index < size; ++index) {
    int64_t unit = index % chunkSize / dim.granule;
    for (int64_t part = 0; part < parts; ++part)
      if (ceilDivide(part * units, parts) <= unit &&
          unit < ceilDivide((part + 1) * units, parts) && part == mine)
        held.push_back(index);
  }
  return held;
}

Sizes tprt_test::localSizes(const Layout &layout, const Sizes &sizes,
                            int64_t rank) {
  Sizes local;
  for (size_t d = 0; d < sizes.size(); ++d)
    local.push_back(int64_t(heldIndices(layout[d], sizes[d], rank).size()));
  return local;
}

std::vector<int64_t> tprt_test::heldElements(const Layout &layout,
                                             const Sizes &sizes, int64_t rank) {
  std::vector<int64_t> elements = {0};
  for (size_t d = 0; d < sizes.size(); ++d) {
    std::vector<int64_t> finer;
    Sizes held = heldIndices(layout[d], sizes[d], rank);
    for (int64_t element : elements)
      for (int64_t index : held)
        finer.push_back(element * sizes[d] + index);
    elements = std::move(finer);
  }
  return elements;
}

std::vector<int64_t> tprt_test::groupOf(const Digits &group, int64_t rank,
                                        int64_t rankCount) {
  // A member differs in nothing but the group's digits: with those set to zero
  // it is the same number as the rank.
  auto withoutGroup = [&](int64_t r) {
    for (const Digit &digit : group)
      r -= r / digit.stride % digit.size * digit.stride;
    return r;
  };
  std::vector<int64_t> members;
  for (int64_t other = 0; other < rankCount; ++other)
    if (withoutGroup(other) == withoutGroup(rank))
      members.push_back(other);
  std::sort(members.begin(), members.end(), [&](int64_t a, int64_t b) {
    return coordinateOf(group, a) < coordinateOf(group, b);
  });
  return members;
}

int64_t tprt_test::volumeOf(const Sizes &sizes) {
  int64_t volume = 1;
  for (int64_t size : sizes)
    volume *= size;
  return volume;
}

//===----------------------------------------------------------------------===//
// Tensors and calls
//===----------------------------------------------------------------------===//

static constexpr char padding = 0x5a;

Tensor::Tensor(const Sizes &sizes, tprt_dtype_t dtype, Memory memory)
    : sizes(sizes), strides(sizes.size()), elementSize(tprt_dtype_size(dtype)) {
  int64_t room = 1;
  auto place = [&](size_t d) {
    strides[d] = room;
    room *= std::max<int64_t>(sizes[d], 1);
    if (memory == Memory::Padded)
      room += 3;
  };
  if (memory == Memory::Padded)
    room = 2; // no unit stride either
  if (memory == Memory::Transposed)
    for (size_t d = 0; d < sizes.size(); ++d)
      place(d);
  else
    for (size_t d = sizes.size(); d-- > 0;)
      place(d);
  offset = memory == Memory::Padded ? 5 * int64_t(elementSize) : 0;
  bytes.assign(size_t(room) * elementSize + size_t(offset) + 64, padding);
}

char *Tensor::at(int64_t position) {
  int64_t element = 0;
  for (size_t d = sizes.size(); d-- > 0;) {
    element += position % sizes[d] * strides[d];
    position /= sizes[d];
  }
  return bytes.data() + offset + element * int64_t(elementSize);
}

uint64_t Tensor::bits(int64_t position) {
  uint64_t value = 0;
  std::memcpy(&value, at(position), elementSize);
  return value;
}

void Tensor::setBits(int64_t position, uint64_t value) {
  std::memcpy(at(position), &value, elementSize);
}

bool Tensor::paddingIntact() {
  std::vector<char> isElement(bytes.size(), 0);
  for (int64_t i = 0; i < volume(); ++i)
    std::fill_n(isElement.begin() + (at(i) - bytes.data()), elementSize, 1);
  for (size_t i = 0; i < bytes.size(); ++i)
    if (!isElement[i] && bytes[i] != padding)
      return false;
  return true;
}

static void append(std::vector<int64_t> &words, const Digits &digits) {
  words.push_back(int64_t(digits.size()));
  for (const Digit &digit : digits) {
    words.push_back(digit.size);
    words.push_back(digit.stride);
  }
}

static void append(std::vector<int64_t> &words, const Layout &layout) {
  for (const Dim &dim : layout) {
    append(words, dim.digits);
    words.push_back(dim.granule);
    words.push_back(dim.chunks);
  }
}

std::vector<int64_t> Collective::descriptor() const {
  std::vector<int64_t> words = {kind, reduction, dtype, int64_t(items.size())};
  append(words, group);
  for (const Item &item : items) {
    words.push_back(int64_t(item.sizes.size()));
    words.insert(words.end(), item.sizes.begin(), item.sizes.end());
    append(words, item.input);
    append(words, item.output);
  }
  return words;
}

std::vector<int64_t> tprt_test::barrierDescriptor(const Digits &group) {
  std::vector<int64_t> words;
  append(words, group);
  return words;
}

static void print(std::ostream &stream, const Digits &digits) {
  for (const Digit &digit : digits)
    stream << "{" << digit.size << "," << digit.stride << "}";
}

static void print(std::ostream &stream, const Layout &layout) {
  for (const Dim &dim : layout) {
    stream << " (";
    print(stream, dim.digits);
    stream << " g" << dim.granule << " c" << dim.chunks << ")";
  }
}

std::string tprt_test::describe(const Collective &collective) {
  std::ostringstream stream;
  stream << tprt_collective_kind_name(collective.kind) << " "
         << tprt_reduction_name(collective.reduction) << " "
         << tprt_dtype_name(collective.dtype) << " over ";
  print(stream, collective.group);
  for (const Item &item : collective.items) {
    stream << "; [";
    for (int64_t size : item.sizes)
      stream << " " << size;
    stream << " ]";
    print(stream, item.input);
    stream << " ->";
    print(stream, item.output);
  }
  return stream.str();
}

void tprt_test::call(const std::vector<int64_t> &descriptor,
                     std::vector<Tensor> &inputs, std::vector<Tensor> &outputs,
                     const char *location) {
  auto &inputViews = keep(std::vector<tprt_tensor_t>());
  auto &outputViews = keep(std::vector<tprt_tensor_t>());
  for (Tensor &input : inputs)
    inputViews.push_back(input.view());
  for (Tensor &output : outputs)
    outputViews.push_back(output.view());
  tprt_collective(descriptor.data(), int64_t(descriptor.size()), location,
                  inputViews.data(), outputViews.data());
}

//===----------------------------------------------------------------------===//
// Worlds
//===----------------------------------------------------------------------===//

World::World(int32_t rankCount, double timeoutSeconds) : rankCount(rankCount) {
  tprt_world_options_t options = {rankCount, timeoutSeconds};
  EXPECT_EQ(tprt_world_create(&options, &handle), TPRT_OK) << tprt_last_error();
}

static void runProgram(int32_t rank, void *userData) {
  (*static_cast<const std::function<void(int32_t)> *>(userData))(rank);
}

tprt_status_t World::run(const std::function<void(int32_t)> &program) {
  auto *pointer = const_cast<std::function<void(int32_t)> *>(&program);
  tprt_status_t status = tprt_world_run(handle, runProgram, pointer);
  error = status == TPRT_OK ? "" : tprt_last_error();
  return status;
}

tprt_status_t World::rankStatus(int32_t rank) const {
  return tprt_world_rank_status(handle, rank, nullptr);
}

std::string World::rankText(int32_t rank) const {
  const char *text = nullptr;
  tprt_world_rank_status(handle, rank, &text);
  return text;
}

void tprt_test::expectRuns(World &world,
                           const std::function<void(int32_t)> &program) {
  EXPECT_EQ(world.run(program), TPRT_OK) << world.error;
}

void tprt_test::expectContains(const std::string &text,
                               const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos)
      << "expected \"" << part << "\" in \"" << text << "\"";
}
