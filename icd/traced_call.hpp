// Entry points for a program that is traced (HEDDLE_TRACE): the same functions, each of which adds
// an event to the trace. They stand in the tables in place of the others, which then know nothing
// of it and cost nothing.
#ifndef HEDDLE_ICD_TRACED_CALL_HPP
#define HEDDLE_ICD_TRACED_CALL_HPP

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

template <CallName name, auto function> struct TracedCall;

template <CallName name, typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct TracedCall<name, function> {
  static Result CL_API_CALL call(Arguments... arguments) {
    TraceScope scope(name.text, "api");
    if constexpr (std::is_void_v<Result>) {
      function(arguments...);
    } else {
      const Result result = function(arguments...);
      scope.error(errorOf(result, arguments...));
      return result;
    }
  }

private:
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

/// The function, or in a program that is traced the one that says so.
template <CallName name, auto function> auto entryPoint() {
  return Trace::active() ? &TracedCall<name, function>::call : function;
}

} // namespace heddle

#endif
