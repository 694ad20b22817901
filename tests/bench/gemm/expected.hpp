// What a kernel must write, and the further matrices that it takes.
#ifndef HEDDLE_TESTS_BENCH_GEMM_EXPECTED_HPP
#define HEDDLE_TESTS_BENCH_GEMM_EXPECTED_HPP

#include "tests/bench/gemm/styles.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::bench {

/// Of K with one scale, where groups have scales of their own.
inline constexpr unsigned scaledGroup = 128;

class Expected {
public:
  Expected(const Problem &problem, Result result);

  /// Empty, or which is the first value that differs, and how many do.
  std::string compare(const std::vector<std::uint8_t> &found) const;

  std::vector<std::uint8_t> bytes; ///< C
  std::vector<std::uint8_t> mask;
  std::vector<float> scale, bias; ///< for each column, `scale` for each group of K, too
  std::vector<std::uint32_t> d;

private:
  template <typename T> void write(std::size_t place, T value);

  unsigned columns, elementBytes;
  bool isInteger;
};

} // namespace heddle::bench

#endif
