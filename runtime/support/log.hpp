// Messages for people who look for the reason of something, by topic (HEDDLE_LOG).
#ifndef HEDDLE_RUNTIME_SUPPORT_LOG_HPP
#define HEDDLE_RUNTIME_SUPPORT_LOG_HPP

#include <cstdint>

namespace heddle {

enum class LogTopic : std::uint8_t {
  api,    ///< why an entry point refused its arguments
  build,  ///< programs: compiler runs and their answers
  cache,  ///< entries found, written, refused, dropped
  memory, ///< allocations of memory objects
  queue,  ///< commands that become ready, start and end
};

/// "heddle: message" on standard error, whatever HEDDLE_LOG is; what is longer than 4 KiB is
/// cut.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

bool logEnabled(LogTopic topic);

/// One line on standard error, "heddle: topic: message". Nothing happens when the topic is off;
/// guard expensive arguments with logEnabled().
void log(LogTopic topic, const char *format, ...) __attribute__((format(printf, 2, 3)));

} // namespace heddle

#endif
