//===- World.cpp - ranks as threads of this process -----------------------===//
//
// Starts one thread per rank, runs the rank's program in it and collects how it
// ended. A program ends by returning, by `leaveProgram` (a jump to the entry
// here) or by a C++ exception of the rank function; each of these tells the
// rendezvous at once, so that nobody waits for a rank that is gone.
//
//===----------------------------------------------------------------------===//

#include "core/Rank.h"
#include "devices/host/Contract.h"
#include "transports/inproc/Rendezvous.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <pthread.h>

using namespace tprt;

namespace {

/// Ranks pull straight from each other's memory.
class InprocTransport : public Transport {
public:
  InprocTransport(int32_t rankCount, double timeoutSeconds)
      : rendezvous(rankCount, timeoutSeconds) {}

  Status run(Rank &rank, const Plan &plan, const Call &call) override {
    Rendezvous::Channel *channel = nullptr;
    if (Status status = rendezvous.meet(rank.rank, plan.sorted, call, channel))
      return status;
    if (!plan.isBarrier) {
      MemberTensors *members = rank.scratch.members.data();
      for (size_t i = 0; i < plan.slots.size(); ++i)
        members[i] = channel->calls[plan.slots[i]]->tensors;
      execute(plan, members, rank.scratch);
    }
    rendezvous.part(*channel);
    return TPRT_OK;
  }

  Rendezvous rendezvous;
};

/// How a rank's program ended.
struct Outcome {
  Status status = TPRT_OK;
  std::string message;
};

} // namespace

struct tprt_world {
  tprt_world(int32_t rankCount, double timeoutSeconds)
      : transport(rankCount, timeoutSeconds), outcomes(rankCount) {
    for (int32_t i = 0; i < rankCount; ++i) {
      ranks.push_back(std::make_unique<Rank>());
      ranks.back()->rank = i;
      ranks.back()->rankCount = rankCount;
      ranks.back()->transport = &transport;
    }
  }

  bool hasRank(int32_t rank) const {
    return rank >= 0 && size_t(rank) < ranks.size();
  }

  InprocTransport transport;
  std::vector<std::unique_ptr<Rank>> ranks;
  std::vector<Outcome> outcomes;
  std::atomic<bool> running{false};
};

//===----------------------------------------------------------------------===//
// A rank's thread
//===----------------------------------------------------------------------===//

namespace {
struct ThreadStart {
  tprt_world *world;
  Rank *rank;
  tprt_rank_function_t function;
  void *userData;
};
} // namespace

/// Calls the rank function; `leaveProgram` returns to here. Keeps no object
/// with a destructor, and no variable that changes after `setjmp`.
static Status callFunction(const ThreadStart &start) {
  if (setjmp(start.rank->entry) != 0)
    return start.rank->failure;
  start.function(start.rank->rank, start.userData);
  return TPRT_OK;
}

static Status callFunctionGuarded(const ThreadStart &start) {
  try {
    return callFunction(start);
  } catch (const std::bad_alloc &) {
    return error(TPRT_OUT_OF_MEMORY, "uncaught exception: out of memory");
  } catch (const std::exception &exception) {
    return error(TPRT_CHECK_FAILED,
                 text("uncaught exception: ", exception.what()));
  } catch (...) {
    return error(TPRT_CHECK_FAILED, "uncaught exception of unknown type");
  }
}

static void *threadMain(void *argument) {
  const ThreadStart &start = *static_cast<ThreadStart *>(argument);
  setCurrentRank(start.rank);
  if (start.rank->rankCount > 1)
    useOneCore();
  Outcome &outcome = start.world->outcomes[start.rank->rank];
  outcome.status = callFunctionGuarded(start);
  if (outcome.status != TPRT_OK)
    outcome.message = lastError();
  start.world->transport.rendezvous.end(start.rank->rank, outcome.status,
                                        outcome.message);
  setCurrentRank(nullptr);
  return nullptr;
}

/// Generated code keeps small tensors on the stack; 8 MiB is what a main thread
/// has as a rule.
static Status initAttributes(pthread_attr_t &attributes) {
  constexpr size_t minimum = size_t(8) << 20;
  size_t size = 0;
  if (pthread_attr_init(&attributes) != 0)
    return error(TPRT_OUT_OF_MEMORY, "cannot make thread attributes");
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_setstacksize(&attributes, std::max(size, minimum));
  return TPRT_OK;
}

