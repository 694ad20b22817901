// Serialization shared by everything in this folder that leaves the process: fixed-width
// little-endian integers and length-prefixed byte strings. Reading never trusts the input: a read
// past the end sets a sticky failure and yields zeros, so a decoder checks once, at its end.
#ifndef HEDDLE_RUNTIME_ABI_BYTE_STREAM_HPP
#define HEDDLE_RUNTIME_ABI_BYTE_STREAM_HPP

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace heddle::abi {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "x86-64 only");

class ByteWriter {
public:
  template <typename T> void integer(T value) {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void string(std::string_view value) {
    integer<std::uint64_t>(value.size());
    bytes.append(value);
  }
  std::string take() { return std::move(bytes); }

private:
  std::string bytes;
};

class ByteReader {
public:
  explicit ByteReader(std::string_view input) : rest(input) {}

  template <typename T> T integer() {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
    T value{};
    if (rest.size() < sizeof(T)) {
      failed = true;
      return value;
    }
    std::memcpy(&value, rest.data(), sizeof(T));
    rest.remove_prefix(sizeof(T));
    return value;
  }
  std::string string() {
    std::uint64_t size = integer<std::uint64_t>();
    if (failed || rest.size() < size) {
      failed = true;
      return {};
    }
    std::string value(rest.substr(0, size));
    rest.remove_prefix(size);
    return value;
  }
  /// A number of records that follow. Each takes at least one byte, so a larger number is damage;
  /// refusing it here keeps a damaged file from asking for gigabytes.
  std::uint32_t count() {
    std::uint32_t value = integer<std::uint32_t>();
    if (value > rest.size()) {
      failed = true;
      return 0;
    }
    return value;
  }
  void fail() { failed = true; }
  /// True when everything was there and nothing is left over.
  bool finished() const { return !failed && rest.empty(); }
  bool ok() const { return !failed; }

private:
  std::string_view rest;
  bool failed = false;
};

} // namespace heddle::abi

#endif
