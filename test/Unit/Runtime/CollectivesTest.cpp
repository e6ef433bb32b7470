//===- CollectivesTest.cpp - every kind moves the right elements ----------===//
//
// A case is a collective; the checker gives every element of the global tensor
// a value that no other has, fills each rank's input with what the contract
// says that the rank holds, runs the collective, and compares each output
// element with the value that the contract says it has. Reductions here are
// exact integer sums; ReductionsTest.cpp looks at the arithmetic.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <random>

using namespace tprt_test;

namespace {

/// The value of an element that `rank` contributes, as bits of the element.
uint64_t valueOf(const Collective &collective, size_t item, int64_t element,
                 int64_t rank) {
  uint64_t mixed = uint64_t(element + 1) * 0x9e3779b97f4a7c15u +
                   uint64_t(item) * 0xc2b2ae3d27d4eb4fu;
  bool differsByRank = collective.kind == TPRT_ALL_REDUCE ||
                       collective.kind == TPRT_REDUCE_SCATTER ||
                       collective.kind == TPRT_BROADCAST;
  if (differsByRank)
    mixed += uint64_t(rank + 1) * 0xd6e8feb86659fd93u;
  mixed ^= mixed >> 29;
  if (collective.dtype == TPRT_I1)
    return mixed & 1;
  size_t bytes = tprt_dtype_size(collective.dtype);
  return bytes == 8 ? mixed : mixed & ((uint64_t(1) << (8 * bytes)) - 1);
}

/// The value that the contract gives an output element of `rank`.
uint64_t expectedBits(const Collective &collective, size_t item,
                      int64_t element, int64_t rank, int64_t rankCount) {
  std::vector<int64_t> members = groupOf(collective.group, rank, rankCount);
  if (collective.kind == TPRT_BROADCAST)
    return valueOf(collective, item, element, members[0]);
  if (collective.kind != TPRT_ALL_REDUCE &&
      collective.kind != TPRT_REDUCE_SCATTER)
    return valueOf(collective, item, element, rank);
  uint64_t sum = 0; // integers wrap
  for (int64_t member : members)
    sum += valueOf(collective, item, element, member);
  size_t bytes = tprt_dtype_size(collective.dtype);
  if (collective.dtype == TPRT_I1)
    return sum & 1;
  return bytes == 8 ? sum : sum & ((uint64_t(1) << (8 * bytes)) - 1);
}

struct Case {
  Collective collective;
  Memory inputMemory = Memory::Dense;
  Memory outputMemory = Memory::Dense;
};

/// Runs one case on the calling rank; returns the first fault, or "".
std::string runCase(const Case &test, int64_t rank, int64_t rankCount) {
  const Collective &collective = test.collective;
  std::vector<Tensor> inputs, outputs;
  for (size_t i = 0; i < collective.items.size(); ++i) {
    const Item &item = collective.items[i];
    inputs.emplace_back(localSizes(item.input, item.sizes, rank),
                        collective.dtype, test.inputMemory);
    outputs.emplace_back(localSizes(item.output, item.sizes, rank),
                         collective.dtype, test.outputMemory);
    std::vector<int64_t> held = heldElements(item.input, item.sizes, rank);
    for (size_t e = 0; e < held.size(); ++e)
      inputs[i].setBits(int64_t(e), valueOf(collective, i, held[e], rank));
  }
  call(collective.descriptor(), inputs, outputs);

  for (size_t i = 0; i < collective.items.size(); ++i) {
    const Item &item = collective.items[i];
    std::vector<int64_t> held = heldElements(item.output, item.sizes, rank);
    for (size_t e = 0; e < held.size(); ++e) {
      uint64_t expected = expectedBits(collective, i, held[e], rank, rankCount);
      if (outputs[i].bits(int64_t(e)) != expected)
        return describe(collective) + ": rank " + std::to_string(rank) +
               " tensor " + std::to_string(i) + " element " +
               std::to_string(e) + " is " +
               std::to_string(outputs[i].bits(int64_t(e))) + ", expected " +
               std::to_string(expected);
    }
    if (!outputs[i].paddingIntact())
      return describe(collective) + ": wrote outside of output " +
             std::to_string(i);
    std::vector<int64_t> given = heldElements(item.input, item.sizes, rank);
    for (size_t e = 0; e < given.size(); ++e)
      if (inputs[i].bits(int64_t(e)) != valueOf(collective, i, given[e], rank))
        return describe(collective) + ": wrote to input " + std::to_string(i);
  }
  return "";
}

/// Runs all cases in one program, so that they follow each other at full speed.
void runCases(int32_t rankCount, const std::vector<Case> &cases) {
  World world(rankCount);
  std::vector<std::string> faults(rankCount);
  expectRuns(world, [&](int32_t rank) {
    for (const Case &test : cases) {
      std::string fault = runCase(test, rank, rankCount);
      if (faults[rank].empty())
        faults[rank] = fault;
    }
  });
  for (const std::string &fault : faults)
    EXPECT_EQ(fault, "");
}

Case oneTensor(tprt_collective_kind_t kind, tprt_dtype_t dtype, Digits group,
               Item item) {
  return {{kind, TPRT_SUM, dtype, std::move(group), {std::move(item)}}};
}

constexpr tprt_dtype_t allDtypes[] = {TPRT_F32,  TPRT_F64, TPRT_F16,
                                      TPRT_BF16, TPRT_I1,  TPRT_I8,
                                      TPRT_I16,  TPRT_I32, TPRT_I64};

} // namespace

