// C = A * B as a SPIR-V module with cooperative matrices, in the form that compilers of SYCL's
// joint_matrix write.
#ifndef HEDDLE_TESTS_BENCH_GEMM_COOPERATIVE_PRODUCT_HPP
#define HEDDLE_TESTS_BENCH_GEMM_COOPERATIVE_PRODUCT_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::bench {

/// Of C that a sub-group computes: 2 by 2 matrices of 16 rows and 16 columns.
inline constexpr std::size_t cooperativeRows = 32, cooperativeColumns = 32;

/// kernel(a, b, c, n, k) for sub-groups of 16 in work-groups of one: bytes with signs and sums of
/// 32 bits, in steps of 64, or bfloats with sums of floats, in steps of 32. Either all of B is
/// row-major, or panels of 16 columns of it are packed, as examples/gemm has them.
std::vector<std::uint32_t> cooperativeProduct(const std::string &kernel, bool isBytes,
                                              bool takesRowMajorB);

} // namespace heddle::bench

#endif
