//===- Rendezvous.h - where the threads of a world meet -------------------===//
//
// A *channel* belongs to a set of ranks. In a collective each of them
//
//   meet   puts its call on the channel and waits until all have; the last one
//          compares the calls. After that everyone may read everyone's tensors.
//   part   says that it is done and waits until all are. After that nobody
//   reads
//          its inputs or writes its outputs any more.
//
// The world ends as a whole. The first failure is kept; ranks that wait in
// `meet`, or come to it later, return ABORTED (or the failure itself where they
// are party to it). `part` cannot fail: between the two a rank only copies, so
// all come, and nobody leaves while another reads its memory.
//
// A rank that waits can learn of four faults: the calls differ, a rank has
// ended its program, ranks wait for each other in different collectives, and
// nothing happens for too long.
//
// One lock guards all of it; the sections under it are short, and the work of a
// collective is done outside.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_TRANSPORTS_INPROC_RENDEZVOUS_H
#define TPRT_TRANSPORTS_INPROC_RENDEZVOUS_H

#include "core/Rank.h"

#include <chrono>
#include <condition_variable>
#include <map>

namespace tprt {

class Rendezvous {
public:
  /// Ranks that meet time and again, in increasing order.
  struct Channel {
    std::vector<int32_t> ranks;
    std::vector<const Call *> calls; // per rank: its call; null when missing
    size_t arrived = 0;              // calls that are not null, while meeting
    size_t done = 0;                 // ranks that have come to `part`
    int64_t sequence = 0;            // collectives that all have come to
    std::atomic<uint64_t> meetings{0};
    std::atomic<uint64_t> partings{0};
    std::condition_variable changed;
    Status failure = TPRT_OK; // of the members, with a text
    std::string failureText;
  };

  /// How a run failed first.
  struct Failure {
    int32_t rank = -1; // -1: it has not
    Status status = TPRT_OK;
    std::string text;
  };

  Rendezvous(int32_t rankCount, double timeoutSeconds);

  /// Before a run: forgets what happened in earlier ones.
  void reset();

  /// `ranks` says who meets, in increasing order.
  Status meet(int32_t rank, const std::vector<int32_t> &ranks, const Call &call,
              Channel *&outChannel);
  void part(Channel &channel);

  /// `rank` has come to the end of its program, by itself or by a failure.
  void end(int32_t rank, Status status, const std::string &message);

  /// After a run.
  const Failure &failure() const { return first; }

private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  /// What a rank does as far as others can tell; its call is null unless it
  /// waits in `meet`.
  struct State {
    bool ended = false;
    Channel *channel = nullptr;
    const Call *call = nullptr;
  };

  Channel &channelOf(const std::vector<int32_t> &ranks);
  Status arrive(Channel &channel, int32_t rank, const Call &call);
  Status wait(Lock &lock, Channel &channel, int32_t rank);
  void spin(const std::atomic<uint64_t> &counter, uint64_t seen) const;

  void compareCalls(Channel &channel);
  void reportEnded(Channel &channel, int32_t endedRank);
  void reportTimeout(Channel &channel);
  void reportDeadlock(int32_t rank);
  void failChannel(Channel &channel, int32_t culprit, Status status,
                   const std::string &message);
  void abort(int32_t rank, Status status, const std::string &message);
  Status abortedStatus() const;
  std::string describeState(int32_t rank) const;
  std::string describe(const Call &call) const;
  std::vector<int32_t> missingRanks(const Channel &channel) const;

  const int32_t rankCount;
  const double timeoutSeconds;
  const int spinTurns;

  std::mutex mutex;
  std::map<std::vector<int32_t>, std::unique_ptr<Channel>> channels;
  std::vector<State> states;
  int32_t endedCount = 0;
  Failure first;
};

} // namespace tprt

#endif // TPRT_TRANSPORTS_INPROC_RENDEZVOUS_H
