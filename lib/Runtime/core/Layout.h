//===- Layout.h - which part of a tensor a rank holds ---------------------===//
//
// A *digit* {size, stride} is one factor of the rank number:
//
//   coordinate of rank r = (r / stride) % size
//
// A dimension of a layout is cut over a list of digits, in granules and chunks
// (see tprt.h). The part that a rank holds is then a sorted list of intervals
// of global indices, which lie one after the other in the rank's local tensor:
//
//   size 10, digits {4,1}                  rank 1 → [3,5)
//   size 12, digits {2,1}, chunks 3        rank 1 → [2,4) [6,8) [10,12)
//   size 10, digits {2,1}, granule 4       rank 0 → [0,8)   rank 1 → [8,10)
//
// Two such lists intersect into *segments* (length, position in the one local
// tensor, position in the other). Everything that moves data is made of these;
// nothing else in the runtime knows how a dimension is cut.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_LAYOUT_H
#define TPRT_CORE_LAYOUT_H

#include "core/Status.h"

#include <vector>

namespace tprt {

struct Digit {
  int64_t size = 1;
  int64_t stride = 1;
};

using Digits = std::vector<Digit>;

/// The combined coordinate of `rank`, first digit major; 0 without digits.
int64_t coordinateOf(const Digits &digits, int64_t rank);

/// The product of the digits' sizes; 1 without digits.
int64_t productOf(const Digits &digits);

/// The ranks that differ from `rank` in these digits only, ordered by their
/// coordinates, first digit major.
///   rank 5 of 8, {2,4}        → 1, 5
///   rank 5 of 8, {2,1} {2,4}  → 0 + {0, 4, 1, 5} = 0, 4, 1, 5 for rank 5
std::vector<int32_t> membersOf(const Digits &digits, int64_t rank);

/// Checks that the digits are factors of a world of `rankCount` ranks and do
/// not overlap. `what` names them in the message.
Status checkDigits(const Digits &digits, int64_t rankCount,
                   const std::string &what);

/// How one dimension is cut.
struct DimLayout {
  Digits digits;
  int64_t granule = 1;
  int64_t chunks = 1;
};

/// How a tensor is cut, dimension by dimension.
using Layout = std::vector<DimLayout>;

struct Interval {
  int64_t begin = 0; // global indices [begin, end)
  int64_t end = 0;
};

/// The intervals that the rank with combined coordinate `coordinate` holds of a
/// dimension of `size` elements; sorted, none empty, none adjacent.
std::vector<Interval> partOf(const DimLayout &dim, int64_t size,
                             int64_t coordinate);

/// The number of elements in the intervals.
int64_t lengthOf(const std::vector<Interval> &part);

/// A run of elements that two local dimensions have in common.
struct Segment {
  int64_t length;
  int64_t from; // position in the source's local dimension
  int64_t to;   // position in the target's local dimension
};

/// What `source` and `target` have in common, in global order.
///   source [0,4) [8,12), target [2,10) → {2, 2, 0} {2, 4, 6}
std::vector<Segment> intersect(const std::vector<Interval> &source,
                               const std::vector<Interval> &target);

/// "{4,1}{2,8}" for digits; "[{4,1} g128 c3, {}]" for a layout.
std::string describe(const Digits &digits);
std::string describe(const Layout &layout);

} // namespace tprt

#endif // TPRT_CORE_LAYOUT_H
