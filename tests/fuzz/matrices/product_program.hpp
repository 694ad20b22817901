// Random whole products of matrices, in the styles in which people write them.
#ifndef HEDDLE_TESTS_FUZZ_MATRICES_PRODUCT_PROGRAM_HPP
#define HEDDLE_TESTS_FUZZ_MATRICES_PRODUCT_PROGRAM_HPP

#include "tests/fuzz/matrices/matrix_program.hpp"

namespace heddle::test {

/// C = A * B, each work-group with some rows of C: factors that lanes, blocks or shuffles read or
/// that are staged in local memory; sides that are no multiples; loops of any kind around K; and
/// something done with the sums.
MatrixKernel writeProductKernel(std::uint64_t seed);

} // namespace heddle::test

#endif
