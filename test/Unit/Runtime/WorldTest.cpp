//===- WorldTest.cpp - worlds, ranks, counters, barriers ------------------===//
//
// What a world is apart from the data that moves in it.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace tprt_test;

TEST(World, arguments_are_checked) {
  tprt_world_t *world = nullptr;
  tprt_world_options_t options = {4, 0};
  EXPECT_EQ(tprt_world_create(nullptr, &world), TPRT_INVALID_ARGUMENT);
  EXPECT_EQ(tprt_world_create(&options, nullptr), TPRT_INVALID_ARGUMENT);
  for (int32_t count : {0, -1, TPRT_MAX_RANKS + 1}) {
    options.rank_count = count;
    EXPECT_EQ(tprt_world_create(&options, &world), TPRT_INVALID_ARGUMENT);
    EXPECT_EQ(world, nullptr);
    expectContains(tprt_last_error(), "rank count " + std::to_string(count) +
                                          " is not in [1, 1024]");
  }
  World real(1);
  EXPECT_EQ(tprt_world_run(nullptr, nullptr, nullptr), TPRT_INVALID_ARGUMENT);
  EXPECT_EQ(tprt_world_run(real.handle, nullptr, nullptr),
            TPRT_INVALID_ARGUMENT);
  tprt_world_destroy(nullptr);
  tprt_world_release_buffers(nullptr);
}

TEST(World, each_rank_runs_once_on_its_own_thread) {
  for (int32_t count : {1, 2, 7, 64}) {
    World world(count);
    std::vector<int> runs(count);
    std::vector<std::thread::id> threads(count);
    expectRuns(world, [&](int32_t rank) {
      EXPECT_EQ(tprt_rank(), rank);
      EXPECT_EQ(tprt_rank_count(), count);
      ++runs[rank];
      threads[rank] = std::this_thread::get_id();
    });
    EXPECT_EQ(runs, std::vector<int>(count, 1));
    for (std::thread::id thread : threads)
      EXPECT_NE(thread, std::this_thread::get_id());
  }
}

TEST(World, the_largest_one) {
  World world(TPRT_MAX_RANKS, 120);
  std::vector<int64_t> barrier = barrierDescriptor({{TPRT_MAX_RANKS, 1}});
  std::atomic<int> before{0};
  std::atomic<int> early{0};
  expectRuns(world, [&](int32_t) {
    ++before;
    tprt_barrier(barrier.data(), int64_t(barrier.size()), "");
    early += before != TPRT_MAX_RANKS;
  });
  EXPECT_EQ(early, 0);
}

TEST(World, many_after_each_other_and_beside_each_other) {
  for (int i = 0; i < 50; ++i) {
    World one(2), other(3);
    expectRuns(one, [](int32_t) { EXPECT_EQ(tprt_rank_count(), 2); });
    expectRuns(other, [](int32_t) { EXPECT_EQ(tprt_rank_count(), 3); });
  }
}

TEST(World, a_run_inside_a_run_of_the_same_world_is_refused) {
  World world(2);
  expectRuns(world, [&](int32_t) {
    EXPECT_EQ(tprt_world_run(
                  world.handle, [](int32_t, void *) {}, nullptr),
              TPRT_INVALID_ARGUMENT);
  });
}

TEST(World, another_world_inside_a_rank) {
  World outer(2);
  std::atomic<int> runs{0};
  expectRuns(outer, [&](int32_t rank) {
    World inner(3);
    expectRuns(inner, [&](int32_t) { ++runs; });
    EXPECT_EQ(tprt_rank(), rank);
    EXPECT_EQ(tprt_rank_count(), 2);
  });
  EXPECT_EQ(runs, 6);
}

TEST(World, ranks_have_room_on_their_stacks) {
  World world(2);
  expectRuns(world, [](int32_t rank) {
    volatile char large[6 << 20];
    for (size_t i = 0; i < sizeof large; i += 4096)
      large[i] = char(rank);
    EXPECT_EQ(large[4096], rank);
  });
}

