//===- Status.h - error texts of the runtime ------------------------------===//
//
// Inside the runtime a failing function records a text for its thread and
// returns a status; nothing is thrown across a file of the runtime. The border
// (core/Entry.cpp, transports/*/World.cpp) decides what a failure does.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_STATUS_H
#define TPRT_CORE_STATUS_H

#include "tprt/tprt.h"

#include <exception>
#include <new>
#include <sstream>
#include <string>

namespace tprt {

using Status = tprt_status_t;

/// The parts, one after the other: text("size ", 3) → "size 3".
template <typename... Parts> std::string text(const Parts &...parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// Records `message` as the calling thread's last error and returns `status`.
Status error(Status status, std::string message);

/// The calling thread's last error; "" when there was none.
const std::string &lastError();

/// " at LOCATION", or "" for a location that is null or empty.
std::string atLocation(const char *location);

/// "1, 2, 5" for any sequence of printable values.
template <typename Range>
std::string joined(const Range &values, const char *separator = ", ") {
  std::ostringstream stream;
  const char *before = "";
  for (const auto &value : values) {
    stream << before << value;
    before = separator;
  }
  return stream.str();
}

/// Runs `body`, which returns a Status, and turns what the standard library
/// throws into one.
template <typename Body> Status guarded(Body &&body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return error(TPRT_OUT_OF_MEMORY, "out of memory inside the runtime");
  } catch (const std::exception &exception) {
    return error(TPRT_CHECK_FAILED,
                 text("internal error of the runtime: ", exception.what()));
  }
}

} // namespace tprt

#endif // TPRT_CORE_STATUS_H
