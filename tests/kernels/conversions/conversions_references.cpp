// Host references of tests/kernels/conversions. Rounding is done in long double, which holds every
// 64-bit integer and every double.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::test {

namespace {

using Real = long double;

enum class Rounding { even, zero, up, down };

Real rounded(Real x, Rounding rounding) {
  switch (rounding) {
  case Rounding::even:
    return std::nearbyint(x);
  case Rounding::zero:
    return std::trunc(x);
  case Rounding::up:
    return std::ceil(x);
  case Rounding::down:
    return std::floor(x);
  }
  return x;
}

/// To an integer type with saturation; NaN gives 0.
template <typename To> To saturated(Real x, Rounding rounding = Rounding::zero) {
  if (std::isnan(x))
    return 0;
  x = rounded(x, rounding);
  if (x <= Real(std::numeric_limits<To>::min()))
    return std::numeric_limits<To>::min();
  if (x >= Real(std::numeric_limits<To>::max()))
    return std::numeric_limits<To>::max();
  return To(x);
}

/// The float next to x in the direction of the rounding.
float toFloat(Real x, Rounding rounding) {
  float nearest = float(x);
  if (std::isnan(x) || Real(nearest) == x || rounding == Rounding::even)
    return nearest;
  bool above = Real(nearest) > x;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  bool goDown = rounding == Rounding::down || (rounding == Rounding::zero && x > 0);
  if (goDown && above)
    return std::nextafter(nearest, -infinity);
  if (!goDown && !above)
    return std::nextafter(nearest, infinity);
  return nearest;
}

template <typename T> void addFromInteger(References &references) {
  std::string prefix = "conversions/conversions/", type = typeName<T>();
  references.add(prefix + "from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T x = c.buffer<T>(1)[item.x()];
      std::uint64_t *out = c.buffer<std::uint64_t>(0) + item.x() * 16;
      for (int k = 0; k < 16; k += 8) {
        out[k] = std::uint64_t(std::int8_t(x));
        out[k + 1] = std::uint8_t(x);
        out[k + 2] = std::uint64_t(std::int16_t(x));
        out[k + 3] = std::uint16_t(x);
        out[k + 4] = std::uint64_t(std::int32_t(x));
        out[k + 5] = std::uint32_t(x);
        out[k + 6] = std::uint64_t(x);
        out[k + 7] = std::uint64_t(x);
      }
    });
  });
  references.add(prefix + "sat_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Real x = Real(c.buffer<T>(1)[item.x()]);
      std::uint64_t *out = c.buffer<std::uint64_t>(0) + item.x() * 8;
      out[0] = std::uint64_t(saturated<std::int8_t>(x));
      out[1] = saturated<std::uint8_t>(x);
      out[2] = std::uint64_t(saturated<std::int16_t>(x));
      out[3] = saturated<std::uint16_t>(x);
      out[4] = std::uint64_t(saturated<std::int32_t>(x));
      out[5] = saturated<std::uint32_t>(x);
      out[6] = std::uint64_t(saturated<std::int64_t>(x));
      out[7] = saturated<std::uint64_t>(x);
    });
  });
  references.add(prefix + "to_float_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Real x = Real(c.buffer<T>(1)[item.x()]);
      float *out = c.buffer<float>(0) + item.x() * 4;
      out[0] = toFloat(x, Rounding::even);
      out[1] = toFloat(x, Rounding::zero);
      out[2] = toFloat(x, Rounding::up);
      out[3] = toFloat(x, Rounding::down);
    });
  });
  references.add(prefix + "to_double_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<double>(0)[item.x()] = double(c.buffer<T>(1)[item.x()]);
    });
  });
}

