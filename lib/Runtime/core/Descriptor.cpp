//===- Descriptor.cpp - reads the compiler's description of a collective --===//
//
// A reader that never steps past the end: each `take` checks what is left, and
// the first fault is the one that is reported.
//
//===----------------------------------------------------------------------===//

#include "core/Descriptor.h"

#include <algorithm>

#include "core/DataTypes.h"

using namespace tprt;

namespace {

class Reader {
public:
  Reader(const int64_t *words, int64_t length, int64_t rankCount)
      : words(words), length(length), rankCount(rankCount) {}

  Status readCollective(Description &description);
  Status readBarrier(Description &description);

private:
  Status take(const char *what, int64_t low, int64_t high, int64_t &outValue);
  Status takeDigits(const std::string &what, Digits &digits);
  Status takeTensor(int64_t index, TensorDescription &tensor);
  Status takeLayout(const std::string &what, const std::vector<int64_t> &sizes,
                    Layout &layout);
  Status checkEnd();

  const int64_t *words;
  int64_t length;
  int64_t rankCount;
  int64_t position = 0;
};

} // namespace

/// The next word, which has to be in [low, high].
Status Reader::take(const char *what, int64_t low, int64_t high,
                    int64_t &outValue) {
  if (position >= length)
    return error(TPRT_INVALID_ARGUMENT,
                 text("descriptor ends at word ", length, " before ", what));
  outValue = words[position];
  if (outValue < low || outValue > high)
    return error(TPRT_INVALID_ARGUMENT,
                 text("descriptor word ", position, ": ", what, " ", outValue,
                      " is not in [", low, ", ", high, "]"));
  ++position;
  return TPRT_OK;
}

Status Reader::takeDigits(const std::string &what, Digits &digits) {
  int64_t count = 0;
  if (Status status = take("digit count", 0, 64, count))
    return status;
  for (int64_t i = 0; i < count; ++i) {
    Digit digit;
    if (Status status = take("digit size", INT64_MIN, INT64_MAX, digit.size))
      return status;
    if (Status status =
            take("digit stride", INT64_MIN, INT64_MAX, digit.stride))
      return status;
    digits.push_back(digit);
  }
  return checkDigits(digits, rankCount, what);
}

Status Reader::takeLayout(const std::string &what,
                          const std::vector<int64_t> &sizes, Layout &layout) {
  Digits all;
  for (size_t d = 0; d < sizes.size(); ++d) {
    DimLayout dim;
    if (Status status = takeDigits(text(what, ", dimension ", d), dim.digits))
      return status;
    if (Status status = take("granule", 1, INT64_MAX, dim.granule))
      return status;
    if (Status status = take("chunks", 1, maxChunks, dim.chunks))
      return status;
    if (sizes[d] % dim.chunks != 0)
      return error(TPRT_INVALID_ARGUMENT,
                   text(what, ": dimension ", d, " of size ", sizes[d],
                        " cannot be cut in ", dim.chunks, " equal chunks"));
    all.insert(all.end(), dim.digits.begin(), dim.digits.end());
    layout.push_back(std::move(dim));
  }
  // No digit may cut two dimensions: parts of the tensor would belong to
  // nobody.
  return checkDigits(all, rankCount, what);
}

Status Reader::takeTensor(int64_t index, TensorDescription &tensor) {
  int64_t rank = 0;
  if (Status status = take("tensor rank", 0, maxDims, rank))
    return status;
  int64_t volume = 1;
  bool tooLarge = false;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = 0;
    if (Status status = take("global size", 0, INT64_MAX, size))
      return status;
    tooLarge |= __builtin_mul_overflow(volume, size > 0 ? size : 1, &volume);
    tensor.sizes.push_back(size);
  }
  if (tooLarge || volume > INT64_MAX / 16)
    return error(TPRT_INVALID_ARGUMENT,
                 text("tensor ", index, ": [", joined(tensor.sizes, "x"),
                      "] has more elements than memory can have"));
  if (Status status = takeLayout(text("input layout of tensor ", index),
                                 tensor.sizes, tensor.input))
    return status;
  return takeLayout(text("output layout of tensor ", index), tensor.sizes,
                    tensor.output);
}

Status Reader::checkEnd() {
  if (position != length)
    return error(TPRT_INVALID_ARGUMENT, text("descriptor has ", length,
                                             " words, expected ", position));
  return TPRT_OK;
}

Status Reader::readBarrier(Description &description) {
  description.isBarrier = true;
  if (Status status = takeDigits("group", description.group))
    return status;
  return checkEnd();
}

