//===- Plan.cpp - what one rank does in one collective --------------------===//
//
// Members are sorted into classes by the coordinates of their input layout:
// members of one class hold the same part (they are copies of one another, or
// partial values of one sum), members of different classes hold disjoint parts.
// A class that intersects the rank's output gives a piece. The kinds differ
// only in which members may be sources and in whether a piece takes one member
// of its class or all of them. Where the pieces do not fill the output, the
// collective would need data that no member has, which is an error of the
// descriptor.
//
//===----------------------------------------------------------------------===//

#include "core/Plan.h"

#include "core/DataTypes.h"

#include <algorithm>

using namespace tprt;

using Part = std::vector<std::vector<Interval>>; // per dimension

/// The coordinates of a rank in each dimension of a layout.
static std::vector<int64_t> coordinatesOf(const Layout &layout, int32_t rank) {
  std::vector<int64_t> coordinates;
  for (const DimLayout &dim : layout)
    coordinates.push_back(coordinateOf(dim.digits, rank));
  return coordinates;
}

static Part partOf(const Layout &layout, const std::vector<int64_t> &sizes,
                   const std::vector<int64_t> &coordinates) {
  Part part;
  for (size_t d = 0; d < layout.size(); ++d)
    part.push_back(tprt::partOf(layout[d], sizes[d], coordinates[d]));
  return part;
}

static std::vector<int64_t> localSizes(const Part &part) {
  std::vector<int64_t> sizes;
  for (const std::vector<Interval> &dim : part)
    sizes.push_back(lengthOf(dim));
  return sizes;
}

static int64_t volumeOf(const std::vector<int64_t> &sizes) {
  int64_t volume = 1;
  for (int64_t size : sizes)
    volume *= size;
  return volume;
}

/// Members that hold one and the same part of a tensor.
namespace {
struct MemberClass {
  std::vector<int64_t> coordinates;
  std::vector<int32_t> positions; // in group order
};
} // namespace

/// The classes of the members at `candidates`, in order of their coordinates.
static std::vector<MemberClass>
classify(const Layout &layout, const std::vector<int32_t> &members,
         const std::vector<int32_t> &candidates) {
  std::vector<MemberClass> classes;
  // Coordinates to class, as a sorted list: groups have up to a thousand
  // members.
  std::vector<std::pair<std::vector<int64_t>, int32_t>> keyed;
  for (int32_t position : candidates)
    keyed.emplace_back(coordinatesOf(layout, members[position]), position);
  std::sort(keyed.begin(), keyed.end()); // positions of a class stay in order
  for (auto &[coordinates, position] : keyed) {
    if (classes.empty() || classes.back().coordinates != coordinates)
      classes.push_back({coordinates, {}});
    classes.back().positions.push_back(position);
  }
  return classes;
}

/// The positions of the members whose input a kind may read.
static std::vector<int32_t> candidatesFor(tprt_collective_kind_t kind,
                                          int32_t memberCount) {
  if (kind == TPRT_BROADCAST)
    return {0};
  std::vector<int32_t> all(memberCount);
  for (int32_t i = 0; i < memberCount; ++i)
    all[i] = i;
  return all;
}

/// Which of several copies to read: one's own, else the next one in the ring,
/// so that readers spread over the copies.
static int32_t chooseCopy(const std::vector<int32_t> &positions, int32_t self) {
  for (int32_t position : positions)
    if (position >= self)
      return position;
  return positions.front();
}

