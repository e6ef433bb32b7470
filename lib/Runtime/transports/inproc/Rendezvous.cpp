//===- Rendezvous.cpp - where the threads of a world meet -----------------===//
//
// See Rendezvous.h for the protocol. What waits here sleeps on the channel's
// condition variable, after a short spin when every rank can have a core of its
// own. Faults that nobody announces (a deadlock, a rank that never comes) are
// found by the waiting ranks, which wake from time to time.
//
//===----------------------------------------------------------------------===//

#include "transports/inproc/Rendezvous.h"

#include <algorithm>
#include <thread>

using namespace tprt;

static int spinTurnsFor(int32_t rankCount) {
  return unsigned(rankCount) <= std::thread::hardware_concurrency() ? 2000 : 0;
}

static inline void pauseCore() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

Rendezvous::Rendezvous(int32_t rankCount, double timeoutSeconds)
    : rankCount(rankCount), timeoutSeconds(timeoutSeconds),
      spinTurns(spinTurnsFor(rankCount)), states(rankCount) {}

void Rendezvous::reset() {
  Lock lock(mutex);
  channels.clear();
  states.assign(size_t(rankCount), State());
  endedCount = 0;
  first = Failure();
}

Rendezvous::Channel &Rendezvous::channelOf(const std::vector<int32_t> &ranks) {
  auto found = channels.find(ranks);
  if (found == channels.end()) {
    auto channel = std::make_unique<Channel>();
    channel->calls.resize(ranks.size());
    channel->ranks = ranks;
    found = channels.emplace(ranks, std::move(channel)).first;
  }
  return *found->second;
}

void Rendezvous::spin(const std::atomic<uint64_t> &counter,
                      uint64_t seen) const {
  for (int turn = 0; turn < spinTurns; ++turn) {
    if (counter.load(std::memory_order_acquire) != seen)
      return;
    pauseCore();
  }
}

//===----------------------------------------------------------------------===//
// Meeting and parting
//===----------------------------------------------------------------------===//

Status Rendezvous::meet(int32_t rank, const std::vector<int32_t> &ranks,
                        const Call &call, Channel *&outChannel) {
  Lock lock(mutex);
  if (first.rank >= 0)
    return abortedStatus();
  Channel &channel = channelOf(ranks);
  outChannel = &channel;

  uint64_t seen = channel.meetings.load(std::memory_order_relaxed);
  if (Status status = arrive(channel, rank, call))
    return status;
  if (channel.meetings.load(std::memory_order_relaxed) != seen)
    return TPRT_OK; // this rank was the last
  lock.unlock();
  spin(channel.meetings, seen);
  lock.lock();
  if (channel.meetings.load(std::memory_order_relaxed) != seen)
    return TPRT_OK;
  return wait(lock, channel, rank);
}

/// Puts the call on the channel and completes the meeting if it is the last.
Status Rendezvous::arrive(Channel &channel, int32_t rank, const Call &call) {
  auto slot =
      std::lower_bound(channel.ranks.begin(), channel.ranks.end(), rank) -
      channel.ranks.begin();
  channel.calls[slot] = &call;
  states[rank].channel = &channel;
  states[rank].call = &call;
  ++channel.arrived;

  if (endedCount > 0)
    for (int32_t member : channel.ranks)
      if (states[member].ended) {
        reportEnded(channel, member);
        break;
      }
  if (channel.failure == TPRT_OK && channel.arrived == channel.ranks.size())
    compareCalls(channel);
  if (channel.failure != TPRT_OK)
    return error(channel.failure, channel.failureText);
  if (channel.arrived < channel.ranks.size())
    return TPRT_OK;

  channel.arrived = 0;
  ++channel.sequence;
  for (int32_t member : channel.ranks)
    states[member] = State();
  channel.meetings.fetch_add(1, std::memory_order_release);
  channel.changed.notify_all();
  return TPRT_OK;
}

/// Sleeps until the meeting is complete or has failed.
Status Rendezvous::wait(Lock &lock, Channel &channel, int32_t rank) {
  uint64_t seen = channel.meetings.load(std::memory_order_relaxed);
  auto limit =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(timeoutSeconds));
  auto nap = std::chrono::milliseconds(50);
  while (true) {
    // Complete comes first: the others are reading this rank's tensors by now.
    if (channel.meetings.load(std::memory_order_relaxed) != seen)
      return TPRT_OK;
    if (channel.failure != TPRT_OK)
      return error(channel.failure, channel.failureText);
    if (first.rank >= 0)
      return abortedStatus();

    auto wake = std::min<Clock::time_point>(limit, Clock::now() + nap);
    if (channel.changed.wait_until(lock, wake) == std::cv_status::no_timeout)
      continue;
    if (channel.meetings.load(std::memory_order_relaxed) != seen ||
        first.rank >= 0)
      continue;
    if (Clock::now() >= limit)
      reportTimeout(channel);
    else
      reportDeadlock(rank);
    nap = std::min(2 * nap, std::chrono::milliseconds(1000));
  }
}