template <typename T> void addFromFloat(References &references) {
  std::string prefix = "conversions/conversions/", type = typeName<T>();
  references.add(prefix + "sat_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Real x = c.buffer<T>(1)[item.x()];
      std::int64_t *out = c.buffer<std::int64_t>(0) + item.x() * 8;
      out[0] = saturated<std::int8_t>(x);
      out[1] = saturated<std::uint8_t>(x);
      out[2] = saturated<std::int16_t>(x);
      out[3] = saturated<std::uint16_t>(x);
      out[4] = saturated<std::int32_t>(x);
      out[5] = saturated<std::uint32_t>(x);
      out[6] = saturated<std::int64_t>(x);
      out[7] = std::int64_t(saturated<std::uint64_t>(x));
    });
  });
  references.add(prefix + "sat_rounded_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Real x = c.buffer<T>(1)[item.x()];
      std::int32_t *out = c.buffer<std::int32_t>(0) + item.x() * 8;
      out[0] = saturated<std::int32_t>(x, Rounding::even);
      out[1] = saturated<std::int32_t>(x, Rounding::zero);
      out[2] = saturated<std::int32_t>(x, Rounding::up);
      out[3] = saturated<std::int32_t>(x, Rounding::down);
      out[4] = saturated<std::uint8_t>(x, Rounding::even);
      out[5] = saturated<std::uint8_t>(x, Rounding::up);
      out[6] = saturated<std::int16_t>(x, Rounding::down);
      out[7] = saturated<std::int8_t>(x, Rounding::even);
    });
  });
  references.add(prefix + "truncated_from_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T x = c.buffer<T>(1)[item.x()];
      std::int32_t *out = c.buffer<std::int32_t>(0) + item.x() * 4;
      out[0] = int(x);
      out[1] = std::int8_t(x);
      out[2] = int(std::nearbyint(x));
      out[3] = int(std::ceil(x));
    });
  });
}

float halfToFloat(std::uint16_t bits) {
  int exponent = (bits >> 10) & 31;
  float fraction = float(bits & 0x3ff);
  float magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                    : exponent == 31 ? (fraction != 0 ? std::nanf("") : INFINITY)
                                     : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// The half next to x towards zero; x must not be too large for a half, and not NaN.
std::uint16_t floatToHalfTowardsZero(float x) {
  std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  std::uint16_t low = 0, high = 0x7bff; // the finite halves in order
  while (low < high) {
    std::uint16_t middle = std::uint16_t((low + high + 1) / 2);
    if (halfToFloat(middle) <= std::fabs(x))
      low = middle;
    else
      high = std::uint16_t(middle - 1);
  }
  return sign | low;
}

void addOthers(References &references) {
  std::string prefix = "conversions/conversions/";
  references.add(prefix + "float_double", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      Real x = c.buffer<double>(1)[item.x()];
      float *out = c.buffer<float>(0) + item.x() * 5;
      out[0] = out[1] = toFloat(x, Rounding::even);
      out[2] = toFloat(x, Rounding::zero);
      out[3] = toFloat(x, Rounding::up);
      out[4] = toFloat(x, Rounding::down);
    });
  });
  references.add(prefix + "double_float", [](Case &c) {
    c.forEachItem(
        [&](const Item &item) { c.buffer<double>(0)[item.x()] = c.buffer<float>(1)[item.x()]; });
  });
  references.add(prefix + "as_types", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::uint32_t x = c.buffer<std::uint32_t>(1)[item.x()];
      std::uint32_t *out = c.buffer<std::uint32_t>(0) + item.x() * 4;
      out[0] = __builtin_bswap32(x);
      out[1] = x << 16 | x >> 16;
      out[2] = (x & 0x7fffffu) | 0x80000000u;
      out[3] = std::uint32_t(std::int32_t(x) >> 3);
    });
  });
  references.add(prefix + "as_wide", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::uint64_t x = c.buffer<std::uint64_t>(1)[item.x()];
      c.buffer<std::uint64_t>(0)[item.x() * 2] = x << 32 | x >> 32;
      c.buffer<std::uint64_t>(0)[item.x() * 2 + 1] = x << 16 | x >> 48;
    });
  });
  references.add(prefix + "vector_conversions", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = 0; k < 4; ++k) {
        float x = c.buffer<float>(1)[item.x() * 4 + k];
        std::int32_t *out = c.buffer<std::int32_t>(0) + item.x() * 12 + k;
        out[0] = int(std::nearbyint(x));
        out[4] = saturated<std::uint8_t>(x);
        out[8] = saturated<std::int8_t>(x, Rounding::up);
      }
    });
  });
  references.add(prefix + "half_round_trip", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::uint16_t bits = c.buffer<std::uint16_t>(1)[item.x()] & 0xfbff;
      std::uint16_t *out = c.buffer<std::uint16_t>(0) + item.x() * 2;
      out[0] = bits;
      out[1] = floatToHalfTowardsZero(halfToFloat(bits) * 1.0003f);
    });
  });
  references.add(prefix + "half_values", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<float>(0)[item.x()] = halfToFloat(c.buffer<std::uint16_t>(1)[item.x()]);
    });
  });
}

