// Entry points for a program that somebody watches (HEDDLE_TRACE, HEDDLE_LOG=api): the same
// functions, each of which adds an event to the trace and reports its errors. They stand in the
// tables in place of the others, which then know nothing of it and cost nothing.
#ifndef HEDDLE_ICD_TRACED_CALL_HPP
#define HEDDLE_ICD_TRACED_CALL_HPP

#include "icd/error_names.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/trace_event.hpp"

#include <CL/cl.h>

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace heddle {

/// A name as an argument of a template.
template <std::size_t size> struct CallName {
  consteval CallName(const char (&name)[size]) { std::copy_n(name, size, text); }
  char text[size];
};

/// What programs call by the million, and what takes long in them says so (Trace::mayTakeLong):
/// waits, builds, large memory, commands that a trace does not do without.
consteval bool isCalledOften(std::string_view name) {
  for (const std::string_view begin : {"clEnqueue", "clRetain", "clSetKernel", "clWaitForEvents"})
    if (name.starts_with(begin))
      return true;
  for (const std::string_view often :
       {"clFinish", "clFlush", "clReleaseEvent", "clReleaseKernel", "clCreateUserEvent",
        "clSetUserEventStatus", "clCreateBuffer", "clReleaseMemObject"})
    if (name == often)
      return true;
  return name.starts_with("clGet") && name.find("Info") != name.npos;
}

/// The time at which it began is that of what it enqueues.
class CallScope : public TraceScope {
public:
  explicit CallScope(std::string_view name) : CallScope(name, Trace::active() ? Trace::now() : 0) {}
  CallScope(std::string_view name, std::uint64_t start)
      : TraceScope(name, "api", start), call(Trace::callOfThread()) {
    call = {start, 0, false};
  }
  ~CallScope() { call = {}; }

private:
  Trace::Call &call;
};

template <CallName name, auto function> struct TracedCall;

template <CallName name, typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct TracedCall<name, function> {
  static Result CL_API_CALL call(Arguments... arguments) {
    if constexpr (isCalledOften(name.text))
      if (Trace::skipsNext())
        return skipped(arguments...);
    CallScope scope(name.text);
    if constexpr (std::is_void_v<Result>) {
      function(arguments...);
    } else {
      const Result result = function(arguments...);
      const cl_int error = errorOf(result, arguments...);
      scope.error(error);
      if (error < 0)
        report(error);
      return result;
    }
  }

private:
  /// What next to nothing may be added to.
  static Result skipped(Arguments... arguments) {
    static_assert(!std::is_void_v<Result>);
    Trace::Call &call = Trace::callOfThread();
    call = {0, 0, true};
    const Result result = function(arguments...);
    const cl_int error = errorOf(result, arguments...);
    if (call.time != 0 || error < 0 ||
        (call.ticks != 0 && Trace::mayBeLong(Trace::ticksNow() - call.ticks))) [[unlikely]]
      showAfterAll(error);
    call = {};
    return result;
  }

  [[gnu::noinline]] static void showAfterAll(cl_int error) {
    Trace::hasNotSkipped();
    CallScope scope(name.text, Trace::timeOfCall());
    scope.error(error);
    if (error < 0)
      report(error);
  }

  static void report(cl_int error) {
    if (const char *errorText = errorName(error))
      log(LogTopic::api, "%s: %s", name.text, errorText);
    else
      log(LogTopic::api, "%s: error %d", name.text, error);
  }

  /// What a call returned, or wrote through the last pointer if it made nothing.
  static cl_int errorOf(const auto &result, Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
      return result;
    } else if constexpr (std::is_pointer_v<Result> && sizeof...(Arguments) > 0) {
      const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int *const>)
        return result || !last ? CL_SUCCESS : *last;
    }
    return CL_SUCCESS;
  }
};

/// The function, or in a program that is watched the one that says so.
template <CallName name, auto function> auto entryPoint() {
  return Trace::active() || logEnabled(LogTopic::api) ? &TracedCall<name, function>::call
                                                      : function;
}

} // namespace heddle

#endif
