// Runs many programs of random kernels in many configurations, in several processes at a time, and
// says which kernels did not leave the same memory everywhere.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_FUZZER_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_FUZZER_HPP

#include "tests/fuzz/kernels/program_writer.hpp"

#include <cstdint>

namespace heddle::test {

struct FuzzOptions {
  std::uint64_t seed = 1;
  unsigned count = 1;
  unsigned jobs = 1; ///< processes that each take every jobs-th program
  unsigned kernelsOfProgram = 12;
  unsigned workerSeconds = 300;
  /// Configurations besides the oracle that each program gets, in turn; 0: all of them.
  unsigned configurations = 1;
  ProgramFeatures features;
};

/// Prints each kernel that disagrees, with its seed and configuration, and at the end
/// "seeds N..M: X agreed, Y disagreed". Returns an exit status.
int runFuzzer(const FuzzOptions &options);

} // namespace heddle::test

#endif