//===----------------------------------------------------------------------===//
// All sizes over all counts
//===----------------------------------------------------------------------===//

/// For n = 1 .. 9 and d = 0 .. 17: a dimension of d elements over n ranks.
class UnevenShards : public testing::TestWithParam<int> {
protected:
  int64_t n = GetParam();
  Digits axis = {{n, 1}};

  void run(const std::function<Case(int64_t)> &makeCase) {
    std::vector<Case> cases;
    for (int64_t d = 0; d <= 17; ++d)
      cases.push_back(makeCase(d));
    runCases(int32_t(n), cases);
  }
};

TEST_P(UnevenShards, all_gather) {
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_GATHER, TPRT_I32, axis,
                     {{d, 3}, {{axis}, {}}, whole(2)});
  });
}

TEST_P(UnevenShards, all_slice) {
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_SLICE, TPRT_I32, axis,
                     {{3, d}, whole(2), {{}, {axis}}});
  });
}

TEST_P(UnevenShards, all_reduce) {
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_REDUCE, TPRT_I32, axis,
                     {{d, 7}, whole(2), whole(2)});
  });
}

TEST_P(UnevenShards, reduce_scatter) {
  run([&](int64_t d) {
    return oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, axis,
                     {{d, 3}, whole(2), {{axis}, {}}});
  });
}

TEST_P(UnevenShards, all_to_all) {
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_TO_ALL, TPRT_I32, axis,
                     {{d, 17 - d}, {{axis}, {}}, {{}, {axis}}});
  });
}

TEST_P(UnevenShards, broadcast) {
  run([&](int64_t d) {
    return oneTensor(TPRT_BROADCAST, TPRT_I32, axis,
                     {{d, 2}, whole(2), whole(2)});
  });
}

TEST_P(UnevenShards, permute_to_another_granule) {
  run([&](int64_t d) {
    return oneTensor(TPRT_PERMUTE, TPRT_I32, axis,
                     {{d}, {{axis}}, {{axis, 3, 1}}});
  });
}

TEST_P(UnevenShards, permute_to_another_order_of_digits) {
  for (int64_t a = 1; a <= n; ++a) {
    if (n % a != 0)
      continue;
    int64_t b = n / a;
    Digits majorFirst = {{a, b}, {b, 1}}, minorFirst = {{b, 1}, {a, b}};
    run([&](int64_t d) {
      return oneTensor(TPRT_PERMUTE, TPRT_I32, axis,
                       {{d}, {{majorFirst}}, {{minorFirst}}});
    });
  }
}

TEST_P(UnevenShards, granules_gather_and_slice) {
  for (int64_t granule : {2, 5, 100}) {
    run([&](int64_t d) {
      return oneTensor(TPRT_ALL_GATHER, TPRT_I16, axis,
                       {{d}, {{axis, granule, 1}}, whole(1)});
    });
    run([&](int64_t d) {
      return oneTensor(TPRT_REDUCE_SCATTER, TPRT_I16, axis,
                       {{d}, whole(1), {{axis, granule, 1}}});
    });
  }
}

