// Host references of tests/kernels/integer, in 128 bits.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace heddle::test {

namespace {

__extension__ typedef __int128 Wide;

template <typename T> T saturated(Wide x) {
  return T(std::clamp(x, Wide(std::numeric_limits<T>::min()), Wide(std::numeric_limits<T>::max())));
}

struct AddAll {
  References &references;

  /// Quotients, then remainders, of `width` components a work-item; 0 for a divisor of 0.
  template <typename T, typename Divisor>
  void addDivision(const std::string &name, std::size_t width, Divisor divisorOf) {
    references.add(name, [=](Case &c) {
      c.forEachItem([&](const Item &item) {
        for (std::size_t k = 0; k < width; ++k) {
          const std::size_t i = item.x() * width + k;
          const Wide a = c.buffer<T>(1)[i], b = divisorOf(c, i);
          T *out = c.buffer<T>(0) + item.x() * width * 2 + k;
          out[0] = b ? T(a / b) : T(0);
          out[width] = b ? T(a % b) : T(0);
        }
      });
    });
  }

  template <typename T> void add() {
    using U = std::make_unsigned_t<T>;
    std::string prefix = "integer/integer/", type = typeName<T>();
    references.add(prefix + "unary_" + type, [](Case &c) {
      c.forEachItem([&](const Item &item) {
        T x = c.buffer<T>(1)[item.x()];
        T *out = c.buffer<T>(0) + item.x() * 3;
        out[0] = T(x < 0 ? -Wide(x) : Wide(x));
        out[1] = T(std::countl_zero(U(x)));
        out[2] = T(std::popcount(U(x)));
      });
    });
    references.add(prefix + "binary_" + type, [](Case &c) {
      c.forEachItem([&](const Item &item) {
        T a = c.buffer<T>(1)[item.x()], b = c.buffer<T>(2)[item.x()];
        Wide x = a, y = b;
        constexpr unsigned bits = sizeof(T) * 8;
        unsigned turn = unsigned(U(b)) % bits;
        T *out = c.buffer<T>(0) + item.x() * 8;
        out[0] = T(x > y ? x - y : y - x);
        out[1] = saturated<T>(x + y);
        out[2] = saturated<T>(x - y);
        out[3] = T((x + y) >> 1);
        out[4] = T((x + y + 1) >> 1);
        __extension__ typedef unsigned __int128 Product; // of two unsigned 64-bit integers
        out[5] = std::is_signed_v<T> ? T((x * y) >> bits) : T((Product(x) * Product(y)) >> bits);
        out[6] = T(turn ? U(U(a) << turn) | U(U(a) >> (bits - turn)) : U(a));
        out[7] = T(std::max(a, b) ^ std::min(a, T(b ^ 5)));
      });
    });
    references.add(prefix + "clamp_" + type, [](Case &c) {
      c.forEachItem([&](const Item &item) {
        T low = c.buffer<T>(2)[item.x()];
        c.buffer<T>(0)[item.x()] = std::clamp(c.buffer<T>(1)[item.x()], low, T(low + 60));
      });
    });
    addDivision<T>("integer/division/divide_" + type, 1,
                   [](Case &c, std::size_t i) { return c.buffer<T>(2)[i]; });
    addDivision<T>("integer/division/divide4_" + type, 4,
                   [](Case &c, std::size_t i) { return c.buffer<T>(2)[i]; });
    addDivision<T>("integer/division/divide_uniform_" + type, 1,
                   [](Case &c, std::size_t) { return c.value<T>(2); });
    references.add("integer/division/divide_constants_" + type, [](Case &c) {
      c.forEachItem([&](const Item &item) {
        T *out = c.buffer<T>(0) + item.x() * 8;
        for (const T divisor : {T(3), T(7), T(100), T(-11)}) {
          const Wide a = c.buffer<T>(1)[item.x()];
          *out++ = T(a / Wide(divisor));
          *out++ = T(a % Wide(divisor));
        }
      });
    });
  }
};

/// The sum of four products, each factor read as signed or not.
std::int64_t dotProduct(const std::uint8_t *a, const std::uint8_t *b, bool aIsSigned,
                        bool bIsSigned) {
  std::int64_t sum = 0;
  for (int k = 0; k < 4; ++k) {
    std::int64_t x = aIsSigned ? std::int8_t(a[k]) : a[k], y = bIsSigned ? std::int8_t(b[k]) : b[k];
    sum += x * y;
  }
  return sum;
}

void addDotProducts(References &references) {
  // In the order of the kernels' results: unsigned, signed, the two mixed ones; then packed.
  constexpr bool aIsSigned[] = {false, true, false, true}, bIsSigned[] = {false, true, true, false};
  for (bool accumulates : {false, true})
    references.add(std::string("integer/dot_products/") + (accumulates ? "sums" : "products"),
                   [=](Case &c) {
                     c.forEachItem([&](const Item &item) {
                       const std::size_t i = item.x();
                       for (unsigned k = 0; k < 8; ++k) {
                         const bool isUnsigned = k % 4 == 0;
                         std::int64_t sum = dotProduct(c.buffer<std::uint8_t>(1) + i * 4,
                                                       c.buffer<std::uint8_t>(2) + i * 4,
                                                       aIsSigned[k % 4], bIsSigned[k % 4]);
                         if (accumulates) {
                           const int a = c.buffer<int>(3)[i];
                           sum += isUnsigned ? std::int64_t(std::uint32_t(a)) : std::int64_t(a);
                           const std::int64_t least = isUnsigned ? 0 : INT32_MIN;
                           const std::int64_t most = isUnsigned ? UINT32_MAX : INT32_MAX;
                           sum = std::clamp(sum, least, most);
                         }
                         c.buffer<int>(0)[i * 8 + k] = int(sum);
                       }
                     });
                   });
  references.add("integer/dot_products/written", [=](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::size_t i = item.x();
      for (unsigned k = 0; k < 4; ++k)
        c.buffer<int>(0)[i * 4 + k] =
            int(c.buffer<int>(3)[i] + dotProduct(c.buffer<std::uint8_t>(1) + i * 4,
                                                 c.buffer<std::uint8_t>(2) + i * 4, aIsSigned[k],
                                                 bIsSigned[k]));
    });
  });
}