static Status planTensor(const Description &description,
                         const TensorDescription &tensor, size_t index,
                         Plan &plan, TensorPlan &result) {
  int32_t self = plan.position, rank = plan.members[self];
  bool reducing = isReducing(plan.kind);

  Part output =
      partOf(tensor.output, tensor.sizes, coordinatesOf(tensor.output, rank));
  result.outputSizes = localSizes(output);
  result.outputVolume = volumeOf(result.outputSizes);
  result.inputSizes = localSizes(
      partOf(tensor.input, tensor.sizes, coordinatesOf(tensor.input, rank)));

  std::vector<MemberClass> classes =
      classify(tensor.input, plan.members,
               candidatesFor(plan.kind, int32_t(plan.members.size())));
  if (reducing && classes.size() != 1)
    return error(
        TPRT_INVALID_ARGUMENT,
        text(tprt_collective_kind_name(plan.kind), ": input layout ",
             describe(tensor.input), " of tensor ", index,
             " is cut over the group ", describe(description.group),
             ", but each member has to hold a partial value of the same part"));

  int64_t covered = 0;
  for (const MemberClass &holders : classes) {
    Part input = partOf(tensor.input, tensor.sizes, holders.coordinates);
    Piece piece;
    int64_t volume = 1;
    for (size_t d = 0; d < input.size() && volume > 0; ++d) {
      piece.dims.push_back(intersect(input[d], output[d]));
      int64_t length = 0;
      for (const Segment &segment : piece.dims.back())
        length += segment.length;
      volume *= length;
    }
    if (volume == 0)
      continue;
    covered += volume;
    if (reducing)
      piece.sources = holders.positions;
    else
      piece.sources = {chooseCopy(holders.positions, self)};
    result.pieces.push_back(std::move(piece));
  }
  if (covered != result.outputVolume)
    return error(TPRT_INVALID_ARGUMENT,
                 text(tprt_collective_kind_name(plan.kind), ": tensor ", index,
                      " [", joined(tensor.sizes, "x"), "]: rank ", rank,
                      " needs ", result.outputVolume,
                      " elements for output layout ", describe(tensor.output),
                      ", but only ", covered, " of them are held by ",
                      plan.kind == TPRT_ALL_SLICE   ? "itself"
                      : plan.kind == TPRT_BROADCAST ? "the member that sends"
                                                    : "members of the group",
                      " with input layout ", describe(tensor.input)));

  if (reducing) {
    std::vector<int64_t> mine = coordinatesOf(tensor.output, rank);
    for (size_t position = 0; position < plan.members.size(); ++position)
      if (coordinatesOf(tensor.output, plan.members[position]) == mine)
        result.replicas.push_back(int32_t(position));
  } else {
    result.replicas = {self};
  }
  result.replicaIndex =
      int32_t(std::find(result.replicas.begin(), result.replicas.end(), self) -
              result.replicas.begin());
  return TPRT_OK;
}

Status tprt::buildPlan(bool isBarrier, const int64_t *descriptor,
                       int64_t length, int32_t rank, int32_t rankCount,
                       Plan &outPlan) {
  Description description;
  if (Status status =
          isBarrier
              ? parseBarrier(descriptor, length, rankCount, description)
              : parseCollective(descriptor, length, rankCount, description))
    return status;

  Plan plan;
  plan.isBarrier = isBarrier;
  plan.kind = description.kind;
  plan.dtype = description.dtype;
  if (!isBarrier && plan.kind == TPRT_ALL_SLICE)
    plan.members = {rank};
  else
    plan.members = membersOf(description.group, rank);
  plan.sorted = plan.members;
  std::sort(plan.sorted.begin(), plan.sorted.end());
  for (int32_t member : plan.members)
    plan.slots.push_back(int32_t(
        std::lower_bound(plan.sorted.begin(), plan.sorted.end(), member) -
        plan.sorted.begin()));
  plan.position =
      int32_t(std::find(plan.members.begin(), plan.members.end(), rank) -
              plan.members.begin());
  if (!isBarrier && isReducing(plan.kind)) {
    plan.reduce = reduceFunction(description.reduction, description.dtype);
    if (!plan.reduce)
      return error(TPRT_UNSUPPORTED,
                   text(tprt_collective_kind_name(plan.kind), ": reduction ",
                        tprt_reduction_name(description.reduction),
                        " has no meaning on ",
                        tprt_dtype_name(description.dtype)));
  }

  for (size_t i = 0; i < description.tensors.size(); ++i) {
    plan.tensors.emplace_back();
    TensorPlan &tensor = plan.tensors.back();
    if (Status status =
            planTensor(description, description.tensors[i], i, plan, tensor))
      return status;
    plan.outputBytes +=
        tensor.outputVolume * int64_t(tprt_dtype_size(plan.dtype));
    for (const Piece &piece : tensor.pieces)
      plan.maxViews = std::max(plan.maxViews, int32_t(piece.sources.size() +
                                                      tensor.replicas.size()));
  }
  outPlan = std::move(plan);
  return TPRT_OK;
}

