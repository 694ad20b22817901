// A value, or the OpenCL error code that says why there is none.
#ifndef HEDDLE_RUNTIME_SUPPORT_RESULT_HPP
#define HEDDLE_RUNTIME_SUPPORT_RESULT_HPP

#include <CL/cl.h>

#include <cassert>
#include <optional>
#include <type_traits>
#include <utility>

namespace heddle {

/// Built implicitly from either side, so that `return CL_INVALID_CONTEXT;` and `return buffer;`
/// both read as they should. For that reason the value is never a number itself.
template <typename T> class [[nodiscard]] Result {
  static_assert(!std::is_arithmetic_v<T>, "a number cannot be told from an error code");

public:
  Result(cl_int code) : code(code) { assert(code != CL_SUCCESS && "success needs a value"); }
  template <typename U>
    requires(std::is_convertible_v<U &&, T> && !std::is_arithmetic_v<std::remove_cvref_t<U>> &&
             !std::is_same_v<std::remove_cvref_t<U>, Result>)
  Result(U &&value) : stored(std::forward<U>(value)) {}

  explicit operator bool() const { return stored.has_value(); }
  /// CL_SUCCESS when there is a value.
  cl_int error() const { return code; }

  T &value() {
    assert(stored && "an error has no value");
    return *stored;
  }
  const T &value() const {
    assert(stored && "an error has no value");
    return *stored;
  }
  T &operator*() { return value(); }
  const T &operator*() const { return value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }

private:
  std::optional<T> stored;
  cl_int code = CL_SUCCESS;
};

} // namespace heddle

#endif
