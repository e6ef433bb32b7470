//===- Rank.h - what the runtime knows about the calling rank -------------===//
//
// Compiled code passes no handle: the rank is found through thread-local state.
// A thread that no world started is rank 0 of a world of one, so that a program
// for one rank runs as a plain function.
//
// A transport gives each of its ranks a `Rank` and implements `Transport`.
//
// How a rank leaves its program: frames of JIT-compiled code have no unwind
// tables that can be relied on, so an exception cannot pass through them. The
// thread's entry keeps a jump buffer and `leaveProgram` jumps there. No
// destructors run on the way. The runtime's own frames keep nothing alive
// across the jump: entry points (Entry.cpp) call it last, when inner scopes
// have ended.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_RANK_H
#define TPRT_CORE_RANK_H

#include "core/Buffers.h"
#include "core/Execute.h"

#include <atomic>
#include <csetjmp>
#include <memory>

namespace tprt {

struct Rank;

/// A collective as the caller gave it.
struct Call {
  bool isBarrier = false;
  const int64_t *descriptor = nullptr;
  int64_t length = 0;
  const char *location = nullptr;
  MemberTensors tensors;
};

/// How ranks of one world reach each other.
class Transport {
public:
  virtual ~Transport() = default;

  /// Runs a collective or barrier of more than one member. The tensors have
  /// been checked against the plan.
  virtual Status run(Rank &rank, const Plan &plan, const Call &call) = 0;
};

/// Plans by the content of their descriptors.
class PlanCache {
public:
  /// The plan for this call on this rank, built when it is new. Stays valid
  /// until the next call of `get`.
  Status get(const Call &call, const Rank &rank, const Plan *&outPlan);

private:
  struct Hash {
    size_t operator()(const std::vector<int64_t> &words) const;
  };
  /// Descriptor (after a word that tells barriers apart) to plan. Programs with
  /// dynamic sizes make new descriptors as they run, so the cache has a bound.
  static constexpr size_t maxPlans = 8192;
  std::unordered_map<std::vector<int64_t>, Plan, Hash> plans;
  std::vector<int64_t> key;
};

/// One rank. Used by its own thread only, except for the pool and the counters.
struct Rank {
  int32_t rank = 0;
  int32_t rankCount = 1;
  Transport *transport = nullptr; // null outside of a world

  BufferPool buffers;
  PlanCache plans;
  Scratch scratch;
  std::atomic<int64_t> collectiveCalls{0};
  std::atomic<int64_t> collectiveBytes{0};

  /// Where `leaveProgram` goes; set by the thread's entry.
  std::jmp_buf entry;
  Status failure = TPRT_OK; // why it came there
};

/// The rank of the calling thread; never null.
Rank *currentRank();

/// Makes `rank` the calling thread's; null ends that.
void setCurrentRank(Rank *rank);

/// Ends the rank's program with `status` and the thread's last error. Outside
/// of a world, where there is no program to end, prints the error and aborts.
[[noreturn]] void leaveProgram(Status status);

/// One collective or barrier of the calling rank.
Status runCall(Rank &rank, const Call &call);

} // namespace tprt

#endif // TPRT_CORE_RANK_H
