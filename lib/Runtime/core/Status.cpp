//===- Status.cpp - error texts of the runtime ----------------------------===//
//
// One text per thread, as errno has one number per thread.
//
//===----------------------------------------------------------------------===//

#include "core/Status.h"

#include <utility>

using namespace tprt;

static std::string &lastErrorSlot() {
  static thread_local std::string slot;
  return slot;
}

Status tprt::error(Status status, std::string message) {
  lastErrorSlot() = std::move(message);
  return status;
}

const std::string &tprt::lastError() { return lastErrorSlot(); }

std::string tprt::atLocation(const char *location) {
  if (!location || !*location)
    return "";
  return text(" at ", location);
}

const char *tprt_last_error(void) { return lastErrorSlot().c_str(); }

const char *tprt_status_name(tprt_status_t status) {
  switch (status) {
  case TPRT_OK:
    return "ok";
  case TPRT_INVALID_ARGUMENT:
    return "invalid argument";
  case TPRT_OUT_OF_MEMORY:
    return "out of memory";
  case TPRT_MISMATCH:
    return "mismatch";
  case TPRT_TIMEOUT:
    return "timeout";
  case TPRT_CHECK_FAILED:
    return "check failed";
  case TPRT_ABORTED:
    return "aborted";
  case TPRT_UNSUPPORTED:
    return "unsupported";
  }
  return "unknown status";
}