Status Reader::readCollective(Description &description) {
  int64_t kind = 0, reduction = 0, dtype = 0, tensorCount = 0;
  if (Status status = take("kind", 0, TPRT_KIND_COUNT - 1, kind))
    return status;
  if (Status status = take("reduction", 0, TPRT_REDUCTION_COUNT - 1, reduction))
    return status;
  if (Status status = take("dtype", 0, TPRT_DTYPE_COUNT - 1, dtype))
    return status;
  if (Status status = take("tensor count", 1, INT32_MAX, tensorCount))
    return status;
  description.kind = tprt_collective_kind_t(kind);
  description.reduction = tprt_reduction_t(reduction);
  description.dtype = tprt_dtype_t(dtype);
  if (Status status = takeDigits("group", description.group))
    return status;
  for (int64_t i = 0; i < tensorCount; ++i) {
    description.tensors.emplace_back();
    if (Status status = takeTensor(i, description.tensors.back()))
      return status;
  }
  return checkEnd();
}

/// Common part of the two entry points.
static Status checkPointer(const int64_t *descriptor, int64_t length) {
  if (!descriptor || length < 0)
    return error(TPRT_INVALID_ARGUMENT,
                 text("descriptor of ", length, " words at ",
                      descriptor ? "an address" : "null"));
  return TPRT_OK;
}

std::vector<int64_t> tprt::resolveSizes(const int64_t *descriptor,
                                        int64_t length,
                                        const tprt_tensor_t *inputs) {
  std::vector<int64_t> resolved;
  if (!descriptor || !inputs || length < 5)
    return resolved;
  int64_t position = 4, tensors = descriptor[3];
  // Steps over a list of digits; false at the end of the descriptor.
  auto skipDigits = [&] {
    if (position >= length || descriptor[position] < 0 ||
        descriptor[position] > length)
      return false;
    position += 1 + 2 * descriptor[position];
    return position <= length;
  };
  if (!skipDigits())
    return {};
  for (int64_t i = 0; i < tensors; ++i) {
    if (position >= length)
      return {};
    int64_t rank = descriptor[position++];
    if (rank < 0 || rank > length - position)
      return {};
    std::vector<int64_t> dynamic;
    for (int64_t d = 0; d < rank; ++d, ++position) {
      if (descriptor[position] != -1)
        continue;
      if (rank != inputs[i].rank || !inputs[i].sizes)
        return {};
      if (resolved.empty())
        resolved = std::vector<int64_t>(descriptor, descriptor + length);
      resolved[position] = inputs[i].sizes[d];
      dynamic.push_back(d);
    }
    for (int64_t dim = 0; dim < 2 * rank; ++dim) {
      // A dimension of unknown size is held whole, or its size would be a
      // part's.
      bool isCut = position < length && descriptor[position] != 0;
      if (!skipDigits() || (isCut && std::find(dynamic.begin(), dynamic.end(),
                                               dim % rank) != dynamic.end()))
        return {};
      position += 2; // granule and chunks
    }
  }
  return resolved;
}

Status tprt::parseCollective(const int64_t *descriptor, int64_t length,
                             int64_t rankCount, Description &outDescription) {
  if (Status status = checkPointer(descriptor, length))
    return status;
  return Reader(descriptor, length, rankCount).readCollective(outDescription);
}

Status tprt::parseBarrier(const int64_t *descriptor, int64_t length,
                          int64_t rankCount, Description &outDescription) {
  if (Status status = checkPointer(descriptor, length))
    return status;
  return Reader(descriptor, length, rankCount).readBarrier(outDescription);
}

std::string tprt::describe(const Description &description) {
  if (description.isBarrier)
    return text("barrier over ", describe(description.group));
  std::string result = tprt_collective_kind_name(description.kind);
  if (isReducing(description.kind))
    result += text(" ", tprt_reduction_name(description.reduction));
  result += text(" ", tprt_dtype_name(description.dtype));
  for (const TensorDescription &tensor : description.tensors) {
    result += text(" [", joined(tensor.sizes, "x"), "]");
    result += text(" ", describe(tensor.input));
    result += text(" -> ", describe(tensor.output));
  }
  return result + text(" over ", describe(description.group));
}

std::string tprt::describeCall(bool isBarrier, const int64_t *descriptor,
                               int64_t length, int64_t rankCount) {
  Description description;
  Status status =
      isBarrier ? parseBarrier(descriptor, length, rankCount, description)
                : parseCollective(descriptor, length, rankCount, description);
  return status == TPRT_OK ? describe(description) : "a malformed call";
}
