// One row of gemm_bench's table: a style, a type, a size of sub-groups and a product.
#ifndef HEDDLE_TESTS_BENCH_GEMM_ROW_HPP
#define HEDDLE_TESTS_BENCH_GEMM_ROW_HPP

#include "tests/bench/device.hpp"
#include "tests/bench/gemm/styles.hpp"

#include <string>

namespace heddle::bench {

struct Row {
  const Style *style;
  Type type;
  unsigned subGroupSize;
  Shape shape;

  /// "local_ab bf16 16 1024".
  std::string name() const;
  /// The style's, or what of it a small product has.
  Block block() const;
  /// What the kernel does for the product.
  double operations() const;
};

/// What is built for the row, and with which options; no text where it is a module.
std::string source(const Row &row);
std::string options(const Row &row);

/// Throws std::runtime_error with the build log.
cl_program build(const Device &device, const Row &row);

/// Seconds of one product, measured for so many seconds; 0 only checks. Throws std::runtime_error
/// when something fails or C is wrong.
double measure(const Device &device, const Row &row, const Problem &problem, double seconds);

} // namespace heddle::bench

#endif
