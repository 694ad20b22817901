/// half on the host, where not every compiler has the type: its bits, with conversions that round
/// to nearest, ties to even.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_HALF_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_HALF_HPP

#include <cmath>
#include <cstdint>
#include <limits>

namespace heddle::test {

struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  /// Rounded once.
  explicit Half(long double value) : bits(rounded(value)) {}

  static Half fromBits(std::uint16_t bits) {
    Half result;
    result.bits = bits;
    return result;
  }

  operator double() const {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double magnitude =
        exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    if (exponent == 31)
      magnitude = fraction ? std::numeric_limits<double>::quiet_NaN()
                           : std::numeric_limits<double>::infinity();
    return bits & 0x8000 ? -magnitude : magnitude;
  }

private:
  static std::uint16_t rounded(long double value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const long double magnitude = std::fabs(value);
    if (std::isnan(value))
      return 0x7e00;
    if (magnitude >= 65520) // half a unit beyond the largest
      return sign | 0x7c00;
    if (magnitude < 0x1p-14L)
      return sign | std::uint16_t(std::nearbyint(magnitude * 0x1p24L));
    const int exponent = std::ilogb(magnitude);
    const auto significand = unsigned(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
    // Rounding up to the next power of two carries into the exponent.
    return sign | std::uint16_t((unsigned(exponent + 15) << 10) + significand - 1024);
  }
};

} // namespace heddle::test

#endif