// Bit by bit.
template <typename T> T insertedBits(T base, T insert, unsigned offset, unsigned count) {
  T result = base;
  for (unsigned k = 0; k < count; ++k) {
    const T bit = T(T(1) << (offset + k));
    result = T((insert >> k & 1) ? T(result | bit) : T(result & T(~bit)));
  }
  return result;
}

template <typename T> T extractedBits(T base, unsigned offset, unsigned count, bool isSigned) {
  T result = 0;
  for (unsigned k = 0; k < sizeof(T) * 8; ++k) {
    const unsigned from = k < count ? k : count - 1;
    if (count != 0 && (k < count || isSigned) && (base >> (offset + from) & 1))
      result = T(result | T(T(1) << k));
  }
  return result;
}

template <typename T> T reversedBits(T value) {
  constexpr unsigned width = sizeof(T) * 8;
  T result = 0;
  for (unsigned k = 0; k < width; ++k)
    if (value >> k & 1)
      result = T(result | T(T(1) << (width - 1 - k)));
  return result;
}

// As unsigned numbers; the kernels' types differ in sign only.
template <typename U> void addBitFields(References &references, const std::string &type) {
  references.add("integer/bit_fields/fields_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::size_t i = item.x();
      const U a = c.buffer<U>(1)[i], b = c.buffer<U>(2)[i];
      constexpr unsigned width = sizeof(U) * 8;
      const std::uint32_t place = c.buffer<std::uint32_t>(3)[i];
      const unsigned offset = place % (width + 1);
      const unsigned count = place / (width + 1) % (width - offset + 1);
      U *out = c.buffer<U>(0) + i * 7;
      out[0] = insertedBits(a, b, offset, count);
      out[1] = extractedBits(a, offset, count, true);
      out[2] = extractedBits(a, offset, count, false);
      out[3] = reversedBits(a);
      out[4] = insertedBits(b, a, offset, count);
      out[5] = extractedBits(b, offset, count, true);
      out[6] = U(extractedBits(b, offset, count, false) + reversedBits(b));
    });
  });
  references.add("integer/bit_fields/one_field_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::size_t i = item.x();
      const U a = c.buffer<U>(1)[i], b = c.buffer<U>(2)[i];
      const auto offset = c.value<std::uint32_t>(3), count = c.value<std::uint32_t>(4);
      U *out = c.buffer<U>(0) + i * 3;
      out[0] = insertedBits(a, b, offset, count);
      out[1] = extractedBits(a, offset, count, true);
      out[2] = extractedBits(a, offset, count, false);
    });
  });
}

} // namespace

