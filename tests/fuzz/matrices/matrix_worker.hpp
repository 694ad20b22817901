// Builds and runs kernels of writeMatrixKernel in this process, for one configuration.
#ifndef HEDDLE_TESTS_FUZZ_MATRICES_MATRIX_WORKER_HPP
#define HEDDLE_TESTS_FUZZ_MATRICES_MATRIX_WORKER_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

/// What a kernel left behind: a reason, or its output.
struct MatrixResult {
  std::string error;
  std::vector<std::uint32_t> output;
};

/// Writes a result for each of `count` seeds to a file, as they come. Returns an exit status.
int runMatrixWorker(const std::string &path, std::uint64_t seed, unsigned count, bool optimize);

/// The results that are in the file, in the order of their seeds.
std::vector<MatrixResult> readMatrixResults(const std::string &path);

} // namespace heddle::test

#endif
