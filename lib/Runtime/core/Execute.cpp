//===- Execute.cpp - carries out one rank's part of a plan ----------------===//
//
// The unit of work is a box: the same number of elements in each of several
// *views* (sources first, then targets), each with strides of its own. A box is
// walked in rows along its innermost dimension, after dimensions that are
// contiguous in all views have been merged; a fully contiguous box is one row.
// A range [low, high) of the elements of a box can be walked alone, which is
// how members share the work of a reduction.
//
//===----------------------------------------------------------------------===//

#include "core/Execute.h"

#include <algorithm>
#include <cstring>

using namespace tprt;

void Scratch::reserve(size_t memberCount, size_t views) {
  if (members.size() < memberCount)
    members.resize(memberCount);
  if (bases.size() >= views)
    return;
  bases.resize(views);
  cursors.resize(views);
  steps.resize(views * (maxDims + 1)); // merge() leaves at least one dimension
  innerStrides.resize(views);
  addresses.resize(views);
}

namespace {

/// A box in several views.
class Walk {
public:
  Walk(Scratch &scratch, int64_t elementSize)
      : scratch(scratch), elementSize(elementSize) {}

  void begin(int32_t dims, const int64_t *extents, int32_t views);
  void setView(int32_t view, const tprt_tensor_t &tensor,
               const int64_t *offsets);
  void merge();

  /// Calls body(cursors, innerStrides, count) for each row of the elements
  /// [low, high) of the box, in row-major order.
  template <typename Body> void rows(int64_t low, int64_t high, Body body);

private:
  int64_t &step(int32_t dim, int32_t view) {
    return scratch.steps[size_t(dim) * views + view];
  }

  Scratch &scratch;
  int64_t elementSize;
  int32_t dims = 0;
  int32_t views = 0;
  int64_t extents[maxDims + 1];
};

} // namespace

void Walk::begin(int32_t newDims, const int64_t *newExtents, int32_t newViews) {
  dims = newDims;
  views = newViews;
  std::copy(newExtents, newExtents + dims, extents);
}

/// Places a view: `offsets` is the box's position in the tensor.
void Walk::setView(int32_t view, const tprt_tensor_t &tensor,
                   const int64_t *offsets) {
  int64_t offset = 0;
  for (int32_t d = 0; d < dims; ++d) {
    offset += offsets[d] * tensor.strides[d];
    step(d, view) = tensor.strides[d] * elementSize;
  }
  scratch.bases[view] = static_cast<char *>(tensor.data) + offset * elementSize;
}

/// Drops dimensions of extent 1 and joins neighbours that are contiguous in all
/// views; ends with at least one dimension.
void Walk::merge() {
  int32_t kept = 0;
  for (int32_t d = 0; d < dims; ++d) {
    if (extents[d] == 1)
      continue;
    bool joins = kept > 0;
    for (int32_t v = 0; joins && v < views; ++v)
      joins = step(kept - 1, v) == step(d, v) * extents[d];
    int32_t target = joins ? kept - 1 : kept++;
    extents[target] = joins ? extents[target] * extents[d] : extents[d];
    for (int32_t v = 0; v < views; ++v)
      step(target, v) = step(d, v);
  }
  if (kept == 0) {
    extents[0] = 1;
    for (int32_t v = 0; v < views; ++v)
      step(0, v) = elementSize;
    kept = 1;
  }
  dims = kept;
  for (int32_t v = 0; v < views; ++v)
    scratch.innerStrides[v] = step(dims - 1, v) / elementSize;
}

template <typename Body> void Walk::rows(int64_t low, int64_t high, Body body) {
  // Where `low` is, as an index per dimension.
  int64_t index[maxDims];
  int64_t rest = low;
  for (int32_t d = dims; d-- > 0;) {
    index[d] = rest % extents[d];
    rest /= extents[d];
  }
  int32_t inner = dims - 1;
  for (int32_t v = 0; v < views; ++v) {
    scratch.cursors[v] = scratch.bases[v];
    for (int32_t d = 0; d < dims; ++d)
      scratch.cursors[v] += index[d] * step(d, v);
  }
  while (low < high) {
    int64_t count = std::min(extents[inner] - index[inner], high - low);
    body(scratch.cursors.data(), scratch.innerStrides.data(), count);
    low += count;
    if (low >= high)
      return;
    // The next row: back to the start of this one, then one step with carry.
    for (int32_t v = 0; v < views; ++v)
      scratch.cursors[v] -= index[inner] * step(inner, v);
    index[inner] = 0;
    for (int32_t d = inner; d-- > 0;) {
      bool carries = ++index[d] == extents[d];
      int64_t move = carries ? 1 - extents[d] : 1;
      for (int32_t v = 0; v < views; ++v)
        scratch.cursors[v] += move * step(d, v);
      if (!carries)
        break;
      index[d] = 0;
    }
  }
}

template <typename Element>
static void copyElements(char *target, int64_t targetStride, const char *source,
                         int64_t sourceStride, int64_t count) {
  auto *to = reinterpret_cast<Element *>(target);
  auto *from = reinterpret_cast<const Element *>(source);
  for (int64_t i = 0; i < count; ++i)
    to[i * targetStride] = from[i * sourceStride];
}

