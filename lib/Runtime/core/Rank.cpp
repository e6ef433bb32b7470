//===- Rank.cpp - what the runtime knows about the calling rank -----------===//
//
// Thread-local state, the plan cache and the part of a collective that is the
// same on all transports: find the plan, check the tensors, and run it here
// when no other rank is involved.
//
//===----------------------------------------------------------------------===//

#include "core/Rank.h"

#include <cstdio>
#include <cstdlib>

using namespace tprt;

static thread_local Rank *current = nullptr;

Rank *tprt::currentRank() {
  if (current)
    return current;
  // Per thread, for its plans and scratch. The buffers of all such threads are
  // in one pool (Entry.cpp), since a result may outlive the thread.
  static thread_local Rank alone;
  return &alone;
}

void tprt::setCurrentRank(Rank *rank) { current = rank; }

void tprt::leaveProgram(Status status) {
  if (!current) {
    std::fprintf(stderr, "tprt: %s: %s\n", tprt_status_name(status),
                 tprt_last_error());
    std::abort();
  }
  current->failure = status;
  std::longjmp(current->entry, 1);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

size_t PlanCache::Hash::operator()(const std::vector<int64_t> &words) const {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  for (int64_t word : words) {
    hash = (hash ^ uint64_t(word)) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return size_t(hash);
}

Status PlanCache::get(const Call &call, const Rank &rank,
                      const Plan *&outPlan) {
  key.clear();
  key.push_back(call.isBarrier);
  if (call.descriptor && call.length > 0)
    key.insert(key.end(), call.descriptor, call.descriptor + call.length);
  auto found = plans.find(key);
  if (found == plans.end()) {
    Plan plan;
    if (Status status = buildPlan(call.isBarrier, call.descriptor, call.length,
                                  rank.rank, rank.rankCount, plan))
      return status;
    if (plans.size() >= maxPlans)
      plans.clear();
    found = plans.emplace(key, std::move(plan)).first;
  }
  outPlan = &found->second;
  return TPRT_OK;
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// A call that fails says where it was made.
static Status withLocation(Status status, const Call &call) {
  if (status == TPRT_OK || !call.location || !*call.location)
    return status;
  return error(status, text(lastError(), atLocation(call.location)));
}

Status tprt::runCall(Rank &rank, const Call &call) {
  const Plan *plan = nullptr;
  if (Status status = rank.plans.get(call, rank, plan))
    return withLocation(status, call);
  if (!plan->isBarrier) {
    if (Status status =
            checkTensors(*plan, call.tensors.inputs, call.tensors.outputs))
      return withLocation(status, call);
    rank.scratch.reserve(plan->members.size(), size_t(plan->maxViews));
    if (plan->kind != TPRT_ALL_SLICE) {
      rank.collectiveCalls.fetch_add(1, std::memory_order_relaxed);
      rank.collectiveBytes.fetch_add(plan->outputBytes,
                                     std::memory_order_relaxed);
    }
  }
  if (plan->communicates())
    return rank.transport->run(rank, *plan, call);
  if (!plan->isBarrier)
    execute(*plan, &call.tensors, rank.scratch);
  return TPRT_OK;
}
