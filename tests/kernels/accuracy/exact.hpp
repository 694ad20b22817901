/// Mathematical functions in long double, for references that are rounded once: those of the C
/// library, and what OpenCL C has beside them.
#ifndef HEDDLE_TESTS_KERNELS_ACCURACY_EXACT_HPP
#define HEDDLE_TESTS_KERNELS_ACCURACY_EXACT_HPP

#include <cmath>
#include <limits>
#include <numbers>

namespace heddle::test {

using Exact = long double;

inline constexpr Exact exactPi = std::numbers::pi_v<Exact>;

// The functions of pi*x: the argument is reduced before it is multiplied, where that is exact.
inline Exact exactSinPi(Exact x) {
  if (!std::isfinite(x))
    return std::numeric_limits<Exact>::quiet_NaN();
  Exact rest = remainderl(x, 2);
  Exact magnitude = std::fabs(rest);
  if (magnitude > 0.5L)
    magnitude = 1 - magnitude;
  // A zero has the sign of the argument.
  return magnitude == 0 ? copysignl(0, x) : copysignl(sinl(exactPi * magnitude), rest);
}

inline Exact exactCosPi(Exact x) {
  if (!std::isfinite(x))
    return std::numeric_limits<Exact>::quiet_NaN();
  Exact magnitude = std::fabs(remainderl(x, 2));
  if (magnitude <= 0.25L)
    return cosl(exactPi * magnitude);
  if (magnitude <= 0.75L)
    return sinl(exactPi * (0.5L - magnitude)) + 0.0L;
  return -cosl(exactPi * (1 - magnitude));
}

inline Exact exactTanPi(Exact x) {
  Exact sine = exactSinPi(x), cosine = exactCosPi(x);
  if (cosine == 0) // halves: +inf, -inf, +inf, ... for 1/2, 3/2, 5/2, ...
    return copysignl(std::numeric_limits<Exact>::infinity(), sine);
  return sine / cosine;
}

inline Exact exactAcosPi(Exact x) { return acosl(x) / exactPi; }
inline Exact exactAsinPi(Exact x) { return asinl(x) / exactPi; }
inline Exact exactAtanPi(Exact x) { return atanl(x) / exactPi; }
inline Exact exactAtan2Pi(Exact y, Exact x) { return atan2l(y, x) / exactPi; }
inline Exact exactRsqrt(Exact x) { return 1 / sqrtl(x); }
inline Exact exactDegrees(Exact x) { return x * 180 / exactPi; }
inline Exact exactRadians(Exact x) { return x * exactPi / 180; }
inline Exact exactSign(Exact x) { return std::isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x; }

inline Exact exactPowr(Exact x, Exact y) {
  const bool isInvalid = x < 0 || std::isnan(x) || std::isnan(y) || (x == 0 && y == 0) ||
                         (std::isinf(x) && y == 0) || (x == 1 && std::isinf(y));
  return isInvalid ? std::numeric_limits<Exact>::quiet_NaN() : powl(std::fabs(x), y);
}

inline Exact exactRootn(Exact x, int n) {
  if (n == 0 || (n % 2 == 0 && x < 0))
    return std::numeric_limits<Exact>::quiet_NaN();
  Exact root = powl(std::fabs(x), 1 / Exact(n));
  return n % 2 ? copysignl(root, x) : root;
}

inline Exact exactMaxMag(Exact x, Exact y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : fmaxl(x, y);
}
inline Exact exactMinMag(Exact x, Exact y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : fminl(x, y);
}

} // namespace heddle::test

#endif
