// What the printf calls of one command have written, until the command ends.
#ifndef HEDDLE_RUNTIME_PRINT_PRINT_BUFFER_HPP
#define HEDDLE_RUNTIME_PRINT_PRINT_BUFFER_HPP

#include "runtime/print/format.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace heddle {

class PrintBuffer {
public:
  /// Holds `capacity` bytes of text: CL_DEVICE_PRINTF_BUFFER_SIZE.
  explicit PrintBuffer(std::size_t capacity) : capacity(capacity) {}

  /// Adds the text of one call as a whole: 0. From the first text on that does not fit, nothing is
  /// added any more, so that what is printed has no holes: -1, as for a format that is none. Any
  /// thread; allocates, and never throws.
  std::int32_t print(const char *format, const PrintArguments &arguments) noexcept EXCLUDES(mutex);

  /// Writes the text to `file` in one piece and flushes it. Without text it does nothing.
  void flush(std::FILE *file = stdout) EXCLUDES(mutex);

private:
  const std::size_t capacity;
  std::atomic<bool> isUsed{false};
  Mutex mutex;
  std::string text GUARDED_BY(mutex);
  bool isFull GUARDED_BY(mutex) = false;
};

} // namespace heddle

#endif
