// Builds one program of generated kernels and runs each over the ND-ranges.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_WORKER_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_WORKER_HPP

#include "tests/fuzz/kernels/program_writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

struct FuzzJob {
  std::string outputPath;
  std::uint64_t seed;
  unsigned count;
  bool optimize;
  ProgramFeatures features;
};

/// What one kernel left behind: a reason, or an output for each ND-range.
struct FuzzResult {
  std::string error;
  std::vector<std::vector<std::uint32_t>> outputs;
};

/// Appends a result for each kernel to the output file, as they come. Returns an exit status.
int runFuzzWorker(const FuzzJob &job);

/// `count` results; those that are not in the file are empty.
std::vector<FuzzResult> readFuzzResults(const std::string &path, unsigned count);

} // namespace heddle::test

#endif
