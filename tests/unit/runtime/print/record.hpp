// The arguments of a printf call, as a kernel would hand them over.
#ifndef HEDDLE_TESTS_UNIT_RUNTIME_PRINT_RECORD_HPP
#define HEDDLE_TESTS_UNIT_RUNTIME_PRINT_RECORD_HPP

#include "runtime/print/format.hpp"

#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

namespace heddle::test {

class Record {
public:
  template <typename... Values> explicit Record(const Values &...values) { (add(values), ...); }

  PrintArguments arguments() const {
    return {types.data(), static_cast<std::uint32_t>(types.size()), bytes.data()};
  }

private:
  template <typename T> static constexpr std::uint8_t kindOf() {
    if (std::is_same_v<T, const char *>)
      return heddlePrintString;
    if (std::is_pointer_v<T>)
      return heddlePrintPointer;
    return std::is_floating_point_v<T> ? heddlePrintFloat : heddlePrintInteger;
  }
  template <typename T> void add(const T &value) { add(kindOf<T>(), &value, sizeof(T), 1); }
  template <typename T, std::size_t count> void add(const std::array<T, count> &value) {
    add(kindOf<T>(), value.data(), sizeof(T), count);
  }
  void add(std::uint8_t kind, const void *data, std::size_t size, std::size_t count) {
    const std::size_t offset = (bytes.size() + size - 1) / size * size;
    types.push_back({kind, static_cast<std::uint8_t>(size), static_cast<std::uint16_t>(count),
                     static_cast<std::uint32_t>(offset)});
    bytes.resize(offset + size * count);
    std::memcpy(bytes.data() + offset, data, size * count);
  }

  std::vector<HeddlePrintArgument> types;
  std::vector<unsigned char> bytes;
};

} // namespace heddle::test

#endif
