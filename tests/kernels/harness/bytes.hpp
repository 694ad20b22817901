// Values as they lie in a buffer.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_BYTES_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_BYTES_HPP

#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle::test {

using Bytes = std::vector<std::uint8_t>;

template <typename T> Bytes bytesOf(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

} // namespace heddle::test

#endif
