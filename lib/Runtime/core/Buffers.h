//===- Buffers.h - memory that a rank owns --------------------------------===//
//
// Counts what is live and remembers the peak. One pool per rank, so that peaks
// are per rank as on a real device; a pool has a lock because buffers outlive
// the rank's thread and are released by another.
//
//===----------------------------------------------------------------------===//

#ifndef TPRT_CORE_BUFFERS_H
#define TPRT_CORE_BUFFERS_H

#include "core/Status.h"

#include <mutex>
#include <unordered_map>

namespace tprt {

constexpr size_t bufferAlignment = 64;

class BufferPool {
public:
  BufferPool() = default;
  BufferPool(const BufferPool &) = delete;
  BufferPool &operator=(const BufferPool &) = delete;
  ~BufferPool() { releaseAll(); }

  Status allocate(int64_t bytes, void *&outData);
  Status deallocate(void *data);

  /// Frees all buffers; the peak stays.
  void releaseAll();
  void resetPeak();
  int64_t peakBytes() const;

private:
  mutable std::mutex mutex;
  std::unordered_map<void *, int64_t> sizes;
  int64_t liveBytes = 0;
  int64_t peak = 0;
};

} // namespace tprt

#endif // TPRT_CORE_BUFFERS_H
