//===- Buffers.cpp - memory that a rank owns ------------------------------===//
//
// malloc with an alignment and a book of what is out. A request above the
// machine's memory is refused here: Linux would grant the addresses and kill
// the process when they are touched.
//
//===----------------------------------------------------------------------===//

#include "core/Buffers.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

using namespace tprt;

/// Bytes of physical memory; a large number where the system does not say.
static int64_t physicalBytes() {
  static const int64_t bytes = [] {
    int64_t pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? pages * size : INT64_MAX / 2;
  }();
  return bytes;
}

Status BufferPool::allocate(int64_t bytes, void *&outData) {
  auto refuse = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    return error(TPRT_OUT_OF_MEMORY,
                 text("out of memory: ", bytes, " bytes were asked for, ",
                      liveBytes, " bytes are in use by this rank"));
  };
  if (bytes < 0 || bytes > physicalBytes())
    return refuse();

  size_t rounded = (std::max<size_t>(size_t(bytes), 1) + bufferAlignment - 1) /
                   bufferAlignment * bufferAlignment;
  void *data = std::aligned_alloc(bufferAlignment, rounded);
  if (!data)
    return refuse();
  try {
    std::lock_guard<std::mutex> lock(mutex);
    sizes.emplace(data, bytes);
    liveBytes += bytes;
    peak = std::max(peak, liveBytes);
  } catch (...) {
    std::free(data);
    throw;
  }
  outData = data;
  return TPRT_OK;
}

Status BufferPool::deallocate(void *data) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = sizes.find(data);
  if (found == sizes.end())
    return error(
        TPRT_INVALID_ARGUMENT,
        text("deallocate: ", data, " is not a live buffer of this rank"));
  liveBytes -= found->second;
  sizes.erase(found);
  std::free(data);
  return TPRT_OK;
}

void BufferPool::releaseAll() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &entry : sizes)
    std::free(entry.first);
  sizes.clear();
  liveBytes = 0;
}

void BufferPool::resetPeak() {
  std::lock_guard<std::mutex> lock(mutex);
  peak = liveBytes;
}

int64_t BufferPool::peakBytes() const {
  std::lock_guard<std::mutex> lock(mutex);
  return peak;
}
