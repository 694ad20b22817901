// The answer to one info query: param_value_size, param_value and param_value_size_ret.
#ifndef HEDDLE_ICD_INFO_VALUE_HPP
#define HEDDLE_ICD_INFO_VALUE_HPP

#include <CL/cl.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle {

/// Each query ends in one of these calls. They follow the rule that all info queries share: without
/// a value pointer only the size is told; a value that does not fit is CL_INVALID_VALUE.
class InfoValue {
public:
  InfoValue(std::size_t size, void *value, std::size_t *sizeRet)
      : available(size), destination(value), sizeRet(sizeRet) {}

  /// The type must be the one that the specification gives: cl_bool, size_t, …
  template <typename T> cl_int write(const T &value) const {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
    return bytes(&value, sizeof(value));
  }
  /// With the terminating NUL.
  cl_int string(std::string_view text) const {
    if (cl_int error = begin(text.size() + 1))
      return error;
    if (destination) {
      std::memcpy(destination, text.data(), text.size());
      static_cast<char *>(destination)[text.size()] = '\0';
    }
    return CL_SUCCESS;
  }
  template <typename T> cl_int array(std::span<const T> values) const {
    return bytes(values.data(), values.size_bytes());
  }
  template <typename T> cl_int array(const std::vector<T> &values) const {
    return bytes(values.data(), values.size() * sizeof(T));
  }
  cl_int bytes(const void *source, std::size_t size) const {
    if (cl_int error = begin(size))
      return error;
    if (destination && size != 0)
      std::memcpy(destination, source, size);
    return CL_SUCCESS;
  }

  /// For answers that are more than bytes (CL_PROGRAM_BINARIES): checks the room and tells the
  /// size.
  cl_int begin(std::size_t size) const {
    if (destination && available < size)
      return CL_INVALID_VALUE;
    if (sizeRet)
      *sizeRet = size;
    return CL_SUCCESS;
  }
  /// Where begin()'s answer goes; null when only the size was asked for.
  void *target() const { return destination; }

private:
  std::size_t available;
  void *destination;
  std::size_t *sizeRet;
};

} // namespace heddle

#endif
