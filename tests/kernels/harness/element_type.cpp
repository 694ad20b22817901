#include "tests/kernels/harness/element_type.hpp"

#include "tests/kernels/harness/half.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace heddle::test {

std::size_t scalarBytes(Scalar scalar) {
  switch (scalar) {
  case Scalar::int8:
  case Scalar::uint8:
    return 1;
  case Scalar::int16:
  case Scalar::uint16:
  case Scalar::float16:
    return 2;
  case Scalar::int32:
  case Scalar::uint32:
  case Scalar::float32:
    return 4;
  case Scalar::int64:
  case Scalar::uint64:
  case Scalar::float64:
    return 8;
  }
  return 0;
}

std::size_t ElementType::bytes() const { return scalarBytes(scalar) * storedWidth(); }

bool parseElementType(std::string_view text, ElementType &type) {
  struct Name {
    std::string_view name;
    Scalar scalar;
  };
  static constexpr Name names[] = {
      {"char", Scalar::int8},     {"uchar", Scalar::uint8},   {"short", Scalar::int16},
      {"ushort", Scalar::uint16}, {"int", Scalar::int32},     {"uint", Scalar::uint32},
      {"long", Scalar::int64},    {"ulong", Scalar::uint64},  {"size_t", Scalar::uint64},
      {"half", Scalar::float16},  {"float", Scalar::float32}, {"double", Scalar::float64}};
  for (const Name &entry : names) {
    if (!text.starts_with(entry.name))
      continue;
    std::string_view rest = text.substr(entry.name.size());
    type.scalar = entry.scalar;
    type.width = 1;
    if (rest.empty())
      return true;
    for (unsigned width : {2u, 3u, 4u, 8u, 16u}) {
      type.width = width;
      if (rest == std::to_string(width))
        return true;
    }
  }
  return false;
}

void storeInteger(Scalar scalar, std::uint64_t value, void *destination) {
  if (scalar >= Scalar::float16)
    return storeFloat(scalar, double(std::int64_t(value)), destination);
  std::memcpy(destination, &value, scalarBytes(scalar)); // x86 is little endian
}

void storeFloat(Scalar scalar, double value, void *destination) {
  if (scalar == Scalar::float16) {
    Half narrow(value);
    std::memcpy(destination, &narrow, sizeof narrow);
  } else if (scalar == Scalar::float32) {
    float narrow = float(value);
    std::memcpy(destination, &narrow, sizeof narrow);
  } else if (scalar == Scalar::float64) {
    std::memcpy(destination, &value, sizeof value);
  } else {
    storeInteger(scalar, std::uint64_t(std::int64_t(value)), destination);
  }
}

std::string scalarText(Scalar scalar, const void *source) {
  std::uint64_t bits = 0;
  std::size_t bytes = scalarBytes(scalar);
  std::memcpy(&bits, source, bytes);
  char text[80];
  if (scalar == Scalar::float16) {
    std::snprintf(text, sizeof text, "%.5g (0x%04" PRIx64 ")",
                  double(Half::fromBits(std::uint16_t(bits))), bits);
  } else if (scalar == Scalar::float32) {
    float value;
    std::memcpy(&value, source, sizeof value);
    std::snprintf(text, sizeof text, "%.9g (0x%08" PRIx64 ")", double(value), bits);
  } else if (scalar == Scalar::float64) {
    double value;
    std::memcpy(&value, source, sizeof value);
    std::snprintf(text, sizeof text, "%.17g (0x%016" PRIx64 ")", value, bits);
  } else if (scalar == Scalar::uint8 || scalar == Scalar::uint16 || scalar == Scalar::uint32 ||
             scalar == Scalar::uint64) {
    std::snprintf(text, sizeof text, "%" PRIu64 " (0x%" PRIx64 ")", bits, bits);
  } else {
    unsigned shift = unsigned(64 - 8 * bytes);
    std::snprintf(text, sizeof text, "%" PRId64 " (0x%" PRIx64 ")",
                  std::int64_t(bits << shift) >> shift, bits);
  }
  return text;
}

} // namespace heddle::test