static Status runThreads(tprt_world *world, tprt_rank_function_t function,
                         void *userData) {
  std::vector<ThreadStart> starts;
  for (auto &rank : world->ranks)
    starts.push_back({world, rank.get(), function, userData});
  std::vector<pthread_t> threads(starts.size());

  pthread_attr_t attributes;
  if (Status status = initAttributes(attributes))
    return status;
  size_t started = 0;
  for (; started < starts.size(); ++started) {
    int code = pthread_create(&threads[started], &attributes, threadMain,
                              &starts[started]);
    if (code == 0)
      continue;
    std::string message = text("cannot start a thread: ", std::strerror(code));
    for (size_t i = started; i < starts.size(); ++i) {
      world->outcomes[i] = {TPRT_OUT_OF_MEMORY, message};
      world->transport.rendezvous.end(int32_t(i), TPRT_OUT_OF_MEMORY, message);
    }
    break;
  }
  pthread_attr_destroy(&attributes);
  for (size_t i = 0; i < started; ++i)
    pthread_join(threads[i], nullptr);
  return TPRT_OK;
}

static Status runWorld(tprt_world *world, tprt_rank_function_t function,
                       void *userData) {
  for (auto &rank : world->ranks)
    rank->buffers.releaseAll();
  std::fill(world->outcomes.begin(), world->outcomes.end(), Outcome());
  world->transport.rendezvous.reset();
  if (Status status = runThreads(world, function, userData))
    return status;
  const Rendezvous::Failure &failure = world->transport.rendezvous.failure();
  if (failure.rank < 0)
    return TPRT_OK;
  return error(failure.status, text("rank ", failure.rank, ": ", failure.text));
}

//===----------------------------------------------------------------------===//
// The public functions
//===----------------------------------------------------------------------===//

tprt_status_t tprt_world_create(const tprt_world_options_t *options,
                                tprt_world_t **out_world) {
  if (!options || !out_world)
    return error(TPRT_INVALID_ARGUMENT,
                 text(options ? "out_world" : "options", " is null"));
  *out_world = nullptr;
  if (options->rank_count < 1 || options->rank_count > TPRT_MAX_RANKS)
    return error(TPRT_INVALID_ARGUMENT,
                 text("rank count ", options->rank_count, " is not in [1, ",
                      TPRT_MAX_RANKS, "]"));
  constexpr double defaultTimeout = 60, longestTimeout = 1e9;
  double timeout = options->timeout_seconds > 0
                       ? std::min(options->timeout_seconds, longestTimeout)
                       : defaultTimeout;
  return guarded([&] {
    *out_world = new tprt_world(options->rank_count, timeout);
    return TPRT_OK;
  });
}

void tprt_world_destroy(tprt_world_t *world) { delete world; }

tprt_status_t tprt_world_run(tprt_world_t *world, tprt_rank_function_t function,
                             void *user_data) {
  if (!world || !function)
    return error(TPRT_INVALID_ARGUMENT,
                 text(world ? "function" : "world", " is null"));
  if (world->running.exchange(true))
    return error(TPRT_INVALID_ARGUMENT, "the world is running already");
  Status status = guarded([&] { return runWorld(world, function, user_data); });
  world->running = false;
  return status;
}

tprt_status_t tprt_world_rank_status(const tprt_world_t *world, int32_t rank,
                                     const char **out_text) {
  if (out_text)
    *out_text = "";
  if (!world || !world->hasRank(rank))
    return error(TPRT_INVALID_ARGUMENT,
                 world ? text("rank ", rank, " is not in a world of ",
                              world->ranks.size(), " ranks")
                       : "world is null");
  if (out_text)
    *out_text = world->outcomes[rank].message.c_str();
  return world->outcomes[rank].status;
}

void tprt_world_release_buffers(tprt_world_t *world) {
  if (!world)
    return;
  for (auto &rank : world->ranks) {
    rank->buffers.releaseAll();
    rank->buffers.resetPeak();
  }
}

int64_t tprt_world_peak_bytes(const tprt_world_t *world, int32_t rank) {
  return world && world->hasRank(rank) ? world->ranks[rank]->buffers.peakBytes()
                                       : 0;
}

int64_t tprt_world_collective_calls(const tprt_world_t *world, int32_t rank) {
  return world && world->hasRank(rank)
             ? world->ranks[rank]->collectiveCalls.load()
             : 0;
}

int64_t tprt_world_collective_bytes(const tprt_world_t *world, int32_t rank) {
  return world && world->hasRank(rank)
             ? world->ranks[rank]->collectiveBytes.load()
             : 0;
}
