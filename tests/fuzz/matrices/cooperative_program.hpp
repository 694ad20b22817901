// Random kernels around cooperative matrices.
#ifndef HEDDLE_TESTS_FUZZ_MATRICES_COOPERATIVE_PROGRAM_HPP
#define HEDDLE_TESTS_FUZZ_MATRICES_COOPERATIVE_PROGRAM_HPP

#include "tests/fuzz/matrices/matrix_program.hpp"

namespace heddle::test {

/// Any shapes, layouts, strides and component types, checked forms, changes of components between
/// products, one to four sums.
MatrixKernel writeCooperativeKernel(std::uint64_t seed);

} // namespace heddle::test

#endif