/// To nearest, ties to even; a NaN keeps the bits that there is room for and becomes a quiet one.
std::uint16_t bfloatBits(std::uint32_t bits) {
  const auto upper = std::uint16_t(bits >> 16);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return upper | 0x40;
  const std::uint32_t below = bits & 0xffff;
  return below > 0x8000 || (below == 0x8000 && (upper & 1)) ? upper + 1 : upper;
}

void addBFloat16(References &references) {
  const std::string prefix = "conversions/bfloat16/";
  for (unsigned width : {1, 2, 3, 4, 8, 16}) {
    // Of each work-item.
    const std::size_t count = 16 / width * width;
    const auto forEachElement = [count](Case &c, auto body) {
      c.forEachItem([&](const Item &item) {
        for (std::size_t i = item.x() * count; i < (item.x() + 1) * count; ++i)
          body(i);
      });
    };
    references.add(prefix + "to_bfloat_" + std::to_string(width), [=](Case &c) {
      forEachElement(c, [&](std::size_t i) {
        c.buffer<std::uint16_t>(0)[i] = bfloatBits(c.buffer<std::uint32_t>(1)[i]);
      });
    });
    references.add(prefix + "to_float_" + std::to_string(width), [=](Case &c) {
      forEachElement(c, [&](std::size_t i) {
        c.buffer<std::uint32_t>(0)[i] = std::uint32_t(c.buffer<std::uint16_t>(1)[i]) << 16;
      });
    });
  }
  references.add(prefix + "to_bfloat_edges", [](Case &c) {
    static constexpr std::uint16_t upper[] = {0x0000, 0x0001, 0x007F, 0x0080, 0x3F80, 0x3F81,
                                              0x7F7F, 0x7F80, 0x7FC0, 0x8000, 0x8001, 0x807F,
                                              0xBF81, 0xFF7F, 0xFF80, 0xFFFF};
    static constexpr std::uint16_t lower[] = {0x0000, 0x0001, 0x7FFF, 0x8000,
                                              0x8001, 0xFFFE, 0xFFFF, 0x4000};
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = 0; k < 16; ++k)
        c.buffer<std::uint16_t>(0)[item.x() * 16 + k] =
            bfloatBits(std::uint32_t(upper[k]) << 16 | lower[item.x() % 8]);
    });
  });
}

} // namespace

void addConversionsReferences(References &references) {
  addBFloat16(references);
  addFromInteger<std::int8_t>(references);
  addFromInteger<std::uint8_t>(references);
  addFromInteger<std::int16_t>(references);
  addFromInteger<std::uint16_t>(references);
  addFromInteger<std::int32_t>(references);
  addFromInteger<std::uint32_t>(references);
  addFromInteger<std::int64_t>(references);
  addFromInteger<std::uint64_t>(references);
  addFromFloat<float>(references);
  addFromFloat<double>(references);
  addOthers(references);
}

} // namespace heddle::test
