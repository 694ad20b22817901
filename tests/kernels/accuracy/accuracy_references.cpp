// Host references of tests/kernels/accuracy: exact.hpp, rounded once.
#include "tests/kernels/accuracy/exact.hpp"
#include "tests/kernels/references.hpp"

#include <climits>

namespace heddle::test {

namespace {

void addUnary(References &references, const std::string &name, Exact (*function)(Exact)) {
  references.add<float, double>("accuracy/unary/" + name + "_", [function]<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<T>(0)[item.x()] = T(function(c.buffer<T>(1)[item.x()]));
    });
  });
  references.add("accuracy/half_unary/" + name + "_half", [function](Case &c) {
    c.forEachItem([&](const Item &item) {
      Half x = Half::fromBits(c.buffer<std::uint16_t>(1)[item.x()]);
      c.buffer<Half>(0)[item.x()] = Half(function(double(x)));
    });
  });
}

template <typename Second>
void addBinary(References &references, const std::string &name, Exact (*function)(Exact, Second)) {
  references.add<Half, float, double>(
      "accuracy/binary/" + name + "_", [function]<class T>(Case &c) {
        using Argument = std::conditional_t<std::is_same_v<Second, int>, int, T>;
        c.forEachItem([&](const Item &item) {
          std::size_t i = item.x();
          c.buffer<T>(0)[i] = T(function(double(c.buffer<T>(1)[i]), c.buffer<Argument>(2)[i]));
        });
      });
}

Half nextHalf(Half x, Half y) {
  if (std::isnan(double(x)) || std::isnan(double(y)))
    return Half(std::numeric_limits<long double>::quiet_NaN());
  if (double(x) == double(y))
    return y;
  if (double(x) == 0)
    return Half::fromBits(double(y) > 0 ? 1 : 0x8001);
  const bool grows = (double(y) > double(x)) == (double(x) > 0);
  return Half::fromBits(std::uint16_t(x.bits + (grows ? 1 : -1)));
}

/// The next value below 1.
template <typename T> double belowOne() {
  return std::is_same_v<T, Half>    ? 1 - 0x1p-11
         : std::is_same_v<T, float> ? 1 - 0x1p-24
                                    : 1 - 0x1p-53;
}

/// The sign and the low seven bits of x / y, rounded to the nearest integer.
int quotient(Exact x, Exact y) {
  Exact rest = remainderl(x, y);
  if (std::isnan(rest) || std::isinf(y))
    return 0;
  Exact whole = fmodl(x, 128 * y) - rest; // a multiple of y, up to 128 of them
  int count = int(std::nearbyint(std::fabs(whole / y))) % 128;
  return std::signbit(x) != std::signbit(y) ? -count : count;
}

template <typename Body> void addTwoResults(References &references, const char *name, Body body) {
  references.add<Half, float, double>(
      std::string("accuracy/two_results/") + name, [body]<class T>(Case &c) {
        c.forEachItem([&](const Item &item) { body.template operator()<T>(c, item.x()); });
      });
}

void addFunctionsWithTwoResults(References &references) {
  addTwoResults(references, "frexp_", []<class T>(Case &c, std::size_t i) {
    auto x = Exact(double(c.buffer<T>(2)[i]));
    int exponent = 0;
    c.buffer<T>(0)[i] = T(frexpl(x, &exponent));
    c.buffer<int>(1)[i] = std::isfinite(x) ? exponent : 0;
  });
  addTwoResults(references, "modf_", []<class T>(Case &c, std::size_t i) {
    Exact whole;
    c.buffer<T>(0)[i] = T(modfl(double(c.buffer<T>(2)[i]), &whole));
    c.buffer<T>(1)[i] = T(whole);
  });
  addTwoResults(references, "fract_", []<class T>(Case &c, std::size_t i) {
    double x = c.buffer<T>(2)[i];
    double whole = std::floor(x);
    double rest = std::isinf(x) ? std::copysign(0.0, x) : std::fmin(T(x - whole), belowOne<T>());
    c.buffer<T>(0)[i] = T(std::isnan(x) ? x : x == 0 ? x : rest);
    c.buffer<T>(1)[i] = T(whole);
  });
  addTwoResults(references, "remquo_", []<class T>(Case &c, std::size_t i) {
    double x = c.buffer<T>(2)[i], y = c.buffer<T>(3)[i];
    c.buffer<T>(0)[i] = T(remainderl(x, y));
    c.buffer<int>(1)[i] = quotient(x, y);
  });
  references.add<Half, float, double>("accuracy/two_results/lgamma_sign_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      double x = c.buffer<T>(1)[item.x()];
      // Between the poles at 0, -1, -2, … the sign changes.
      bool isNegative = x < 0 && std::fmod(std::floor(x), 2) != 0;
      bool isPole = x <= 0 && std::floor(x) == x;
      c.buffer<int>(0)[item.x()] = isPole ? 0 : isNegative ? -1 : 1;
    });
  });
  addTwoResults(references, "sincos_", []<class T>(Case &c, std::size_t i) {
    Exact x = double(c.buffer<T>(2)[i]);
    c.buffer<T>(0)[i] = T(sinl(x));
    c.buffer<T>(1)[i] = T(cosl(x));
  });
}