TEST(World, rank_status_after_a_good_run) {
  World world(2);
  EXPECT_EQ(world.rankStatus(0), TPRT_OK); // before any
  expectRuns(world, [](int32_t) {});
  EXPECT_EQ(world.rankStatus(1), TPRT_OK);
  EXPECT_EQ(world.rankText(1), "");
  EXPECT_EQ(world.rankStatus(2), TPRT_INVALID_ARGUMENT);
  EXPECT_EQ(tprt_world_rank_status(nullptr, 0, nullptr), TPRT_INVALID_ARGUMENT);
}

//===----------------------------------------------------------------------===//
// Outside of a world
//===----------------------------------------------------------------------===//

TEST(NoWorld, is_rank_0_of_1) {
  EXPECT_EQ(tprt_rank(), 0);
  EXPECT_EQ(tprt_rank_count(), 1);
}

TEST(NoWorld, collectives_of_one_rank_work) {
  Collective collective = {TPRT_ALL_REDUCE,
                           TPRT_SUM,
                           TPRT_F32,
                           {{1, 1}},
                           {{{4}, whole(1), whole(1)}}};
  std::vector<Tensor> inputs, outputs;
  inputs.emplace_back(Sizes{4}, TPRT_F32);
  outputs.emplace_back(Sizes{4}, TPRT_F32);
  for (int64_t i = 0; i < 4; ++i)
    inputs[0].set(i, float(i));
  call(collective.descriptor(), inputs, outputs);
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(outputs[0].get<float>(i), float(i));
  std::vector<int64_t> barrier = barrierDescriptor({});
  tprt_barrier(barrier.data(), int64_t(barrier.size()), nullptr);
}

TEST(NoWorld, memory_lives_until_it_is_given_back) {
  void *data = nullptr;
  std::thread([&] {
    data = tprt_allocate(100);
    std::memset(data, 1, 100);
  }).join();
  EXPECT_EQ(static_cast<char *>(data)[99], 1);
  tprt_deallocate(data);
}

//===----------------------------------------------------------------------===//
// Barriers and counters
//===----------------------------------------------------------------------===//

TEST(Barrier, nobody_passes_before_all_have_come) {
  constexpr int32_t ranks = 6;
  World world(ranks);
  std::vector<int64_t> all = barrierDescriptor({{ranks, 1}});
  std::vector<int64_t> pairs = barrierDescriptor({{2, 1}});
  std::atomic<int> arrivals[100] = {};
  std::atomic<int> early{0};
  expectRuns(world, [&](int32_t) {
    for (auto &arrival : arrivals) {
      tprt_barrier(pairs.data(), int64_t(pairs.size()), "");
      ++arrival;
      tprt_barrier(all.data(), int64_t(all.size()), "");
      early += arrival != ranks;
    }
  });
  EXPECT_EQ(early, 0);
}

TEST(Counters, calls_and_bytes_of_results) {
  World world(2);
  Digits axis = {{2, 1}};
  Collective gather = {
      TPRT_ALL_GATHER, TPRT_SUM, TPRT_F32, axis, {{{6}, {{axis}}, whole(1)}}};
  Collective bucket = {TPRT_ALL_REDUCE,
                       TPRT_SUM,
                       TPRT_F64,
                       axis,
                       {{{2}, whole(1), whole(1)}, {{3}, whole(1), whole(1)}}};
  Collective slice = {
      TPRT_ALL_SLICE, TPRT_SUM, TPRT_F32, axis, {{{6}, whole(1), {{axis}}}}};
  for (int round = 1; round <= 2; ++round) {
    expectRuns(world, [&](int32_t rank) {
      for (const Collective &collective : {gather, bucket, slice}) {
        std::vector<Tensor> inputs, outputs;
        for (const Item &item : collective.items) {
          inputs.emplace_back(localSizes(item.input, item.sizes, rank),
                              collective.dtype);
          outputs.emplace_back(localSizes(item.output, item.sizes, rank),
                               collective.dtype);
        }
        call(collective.descriptor(), inputs, outputs);
      }
    });
    for (int32_t rank = 0; rank < 2; ++rank) {
      EXPECT_EQ(tprt_world_collective_calls(world.handle, rank), 2 * round);
      EXPECT_EQ(tprt_world_collective_bytes(world.handle, rank),
                round * (6 * 4 + 5 * 8));
    }
  }
  EXPECT_EQ(tprt_world_collective_calls(world.handle, 9), 0);
  EXPECT_EQ(tprt_world_collective_calls(nullptr, 0), 0);
}