void Rendezvous::part(Channel &channel) {
  Lock lock(mutex);
  uint64_t seen = channel.partings.load(std::memory_order_relaxed);
  if (++channel.done == channel.ranks.size()) {
    channel.done = 0;
    std::fill(channel.calls.begin(), channel.calls.end(), nullptr);
    channel.partings.fetch_add(1, std::memory_order_release);
    channel.changed.notify_all();
    return;
  }
  lock.unlock();
  spin(channel.partings, seen);
  lock.lock();
  channel.changed.wait(lock, [&] {
    return channel.partings.load(std::memory_order_relaxed) != seen;
  });
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Ends the world: keeps the first failure and wakes who waits.
void Rendezvous::abort(int32_t rank, Status status,
                       const std::string &message) {
  if (first.rank >= 0)
    return;
  first = {rank, status, message};
  for (auto &entry : channels)
    entry.second->changed.notify_all();
}

void Rendezvous::failChannel(Channel &channel, int32_t culprit, Status status,
                             const std::string &message) {
  channel.failure = status;
  channel.failureText = message;
  abort(culprit, status, message);
}

Status Rendezvous::abortedStatus() const {
  return error(TPRT_ABORTED,
               text("rank ", first.rank, " failed first: ", first.text));
}

void Rendezvous::end(int32_t rank, Status status, const std::string &message) {
  Lock lock(mutex);
  states[rank] = State();
  states[rank].ended = true;
  ++endedCount;
  if (first.rank >= 0)
    return; // nobody waits any more
  if (status != TPRT_OK) {
    abort(rank, status, message);
    return;
  }
  for (auto &entry : channels) {
    Channel &channel = *entry.second;
    if (channel.arrived > 0 &&
        std::binary_search(channel.ranks.begin(), channel.ranks.end(), rank)) {
      reportEnded(channel, rank);
      return;
    }
  }
}

/// All have arrived: they have to agree in everything but the location.
void Rendezvous::compareCalls(Channel &channel) {
  const Call &reference = *channel.calls[0];
  for (size_t i = 1; i < channel.calls.size(); ++i) {
    const Call &other = *channel.calls[i];
    if (other.isBarrier == reference.isBarrier &&
        other.length == reference.length &&
        std::equal(other.descriptor, other.descriptor + other.length,
                   reference.descriptor))
      continue;
    failChannel(channel, channel.ranks[i], TPRT_MISMATCH,
                text("collective ", channel.sequence, " of ranks ",
                     joined(channel.ranks), ": rank ", channel.ranks[0],
                     " calls ", describe(reference), ", but rank ",
                     channel.ranks[i], " calls ", describe(other)));
    return;
  }
}

/// The calls on a channel are those of this meeting only while it is going on.
std::vector<int32_t> Rendezvous::missingRanks(const Channel &channel) const {
  std::vector<int32_t> missing;
  for (int32_t member : channel.ranks)
    if (states[member].channel != &channel)
      missing.push_back(member);
  return missing;
}

/// The first rank that waits on the channel.
static int32_t firstWaiting(const Rendezvous::Channel &channel) {
  for (size_t i = 0; i < channel.ranks.size(); ++i)
    if (channel.calls[i])
      return channel.ranks[i];
  return channel.ranks[0];
}

void Rendezvous::reportEnded(Channel &channel, int32_t endedRank) {
  int32_t waiting = firstWaiting(channel);
  failChannel(channel, waiting, TPRT_MISMATCH,
              text("rank ", endedRank, " has ended its program, but rank ",
                   waiting, " waits for it in ",
                   describe(*states[waiting].call)));
}

void Rendezvous::reportTimeout(Channel &channel) {
  std::vector<int32_t> missing = missingRanks(channel);
  std::vector<std::string> whereabouts;
  for (int32_t rank : missing)
    whereabouts.push_back(describeState(rank));
  int32_t waiting = firstWaiting(channel);
  failChannel(channel, waiting, TPRT_TIMEOUT,
              text(missing.size() == 1 ? "rank " : "ranks ", joined(missing),
                   " did not come within ", timeoutSeconds, " s to ",
                   describe(*states[waiting].call), "; ",
                   joined(whereabouts, "; ")));
}

/// Follows who waits for whom; when that leads back to `rank`, nobody on the
/// way can ever move. Each of them calls a collective that the next does not
/// call.
void Rendezvous::reportDeadlock(int32_t rank) {
  std::vector<int32_t> cameFrom(size_t(rankCount), -1);
  std::vector<int32_t> pending = {rank};
  int32_t last = -1;
  while (!pending.empty() && last < 0) {
    int32_t current = pending.back();
    pending.pop_back();
    for (int32_t next : missingRanks(*states[current].channel)) {
      if (next == rank) {
        last = current;
        break;
      }
      if (!states[next].channel || cameFrom[next] >= 0)
        continue;
      cameFrom[next] = current;
      pending.push_back(next);
    }
  }
  if (last < 0)
    return;

  std::vector<int32_t> cycle;
  for (int32_t member = last; member != rank; member = cameFrom[member])
    cycle.push_back(member);
  cycle.push_back(rank);
  std::reverse(cycle.begin(), cycle.end());
  // Whoever found it, the text is the same.
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()),
              cycle.end());
  std::vector<std::string> sides;
  for (int32_t member : cycle)
    sides.push_back(describeState(member));
  std::string message = text("ranks ", joined(cycle),
                             " wait for each other: ", joined(sides, ", but "));
  for (int32_t member : cycle)
    failChannel(*states[member].channel, cycle.front(), TPRT_MISMATCH, message);
}

std::string Rendezvous::describe(const Call &call) const {
  return describeCall(call.isBarrier, call.descriptor, call.length, rankCount) +
         atLocation(call.location);
}

std::string Rendezvous::describeState(int32_t rank) const {
  const State &state = states[rank];
  if (state.ended)
    return text("rank ", rank, " has ended its program");
  if (state.call)
    return text("rank ", rank, " calls ", describe(*state.call));
  return text("rank ", rank, " is busy elsewhere");
}
