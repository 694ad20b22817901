// The matrix functions on the host: the table, the register layout of operands and the exact
// result. Written from the extension's text with element numbers, one element at a time; shares
// nothing with the compiler but the table.
#ifndef HEDDLE_TESTS_KERNELS_MATRIX_MATRIX_REFERENCE_HPP
#define HEDDLE_TESTS_KERNELS_MATRIX_MATRIX_REFERENCE_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

namespace heddle::test {

enum class Format { i8, u8, i4, u4, i2, u2, bf16, f16, tf32, e4m3, e5m2, e2m1, i32, f32 };

struct MadFunction {
  std::string function;
  unsigned n, m, k;
  Format a, b, c;
  std::string aType, bType, cType; ///< OpenCL C
  unsigned operands;
  /// 2 where two rows lie side by side in the lanes of one component.
  unsigned rowsAbreast = 1;

  unsigned lanes() const { return n * rowsAbreast; }

  /// Whether SPIR-V has an instruction for it: it has no packed 2-bit integers.
  bool hasInstruction() const {
    return a != Format::i2 && a != Format::u2 && b != Format::i2 && b != Format::u2;
  }

  /// Unique among all overloads, usable as an identifier.
  std::string id() const {
    return function + "_n" + std::to_string(n) + "_m" + std::to_string(m) + "_" + cType;
  }
};

inline std::ostream &operator<<(std::ostream &os, const MadFunction &f) { return os << f.id(); }

inline const std::vector<MadFunction> &madFunctions() {
  static const std::vector<MadFunction> table = {
#define HEDDLE_MATRIX_MAD(function, N, M, K, aFormat, bFormat, cFormat, aType, bType, cType, bits) \
  {#function, N,      M,      K,   Format::aFormat, Format::bFormat, Format::cFormat,              \
   #aType,    #bType, #cType, bits},
#include "builtins/include/subgroup_matrix.def"
  };
  return table;
}

inline unsigned bitsOf(Format format) {
  switch (format) {
  case Format::i2:
  case Format::u2:
    return 2;
  case Format::i4:
  case Format::u4:
  case Format::e2m1:
    return 4;
  case Format::i8:
  case Format::u8:
  case Format::e4m3:
  case Format::e5m2:
    return 8;
  case Format::bf16:
  case Format::f16:
    return 16;
  default:
    return 32;
  }
}

/// Floats of 8 and 4 bits.
inline bool isSmallFloat(Format format) {
  return format == Format::e4m3 || format == Format::e5m2 || format == Format::e2m1;
}

inline bool isInteger(Format format) {
  return format == Format::i32 || (bitsOf(format) <= 8 && !isSmallFloat(format));
}

inline std::uint32_t bitsOfFloat(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float floatOfBits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float floatOfHalf(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  float value;
  if (exponent == 31)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(float(mantissa), -24);
  else
    value = std::ldexp(float(mantissa | 1024), exponent - 25);
  return bits & 0x8000 ? -value : value;
}

/// sign, exponent of `exponentBits` with this bias, mantissa of `mantissaBits`; no infinity, no
/// NaN.
inline float floatOfFields(std::uint32_t bits, int exponentBits, int mantissaBits, int bias) {
  const int exponent = int(bits >> mantissaBits) & ((1 << exponentBits) - 1);
  const int mantissa = int(bits) & ((1 << mantissaBits) - 1);
  const float value =
      exponent ? std::ldexp(float(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits)
               : std::ldexp(float(mantissa), 1 - bias - mantissaBits);
  return bits >> (exponentBits + mantissaBits) & 1 ? -value : value;
}

inline float floatOfE4m3(std::uint8_t bits) {
  return (bits & 0x7F) == 0x7F ? NAN : floatOfFields(bits, 4, 3, 7);
}
inline float floatOfE5m2(std::uint8_t bits) {
  if ((bits & 0x7C) != 0x7C)
    return floatOfFields(bits, 5, 2, 15);
  return bits & 3 ? NAN : bits & 0x80 ? -INFINITY : INFINITY;
}
inline float floatOfE2m1(std::uint8_t bits) { return floatOfFields(bits & 15, 2, 1, 1); }

/// Nearest, ties to even; a NaN becomes some quiet NaN.
inline std::uint16_t halfOfFloat(float value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7E00;
  const float magnitude = std::fabs(value);
  if (magnitude == 0)
    return sign;
  if (magnitude >= 65520.0f) // halfway between the largest half and the next power of two
    return sign | 0x7C00;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // The weight of the last mantissa bit; nearbyint rounds to even.
  const int last = std::max(exponent - 11, -24);
  const int units = int(std::nearbyint(std::ldexp(magnitude, -last)));
  return sign | std::uint16_t(units + ((last + 24) << 10));
}

inline std::uint16_t bfloatOfFloat(float value) {
  std::uint32_t bits = bitsOfFloat(value);
  if (std::isnan(value))
    return std::uint16_t(bits >> 16) | 0x40;
  const std::uint32_t rest = bits & 0xFFFF;
  bits >>= 16;
  if (rest > 0x8000 || (rest == 0x8000 && (bits & 1)))
    ++bits;
  return std::uint16_t(bits);
}

/// A matrix of raw element bits, row-major.
struct Matrix {
  unsigned rows, columns;
  Format format;
  std::vector<std::uint32_t> bits;

  Matrix(unsigned rows, unsigned columns, Format format)
      : rows(rows), columns(columns), format(format), bits(std::size_t(rows) * columns) {}

  std::uint32_t &at(unsigned row, unsigned column) { return bits[row * columns + column]; }
  std::uint32_t at(unsigned row, unsigned column) const { return bits[row * columns + column]; }

  std::int64_t integer(unsigned row, unsigned column) const {
    const std::uint32_t value = at(row, column);
    switch (format) {
    case Format::i2:
      return value & 2 ? std::int64_t(value) - 4 : value;
    case Format::i4:
      return value & 8 ? std::int64_t(value) - 16 : value;
    case Format::i8:
      return std::int8_t(value);
    case Format::i32:
      return std::int32_t(value);
    default:
      return value;
    }
  }

  float real(unsigned row, unsigned column) const {
    const std::uint32_t value = at(row, column);
    switch (format) {
    case Format::bf16:
      return floatOfBits(value << 16);
    case Format::f16:
      return floatOfHalf(std::uint16_t(value));
    case Format::e4m3:
      return floatOfE4m3(std::uint8_t(value));
    case Format::e5m2:
      return floatOfE5m2(std::uint8_t(value));
    case Format::e2m1:
      return floatOfE2m1(std::uint8_t(value));
    case Format::tf32: {
      const float full = floatOfBits(value);
      return std::isnan(full) ? full : floatOfBits(value & 0xFFFFE000);
    }
    default:
      return floatOfBits(value);
    }
  }
};

/// D = A * B + C: integers modulo 2^32; floats as a chain of fused multiply-adds in ascending k,
/// narrow accumulators rounded once at the end.
inline Matrix multiplyAdd(const Matrix &a, const Matrix &b, const Matrix &c) {
  Matrix d(c.rows, c.columns, c.format);
  for (unsigned m = 0; m < d.rows; ++m)
    for (unsigned n = 0; n < d.columns; ++n) {
      if (isInteger(c.format)) {
        std::int64_t sum = c.integer(m, n);
        for (unsigned k = 0; k < a.columns; ++k)
          sum += a.integer(m, k) * b.integer(k, n);
        d.at(m, n) = std::uint32_t(sum);
        continue;
      }
      float sum = c.real(m, n);
      for (unsigned k = 0; k < a.columns; ++k)
        sum = std::fma(a.real(m, k), b.real(k, n), sum);
      d.at(m, n) = c.format == Format::f16    ? halfOfFloat(sum)
                   : c.format == Format::bf16 ? bfloatOfFloat(sum)
                                              : bitsOfFloat(sum);
    }
  return d;
}

/// One operand as the lanes of a sub-group hold it.
struct Registers {
  unsigned lanes, components, componentBits;
  std::vector<std::uint32_t> values; ///< lane after lane, component after component

  Registers(unsigned lanes, unsigned components, unsigned componentBits)
      : lanes(lanes), components(components), componentBits(componentBits),
        values(std::size_t(lanes) * components) {}

  std::uint32_t &at(unsigned lane, unsigned component) {
    return values[lane * components + component];
  }
  std::uint32_t at(unsigned lane, unsigned component) const {
    return values[lane * components + component];
  }

  /// As work-items store them: an array with one OpenCL C vector for each lane.
  std::vector<std::uint8_t> laneMajor() const {
    std::vector<std::uint8_t> result(std::size_t(lanes) * stride(components) * componentBits / 8);
    for (std::size_t i = 0; i < values.size(); ++i)
      std::memcpy(result.data() + laneMajorPlace(i, components) * componentBits / 8, &values[i],
                  componentBits / 8);
    return result;
  }
  /// As the compiler's long vectors hold them: component 0 of all lanes, then component 1, …
  std::vector<std::uint8_t> componentMajor() const {
    std::vector<std::uint8_t> result(values.size() * componentBits / 8);
    for (std::size_t i = 0; i < values.size(); ++i)
      std::memcpy(result.data() + i * componentBits / 8,
                  &values[i % lanes * components + i / lanes], componentBits / 8);
    return result;
  }
  static Registers fromLaneMajor(unsigned lanes, unsigned components, unsigned componentBits,
                                 const std::uint8_t *data) {
    Registers result(lanes, components, componentBits);
    for (std::size_t i = 0; i < result.values.size(); ++i)
      std::memcpy(&result.values[i], data + laneMajorPlace(i, components) * componentBits / 8,
                  componentBits / 8);
    return result;
  }
  static Registers fromComponentMajor(unsigned lanes, unsigned components, unsigned componentBits,
                                      const std::uint8_t *data) {
    Registers result(lanes, components, componentBits);
    for (std::size_t i = 0; i < result.values.size(); ++i)
      std::memcpy(&result.at(unsigned(i % lanes), unsigned(i / lanes)),
                  data + i * componentBits / 8, componentBits / 8);
    return result;
  }

private:
  /// A vector of 3 components takes the place of 4.
  static unsigned stride(unsigned components) { return components == 3 ? 4 : components; }
  static std::size_t laneMajorPlace(std::size_t i, unsigned components) {
    return i / components * stride(components) + i % components;
  }
};

inline unsigned componentCount(const std::string &type) {
  const std::size_t digits = type.find_first_of("0123456789");
  return digits == std::string::npos ? 1 : unsigned(std::stoul(type.substr(digits)));
}

inline unsigned componentBits(const std::string &type) {
  if (type.find("char") != std::string::npos)
    return 8;
  if (type.find("long") != std::string::npos)
    return 64;
  return type.find("short") != std::string::npos || type.find("half") != std::string::npos ? 16
                                                                                           : 32;
}

/// The function's name as compilers of OpenCL C write it (Itanium, with substitutions).
inline std::string mangledName(const MadFunction &f) {
  std::string result = "_Z" + std::to_string(f.function.size()) + f.function;
  std::vector<std::string> vectors;
  for (const std::string &type : {f.aType, f.bType, f.cType}) {
    const std::string scalar = type.substr(0, type.find_first_of("0123456789"));
    const std::string letter = scalar == "half"     ? "Dh"
                               : scalar == "uchar"  ? "h"
                               : scalar == "ushort" ? "t"
                               : scalar == "uint"   ? "j"
                                                    : scalar.substr(0, 1);
    if (scalar == type) {
      result += letter;
      continue;
    }
    const auto seen = std::find(vectors.begin(), vectors.end(), type);
    if (seen == vectors.end()) {
      vectors.push_back(type);
      result += "Dv" + type.substr(scalar.size()) + "_" + letter;
    } else {
      result +=
          seen == vectors.begin() ? "S_" : "S" + std::to_string(seen - vectors.begin() - 1) + "_";
    }
  }
  return result;
}

/// Components that no element belongs to (upper lanes of tf32 with one row) keep `filler`.
inline Registers packA(const MadFunction &f, const Matrix &a, std::uint32_t filler = 0) {
  Registers result(f.lanes(), componentCount(f.aType), componentBits(f.aType));
  if (f.k < f.n) { // two rows in a component
    for (auto &value : result.values)
      value = filler;
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned k = 0; k < f.k; ++k)
        result.at(k + (m % 2 ? f.k : 0), m / 2) = a.at(m, k);
    return result;
  }
  const unsigned packed = f.k / f.n;
  for (unsigned m = 0; m < f.m; ++m)
    for (unsigned k = 0; k < f.k; ++k)
      result.at(k / packed + f.n * (m % f.rowsAbreast), m / f.rowsAbreast) |=
          a.at(m, k) << (bitsOf(f.a) * (k % packed));
  return result;
}

inline Registers packB(const MadFunction &f, const Matrix &b) {
  Registers result(f.lanes(), componentCount(f.bType), 32);
  const unsigned packed = 32 / bitsOf(f.b);
  for (unsigned k = 0; k < f.k; ++k)
    for (unsigned n = 0; n < f.n; ++n) {
      const unsigned row = k / packed;
      result.at(n + f.n * (row % f.rowsAbreast), row / f.rowsAbreast) |=
          b.at(k, n) << (bitsOf(f.b) * (k % packed));
    }
  return result;
}

inline Registers packC(const MadFunction &f, const Matrix &c) {
  Registers result(f.lanes(), f.m / f.rowsAbreast, componentBits(f.cType));
  for (unsigned m = 0; m < f.m; ++m)
    for (unsigned n = 0; n < f.n; ++n)
      result.at(n + f.n * (m % f.rowsAbreast), m / f.rowsAbreast) = c.at(m, n);
  return result;
}

inline Matrix unpackC(const MadFunction &f, const Registers &registers) {
  Matrix result(f.m, f.n, f.c);
  for (unsigned m = 0; m < f.m; ++m)
    for (unsigned n = 0; n < f.n; ++n)
      result.at(m, n) = registers.at(n + f.n * (m % f.rowsAbreast), m / f.rowsAbreast);
  return result;
}

/// Same bits, or two NaNs, or two floats that are no farther apart than the tolerance.
inline bool sameElement(const Matrix &x, const Matrix &y, unsigned row, unsigned column,
                        double tolerance) {
  if (x.at(row, column) == y.at(row, column))
    return true;
  if (isInteger(x.format))
    return false;
  const double first = x.real(row, column), second = y.real(row, column);
  return (std::isnan(first) && std::isnan(second)) ||
         (tolerance > 0 && std::fabs(first - second) <= tolerance);
}

/// Empty when equal, else the first difference.
inline std::string difference(const Matrix &found, const Matrix &expected, double tolerance = 0) {
  for (unsigned row = 0; row < expected.rows; ++row)
    for (unsigned column = 0; column < expected.columns; ++column)
      if (!sameElement(found, expected, row, column, tolerance)) {
        char text[128];
        std::snprintf(text, sizeof text, "D[%u][%u] is 0x%x, expected 0x%x", row, column,
                      found.at(row, column), expected.at(row, column));
        return text;
      }
  return "";
}

/// Cheap numbers that are the same on every machine.
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u + 1) {}
  std::uint32_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return std::uint32_t(state >> 32);
  }
  std::uint32_t below(std::uint32_t bound) { return next() % bound; }

private:
  std::uint64_t state;
};

