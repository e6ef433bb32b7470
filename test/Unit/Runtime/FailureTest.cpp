//===- FailureTest.cpp - one fault ends the world, and says why -----------===//
//
// Ranks that disagree, that do not come, that fail or that leave. Times are
// checked loosely: "promptly" means long before the time limit of the world.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

using namespace tprt_test;

namespace {

const Collective &sumOver(Digits group, Sizes sizes,
                          tprt_reduction_t reduction = TPRT_SUM) {
  Collective collective = {
      TPRT_ALL_REDUCE, reduction, TPRT_F32, std::move(group), {}};
  size_t dims = sizes.size();
  collective.items.push_back({std::move(sizes), whole(dims), whole(dims)});
  return keep(std::move(collective));
}

void run(const Collective &collective, const char *location) {
  auto &inputs = keep(std::vector<Tensor>());
  auto &outputs = keep(std::vector<Tensor>());
  for (const Item &item : collective.items) {
    inputs.emplace_back(localSizes(item.input, item.sizes, tprt_rank()),
                        collective.dtype);
    outputs.emplace_back(localSizes(item.output, item.sizes, tprt_rank()),
                         collective.dtype);
    for (int64_t i = 0; i < inputs.back().volume(); ++i)
      inputs.back().setBits(i, 0);
  }
  call(keep(collective.descriptor()), inputs, outputs, location);
}

/// A run that has to end well before this many seconds.
constexpr double longTimeout = 60;
constexpr double promptly = 20; // sanitizers and busy machines are slow

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// The world works: a sum over all ranks is right.
void expectUsable(World &world) {
  int64_t ranks = world.rankCount;
  Collective collective = sumOver({{ranks, 1}}, {3});
  std::vector<float> results(ranks);
  expectRuns(world, [&](int32_t rank) {
    std::vector<Tensor> inputs, outputs;
    inputs.emplace_back(Sizes{3}, TPRT_F32);
    outputs.emplace_back(Sizes{3}, TPRT_F32);
    for (int64_t i = 0; i < 3; ++i)
      inputs[0].set(i, float(rank));
    call(collective.descriptor(), inputs, outputs);
    results[rank] = outputs[0].get<float>(2);
  });
  for (float result : results)
    EXPECT_EQ(result, float(ranks * (ranks - 1) / 2));
}

} // namespace

//===----------------------------------------------------------------------===//
// Ranks that disagree
//===----------------------------------------------------------------------===//

TEST(Mismatch, all_members_say_what_both_sides_call) {
  World world(3, longTimeout);
  Digits axis = {{3, 1}};
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 2)
      run(sumOver(axis, {8}, TPRT_PROD), "model.mlir:9:1");
    else
      run(sumOver(axis, {8}), "model.mlir:4:5");
  }),
            TPRT_MISMATCH);
  EXPECT_LT(watch.seconds(), promptly);
  for (int32_t rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(world.rankStatus(rank), TPRT_MISMATCH);
    std::string text = world.rankText(rank);
    expectContains(text, "rank 0 calls all_reduce sum f32 [8]");
    expectContains(text, "at model.mlir:4:5, but rank 2 calls all_reduce prod");
    expectContains(text, "at model.mlir:9:1");
  }
  expectContains(world.error, "rank 2: ");
  expectUsable(world);
}

TEST(Mismatch, every_part_of_the_signature_counts) {
  Digits axis = {{2, 1}};
  Collective base = sumOver(axis, {6});
  Collective otherKind = base, otherDtype = base, otherSize = base,
             otherCount = base, otherLayout = base;
  otherKind.kind = TPRT_BROADCAST;
  otherDtype.dtype = TPRT_I32;
  otherSize.items[0].sizes = {7};
  otherCount.items.push_back(base.items[0]);
  otherLayout.kind = base.kind;
  otherLayout.items[0].output = {{axis}};
  World world(2, longTimeout);
  for (const Collective &other :
       {otherKind, otherDtype, otherSize, otherCount, otherLayout}) {
    EXPECT_EQ(world.run([&](int32_t rank) {
      run(rank == 0 ? base : other, rank == 0 ? "a" : "b");
    }),
              TPRT_MISMATCH)
        << describe(other);
    expectContains(world.error, " at a, but rank 1 calls ");
  }
}

TEST(Mismatch, a_location_does_not_count) {
  World world(2);
  expectRuns(world, [&](int32_t rank) {
    run(sumOver({{2, 1}}, {4}), rank == 0 ? "one" : "two");
  });
}

TEST(Mismatch, a_barrier_against_a_collective) {
  World world(2, longTimeout);
  std::vector<int64_t> barrier = barrierDescriptor({{2, 1}});
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 0)
      tprt_barrier(barrier.data(), int64_t(barrier.size()), "wall");
    else
      run(sumOver({{2, 1}}, {4}), "sum");
  }),
            TPRT_MISMATCH);
  expectContains(world.error, "rank 0 calls barrier over {2,1} at wall");
  expectContains(world.error, "rank 1 calls all_reduce");
}

