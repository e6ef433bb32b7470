//===- Layout.cpp - which part of a tensor a rank holds -------------------===//
//
// The arithmetic of digits and intervals; see Layout.h for the idea.
//
//===----------------------------------------------------------------------===//

#include "core/Layout.h"

#include <algorithm>

using namespace tprt;

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

static int64_t coordinateOf(const Digit &digit, int64_t rank) {
  return (rank / digit.stride) % digit.size;
}

int64_t tprt::coordinateOf(const Digits &digits, int64_t rank) {
  int64_t combined = 0;
  for (const Digit &digit : digits)
    combined = combined * digit.size + ::coordinateOf(digit, rank);
  return combined;
}

int64_t tprt::productOf(const Digits &digits) {
  int64_t product = 1;
  for (const Digit &digit : digits)
    product *= digit.size;
  return product;
}

std::vector<int32_t> tprt::membersOf(const Digits &digits, int64_t rank) {
  int64_t first = rank;
  for (const Digit &digit : digits)
    first -= ::coordinateOf(digit, rank) * digit.stride;

  std::vector<int32_t> members = {int32_t(first)};
  for (const Digit &digit : digits) {
    std::vector<int32_t> longer;
    longer.reserve(members.size() * digit.size);
    for (int32_t member : members)
      for (int64_t c = 0; c < digit.size; ++c)
        longer.push_back(int32_t(member + c * digit.stride));
    members = std::move(longer);
  }
  return members;
}

Status tprt::checkDigits(const Digits &digits, int64_t rankCount,
                         const std::string &what) {
  Digits sorted;
  for (const Digit &digit : digits) {
    if (digit.size < 1 || digit.stride < 1 || digit.size > rankCount ||
        digit.stride > rankCount ||
        rankCount % (digit.size * digit.stride) != 0)
      return error(TPRT_INVALID_ARGUMENT,
                   text(what, ": digit {", digit.size, ",", digit.stride,
                        "} is no factor of a world of ", rankCount, " ranks"));
    if (digit.size > 1)
      sorted.push_back(digit);
  }
  // A factorization of the rank number nests: each digit starts where a smaller
  // one has ended, or further up.
  std::sort(sorted.begin(), sorted.end(),
            [](const Digit &a, const Digit &b) { return a.stride < b.stride; });
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i].stride % (sorted[i - 1].size * sorted[i - 1].stride) != 0)
      return error(TPRT_INVALID_ARGUMENT,
                   text(what, ": digits ", describe(Digits{sorted[i - 1]}),
                        " and ", describe(Digits{sorted[i]}), " overlap"));
  return TPRT_OK;
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

/// ceil(i * units / count) for 0 <= i <= count, without overflow.
static int64_t cut(int64_t i, int64_t units, int64_t count) {
  int64_t whole = units / count, rest = units % count;
  return i * whole + (i * rest + count - 1) / count;
}

std::vector<Interval> tprt::partOf(const DimLayout &dim, int64_t size,
                                   int64_t coordinate) {
  int64_t count = productOf(dim.digits);
  if (size == 0)
    return {};
  if (count == 1)
    return {{0, size}};

  int64_t chunkSize = size / dim.chunks;
  int64_t units =
      chunkSize / dim.granule + (chunkSize % dim.granule != 0 ? 1 : 0);
  int64_t firstUnit = cut(coordinate, units, count);
  int64_t endUnit = cut(coordinate + 1, units, count);
  if (firstUnit == endUnit)
    return {};
  // firstUnit < units, so neither product exceeds the chunk by a granule.
  int64_t begin = firstUnit * dim.granule;
  int64_t end = endUnit == units ? chunkSize : endUnit * dim.granule;

  std::vector<Interval> part;
  for (int64_t chunk = 0; chunk < dim.chunks; ++chunk) {
    int64_t base = chunk * chunkSize;
    if (!part.empty() && part.back().end == base + begin)
      part.back().end = base + end;
    else
      part.push_back({base + begin, base + end});
  }
  return part;
}

int64_t tprt::lengthOf(const std::vector<Interval> &part) {
  int64_t length = 0;
  for (const Interval &interval : part)
    length += interval.end - interval.begin;
  return length;
}

std::vector<Segment> tprt::intersect(const std::vector<Interval> &source,
                                     const std::vector<Interval> &target) {
  std::vector<Segment> segments;
  size_t s = 0, t = 0;
  int64_t sourceBase = 0, targetBase = 0; // local position of interval s and t
  while (s < source.size() && t < target.size()) {
    int64_t begin = std::max(source[s].begin, target[t].begin);
    int64_t end = std::min(source[s].end, target[t].end);
    if (begin < end)
      segments.push_back({end - begin, sourceBase + begin - source[s].begin,
                          targetBase + begin - target[t].begin});
    if (source[s].end <= target[t].end) {
      sourceBase += source[s].end - source[s].begin;
      ++s;
    } else {
      targetBase += target[t].end - target[t].begin;
      ++t;
    }
  }
  return segments;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string tprt::describe(const Digits &digits) {
  if (digits.empty())
    return "{}";
  std::string result;
  for (const Digit &digit : digits)
    result += text("{", digit.size, ",", digit.stride, "}");
  return result;
}

std::string tprt::describe(const Layout &layout) {
  std::vector<std::string> dims;
  for (const DimLayout &dim : layout) {
    std::string one = describe(dim.digits);
    if (dim.granule != 1)
      one += text(" g", dim.granule);
    if (dim.chunks != 1)
      one += text(" c", dim.chunks);
    dims.push_back(std::move(one));
  }
  return text("[", joined(dims), "]");
}
