#include "runtime/print/print_buffer.hpp"

#include "runtime/support/log.hpp"

#include <new>

namespace heddle {

std::int32_t PrintBuffer::print(const char *format, const PrintArguments &arguments) noexcept {
  if (!format)
    return -1;
  try {
    // Formatted without the lock: calls of other threads wait for the copy alone.
    std::string message;
    const bool isGood = formatPrint(message, capacity, format, arguments);
    MutexLock lock(mutex);
    if (isFull || message.size() > capacity - text.size()) {
      isFull = true;
      return -1;
    }
    text += message;
    isUsed.store(true, std::memory_order_relaxed);
    return isGood ? 0 : -1;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}

void PrintBuffer::flush(std::FILE *file) {
  if (!isUsed.load(std::memory_order_relaxed))
    return;
  MutexLock lock(mutex);
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
  if (isFull)
    log(LogTopic::queue, "printf: the buffer of %zu bytes was full, the rest of the text is lost",
        capacity);
  text.clear();
}

} // namespace heddle