TEST_P(UnevenShards, chunks_gather_and_slice) {
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_GATHER, TPRT_I16, axis,
                     {{3 * d, 2}, {{axis, 1, 3}, {}}, whole(2)});
  });
  run([&](int64_t d) {
    return oneTensor(TPRT_ALL_SLICE, TPRT_I16, axis,
                     {{3 * d}, whole(1), {{axis, 2, 3}}});
  });
  run([&](int64_t d) {
    return oneTensor(TPRT_REDUCE_SCATTER, TPRT_I16, axis,
                     {{2, 3 * d}, whole(2), {{}, {axis, 1, 3}}});
  });
  run([&](int64_t d) {
    return oneTensor(TPRT_PERMUTE, TPRT_I16, axis,
                     {{6 * d}, {{axis, 1, 3}}, {{axis, 2, 2}}});
  });
}

INSTANTIATE_TEST_SUITE_P(Counts, UnevenShards, testing::Range(1, 10));

//===----------------------------------------------------------------------===//
// Types, memory, buckets
//===----------------------------------------------------------------------===//

TEST(Collectives, every_dtype_in_every_kind) {
  Digits axis = {{3, 1}};
  std::vector<Case> cases;
  for (tprt_dtype_t dtype : allDtypes) {
    Layout rows = {{axis}, {}}, columns = {{}, {axis}};
    cases.push_back(
        oneTensor(TPRT_ALL_GATHER, dtype, axis, {{7, 5}, rows, whole(2)}));
    cases.push_back(
        oneTensor(TPRT_ALL_TO_ALL, dtype, axis, {{7, 5}, rows, columns}));
    cases.push_back(
        oneTensor(TPRT_ALL_SLICE, dtype, axis, {{7, 5}, whole(2), columns}));
    cases.push_back(
        oneTensor(TPRT_BROADCAST, dtype, axis, {{7, 5}, whole(2), whole(2)}));
    cases.push_back(oneTensor(TPRT_PERMUTE, dtype, axis,
                              {{7, 5}, rows, {{axis, 2, 1}, {}}}));
    if (dtype < TPRT_I1)
      continue; // sums of arbitrary bits are exact in integers only
    cases.push_back(
        oneTensor(TPRT_ALL_REDUCE, dtype, axis, {{7, 5}, whole(2), whole(2)}));
    cases.push_back(
        oneTensor(TPRT_REDUCE_SCATTER, dtype, axis, {{7, 5}, whole(2), rows}));
  }
  runCases(3, cases);
}

TEST(Collectives, strided_inputs_and_outputs) {
  Digits axis = {{4, 1}};
  std::vector<Case> cases;
  for (Memory input : {Memory::Dense, Memory::Padded, Memory::Transposed})
    for (Memory output : {Memory::Dense, Memory::Padded, Memory::Transposed})
      for (tprt_dtype_t dtype : {TPRT_I8, TPRT_I16, TPRT_I32, TPRT_I64}) {
        Sizes sizes = {6, 9, 5};
        Layout middle = {{}, {axis}, {}}, last = {{}, {}, {axis}};
        for (Case test :
             {oneTensor(TPRT_ALL_GATHER, dtype, axis,
                        {sizes, middle, whole(3)}),
              oneTensor(TPRT_ALL_TO_ALL, dtype, axis, {sizes, middle, last}),
              oneTensor(TPRT_ALL_SLICE, dtype, axis, {sizes, whole(3), last}),
              oneTensor(TPRT_BROADCAST, dtype, axis,
                        {sizes, whole(3), whole(3)}),
              oneTensor(TPRT_ALL_REDUCE, dtype, axis,
                        {sizes, whole(3), whole(3)}),
              oneTensor(TPRT_REDUCE_SCATTER, dtype, axis,
                        {sizes, whole(3), last})}) {
          test.inputMemory = input;
          test.outputMemory = output;
          cases.push_back(test);
        }
      }
  runCases(4, cases);
}

TEST(Collectives, ranks_may_bring_different_strides) {
  Digits axis = {{3, 1}};
  Collective collective = {TPRT_ALL_REDUCE,
                           TPRT_SUM,
                           TPRT_I32,
                           axis,
                           {{{5, 7}, whole(2), whole(2)}}};
  World world(3);
  std::vector<std::string> faults(3);
  expectRuns(world, [&](int32_t rank) {
    Memory memories[] = {Memory::Dense, Memory::Padded, Memory::Transposed};
    faults[rank] = runCase(
        {collective, memories[rank], memories[(rank + 1) % 3]}, rank, 3);
  });
  for (const std::string &fault : faults)
    EXPECT_EQ(fault, "");
}

