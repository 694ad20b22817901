#include "runtime/support/trace_event.hpp"

#include <charconv>

namespace heddle {

namespace {

/// Of a name or a value; names that compilers make of templates may be far longer.
constexpr std::size_t longestString = 160;

} // namespace

TraceEvent::TraceEvent(char phase, std::string_view name, std::string_view category,
                       std::uint64_t time, std::uint64_t track) {
  put("{\"ph\":\"");
  put({&phase, 1});
  put("\",\"name\":");
  putString(name);
  if (!category.empty()) {
    put(",\"cat\":");
    putString(category);
  }
  put(",\"pid\":");
  putNumber(Trace::thisProcess());
  put(",\"tid\":");
  putNumber(track);
  put(",\"ts\":");
  putMicroseconds(time);
}

void TraceEvent::duration(std::uint64_t nanoseconds) {
  put(",\"dur\":");
  putMicroseconds(nanoseconds);
}

void TraceEvent::flow(std::uint64_t id, bool isEnd) {
  put(",\"id\":");
  putNumber(id);
  if (isEnd)
    put(",\"bp\":\"e\"");
}

template <typename Value> void TraceEvent::add(std::string_view name, Value &&value) {
  const std::size_t before = size;
  put(hasArguments ? "," : ",\"args\":{");
  putString(name);
  put(":");
  value();
  if (overflowed) {
    size = before;
    overflowed = false;
  } else {
    hasArguments = true;
  }
}

void TraceEvent::argument(std::string_view name, std::string_view value) {
  add(name, [&] { putString(value); });
}

void TraceEvent::signedArgument(std::string_view name, std::int64_t value) {
  add(name, [&] { putNumber(value); });
}

void TraceEvent::unsignedArgument(std::string_view name, std::uint64_t value) {
  add(name, [&] { putNumber(value); });
}

void TraceEvent::argument(std::string_view name, std::span<const std::uint64_t> values) {
  add(name, [&] {
    char before = '[';
    for (const std::uint64_t value : values) {
      put({&before, 1});
      putNumber(value);
      before = ',';
    }
    put("]");
  });
}

std::string_view TraceEvent::text() {
  const std::string_view end = hasArguments ? "}}" : "}";
  std::memcpy(buffer.data() + size, end.data(), end.size());
  return {buffer.data(), size + end.size()};
}

void TraceEvent::put(std::string_view bytes) {
  if (bytes.size() > buffer.size() - closing - size) {
    overflowed = true;
    return;
  }
  std::memcpy(buffer.data() + size, bytes.data(), bytes.size());
  size += bytes.size();
}

void TraceEvent::putNumber(std::int64_t value) {
  char digits[24];
  put({digits, std::to_chars(digits, digits + sizeof(digits), value).ptr});
}

void TraceEvent::putNumber(std::uint64_t value) {
  char digits[24];
  put({digits, std::to_chars(digits, digits + sizeof(digits), value).ptr});
}

// The format counts microseconds; three digits behind the point are nanoseconds.
void TraceEvent::putMicroseconds(std::uint64_t nanoseconds) {
  char digits[32];
  char *end = std::to_chars(digits, digits + sizeof(digits), nanoseconds / 1000).ptr;
  const auto rest = static_cast<unsigned>(nanoseconds % 1000);
  *end++ = '.';
  *end++ = static_cast<char>('0' + rest / 100);
  *end++ = static_cast<char>('0' + rest / 10 % 10);
  *end++ = static_cast<char>('0' + rest % 10);
  put({digits, end});
}

// Bytes beyond ASCII are written by their numbers: whether they are UTF-8 need not be known.
void TraceEvent::putString(std::string_view value) {
  constexpr char hexadecimal[] = "0123456789abcdef";
  const bool cut = value.size() > longestString;
  put("\"");
  for (const char character : value.substr(0, longestString)) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte >= 0x7f) {
      const char escaped[] = {'\\', 'u', '0', '0', hexadecimal[byte >> 4], hexadecimal[byte & 15]};
      put({escaped, sizeof(escaped)});
    } else {
      if (character == '"' || character == '\\')
        put("\\");
      put({&character, 1});
    }
  }
  put(cut ? "...\"" : "\"");
}

void TraceScope::write() const {
  TraceEvent event('X', name, category, start, Trace::thisThread());
  event.duration(Trace::now() - start);
  if (status != 0)
    event.argument("error", status);
  if (!noteName.empty())
    event.argument(noteName, noteValue);
  trace->append(event.text());
}

} // namespace heddle
