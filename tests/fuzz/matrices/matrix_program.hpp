// Random kernels around the sub-group matrix functions.
#ifndef HEDDLE_TESTS_FUZZ_MATRICES_MATRIX_PROGRAM_HPP
#define HEDDLE_TESTS_FUZZ_MATRICES_MATRIX_PROGRAM_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

/// A kernel of one seed, with what it reads. All numbers are so small that every order of their
/// sums is exact: targets must agree bit by bit.
///
///   kernel void fuzzSEED(const global void *a0, *b0, *a1, *b1, global uint *out, int steps,
///                        int skip)
struct MatrixKernel {
  std::string text;
  std::vector<std::uint8_t> inputs[4]; ///< a0, b0, a1, b1
  unsigned subGroupSize = 16;
  unsigned across = 1, down = 1; ///< sub-groups of a work-group in both dimensions
  unsigned words = 0;            ///< of output, for each sub-group
  int steps = 1;
  unsigned workGroups = 3;
  bool inColumn = false; ///< its work-groups follow one another in dimension 1, else in 0

  unsigned subGroups() const { return across * down; }
  /// What a kernel calls the number of its work-group.
  std::string defineGroup() const {
    return std::string("#define GROUP get_group_id(") + (inColumn ? "1" : "0") + ")\n";
  }
};

MatrixKernel writeMatrixKernel(std::uint64_t seed);

} // namespace heddle::test

#endif