TEST(Mismatch, the_same_group_in_another_order) {
  World world(4, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    run(sumOver(rank < 2 ? Digits{{2, 2}, {2, 1}} : Digits{{2, 1}, {2, 2}},
                {4}),
        "");
  }),
            TPRT_MISMATCH);
  expectContains(world.error, "over {2,2}{2,1}");
  expectContains(world.error, "over {2,1}{2,2}");
}

TEST(Mismatch, a_later_collective_names_its_number) {
  World world(2, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    run(sumOver({{2, 1}}, {4}), "");
    run(sumOver({{2, 1}}, {4}), "");
    run(sumOver({{2, 1}}, {4 + rank}), "");
  }),
            TPRT_MISMATCH);
  expectContains(world.error, "collective 2 of ranks 0, 1: ");
}

TEST(Mismatch, groups_that_wait_for_each_other) {
  // Rank 0 waits for all; rank 1 waits for rank 0 in the smaller group first.
  World world(4, longTimeout);
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      run(sumOver({{2, 1}}, {4}), "pair");
    run(sumOver({{4, 1}}, {4}), "all");
    if (rank == 0)
      run(sumOver({{2, 1}}, {4}), "pair");
  }),
            TPRT_MISMATCH);
  EXPECT_LT(watch.seconds(), promptly);
  expectContains(world.error, "ranks 0, 1 wait for each other: rank 0 calls ");
  expectContains(world.error, " at all, but rank 1 calls ");
  expectContains(world.error, " at pair");
  expectUsable(world);
}

TEST(Mismatch, a_circle_of_three) {
  // Ranks 0, 1, 2, 3 of a 2 x 2 mesh: rows {0,1} {2,3}, columns {0,2} {1,3}.
  World world(4, longTimeout);
  Digits row = {{2, 1}}, column = {{2, 2}};
  EXPECT_EQ(world.run([&](int32_t rank) {
    bool rowFirst = rank == 0 || rank == 3;
    run(sumOver(rowFirst ? row : column, {4}), rowFirst ? "row" : "column");
    run(sumOver(rowFirst ? column : row, {4}), rowFirst ? "column" : "row");
  }),
            TPRT_MISMATCH);
  expectContains(world.error, "wait for each other");
}

//===----------------------------------------------------------------------===//
// Ranks that do not come
//===----------------------------------------------------------------------===//

TEST(Timeout, names_who_is_missing) {
  World world(4, 0.3);
  std::atomic<bool> release{false};
  std::thread releaser([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    release = true;
  });
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1 || rank == 3)
      while (!release)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    run(sumOver({{4, 1}}, {4}), "model.mlir:12:7");
  }),
            TPRT_TIMEOUT);
  releaser.join();
  expectContains(world.error, "rank 0: ranks 1, 3 did not come within 0.3 s to "
                              "all_reduce sum f32 [4]");
  expectContains(world.error, "at model.mlir:12:7");
  expectContains(world.error, "rank 1 is busy elsewhere");
  EXPECT_EQ(world.rankStatus(0), TPRT_TIMEOUT);
  EXPECT_EQ(world.rankStatus(1), TPRT_ABORTED);
  EXPECT_EQ(world.rankStatus(2), TPRT_TIMEOUT);
  EXPECT_EQ(world.rankStatus(3), TPRT_ABORTED);
  expectUsable(world);
}

TEST(Timeout, a_late_rank_is_waited_for) {
  World world(3, longTimeout);
  expectRuns(world, [&](int32_t rank) {
    if (rank == 1)
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
    run(sumOver({{3, 1}}, {4}), "");
  });
}

TEST(Timeout, a_rank_that_has_ended_is_not_waited_for) {
  World world(3, longTimeout);
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return;
    }
    run(sumOver({{3, 1}}, {4}), "sum");
  }),
            TPRT_MISMATCH);
  EXPECT_LT(watch.seconds(), promptly);
  expectContains(world.error, "rank 1 has ended its program, but rank 0 waits "
                              "for it in all_reduce sum f32 [4]");
  expectContains(world.error, " at sum");
  EXPECT_EQ(world.rankStatus(0), TPRT_MISMATCH);
  EXPECT_EQ(world.rankStatus(1), TPRT_OK);
  EXPECT_EQ(world.rankStatus(2), TPRT_MISMATCH);
  expectUsable(world);
}

TEST(Timeout, a_rank_that_comes_after_another_has_ended) {
  World world(2, longTimeout);
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    run(sumOver({{2, 1}}, {4}), "sum");
  }),
            TPRT_MISMATCH);
  EXPECT_LT(watch.seconds(), promptly);
  expectContains(world.error, "rank 0: rank 1 has ended its program");
}

