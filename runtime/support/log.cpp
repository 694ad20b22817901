#include "runtime/support/log.hpp"

#include "runtime/support/options.hpp"

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

namespace heddle {

namespace {

constexpr const char *topicNames[] = {"api", "build", "cache", "memory", "queue"};

/// One bit for each topic that the comma-separated list names.
unsigned parseTopics(std::string_view list) {
  unsigned topics = 0;
  while (!list.empty()) {
    std::size_t comma = list.find(',');
    std::string_view name = list.substr(0, comma);
    for (unsigned topic = 0; topic < std::size(topicNames); ++topic)
      if (name == topicNames[topic] || name == "all" || name == "1")
        topics |= 1u << topic;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return topics;
}

} // namespace

bool logEnabled(LogTopic topic) {
  static const unsigned topics = parseTopics(options().log);
  return (topics >> static_cast<unsigned>(topic)) & 1u;
}

void log(LogTopic topic, const char *format, ...) {
  if (!logEnabled(topic))
    return;
  // One write for the whole line: threads and child processes share standard error.
  char line[1024];
  int used =
      std::snprintf(line, sizeof(line), "heddle: %s: ", topicNames[static_cast<unsigned>(topic)]);
  std::va_list arguments;
  va_start(arguments, format);
  int length = std::vsnprintf(line + used, sizeof(line) - used - 1, format, arguments);
  va_end(arguments);
  if (length < 0)
    return;
  used += length;
  if (used > static_cast<int>(sizeof(line)) - 2)
    used = sizeof(line) - 2;
  line[used] = '\n';
  std::fwrite(line, 1, used + 1, stderr);
}

} // namespace heddle
