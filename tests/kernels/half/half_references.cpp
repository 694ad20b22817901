// Host references of tests/kernels/half: computed in double, which holds every sum and product of
// two halves, and rounded once.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <limits>

namespace heddle::test {

namespace {

const std::string prefix = "half/half/";

Half nan() { return Half(std::numeric_limits<long double>::quiet_NaN()); }

/// In the order convert_half, _rte, _rtz, _rtp, _rtn.
Half convertTo(long double x, unsigned form) {
  if (std::isnan(x))
    return nan();
  Half nearest(x);
  auto back = static_cast<long double>(double(nearest));
  auto moved = [&](int step) { return Half::fromBits(std::uint16_t(nearest.bits + step)); };
  const bool isNegative = nearest.bits & 0x8000;
  if (form == 2 && std::fabs(back) > std::fabs(x))
    return moved(-1);
  if (form == 3 && back < x)
    return isNegative ? moved(-1) : moved(1);
  if (form == 4 && back > x)
    return isNegative ? moved(1) : moved(-1);
  return nearest;
}

template <typename T> void convertAll(Case &c) {
  c.forEachItem([&](const Item &item) {
    for (unsigned form = 0; form < 5; ++form)
      c.buffer<Half>(0)[item.x() * 5 + form] = convertTo(c.buffer<T>(1)[item.x()], form);
  });
}

template <typename T> std::int64_t saturated(double x) {
  if (std::isnan(x))
    return 0;
  if (x <= double(std::numeric_limits<T>::min()))
    return std::int64_t(std::numeric_limits<T>::min());
  if (x >= double(std::numeric_limits<T>::max()))
    return std::int64_t(std::numeric_limits<T>::max());
  return std::int64_t(T(x));
}

void addConversions(References &references) {
  references.addIntegers(prefix + "from_", []<class T>(Case &c) { convertAll<T>(c); });
  references.add<float, double>(prefix + "from_", []<class T>(Case &c) { convertAll<T>(c); });
  references.add(prefix + "wider", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double x = Half::fromBits(c.buffer<std::uint16_t>(2)[item.x()]);
      c.buffer<float>(0)[item.x()] = float(x);
      c.buffer<double>(1)[item.x()] = x;
    });
  });
  references.add(prefix + "to_integers", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double x = Half(double(c.buffer<Half>(1)[item.x()]) / 2), y = std::fabs(x);
      const double expected[] = {std::trunc(x), std::nearbyint(x), std::trunc(x),
                                 std::ceil(x),  std::floor(x),     std::trunc(x),
                                 std::trunc(y), std::nearbyint(y), std::ceil(y),
                                 std::floor(y), std::nearbyint(x), std::ceil(x)};
      for (unsigned i = 0; i < 12; ++i)
        c.buffer<std::int64_t>(0)[item.x() * 12 + i] = std::int64_t(expected[i]);
    });
  });
  references.add(prefix + "to_integers_saturated", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double x = c.buffer<Half>(1)[item.x()];
      std::int64_t *out = c.buffer<std::int64_t>(0) + item.x() * 8;
      out[0] = saturated<std::int8_t>(std::trunc(x));
      out[1] = saturated<std::uint8_t>(std::nearbyint(x));
      out[2] = saturated<std::int16_t>(std::ceil(x));
      out[3] = saturated<std::uint16_t>(std::floor(x));
      out[4] = saturated<std::int32_t>(std::trunc(x));
      out[5] = saturated<std::uint32_t>(std::trunc(x));
      out[6] = saturated<std::int64_t>(std::nearbyint(x));
      out[7] = saturated<std::uint64_t>(std::trunc(x));
    });
  });
}

void addArithmetic(References &references) {
  references.add(prefix + "arithmetic", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double a = c.buffer<Half>(1)[item.x()], b = c.buffer<Half>(2)[item.x()];
      Half *out = c.buffer<Half>(0) + item.x() * 6;
      out[0] = Half(a + b);
      out[1] = Half(a - b);
      out[2] = Half(a * b);
      out[3] = Half(a / b);
      out[4] = Half(-a);
      out[5] = Half(double(Half(a + b)) * 2);
    });
  });
  references.add(prefix + "vector_arithmetic", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const Half *a = c.buffer<Half>(1) + item.x() * 4, *b = c.buffer<Half>(2) + item.x() * 4;
      // Nothing is fused: each operation is rounded.
      for (unsigned i = 0; i < 4; ++i)
        c.buffer<Half>(0)[item.x() * 4 + i] = Half(double(Half(double(a[i]) * double(b[i]))) -
                                                   double(Half(double(b[3 - i]) / double(a[i]))));
    });
  });
  references.add(prefix + "comparisons", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Half bits = c.buffer<Half>(1)[item.x()];
      double a = bits, b = c.buffer<Half>(2)[item.x()];
      const bool isOrdered = !std::isnan(a) && !std::isnan(b);
      const bool truth[] = {
          a == b,        a != b,         a<b, a <= b, a> b,
          a >= b,        a == b,         a != b,
          a > b,         a >= b,         a < b,
          a <= b,        a < b || a > b, std::isfinite(a),
          std::isinf(a), std::isnan(a),  std::isfinite(a) && std::fabs(a) >= 0x1p-14,
          isOrdered,     !isOrdered,     (bits.bits & 0x8000) != 0,
          a != 0,        a == 0};
      std::uint32_t result = 0;
      for (unsigned i = 0; i < std::size(truth); ++i)
        result |= std::uint32_t(truth[i]) << i;
      c.buffer<std::uint32_t>(0)[item.x()] = result;
    });
  });
  references.add(prefix + "vector_comparisons", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (unsigned i = 0; i < 4; ++i) {
        Half a = c.buffer<Half>(1)[item.x() * 4 + i];
        double b = c.buffer<Half>(2)[item.x() * 4 + i];
        std::int16_t *out = c.buffer<std::int16_t>(0) + item.x() * 12 + i;
        out[0] = double(a) < b ? -1 : 0;
        out[4] = double(a) != b ? -1 : 0;
        out[8] = a.bits & 0x8000 ? -1 : 0;
      }
    });
  });
}

