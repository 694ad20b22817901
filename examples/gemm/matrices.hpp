// Random matrices, the packing of B, and the host's answer.
#ifndef GEMM_MATRICES_HPP
#define GEMM_MATRICES_HPP

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

/// bf16 is the upper half of a float.
inline std::uint16_t bf16FromFloat(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return std::uint16_t((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16); // nearest, ties to even
}
inline float floatFromBf16(std::uint16_t value) {
  const std::uint32_t bits = std::uint32_t(value) << 16;
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

/// The two kinds of products: element types, result type, and K of one matrix function.
struct Bf16 {
  using Element = std::uint16_t;
  using Result = float;
  static constexpr const char *name = "bf16";
  static constexpr const char *kernel = "gemm_bf16";
  static constexpr unsigned step = 16;
  static Element random(std::mt19937 &engine) {
    return bf16FromFloat(std::uniform_real_distribution<float>(-1, 1)(engine));
  }
  static double value(Element element) { return floatFromBf16(element); }
};

struct I8 {
  using Element = std::int8_t;
  using Result = std::int32_t;
  static constexpr const char *name = "i8";
  static constexpr const char *kernel = "gemm_i8";
  static constexpr unsigned step = 32;
  static Element random(std::mt19937 &engine) { return Element(engine()); }
  static std::int32_t value(Element element) { return element; }
};

template <typename Type>
std::vector<typename Type::Element> randomMatrix(size_t rows, size_t columns,
                                                 std::mt19937 &engine) {
  std::vector<typename Type::Element> matrix(rows * columns);
  for (auto &element : matrix)
    element = Type::random(engine);
  return matrix;
}

/// B (k x n, row-major) in the order that the matrix functions want. For 16 columns at a time, for
/// each step of K: 8 rows of 16 words; a word holds a column's next 4 bytes, two or four elements.
///
///   word row r, column j:   B[r*q + 0][j]  B[r*q + 1][j] …      q elements, lowest byte first
template <typename Type>
std::vector<std::uint32_t> packB(const std::vector<typename Type::Element> &b, size_t k, size_t n) {
  constexpr size_t elementBytes = sizeof(typename Type::Element);
  constexpr size_t q = 4 / elementBytes;
  std::vector<std::uint32_t> packed(k * n / q);
  auto *out = reinterpret_cast<typename Type::Element *>(packed.data());
  for (size_t column = 0; column < n; column += 16)
    for (size_t row = 0; row < k; row += q)
      for (size_t j = 0; j < 16; ++j)
        for (size_t i = 0; i < q; ++i)
          *out++ = b[(row + i) * n + column + j];
  return packed;
}

/// Compares rows of C with the host's product; `rows` tells which. Empty when all is well.
///
/// Integers must be equal. A float may differ by (K + 1) * 2^-23 * sum |a * b|: K additions that
/// each round to nearest, in any order, and as much again for the products.
template <typename Type>
std::string compareRows(const std::vector<typename Type::Element> &a,
                        const std::vector<typename Type::Element> &b,
                        const std::vector<typename Type::Result> &c, size_t k, size_t n,
                        const std::vector<size_t> &rows) {
  using Sum = decltype(Type::value({}));
  std::vector<Sum> sums(n);
  std::vector<double> magnitudes(n);
  for (size_t row : rows) {
    sums.assign(n, 0);
    magnitudes.assign(n, 0);
    for (size_t i = 0; i < k; ++i) {
      const Sum x = Type::value(a[row * k + i]);
      for (size_t j = 0; j < n; ++j) {
        const Sum product = x * Type::value(b[i * n + j]);
        sums[j] += product;
        if constexpr (std::is_floating_point_v<Sum>)
          magnitudes[j] += std::fabs(product);
      }
    }
    for (size_t j = 0; j < n; ++j) {
      const double bound = (double(k) + 1) * std::ldexp(1.0, -23) * magnitudes[j];
      const double error = std::fabs(double(c[row * n + j]) - double(sums[j]));
      if (!(error <= bound)) // also when it is NaN
        return "C[" + std::to_string(row) + "][" + std::to_string(j) + "] is " +
               std::to_string(c[row * n + j]) + ", expected " + std::to_string(sums[j]) +
               (bound > 0 ? " within " + std::to_string(bound) : "");
    }
  }
  return "";
}

#endif
