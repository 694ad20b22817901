// One event of the trace (runtime/support/trace.hpp), as a record (runtime/abi/trace_records.hpp).
#ifndef HEDDLE_RUNTIME_SUPPORT_TRACE_EVENT_HPP
#define HEDDLE_RUNTIME_SUPPORT_TRACE_EVENT_HPP

#include "runtime/support/trace.hpp"

#include <concepts>
#include <cstring>
#include <span>
#include <string_view>

namespace heddle {

/// Made on the stack and without memory of the heap. What is too long for an event is cut (a name)
/// or left out (an argument).
///
///   TraceEvent event(TraceEvent::complete, "clFinish", "api", start, Trace::thisThread());
///   event.duration(Trace::now() - start);
///   event.argument("error", -36);
///   trace->append(event);
class TraceEvent {
public:
  using enum abi::TraceRecord::Kind;

  /// Times are nanoseconds.
  TraceEvent(abi::TraceRecord::Kind kind, std::string_view name, std::string_view category,
             std::uint64_t time, std::uint64_t track);
  /// An arrow from what lies at one place to what lies at the other.
  static TraceEvent arrowFrom(std::uint64_t time, std::uint64_t track, std::uint64_t toTime,
                              std::uint64_t toTrack, std::string_view name);

  /// Of a complete event.
  void duration(std::uint64_t nanoseconds) { header().duration = nanoseconds; }
  std::uint64_t duration() { return header().duration; }

  // What the reader shows beside the event.
  void argument(std::string_view name, std::string_view value);
  template <std::integral Number> void argument(std::string_view name, Number value) {
    const auto bits = static_cast<std::uint64_t>(value);
    add(std::signed_integral<Number> ? abi::TraceArgument::signedNumber
                                     : abi::TraceArgument::number,
        name, &bits, 1, sizeof(bits));
  }
  void argument(std::string_view name, double value) {
    add(abi::TraceArgument::real, name, &value, 1, sizeof(value));
  }
  /// Sizes of so many dimensions.
  void argument(std::string_view name, std::span<const std::uint64_t> values) {
    add(abi::TraceArgument::numbers, name, values.data(), values.size(), sizeof(values[0]));
  }

  bool isComplete() { return header().kind == complete; }
  /// The whole event.
  std::string_view record();

private:
  abi::TraceRecord &header() { return *reinterpret_cast<abi::TraceRecord *>(buffer); }
  /// Puts an argument in whole or not at all.
  void add(abi::TraceArgument::Type type, std::string_view name, const void *values,
           std::size_t count, std::size_t bytesOfEach);
  std::uint8_t putText(std::string_view text);
  void put(const void *bytes, std::size_t count);

  alignas(8) char buffer[1024];
  std::size_t size = sizeof(abi::TraceRecord);
};

/// A complete event of the calling thread, from here to the end of the scope, if the trace shows
/// it. Nothing where there is no trace.
class TraceScope {
public:
  TraceScope(std::string_view name, std::string_view category)
      : TraceScope(name, category, Trace::active() ? Trace::now() : 0) {}
  TraceScope(const TraceScope &) = delete;
  TraceScope &operator=(const TraceScope &) = delete;
  ~TraceScope() {
    if (start != 0) [[unlikely]]
      write();
  }

  /// One word to be shown beside it; it must live as long as the scope.
  void note(std::string_view what, std::string_view value) {
    noteName = what;
    noteValue = value;
  }
  void error(std::int32_t code) { status = code; }

protected:
  /// What began at that time; 0 where there is no trace.
  TraceScope(std::string_view name, std::string_view category, std::uint64_t start)
      : start(start), name(name), category(category) {}

  const std::uint64_t start;

private:
  void write() const;

  const std::string_view name;
  const std::string_view category;
  std::string_view noteName, noteValue;
  std::int32_t status = 0;
};

} // namespace heddle

#endif