/// One row from one place to another; strides in elements.
static void copyRow(char *target, int64_t targetStride, const char *source,
                    int64_t sourceStride, int64_t count, int64_t elementSize) {
  if (targetStride == 1 && sourceStride == 1) {
    std::memcpy(target, source, size_t(count * elementSize));
    return;
  }
  switch (elementSize) {
  case 1:
    return copyElements<uint8_t>(target, targetStride, source, sourceStride,
                                 count);
  case 2:
    return copyElements<uint16_t>(target, targetStride, source, sourceStride,
                                  count);
  case 4:
    return copyElements<uint32_t>(target, targetStride, source, sourceStride,
                                  count);
  default:
    return copyElements<uint64_t>(target, targetStride, source, sourceStride,
                                  count);
  }
}

/// Calls body(extents, sourceOffsets, targetOffsets) for each box of a piece.
template <typename Body> static void forEachBox(const Piece &piece, Body body) {
  int32_t dims = int32_t(piece.dims.size());
  size_t index[maxDims] = {};
  int64_t extents[maxDims], from[maxDims], to[maxDims];
  while (true) {
    for (int32_t d = 0; d < dims; ++d) {
      const Segment &segment = piece.dims[d][index[d]];
      extents[d] = segment.length;
      from[d] = segment.from;
      to[d] = segment.to;
    }
    body(extents, from, to);
    int32_t d = dims - 1;
    while (d >= 0 && ++index[d] == piece.dims[d].size())
      index[d--] = 0;
    if (d < 0)
      return;
  }
}

/// Where the share of replica `index` of `count` begins: shares are in units of
/// 64 elements, so that two ranks seldom write one cache line.
static int64_t shareBegin(int64_t volume, int64_t index, int64_t count) {
  constexpr int64_t unit = 64;
  int64_t units = volume / unit + (volume % unit != 0 ? 1 : 0);
  int64_t begin = units / count * index + units % count * index / count;
  return std::min(volume, begin * unit);
}

static void copyPiece(const Plan &plan, size_t tensor, const Piece &piece,
                      const MemberTensors *members, Walk &walk) {
  int64_t elementSize = int64_t(tprt_dtype_size(plan.dtype));
  const tprt_tensor_t &source = members[piece.sources[0]].inputs[tensor];
  const tprt_tensor_t &target = members[plan.position].outputs[tensor];
  forEachBox(piece, [&](const int64_t *extents, const int64_t *from,
                        const int64_t *to) {
    walk.begin(target.rank, extents, 2);
    walk.setView(0, source, from);
    walk.setView(1, target, to);
    walk.merge();
    int64_t volume = 1;
    for (int32_t d = 0; d < target.rank; ++d)
      volume *= extents[d];
    walk.rows(0, volume,
              [&](char *const *cursors, const int64_t *strides, int64_t count) {
                copyRow(cursors[1], strides[1], cursors[0], strides[0], count,
                        elementSize);
              });
  });
}

/// Reduces one block of a row and writes it to all targets.
static void reduceRow(const Plan &plan, int32_t sourceCount,
                      int32_t targetCount, char *const *cursors,
                      const int64_t *strides, int64_t count,
                      const void **addresses) {
  alignas(64) char block[reduceBlockElements * 8];
  int64_t elementSize = int64_t(tprt_dtype_size(plan.dtype));
  for (int64_t done = 0; done < count; done += reduceBlockElements) {
    int64_t now = std::min(reduceBlockElements, count - done);
    for (int32_t s = 0; s < sourceCount; ++s)
      addresses[s] = cursors[s] + done * strides[s] * elementSize;
    plan.reduce(block, addresses, strides, sourceCount, now);
    for (int32_t t = sourceCount; t < sourceCount + targetCount; ++t)
      copyRow(cursors[t] + done * strides[t] * elementSize, strides[t], block,
              1, now, elementSize);
  }
}

static void reducePiece(const Plan &plan, size_t index, const Piece &piece,
                        const MemberTensors *members, Walk &walk,
                        const void **addresses) {
  const TensorPlan &tensor = plan.tensors[index];
  int32_t sources = int32_t(piece.sources.size());
  int32_t targets = int32_t(tensor.replicas.size());
  int64_t shareLow =
      shareBegin(tensor.outputVolume, tensor.replicaIndex, targets);
  int64_t shareHigh =
      shareBegin(tensor.outputVolume, tensor.replicaIndex + 1, targets);

  int64_t before = 0; // elements in earlier boxes
  forEachBox(piece, [&](const int64_t *extents, const int64_t *from,
                        const int64_t *to) {
    int32_t dims = int32_t(piece.dims.size());
    int64_t volume = 1;
    for (int32_t d = 0; d < dims; ++d)
      volume *= extents[d];
    int64_t low = std::max(shareLow - before, int64_t(0));
    int64_t high = std::min(shareHigh - before, volume);
    before += volume;
    if (low >= high)
      return;
    walk.begin(dims, extents, sources + targets);
    for (int32_t s = 0; s < sources; ++s)
      walk.setView(s, members[piece.sources[s]].inputs[index], from);
    for (int32_t t = 0; t < targets; ++t)
      walk.setView(sources + t, members[tensor.replicas[t]].outputs[index], to);
    walk.merge();
    walk.rows(low, high,
              [&](char *const *cursors, const int64_t *strides, int64_t count) {
                reduceRow(plan, sources, targets, cursors, strides, count,
                          addresses);
              });
  });
}

void tprt::execute(const Plan &plan, const MemberTensors *members,
                   Scratch &scratch) {
  Walk walk(scratch, int64_t(tprt_dtype_size(plan.dtype)));
  for (size_t i = 0; i < plan.tensors.size(); ++i)
    for (const Piece &piece : plan.tensors[i].pieces) {
      if (plan.reduce)
        reducePiece(plan, i, piece, members, walk, scratch.addresses.data());
      else
        copyPiece(plan, i, piece, members, walk);
    }
}
