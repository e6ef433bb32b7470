//===- Entry.cpp - what compiled code calls -------------------------------===//
//
// Each entry point runs an inner function that returns a status with all its
// objects gone, and leaves the rank's program when that status is a failure
// (see Rank.h for why nothing may be alive then).
//
//===----------------------------------------------------------------------===//

#include "core/Descriptor.h"
#include "core/Rank.h"
#include "devices/host/Contract.h"

using namespace tprt;

/// Buffers of threads outside of any world: they live until they are given
/// back. Never destroyed, so that exit handlers may still use them.
static BufferPool &processBuffers() {
  static BufferPool *pool = new BufferPool;
  return *pool;
}

static BufferPool &buffersOf(Rank &rank) {
  return rank.transport ? rank.buffers : processBuffers();
}

/// Ends a call: returns, or leaves the program.
static void finish(Status status) {
  if (status != TPRT_OK)
    leaveProgram(status);
}

int32_t tprt_rank(void) { return currentRank()->rank; }

int32_t tprt_rank_count(void) { return currentRank()->rankCount; }

void *tprt_allocate(int64_t bytes) {
  void *data = nullptr;
  finish(
      guarded([&] { return buffersOf(*currentRank()).allocate(bytes, data); }));
  return data;
}

void tprt_deallocate(void *data) {
  if (data)
    finish(guarded([&] { return buffersOf(*currentRank()).deallocate(data); }));
}

void tprt_fail(const char *message) {
  finish(error(TPRT_CHECK_FAILED, message ? message : "check failed"));
}

void tprt_collective(const int64_t *descriptor, int64_t descriptor_length,
                     const char *location, const tprt_tensor_t *inputs,
                     const tprt_tensor_t *outputs) {
  finish(guarded([&] {
    std::vector<int64_t> resolved =
        resolveSizes(descriptor, descriptor_length, inputs);
    return runCall(*currentRank(),
                   {false,
                    resolved.empty() ? descriptor : resolved.data(),
                    descriptor_length,
                    location,
                    {inputs, outputs}});
  }));
}

void tprt_barrier(const int64_t *descriptor, int64_t descriptor_length,
                  const char *location) {
  finish(guarded([&] {
    return runCall(*currentRank(),
                   {true, descriptor, descriptor_length, location, {}});
  }));
}

void tprt_contract(const int64_t *descriptor, const tprt_tensor_t *a,
                   const tprt_tensor_t *b, const tprt_tensor_t *c) {
  finish(guarded([&] { return contract(descriptor, a, b, c); }));
}
