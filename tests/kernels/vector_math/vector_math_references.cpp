// Host references of tests/kernels/vector_math: the C library in long double, rounded once.
#include "tests/kernels/references.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace heddle::test {

namespace {

using Real = long double;

constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();

template <class... Types>
void addUnary(References &references, const std::string &name, Real (*function)(Real)) {
  references.add<Types...>("vector_math/accuracy/" + name + "_", [function]<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<T>(0)[item.x()] = T(function(c.buffer<T>(1)[item.x()]));
    });
  });
}

template <class Second = void>
void addBinary(References &references, const std::string &name, Real (*function)(Real, Real)) {
  references.add<float, double>("vector_math/accuracy/" + name + "_", [function]<class T>(Case &c) {
    using U = std::conditional_t<std::is_void_v<Second>, T, Second>;
    c.forEachItem([&](const Item &item) {
      c.buffer<T>(0)[item.x()] = T(function(c.buffer<T>(1)[item.x()], c.buffer<U>(2)[item.x()]));
    });
  });
}

Real exp10Of(Real x) { return std::pow(Real(10), x); }

// In the eighth of a turn around zero where x is.
Real sineOfPi(Real x) {
  constexpr Real pi = std::numbers::pi_v<Real>;
  Real turn = std::fmod(std::fabs(x), Real(2)), half = turn >= 1 ? turn - 1 : turn;
  Real near = half > Real(0.5) ? 1 - half : half;
  Real sine = near > Real(0.25) ? std::cos(pi * (Real(0.5) - near)) : std::sin(pi * near);
  // Integers give the zero of their own sign.
  if (near == 0)
    return std::copysign(Real(0), x);
  return (turn >= 1) != std::signbit(x) ? -sine : sine;
}

Real cosineOfPi(Real x) {
  Real turn = std::fmod(std::fabs(x), Real(2));
  Real sine = sineOfPi(turn + Real(0.5));
  return sine == 0 ? 0 : sine;
}

Real powrOf(Real x, Real y) {
  bool undefined = x < 0 || std::isnan(x) || std::isnan(y) ||
                   (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
  return undefined ? nan : std::pow(std::fabs(x), y);
}

void addRelaxed(References &references) {
  const auto addPower = [&]<class T, class Exponent>(const std::string &name, unsigned width) {
    references.add("vector_math/relaxed/" + name, [width](Case &c) {
      c.forEachItem([&](const Item &item) {
        for (std::size_t i = item.x() * width; i < (item.x() + 1) * width; ++i)
          c.buffer<T>(0)[i] = T(std::pow(Real(c.buffer<T>(1)[i]), Real(c.buffer<Exponent>(2)[i])));
      });
    });
  };
  for (const char *name : {"pow_float", "powr_float", "native_powr_float"})
    addPower.operator()<float, float>(name, 1);
  addPower.operator()<float, float>("vectors_float", 4);
  addPower.operator()<float, int>("whole_pow_float", 1);
  addPower.operator()<double, double>("pow_double", 1);
}

} // namespace

void addVectorMathReferences(References &references) {
  addRelaxed(references);
  addUnary<float, double>(references, "acos", acosl);
  addUnary<float, double>(references, "acosh", acoshl);
  addUnary<float, double>(references, "asin", asinl);
  addUnary<float, double>(references, "asinh", asinhl);
  addUnary<float, double>(references, "atan", atanl);
  addUnary<float, double>(references, "atanh", atanhl);
  addUnary<float, double>(references, "cbrt", cbrtl);
  addUnary<float, double>(references, "cos", cosl);
  addUnary<float, double>(references, "cosh", coshl);
  addUnary<float, double>(references, "erf", erfl);
  addUnary<float, double>(references, "erfc", erfcl);
  addUnary<float, double>(references, "exp", expl);
  addUnary<float, double>(references, "exp10", exp10Of);
  addUnary<float, double>(references, "exp2", exp2l);
  addUnary<float, double>(references, "expm1", expm1l);
  addUnary<float, double>(references, "log", logl);
  addUnary<float, double>(references, "log10", log10l);
  addUnary<float, double>(references, "log1p", log1pl);
  addUnary<float, double>(references, "log2", log2l);
  addUnary<float, double>(references, "sin", sinl);
  addUnary<float, double>(references, "sinh", sinhl);
  addUnary<float, double>(references, "tan", tanl);
  addUnary<float, double>(references, "tanh", tanhl);
  addUnary<float, double>(references, "tgamma", tgammal);
  addUnary<float>(references, "cospi", cosineOfPi);
  addUnary<float>(references, "sinpi", sineOfPi);
  addBinary(references, "atan2", atan2l);
  addBinary(references, "fmod", fmodl);
  addBinary(references, "hypot", hypotl);
  addBinary(references, "pow", powl);
  addBinary(references, "powr", powrOf);
  addBinary(references, "remainder", remainderl);
  addBinary<int>(references, "pown", powl);
  references.add<float, double>("vector_math/whole_lengths/whole_lengths_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      int i = int(item.x());
      c.buffer<int>(0)[i] = i % 2 ? 13 * i : 5 * i;
    });
  });
}

} // namespace heddle::test
