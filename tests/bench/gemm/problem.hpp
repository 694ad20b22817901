// The products that gemm_bench computes: their sizes, their factors and what C must be.
#ifndef HEDDLE_TESTS_BENCH_GEMM_PROBLEM_HPP
#define HEDDLE_TESTS_BENCH_GEMM_PROBLEM_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::bench {

/// Kinds of factors. u8 is bytes without signs times bytes with signs.
enum class Type { bf16, f16, i8, u8, tf32 };

struct TypeTraits {
  const char *name;
  bool isInteger;
  unsigned bytes; ///< of an element
  unsigned step;  ///< elements of K in one matrix function
};
const TypeTraits &traitsOf(Type type);

/// `batch` products of m x k and k x n.
struct Shape {
  unsigned m, n, k, batch = 1;

  bool operator==(const Shape &) const = default;
  double operations() const { return 2.0 * m * n * k * batch; }
  /// "1024", "16x4096x1024" or "64*64".
  std::string name() const;
};

/// How B lies in memory; A is row-major.
enum class LayoutB {
  rows,       ///< row-major
  packedRows, ///< the elements of 4 bytes of a column side by side
  panels,     ///< that for so many columns as a sub-group has lanes, and then for the next
  columns,    ///< column-major
  tiles,      ///< factors of one matrix function one after the other, all columns of a step; A too
};

/// The factors are small integers, positive ones in A of bytes without signs: all sums are exact in
/// any order, and C must be equal.
struct Problem {
  Problem(Type type, Shape shape);

  Type type;
  Shape shape;
  /// Row-major, of all products one after the other.
  std::vector<float> a, b, c;

  /// As elements in memory, with bytes behind them that kernels which read whole steps may read.
  std::vector<std::uint8_t> storedA(LayoutB layout) const;
  std::vector<std::uint8_t> storedB(LayoutB layout, unsigned subGroupSize) const;
};

/// Every maskedSteps elements of K a mask decides; A is zero where it is not set.
inline constexpr unsigned maskedSteps = 32;
bool isMasked(unsigned k);

} // namespace heddle::bench

#endif