TEST(Collectives, buckets_of_several_tensors) {
  Digits axis = {{3, 1}};
  std::vector<Item> gathered, reduced, scattered, exchanged;
  for (int64_t i = 0; i < 6; ++i) {
    Sizes sizes = {i + 1, 4};
    Layout rows = {{axis}, {}}, columns = {{}, {axis}};
    gathered.push_back({sizes, i % 2 ? rows : columns, whole(2)});
    reduced.push_back({sizes, whole(2), whole(2)});
    scattered.push_back({sizes, whole(2), i % 2 ? rows : columns});
    exchanged.push_back({sizes, rows, columns});
  }
  reduced.push_back({{}, {}, {}}); // a scalar
  reduced.push_back({{300}, whole(1), whole(1)});
  runCases(3, {{{TPRT_ALL_GATHER, TPRT_SUM, TPRT_I32, axis, gathered}},
               {{TPRT_ALL_REDUCE, TPRT_SUM, TPRT_I32, axis, reduced}},
               {{TPRT_REDUCE_SCATTER, TPRT_SUM, TPRT_I32, axis, scattered}},
               {{TPRT_ALL_TO_ALL, TPRT_SUM, TPRT_I32, axis, exchanged}}});
}

TEST(Collectives, rank_0_tensors_and_empty_tensors) {
  Digits axis = {{4, 1}};
  std::vector<Case> cases;
  for (auto kind : {TPRT_ALL_REDUCE, TPRT_BROADCAST, TPRT_ALL_GATHER,
                    TPRT_ALL_SLICE, TPRT_PERMUTE}) {
    cases.push_back(oneTensor(kind, TPRT_I64, axis, {{}, {}, {}}));
    cases.push_back(oneTensor(kind, TPRT_I64, axis, {{0}, whole(1), whole(1)}));
    cases.push_back(
        oneTensor(kind, TPRT_I64, axis, {{4, 0, 2}, whole(3), whole(3)}));
  }
  runCases(4, cases);
}

TEST(Collectives, large_tensors_are_shared_out) {
  Digits axis = {{4, 1}};
  Sizes sizes = {123, 457};
  runCases(4, {oneTensor(TPRT_ALL_REDUCE, TPRT_I32, axis,
                         {sizes, whole(2), whole(2)}),
               oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, axis,
                         {sizes, whole(2), {{axis}, {}}}),
               oneTensor(TPRT_ALL_GATHER, TPRT_I32, axis,
                         {sizes, {{}, {axis}}, whole(2)})});
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

TEST(Meshes, groups_along_either_axis_of_two) {
  // <["dp"=2, "tp"=3]>
  Digits dp = {{2, 3}}, tp = {{3, 1}};
  Sizes sizes = {7, 8};
  Layout both = {{dp}, {tp}};
  std::vector<Case> cases = {
      oneTensor(TPRT_ALL_GATHER, TPRT_I32, tp, {sizes, both, {{dp}, {}}}),
      oneTensor(TPRT_ALL_GATHER, TPRT_I32, dp, {sizes, both, {{}, {tp}}}),
      oneTensor(TPRT_ALL_REDUCE, TPRT_I32, dp, {sizes, {{}, {tp}}, {{}, {tp}}}),
      oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, tp, {sizes, {{dp}, {}}, both}),
      oneTensor(TPRT_ALL_TO_ALL, TPRT_I32, tp,
                {sizes, {{tp}, {dp}}, {{}, {{{2, 3}, {3, 1}}}}}),
      oneTensor(TPRT_BROADCAST, TPRT_I32, dp, {sizes, {{}, {tp}}, {{}, {tp}}}),
      oneTensor(TPRT_ALL_SLICE, TPRT_I32, tp, {sizes, {{dp}, {}}, both}),
  };
  runCases(6, cases);
}

