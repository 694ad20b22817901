// Host references of tests/kernels/math: the C library in long double, rounded once.
#include "tests/kernels/references.hpp"

#include <cmath>

namespace heddle::test {

namespace {

using Real = long double;

void addUnary(References &references, const std::string &name, Real (*function)(Real)) {
  references.add<float, double>("math/functions/" + name + "_", [function]<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<T>(0)[item.x()] = T(function(c.buffer<T>(1)[item.x()]));
    });
  });
}

void addBinary(References &references, const std::string &name, Real (*function)(Real, Real)) {
  references.add<float, double>("math/functions/" + name + "_", [function]<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<T>(0)[item.x()] = T(function(c.buffer<T>(1)[item.x()], c.buffer<T>(2)[item.x()]));
    });
  });
}

Real rsqrtOf(Real x) { return 1 / std::sqrt(x); }

} // namespace

void addMathReferences(References &references) {
  addUnary(references, "sqrt", sqrtl);
  addUnary(references, "fabs", fabsl);
  addUnary(references, "floor", floorl);
  addUnary(references, "ceil", ceill);
  addUnary(references, "trunc", truncl);
  addUnary(references, "rint", rintl);
  addUnary(references, "round", roundl);
  addBinary(references, "fmin", fminl);
  addBinary(references, "fmax", fmaxl);
  addBinary(references, "fmod", fmodl);
  addBinary(references, "copysign", copysignl);
  addUnary(references, "exp", expl);
  addUnary(references, "exp2", exp2l);
  addUnary(references, "log", logl);
  addUnary(references, "log2", log2l);
  addUnary(references, "log10", log10l);
  addUnary(references, "cbrt", cbrtl);
  addUnary(references, "rsqrt", rsqrtOf);
  addUnary(references, "sin", sinl);
  addUnary(references, "cos", cosl);
  addUnary(references, "asin", asinl);
  addUnary(references, "acos", acosl);
  addUnary(references, "sinh", sinhl);
  addBinary(references, "hypot", hypotl);
  addUnary(references, "tan", tanl);
  addUnary(references, "atan", atanl);
  addBinary(references, "atan2", atan2l);
  addUnary(references, "tanh", tanhl);
  addBinary(references, "pow", powl);
  addUnary(references, "erf", erfl);

  references.add("math/functions/fma_float", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      c.buffer<float>(0)[i] =
          std::fma(c.buffer<float>(1)[i], c.buffer<float>(2)[i], c.buffer<float>(3)[i]);
    });
  });
  references.add("math/functions/fma_double", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      c.buffer<double>(0)[i] =
          std::fma(c.buffer<double>(1)[i], c.buffer<double>(2)[i], c.buffer<double>(3)[i]);
    });
  });
  references.add("math/functions/in_branch", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      float x = c.buffer<float>(1)[item.x()];
      c.buffer<float>(0)[item.x()] = float(x > 0 ? sqrtl(x) + 1 : x > -2 ? expl(x) : -logl(-x));
    });
  });
  references.add("math/functions/in_loop", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      float x = c.buffer<float>(1)[item.x()];
      int k = 0;
      for (; x < 3 && k < 20; ++k)
        x = x + float(expl(-x));
      c.buffer<float>(0)[item.x()] = float(k);
    });
  });
  references.add("math/functions/sincos_fract", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      float x = c.buffer<float>(1)[item.x()];
      float *out = c.buffer<float>(0) + item.x() * 4;
      out[0] = float(sinl(x));
      out[1] = float(cosl(x));
      out[2] = std::fmin(x - std::floor(x), 0x1.fffffep-1f);
      out[3] = std::floor(x);
    });
  });
  references.add("math/functions/frexp_ldexp", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      float x = c.buffer<float>(1)[item.x()];
      int exponent;
      c.buffer<float>(0)[item.x() * 2] = std::frexp(x, &exponent);
      c.buffer<float>(0)[item.x() * 2 + 1] = x * 8;
    });
  });
  references.add("math/functions/vector_sin", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = item.x() * 4; k < item.x() * 4 + 4; ++k)
        c.buffer<float>(0)[k] = float(sinl(c.buffer<float>(1)[k]));
    });
  });
}

} // namespace heddle::test
