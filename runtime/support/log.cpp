#include "runtime/support/log.hpp"

#include "runtime/support/file.hpp"
#include "runtime/support/options.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
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
    unsigned named = 0;
    for (unsigned topic = 0; topic < std::size(topicNames); ++topic)
      if (name == topicNames[topic] || name == "all" || name == "1")
        named |= 1u << topic;
    if (named == 0 && name != "0" && name != "off")
      complain("HEDDLE_LOG: '%.*s' is none of api, build, cache, memory, queue and all",
               static_cast<int>(name.size()), name.data());
    topics |= named;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return topics;
}

/// In one piece: threads and child processes share standard error.
void writeLine(std::string_view line) {
  const FileSizeSignalBlocked blocked;
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

void complain(const char *format, ...) {
  constexpr std::string_view prefix = "heddle: ";
  char line[4096];
  std::memcpy(line, prefix.data(), prefix.size());
  std::va_list arguments;
  va_start(arguments, format);
  const int length =
      std::vsnprintf(line + prefix.size(), sizeof(line) - prefix.size(), format, arguments);
  va_end(arguments);
  if (length < 0)
    return;
  // Where the text ends, or all that there is room for, comes the end of the line.
  const std::size_t end =
      std::min(prefix.size() + static_cast<std::size_t>(length), sizeof(line) - 1);
  line[end] = '\n';
  writeLine({line, end + 1});
}

bool logEnabled(LogTopic topic) {
  static const unsigned topics = parseTopics(options().log);
  return (topics >> static_cast<unsigned>(topic)) & 1u;
}

void log(LogTopic topic, const char *format, ...) {
  if (!logEnabled(topic))
    return;
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
  writeLine({line, static_cast<std::size_t>(used) + 1});
}

} // namespace heddle
