/// Runs the kernels of one case file in this process, through the OpenCL loader.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_WORKER_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_WORKER_HPP

#include "tests/kernels/harness/case_file.hpp"

namespace heddle::test {

struct WorkerJob {
  CaseFile file;
  std::string resultPath;
  std::string spirvPath; ///< not empty: build from SPIR-V, which is kept here between workers
  bool optimize = true;
  std::size_t skip = 0; ///< launches (counted over all kernels) that are left out
};

/// The status for main: 0 also when the build or a launch failed; the result file says so.
int runWorker(const WorkerJob &job);

} // namespace heddle::test

#endif