TEST(Meshes, groups_over_both_axes_in_either_order) {
  for (Digits group : {Digits{{2, 3}, {3, 1}}, Digits{{3, 1}, {2, 3}}}) {
    Sizes sizes = {11, 4};
    runCases(
        6, {oneTensor(TPRT_ALL_GATHER, TPRT_I32, group,
                      {sizes, {{group}, {}}, whole(2)}),
            oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, group,
                      {sizes, whole(2), {{group}, {}}}),
            oneTensor(TPRT_ALL_REDUCE, TPRT_I32, group,
                      {sizes, whole(2), whole(2)}),
            oneTensor(TPRT_BROADCAST, TPRT_I32, group,
                      {sizes, whole(2), whole(2)}),
            oneTensor(
                TPRT_PERMUTE, TPRT_I32, group,
                {sizes, {{{{2, 3}}}, {{{3, 1}}}}, {{{{3, 1}}}, {{{2, 3}}}}})});
  }
}

TEST(Meshes, sub_axes) {
  // "x" = 8 as "x":(1)2, "x":(2)4 and its halves
  Digits outer = {{2, 4}}, inner = {{4, 1}}, middle = {{2, 2}};
  Sizes sizes = {13, 9};
  runCases(8, {oneTensor(TPRT_ALL_GATHER, TPRT_I32, inner,
                         {sizes, {{{{8, 1}}}, {}}, {{outer}, {}}}),
               oneTensor(TPRT_ALL_SLICE, TPRT_I32, inner,
                         {sizes, {{outer}, {}}, {{{{8, 1}}}, {}}}),
               oneTensor(TPRT_ALL_REDUCE, TPRT_I32, middle,
                         {sizes, {{outer}, {}}, {{outer}, {}}}),
               oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, middle,
                         {sizes, {{outer}, {}}, {{outer}, {middle}}})});
}

TEST(Meshes, partly_replicated_output_of_a_reduction) {
  // Reduced over both axes, scattered over one of them.
  Digits dp = {{2, 3}}, tp = {{3, 1}}, all = {{2, 3}, {3, 1}};
  Sizes sizes = {100, 9};
  runCases(6, {oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, all,
                         {sizes, whole(2), {{tp}, {}}}),
               oneTensor(TPRT_REDUCE_SCATTER, TPRT_I32, all,
                         {sizes, whole(2), {{}, {dp}}})});
}

TEST(Meshes, a_group_of_one_moves_nothing) {
  for (Digits group : {Digits{}, Digits{{1, 1}}, Digits{{1, 4}}})
    runCases(4, {oneTensor(TPRT_ALL_REDUCE, TPRT_I32, group,
                           {{5}, whole(1), whole(1)}),
                 oneTensor(TPRT_ALL_GATHER, TPRT_I32, group,
                           {{5}, {{{{4, 1}}}}, {{{{4, 1}}}}})});
}

/// Random meshes, layouts, granules, chunks, types and strides.
TEST(Meshes, random_layouts) {
  std::mt19937 random(20240607);
  auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  const std::vector<Sizes> meshes = {{2, 2}, {2, 3}, {3, 2}, {2, 2, 2}, {5}};
  for (const Sizes &mesh : meshes) {
    int64_t rankCount = volumeOf(mesh);
    Digits axes;
    int64_t stride = rankCount;
    for (int64_t size : mesh)
      axes.push_back({size, stride /= size});

    /// A layout over some of the given axes.
    auto randomLayout = [&](const Sizes &sizes, Digits from) {
      Layout layout(sizes.size());
      std::shuffle(from.begin(), from.end(), random);
      for (const Digit &digit : from) {
        int64_t d = pick(-1, int64_t(sizes.size()) - 1);
        if (d >= 0)
          layout[d].digits.push_back(digit);
      }
      for (size_t d = 0; d < sizes.size(); ++d) {
        if (layout[d].digits.empty())
          continue;
        layout[d].granule = pick(1, 3);
        layout[d].chunks = sizes[d] % 3 == 0 ? pick(0, 1) * 2 + 1 : 1;
      }
      return layout;
    };

    std::vector<Case> cases;
    for (int i = 0; i < 120; ++i) {
      auto kind = tprt_collective_kind_t(pick(0, TPRT_KIND_COUNT - 1));
      bool reduces = kind == TPRT_ALL_REDUCE || kind == TPRT_REDUCE_SCATTER;
      Digits group, rest;
      for (const Digit &axis : axes)
        (pick(0, 1) ? group : rest).push_back(axis);
      std::shuffle(group.begin(), group.end(), random);
      Case test;
      test.collective = {
          kind, TPRT_SUM, allDtypes[pick(reduces ? 4 : 0, 8)], group, {}};
      test.inputMemory = Memory(pick(0, 2));
      test.outputMemory = Memory(pick(0, 2));
      for (int64_t items = pick(1, 3); items > 0; --items) {
        Sizes sizes;
        for (int64_t dims = pick(1, 3); dims > 0; --dims)
          sizes.push_back(pick(0, 9));
        Layout input, output;
        if (reduces || kind == TPRT_BROADCAST || kind == TPRT_ALL_SLICE) {
          // The input does not depend on the group; the output refines it.
          input = randomLayout(sizes, rest);
          output = input;
          for (const Digit &digit : group) {
            int64_t d = pick(-1, int64_t(sizes.size()) - 1);
            if (d >= 0 && output[d].granule == 1 && output[d].chunks == 1)
              output[d].digits.push_back(digit);
          }
        } else {
          // Anything goes when the whole world takes part.
          test.collective.group = axes;
          input = randomLayout(sizes, axes);
          output = randomLayout(sizes, axes);
        }
        test.collective.items.push_back({sizes, input, output});
      }
      cases.push_back(test);
    }
    runCases(int32_t(rankCount), cases);
  }
}

