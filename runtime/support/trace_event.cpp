#include "runtime/support/trace_event.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// Of a name or a value; names that compilers make of templates may be far longer.
constexpr std::size_t longestText = 160;
constexpr std::string_view cutMark = "...";

} // namespace

TraceEvent::TraceEvent(abi::TraceRecord::Kind kind, std::string_view name,
                       std::string_view category, std::uint64_t time, std::uint64_t track) {
  new (buffer) abi::TraceRecord{.bytes = 0,
                                .kind = kind,
                                .nameBytes = 0,
                                .categoryBytes = 0,
                                .arguments = 0,
                                .unused = 0,
                                .time = time,
                                .track = track,
                                .duration = 0,
                                .toTrack = 0};
  header().nameBytes = putText(name);
  header().categoryBytes = putText(category);
}

TraceEvent TraceEvent::arrowFrom(std::uint64_t time, std::uint64_t track, std::uint64_t toTime,
                                 std::uint64_t toTrack, std::string_view name) {
  TraceEvent event(arrow, name, "", time, track);
  event.header().duration = toTime;
  event.header().toTrack = toTrack;
  return event;
}

void TraceEvent::argument(std::string_view name, std::string_view value) {
  if (value.size() <= longestText)
    return add(abi::TraceArgument::text, name, value.data(), value.size(), 1);
  char cut[longestText + cutMark.size()];
  std::memcpy(cut, value.data(), longestText);
  std::memcpy(cut + longestText, cutMark.data(), cutMark.size());
  add(abi::TraceArgument::text, name, cut, sizeof(cut), 1);
}

void TraceEvent::add(abi::TraceArgument::Type type, std::string_view name, const void *values,
                     std::size_t count, std::size_t bytesOfEach) {
  const abi::TraceArgument argument{type, static_cast<std::uint8_t>(name.size()),
                                    static_cast<std::uint8_t>(count)};
  // With room for what makes the whole a multiple of eight.
  if (size + sizeof(argument) + name.size() + count * bytesOfEach + 8 > sizeof(buffer))
    return;
  put(&argument, sizeof(argument));
  put(name.data(), name.size());
  put(values, count * bytesOfEach);
  ++header().arguments;
}

std::string_view TraceEvent::record() {
  size = (size + 7) / 8 * 8;
  header().bytes = static_cast<std::uint16_t>(size);
  return {buffer, size};
}

std::uint8_t TraceEvent::putText(std::string_view text) {
  const bool cut = text.size() > longestText;
  put(text.data(), std::min(text.size(), longestText));
  if (!cut)
    return static_cast<std::uint8_t>(text.size());
  put(cutMark.data(), cutMark.size());
  return static_cast<std::uint8_t>(longestText + cutMark.size());
}

void TraceEvent::put(const void *bytes, std::size_t count) {
  std::memcpy(buffer + size, bytes, count);
  size += count;
}

void TraceScope::write() const {
  Trace &trace = *Trace::active();
  const std::uint64_t end = Trace::now();
  if (status >= 0 && !trace.shows(start, end))
    return;
  TraceEvent event(TraceEvent::complete, name, category, start, Trace::thisThread());
  event.duration(end - start);
  if (status != 0)
    event.argument("error", status);
  if (!noteName.empty())
    event.argument(noteName, noteValue);
  trace.append(event);
}

} // namespace heddle
