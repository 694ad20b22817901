// One event of the trace (runtime/support/trace.hpp), as JSON.
#ifndef HEDDLE_RUNTIME_SUPPORT_TRACE_EVENT_HPP
#define HEDDLE_RUNTIME_SUPPORT_TRACE_EVENT_HPP

#include "runtime/support/trace.hpp"

#include <array>
#include <concepts>
#include <cstring>
#include <span>
#include <string_view>

namespace heddle {

/// Written on the stack and without memory of the heap. What is too long for an event is cut (a
/// name) or left out (an argument), so that it is JSON whatever is put in.
///
///   TraceEvent event('X', "clFinish", "api", start, Trace::thisThread());
///   event.duration(Trace::now() - start);
///   event.argument("error", -36);
///   trace->append(event.text());
class TraceEvent {
public:
  /// phase: X complete, M metadata, s and f start and end of a flow. Times are nanoseconds.
  TraceEvent(char phase, std::string_view name, std::string_view category, std::uint64_t time,
             std::uint64_t track);

  /// Of a complete event.
  void duration(std::uint64_t nanoseconds);
  /// Which flow it is, and for its end that it goes into the event around it.
  void flow(std::uint64_t id, bool isEnd);

  // What the reader shows beside the event. Only after all of the above.
  void argument(std::string_view name, std::string_view value);
  template <std::integral Number> void argument(std::string_view name, Number value) {
    if constexpr (std::signed_integral<Number>)
      signedArgument(name, value);
    else
      unsignedArgument(name, value);
  }
  /// Sizes of so many dimensions.
  void argument(std::string_view name, std::span<const std::uint64_t> values);

  /// The whole event.
  std::string_view text();

private:
  /// Puts an argument in whole or not at all.
  template <typename Value> void add(std::string_view name, Value &&value);
  void signedArgument(std::string_view name, std::int64_t value);
  void unsignedArgument(std::string_view name, std::uint64_t value);
  void put(std::string_view bytes);
  void putNumber(std::int64_t value);
  void putNumber(std::uint64_t value);
  void putMicroseconds(std::uint64_t nanoseconds);
  void putString(std::string_view value);

  static constexpr std::size_t closing = 4; ///< what text() adds
  std::array<char, 2048> buffer;
  std::size_t size = 0;
  bool overflowed = false;
  bool hasArguments = false;
};

/// A complete event of the calling thread, from here to the end of the scope. Nothing where there
/// is no trace.
class TraceScope {
public:
  TraceScope(std::string_view name, std::string_view category)
      : trace(Trace::active()), name(name), category(category), start(trace ? Trace::now() : 0) {}
  TraceScope(const TraceScope &) = delete;
  TraceScope &operator=(const TraceScope &) = delete;
  ~TraceScope() {
    if (trace) [[unlikely]]
      write();
  }

  /// One word to be shown beside it; it must live as long as the scope.
  void note(std::string_view what, std::string_view value) {
    noteName = what;
    noteValue = value;
  }
  void error(std::int32_t code) { status = code; }

private:
  void write() const;

  Trace *const trace;
  const std::string_view name;
  const std::string_view category;
  const std::uint64_t start;
  std::string_view noteName, noteValue;
  std::int32_t status = 0;
};

} // namespace heddle

#endif