//===----------------------------------------------------------------------===//
// Sharing memory with other ranks
//===----------------------------------------------------------------------===//

TEST(Collectives, an_input_may_be_reused_at_once) {
  // Each round writes over the inputs of the round before; a rank that came
  // back early would spoil what the others still read.
  Digits axis = {{4, 1}};
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_I32, axis, {{{500}, whole(1), whole(1)}}};
  World world(4);
  std::vector<int64_t> faults(4);
  expectRuns(world, [&](int32_t rank) {
    std::vector<Tensor> inputs, outputs;
    inputs.emplace_back(Sizes{500}, TPRT_I32);
    outputs.emplace_back(Sizes{500}, TPRT_I32);
    std::vector<int64_t> descriptor = collective.descriptor();
    for (int32_t round = 0; round < 200; ++round) {
      for (int64_t i = 0; i < 500; ++i)
        inputs[0].set<int32_t>(i, round * (rank + 1));
      call(descriptor, inputs, outputs);
      for (int64_t i = 0; i < 500; ++i)
        faults[rank] += outputs[0].get<int32_t>(i) != 10 * round;
    }
  });
  for (int64_t fault : faults)
    EXPECT_EQ(fault, 0);
}

TEST(Collectives, ranks_may_share_one_input) {
  Digits axis = {{4, 1}};
  std::vector<int32_t> shared(100);
  for (int32_t i = 0; i < 100; ++i)
    shared[i] = i;
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_I32, axis, {{{100}, whole(1), whole(1)}}};
  World world(4);
  std::vector<int64_t> faults(4);
  expectRuns(world, [&](int32_t rank) {
    int64_t size = 100, stride = 1;
    std::vector<int32_t> result(100);
    tprt_tensor_t input = {shared.data(), 1, &size, &stride};
    tprt_tensor_t output = {result.data(), 1, &size, &stride};
    std::vector<int64_t> descriptor = collective.descriptor();
    tprt_collective(descriptor.data(), int64_t(descriptor.size()), "", &input,
                    &output);
    for (int32_t i = 0; i < 100; ++i)
      faults[rank] += result[i] != 4 * i;
  });
  for (int64_t fault : faults)
    EXPECT_EQ(fault, 0);
}

TEST(Collectives, an_input_of_stride_0_is_read_as_repeated) {
  Digits axis = {{2, 1}};
  Collective collective = {
      TPRT_ALL_REDUCE, TPRT_SUM, TPRT_I32, axis, {{{6}, whole(1), whole(1)}}};
  World world(2);
  std::vector<std::vector<int32_t>> results(2, std::vector<int32_t>(6));
  expectRuns(world, [&](int32_t rank) {
    int32_t value = rank + 20;
    int64_t size = 6, inputStride = 0, outputStride = 1;
    tprt_tensor_t input = {&value, 1, &size, &inputStride};
    tprt_tensor_t output = {results[rank].data(), 1, &size, &outputStride};
    std::vector<int64_t> descriptor = collective.descriptor();
    tprt_collective(descriptor.data(), int64_t(descriptor.size()), "", &input,
                    &output);
  });
  for (const std::vector<int32_t> &result : results)
    EXPECT_EQ(result, std::vector<int32_t>(6, 41));
}