/// The pattern whose value is nearest.
inline std::uint32_t smallFloatOfValue(Format format, float value) {
  Matrix all(1, 1u << bitsOf(format), format);
  std::uint32_t best = 0;
  for (std::uint32_t bits = 0; bits < all.columns; ++bits) {
    all.at(0, bits) = bits;
    if (std::fabs(all.real(0, bits) - value) < std::fabs(all.real(0, best) - value))
      best = bits;
  }
  return best;
}

inline std::uint32_t bitsOfValue(Format format, float value) {
  switch (format) {
  case Format::e4m3:
  case Format::e5m2:
  case Format::e2m1:
    return smallFloatOfValue(format, value);
  case Format::bf16:
    return bfloatOfFloat(value);
  case Format::f16:
    return halfOfFloat(value);
  case Format::tf32:
    return bitsOfFloat(value) & 0xFFFFE000;
  case Format::f32:
    return bitsOfFloat(value);
  default:
    return std::uint32_t(int(value)) & (bitsOf(format) == 32 ? ~0u : (1u << bitsOf(format)) - 1);
  }
}

/// How a test fills its matrices.
enum class Fill {
  random,   ///< all bit patterns of integers; floats between -2 and 2, all mantissas
  oneHot,   ///< one element of A and one of B
  extremes, ///< the ends of the ranges; accumulators at INT_MAX and INT_MIN
  special,  ///< infinities, NaNs, denormals, negative zeros between ordinary numbers
};