void addExactResults(References &references) {
  references.add<Half, float, double>("accuracy/zeros/of_pi_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      double x = c.buffer<T>(1)[item.x()];
      T *out = c.buffer<T>(0) + item.x() * 3;
      out[0] = T(exactSinPi(x));
      out[1] = T(exactCosPi(x));
      out[2] = T(exactTanPi(x));
    });
  });
  references.add<Half, float, double>("accuracy/zeros/at_zero_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      for (std::size_t i = 0; i < 22; ++i)
        c.buffer<T>(0)[item.x() * 22 + i] = c.buffer<T>(1)[item.x()];
    });
  });
  references.add<float, double>("accuracy/contraction/apart_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      T x = c.buffer<T>(1)[i], y = c.buffer<T>(2)[i], z = c.buffer<T>(3)[i];
      T product = x * y;
      c.buffer<T>(0)[i * 3] = product + z;
      c.buffer<T>(0)[i * 3 + 1] = z - product;
      c.buffer<T>(0)[i * 3 + 2] = std::fma(x, y, z);
    });
  });
  references.add<float, double>("accuracy/contraction/division_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      c.buffer<T>(0)[i * 2] = c.buffer<T>(1)[i] / c.buffer<T>(2)[i];
      c.buffer<T>(0)[i * 2 + 1] = std::sqrt(c.buffer<T>(1)[i]);
    });
  });
}

} // namespace

void addAccuracyReferences(References &references) {
  addUnary(references, "acos", acosl);
  addUnary(references, "acosh", acoshl);
  addUnary(references, "acospi", exactAcosPi);
  addUnary(references, "asin", asinl);
  addUnary(references, "asinh", asinhl);
  addUnary(references, "asinpi", exactAsinPi);
  addUnary(references, "atan", atanl);
  addUnary(references, "atanh", atanhl);
  addUnary(references, "atanpi", exactAtanPi);
  addUnary(references, "cbrt", cbrtl);
  addUnary(references, "ceil", ceill);
  addUnary(references, "cos", cosl);
  addUnary(references, "cosh", coshl);
  addUnary(references, "cospi", exactCosPi);
  addUnary(references, "degrees", exactDegrees);
  addUnary(references, "erf", erfl);
  addUnary(references, "erfc", erfcl);
  addUnary(references, "exp", expl);
  addUnary(references, "exp10", exp10l);
  addUnary(references, "exp2", exp2l);
  addUnary(references, "expm1", expm1l);
  addUnary(references, "fabs", fabsl);
  addUnary(references, "floor", floorl);
  addUnary(references, "log", logl);
  addUnary(references, "log10", log10l);
  addUnary(references, "log1p", log1pl);
  addUnary(references, "log2", log2l);
  addUnary(references, "logb", logbl);
  addUnary(references, "radians", exactRadians);
  addUnary(references, "rint", rintl);
  addUnary(references, "round", roundl);
  addUnary(references, "rsqrt", exactRsqrt);
  addUnary(references, "sign", exactSign);
  addUnary(references, "sin", sinl);
  addUnary(references, "sinh", sinhl);
  addUnary(references, "sinpi", exactSinPi);
  // The square root of a double in long double would be rounded twice.
  addUnary(references, "sqrt", [](Exact x) { return Exact(std::sqrt(double(x))); });
  addUnary(references, "tan", tanl);
  addUnary(references, "tanh", tanhl);
  addUnary(references, "tanpi", exactTanPi);
  addUnary(references, "tgamma", tgammal);
  addUnary(references, "trunc", truncl);

  addFunctionsWithTwoResults(references);
  addExactResults(references);
  addBinary(references, "atan2", atan2l);
  addBinary(references, "atan2pi", exactAtan2Pi);
  addBinary(references, "copysign", copysignl);
  addBinary(references, "fdim", fdiml);
  addBinary(references, "fmax", fmaxl);
  addBinary(references, "fmin", fminl);
  addBinary(references, "fmod", fmodl);
  addBinary(references, "hypot", hypotl);
  addBinary(references, "maxmag", exactMaxMag);
  addBinary(references, "minmag", exactMinMag);
  addBinary(references, "pow", powl);
  addBinary(references, "powr", exactPowr);
  addBinary(references, "remainder", remainderl);
  addBinary<int>(references, "ldexp", ldexpl);
  addBinary<int>(references, "pown", [](Exact x, int n) { return powl(x, n); });
  addBinary<int>(references, "rootn", exactRootn);

  references.add<Half, float, double>("accuracy/binary/nextafter_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      T x = c.buffer<T>(1)[item.x()], y = c.buffer<T>(2)[item.x()];
      if constexpr (std::is_same_v<T, Half>)
        c.buffer<T>(0)[item.x()] = nextHalf(x, y);
      else
        c.buffer<T>(0)[item.x()] = std::nextafter(x, y);
    });
  });
  references.add<Half, float, double>("accuracy/binary/fma_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      T x = c.buffer<T>(1)[item.x()], y = c.buffer<T>(2)[item.x()], z = c.buffer<T>(3)[item.x()];
      if constexpr (std::is_same_v<T, Half>) // 64 bits hold the exact sum
        c.buffer<T>(0)[item.x()] = T(Exact(double(x)) * double(y) + double(z));
      else
        c.buffer<T>(0)[item.x()] = std::fma(x, y, z);
    });
  });
  references.add<Half, float, double>("accuracy/binary/ilogb_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      auto x = double(c.buffer<T>(1)[item.x()]);
      // FP_ILOGB0 and FP_ILOGBNAN
      c.buffer<int>(0)[item.x()] = x == 0 ? INT_MIN : std::isfinite(x) ? std::ilogb(x) : INT_MAX;
    });
  });
}

} // namespace heddle::test