void addIntegerReferences(References &references) {
  AddAll all{references};
  all.add<std::int8_t>();
  all.add<std::uint8_t>();
  all.add<std::int16_t>();
  all.add<std::uint16_t>();
  all.add<std::int32_t>();
  all.add<std::uint32_t>();
  all.add<std::int64_t>();
  all.add<std::uint64_t>();
  references.add("integer/long_long/wide", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::size_t i = item.x();
      const std::uint64_t a = c.buffer<std::uint64_t>(1)[i], b = c.buffer<std::uint64_t>(2)[i];
      __extension__ typedef unsigned __int128 Product;
      const Product product = Product(a) * b;
      std::uint64_t *out = c.buffer<std::uint64_t>(0) + i * 5;
      out[0] = std::uint64_t(product >> 64);
      out[1] = std::uint64_t(product / (b | 1)) ^ std::uint64_t(product % 1000000007);
      out[2] = product > 0x123456789abcdef ? 7 : 9;
      out[3] = std::uint64_t((a & 1 ? product + a : product) >> 61);
      out[4] = std::uint64_t((Wide(std::int64_t(a)) * std::int64_t(b)) >> 64);
    });
  });
  references.add("integer/long_long/constants", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const std::uint64_t a = c.buffer<std::uint64_t>(1)[item.x()];
      std::uint64_t *out = c.buffer<std::uint64_t>(0) + item.x() * 2;
      out[0] =
          std::uint64_t(std::int64_t(std::int32_t(a))) * 0x0555555555555555 + (a ^ 0xffffffffff);
      out[1] = std::uint64_t((Wide(a) + 1) >> 1);
    });
  });
  references.add("integer/integer/multiply_24", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::int64_t a = c.buffer<int>(1)[item.x()], b = c.buffer<int>(2)[item.x()];
      int *out = c.buffer<int>(0) + item.x() * 3;
      out[0] = int(a * b);
      out[1] = int(a * b + 7);
      out[2] = int(((a * b) >> 32) + 100);
    });
  });
  references.add("integer/integer/upsampled", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::uint64_t a = c.buffer<std::uint32_t>(1)[item.x()];
      std::uint64_t b = c.buffer<std::uint32_t>(2)[item.x()];
      std::uint64_t *out = c.buffer<std::uint64_t>(0) + item.x() * 3;
      out[0] = a << 32 | b;
      out[1] = (a & 0xffff) << 16 | (b & 0xffff);
      out[2] = std::uint64_t(std::int64_t(std::int16_t((a & 0xff) << 8 | (b & 0xff))));
    });
  });
  addDotProducts(references);
  for (const char *sign : {"", "u"}) {
    addBitFields<std::uint8_t>(references, std::string(sign) + "char");
    addBitFields<std::uint16_t>(references, std::string(sign) + "short");
    addBitFields<std::uint32_t>(references, std::string(sign) + "int");
    addBitFields<std::uint64_t>(references, std::string(sign) + "long");
  }
}

} // namespace heddle::test