inline std::uint32_t randomSmallFloat(Format format, Fill fill, Random &random) {
  if (fill == Fill::special || fill == Fill::extremes) {
    // Zeros, the smallest and the largest numbers, and then infinities and NaNs.
    static const std::vector<std::uint32_t> e4m3 = {0x00, 0x80, 0x01, 0x7E, 0x7F, 0xFF},
                                            e5m2 = {0x00, 0x80, 0x01, 0x7B, 0x7C, 0xFC, 0x7D, 0xFE},
                                            e2m1 = {0x0, 0x8, 0x1, 0x7};
    const auto &specials = format == Format::e4m3 ? e4m3 : format == Format::e5m2 ? e5m2 : e2m1;
    // Rare, or every sum is a NaN; `extremes` leaves out infinities and NaNs.
    const std::uint32_t choice = random.below(fill == Fill::special ? 200 : 16);
    if (choice < (fill == Fill::special ? specials.size() : 4))
      return specials[choice];
  }
  // Sums of numbers of similar size, so that every product shows in the result.
  Matrix element(1, 1, format);
  do {
    element.at(0, 0) = random.below(1u << bitsOf(format));
  } while (!(std::fabs(element.real(0, 0)) <= 4));
  return element.at(0, 0);
}

inline std::uint32_t randomElement(Format format, Fill fill, Random &random) {
  if (isSmallFloat(format))
    return randomSmallFloat(format, fill, random);
  const std::uint32_t mask = bitsOf(format) == 32 ? ~0u : (1u << bitsOf(format)) - 1;
  if (isInteger(format)) {
    if (fill != Fill::extremes)
      return random.next() & mask;
    const std::uint32_t top = (mask >> 1) + 1;
    const std::uint32_t ends[] = {top, top - 1, mask, 0};
    return ends[random.below(4)];
  }
  if (fill == Fill::special || fill == Fill::extremes) {
    // Exponent and mantissa by format: infinity, NaN, denormals, zeros, the largest number.
    const bool half = format == Format::f16;
    const unsigned drop = format == Format::bf16 ? 16 : 0;
    const std::uint32_t infinity = half ? 0x7C00 : 0x7F800000 >> drop;
    const std::uint32_t sign = half ? 0x8000 : 0x80000000 >> drop;
    const std::uint32_t specials[] = {0,
                                      sign,
                                      1u << (format == Format::tf32 ? 13 : 0),
                                      infinity - (format == Format::tf32 ? 0x2000 : 1),
                                      infinity,
                                      infinity | sign,
                                      infinity | 1,
                                      infinity | (half ? 0x200 : 0x400000 >> drop)};
    // Rare, or every sum is a NaN; `extremes` leaves out infinities and NaNs.
    const std::uint32_t choice = random.below(fill == Fill::special ? 200 : 16);
    if (choice < (fill == Fill::special ? 8u : 4u))
      return specials[choice];
  }
  const float value = (float(random.next() & 0xFFFFFF) / float(1 << 22)) - 2.0f;
  if (format == Format::tf32) // all 23 mantissa bits: the lower ones must not matter
    return bitsOfFloat(value);
  return bitsOfValue(format, value);
}

inline void fillMatrices(Matrix &a, Matrix &b, Matrix &c, Fill fill, Random &random) {
  if (fill == Fill::oneHot) {
    const unsigned k = random.below(a.columns);
    a.at(random.below(a.rows), k) = bitsOfValue(a.format, 3);
    b.at(k, random.below(b.columns)) = bitsOfValue(b.format, 5);
    return;
  }
  for (Matrix *matrix : {&a, &b, &c})
    for (std::uint32_t &element : matrix->bits)
      element = randomElement(matrix->format, fill, random);
}

} // namespace heddle::test

#endif
