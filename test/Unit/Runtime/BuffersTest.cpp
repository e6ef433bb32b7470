//===- BuffersTest.cpp - memory of ranks ----------------------------------===//
//
// Lifetimes, alignment and the count of bytes.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace tprt_test;

TEST(Buffers, are_aligned_and_writable) {
  World world(2);
  expectRuns(world, [](int32_t) {
    for (int64_t bytes : {0, 1, 63, 64, 65, 1000000}) {
      void *data = tprt_allocate(bytes);
      ASSERT_NE(data, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
      std::memset(data, 7, size_t(bytes));
    }
  });
}

TEST(Buffers, stay_after_the_run) {
  World world(3);
  std::vector<int *> buffers(3);
  expectRuns(world, [&](int32_t rank) {
    buffers[rank] = static_cast<int *>(tprt_allocate(sizeof(int)));
    *buffers[rank] = rank;
  });
  for (int32_t rank = 0; rank < 3; ++rank)
    EXPECT_EQ(*buffers[rank], rank);
}

TEST(Buffers, peak_is_per_rank_and_counts_what_was_given_back) {
  World world(2);
  auto program = [](int32_t rank) {
    void *a = tprt_allocate(1000 * (rank + 1));
    void *b = tprt_allocate(500);
    tprt_deallocate(a);
    tprt_deallocate(nullptr);
    tprt_allocate(400);
    tprt_deallocate(b);
  };
  expectRuns(world, program);
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 0), 1500);
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 1), 2500);
  // The next run starts with nothing allocated.
  expectRuns(world, program);
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 1), 2500);

  tprt_world_release_buffers(world.handle);
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 1), 0);
  expectRuns(world, [](int32_t) { tprt_allocate(10); });
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 1), 10);
  EXPECT_EQ(tprt_world_peak_bytes(world.handle, 2), 0);
  EXPECT_EQ(tprt_world_peak_bytes(nullptr, 0), 0);
}

TEST(Buffers, impossible_sizes_are_out_of_memory) {
  World world(1);
  for (int64_t bytes : {int64_t(-1), INT64_MIN, INT64_MAX, int64_t(1) << 50}) {
    EXPECT_EQ(world.run([&](int32_t) { tprt_allocate(bytes); }),
              TPRT_OUT_OF_MEMORY);
    expectContains(world.error, std::to_string(bytes) + " bytes were asked");
  }
}

TEST(Buffers, what_was_not_allocated_cannot_be_given_back) {
  World world(1);
  int variable = 0;
  EXPECT_EQ(world.run([&](int32_t) { tprt_deallocate(&variable); }),
            TPRT_INVALID_ARGUMENT);
  EXPECT_EQ(world.run([&](int32_t) {
    void *data = tprt_allocate(8);
    tprt_deallocate(data);
    tprt_deallocate(data);
  }),
            TPRT_INVALID_ARGUMENT);
  expectContains(world.error, "is not a live buffer of this rank");
}