//===----------------------------------------------------------------------===//
// The tensors of a call
//===----------------------------------------------------------------------===//

static Status checkTensor(const Plan &plan, const char *role, size_t index,
                          const tprt_tensor_t &tensor,
                          const std::vector<int64_t> &sizes) {
  auto complain = [&](const std::string &message) {
    return error(TPRT_INVALID_ARGUMENT,
                 text(tprt_collective_kind_name(plan.kind), ": ", role,
                      " tensor ", index, ": ", message));
  };
  if (tensor.rank != int32_t(sizes.size()))
    return complain(text("rank ", tensor.rank, ", expected ", sizes.size()));
  if (tensor.rank > 0 && (!tensor.sizes || !tensor.strides))
    return complain("sizes or strides are null");
  for (size_t d = 0; d < sizes.size(); ++d)
    if (tensor.sizes[d] != sizes[d])
      return complain(text("dimension ", d, " has size ", tensor.sizes[d],
                           ", expected ", sizes[d], " on rank ",
                           plan.members[plan.position]));
  if (!tensor.data && volumeOf(sizes) > 0)
    return complain("data is null");
  return TPRT_OK;
}

/// The bytes of a tensor that is stored without holes, else an empty range:
/// only there does an overlap of ranges prove that elements overlap.
static std::pair<uintptr_t, uintptr_t> denseBytes(const tprt_tensor_t &tensor,
                                                  size_t elementSize) {
  int64_t volume = 1;
  for (int32_t d = tensor.rank; d-- > 0;) {
    if (tensor.sizes[d] > 1 && tensor.strides[d] != volume)
      return {0, 0};
    volume *= tensor.sizes[d];
  }
  auto begin = reinterpret_cast<uintptr_t>(tensor.data);
  return {begin, begin + uintptr_t(volume) * elementSize};
}

Status tprt::checkTensors(const Plan &plan, const tprt_tensor_t *inputs,
                          const tprt_tensor_t *outputs) {
  if (!inputs || !outputs)
    return error(TPRT_INVALID_ARGUMENT,
                 text(tprt_collective_kind_name(plan.kind), ": the list of ",
                      inputs ? "outputs" : "inputs", " is null"));
  for (size_t i = 0; i < plan.tensors.size(); ++i) {
    if (Status status = checkTensor(plan, "input", i, inputs[i],
                                    plan.tensors[i].inputSizes))
      return status;
    if (Status status = checkTensor(plan, "output", i, outputs[i],
                                    plan.tensors[i].outputSizes))
      return status;
  }
  size_t elementSize = tprt_dtype_size(plan.dtype);
  for (size_t o = 0; o < plan.tensors.size(); ++o) {
    auto [outputBegin, outputEnd] = denseBytes(outputs[o], elementSize);
    for (size_t i = 0; i < plan.tensors.size(); ++i) {
      auto [inputBegin, inputEnd] = denseBytes(inputs[i], elementSize);
      if (outputBegin < inputEnd && inputBegin < outputEnd)
        return error(TPRT_INVALID_ARGUMENT,
                     text(tprt_collective_kind_name(plan.kind),
                          ": output tensor ", o, " overlaps input tensor ", i));
    }
  }
  return TPRT_OK;
}