TEST(Timeout, ranks_may_end_at_different_times) {
  World world(4, longTimeout);
  expectRuns(world, [&](int32_t rank) {
    run(sumOver({{4, 1}}, {4}), "");
    if (rank < 2)
      for (int i = 0; i < 50; ++i)
        run(sumOver({{2, 1}}, {4}), "");
  });
}

//===----------------------------------------------------------------------===//
// Ranks that fail
//===----------------------------------------------------------------------===//

TEST(Failure, tprt_fail_ends_the_world) {
  World world(4, longTimeout);
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 2)
      tprt_fail("index 9 is out of bounds of size 8");
    run(sumOver({{4, 1}}, {4}), "");
  }),
            TPRT_CHECK_FAILED);
  EXPECT_LT(watch.seconds(), promptly);
  EXPECT_EQ(world.error, "rank 2: index 9 is out of bounds of size 8");
  EXPECT_EQ(world.rankStatus(2), TPRT_CHECK_FAILED);
  EXPECT_EQ(world.rankText(2), "index 9 is out of bounds of size 8");
  for (int32_t rank : {0, 1, 3}) {
    EXPECT_EQ(world.rankStatus(rank), TPRT_ABORTED);
    expectContains(world.rankText(rank), "rank 2 failed first: index 9");
  }
  expectUsable(world);
}

TEST(Failure, tprt_fail_wakes_those_who_wait) {
  World world(3, longTimeout);
  Stopwatch watch;
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      tprt_fail("late");
    }
    run(sumOver({{3, 1}}, {4}), "");
  }),
            TPRT_CHECK_FAILED);
  EXPECT_LT(watch.seconds(), promptly);
}

TEST(Failure, also_in_a_group_without_the_rank_that_failed) {
  World world(4, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 3)
      tprt_fail("gone");
    if (rank == 2)
      return;
    if (rank == 0)
      for (;;)
        run(sumOver({{2, 1}}, {4}), "");
    for (;;)
      run(sumOver({{2, 1}}, {4}), "");
  }),
            TPRT_CHECK_FAILED);
  EXPECT_EQ(world.rankStatus(0), TPRT_ABORTED);
  EXPECT_EQ(world.rankStatus(1), TPRT_ABORTED);
  EXPECT_EQ(world.rankStatus(2), TPRT_OK);
  expectUsable(world);
}

TEST(Failure, exceptions_of_the_rank_function) {
  World world(3, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      throw std::runtime_error("no such file");
    run(sumOver({{3, 1}}, {4}), "");
  }),
            TPRT_CHECK_FAILED);
  EXPECT_EQ(world.error, "rank 1: uncaught exception: no such file");
  EXPECT_EQ(world.rankStatus(0), TPRT_ABORTED);

  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      throw std::bad_alloc();
    run(sumOver({{3, 1}}, {4}), "");
  }),
            TPRT_OUT_OF_MEMORY);
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      throw 42;
    run(sumOver({{3, 1}}, {4}), "");
  }),
            TPRT_CHECK_FAILED);
  expectContains(world.error, "unknown type");
  expectUsable(world);
}

TEST(Failure, the_first_in_time_is_reported) {
  World world(3, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 2)
      tprt_fail("first");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    if (rank == 0)
      tprt_fail("second");
  }),
            TPRT_CHECK_FAILED);
  EXPECT_EQ(world.error, "rank 2: first");
  EXPECT_EQ(world.rankText(0), "second");
  EXPECT_EQ(world.rankStatus(1), TPRT_OK);
}

TEST(Failure, out_of_memory_ends_the_world) {
  World world(2, longTimeout);
  EXPECT_EQ(world.run([&](int32_t rank) {
    if (rank == 1)
      tprt_allocate(INT64_MAX);
    run(sumOver({{2, 1}}, {4}), "");
  }),
            TPRT_OUT_OF_MEMORY);
  expectContains(world.error, "rank 1: out of memory: 9223372036854775807 "
                              "bytes were asked for");
  EXPECT_EQ(world.rankStatus(0), TPRT_ABORTED);
}

TEST(Failure, a_null_message) {
  World world(1);
  EXPECT_EQ(world.run([](int32_t) { tprt_fail(nullptr); }), TPRT_CHECK_FAILED);
  EXPECT_EQ(world.error, "rank 0: check failed");
}

TEST(Failure, many_failed_runs_leave_the_world_usable) {
  World world(4, longTimeout);
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(world.run([&](int32_t rank) {
      run(sumOver({{4, 1}}, {64}), "");
      if (rank == round % 4)
        tprt_fail("as planned");
      run(sumOver({{4, 1}}, {64}), "");
    }),
              TPRT_CHECK_FAILED);
    expectUsable(world);
  }
}

TEST(FailureDeathTest, outside_of_a_world_the_process_ends) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(tprt_fail("nobody to tell"),
               "tprt: check failed: nobody to tell");
  EXPECT_DEATH(tprt_allocate(-1), "tprt: out of memory: .*-1 bytes");
}