void addSelection(References &references) {
  references.add(prefix + "selection", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::uint16_t a = c.buffer<std::uint16_t>(1)[item.x()];
      std::uint16_t b = c.buffer<std::uint16_t>(2)[item.x()];
      std::int16_t choice = c.buffer<std::int16_t>(3)[item.x()];
      std::uint16_t *out = c.buffer<std::uint16_t>(0) + item.x() * 4;
      out[0] = choice ? b : a;
      out[1] = std::uint16_t((a & ~choice) | (b & choice));
      out[2] = choice > 0 ? a : b;
      out[3] = a ^ 0x8000;
    });
  });
  references.add(prefix + "vector_selection", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::size_t at = item.x() * 4;
      const Half *a = c.buffer<Half>(1) + at, *b = c.buffer<Half>(2) + at;
      const std::uint16_t *choice = c.buffer<std::uint16_t>(3) + at;
      auto chosen = [&](unsigned i) { return choice[i] & 0x8000 ? b[i] : a[i]; };
      Half *out = c.buffer<Half>(0) + at;
      out[0] = b[3];
      out[1] = chosen(0);
      out[2] = b[1];
      out[3] = chosen(2);
    });
  });
  references.add(prefix + "memory", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const Half *in = c.buffer<Half>(1) + item.x() * 16;
      Half *out = c.buffer<Half>(0) + item.x() * 16;
      std::copy(in, in + 10, out);
      out[10] = in[11];
      out[11] = in[10];
      for (unsigned i = 12; i < 16; ++i)
        out[i] = convertTo(float(double(in[i])) * 1.0001f, 2);
    });
  });
}

void addFunctions(References &references) {
  references.add(prefix + "common", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double a = c.buffer<Half>(1)[item.x()], b = c.buffer<Half>(2)[item.x()];
      Half *out = c.buffer<Half>(0) + item.x() * 3;
      out[0] = Half(b < a ? 0 : 1);
      a = std::isnan(a) ? 0 : a;
      b = std::isnan(b) ? 0 : b;
      out[1] = Half(std::max(a, b) + 0.0);
      out[2] = Half(std::clamp(a, -2.0, 3.0));
    });
  });
  references.add(prefix + "constants", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const double table[] = {1.5, -0.25, 65504, double(Half(6e-8))};
      std::size_t i = item.x();
      double first = i & 4 ? table[i & 3] : 65504;
      double sum = Half(first + (i & 8 ? 1.5 : 0.5));
      c.buffer<Half>(0)[i] = Half(sum - (i & 16 ? 0x1p-10 : -2));
    });
  });
  references.add(prefix + "three_argument", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      double a = c.buffer<Half>(1)[item.x()], b = c.buffer<Half>(2)[item.x()];
      c.buffer<Half>(0)[item.x() * 2] = Half(std::nearbyint(a) * std::nearbyint(b) +
                                             std::nearbyint(double(c.buffer<Half>(3)[item.x()])));
      c.buffer<Half>(0)[item.x() * 2 + 1] =
          Half(std::max(std::min(a, b), double(c.buffer<Half>(3)[item.x()])));
    });
  });
  references.add(prefix + "geometric", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const Half *a = c.buffer<Half>(1) + item.x() * 4, *b = c.buffer<Half>(2) + item.x() * 4;
      double x = a[0], y = a[1], z = a[2], w = a[3];
      double length = std::sqrt(x * x + y * y + z * z + w * w);
      Half *out = c.buffer<Half>(0) + item.x() * 4;
      out[0] = Half(length);
      out[1] = Half(std::sqrt(x * x + y * y));
      out[2] = Half(y / length);
      out[3] = Half(std::fabs(x - double(b[0])));
    });
  });
  references.add(prefix + "cross_product", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const Half *in = c.buffer<Half>(1) + item.x() * 4, *b = c.buffer<Half>(2) + item.x() * 4;
      const double a[] = {double(in[0]), -double(in[1]), double(in[2])};
      Half *out = c.buffer<Half>(0) + item.x() * 4;
      for (unsigned i = 0; i < 3; ++i) {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = Half(a[j] * double(b[k]) - a[k] * double(b[j]));
      }
      out[3] = Half(0);
    });
  });
  references.add(prefix + "native_functions", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const Half *in = c.buffer<Half>(1) + item.x() * 4;
      Half *out = c.buffer<Half>(0) + item.x() * 16;
      for (unsigned i = 0; i < 4; ++i) {
        const double x = in[i];
        out[i] = Half(std::exp(x));
        out[4 + i] = Half(1 / x);
        out[8 + i] = Half(x / double(in[i ^ 1]));
        out[12 + i] = Half(x * double(Half(std::sqrt(double(in[2])))));
      }
    });
  });
  references.add(prefix + "sub_group_functions", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<Half>(0)[item.x() * 2] = Half(1);
      c.buffer<Half>(0)[item.x() * 2 + 1] = Half(1);
    });
  });
}

} // namespace

void addHalfReferences(References &references) {
  addArithmetic(references);
  addConversions(references);
  addSelection(references);
  addFunctions(references);
}

} // namespace heddle::test
