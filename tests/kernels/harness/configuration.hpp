/// The ways in which every case file is built and run.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_CONFIGURATION_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_CONFIGURATION_HPP

#include "tests/kernels/harness/case_file.hpp"
#include "tests/kernels/harness/results.hpp"
#include "tests/support/temporary_folder.hpp"

#include <memory>
#include <string>

namespace heddle::test {

struct Configuration {
  unsigned subGroupSize = 1; ///< HEDDLE_SUB_GROUP_SIZE; 0: the compiler's choice
  bool fromSpirv = false;
  bool optimize = true;
  std::string target = "native"; ///< an option of tests/support/targets/targets.def

  std::string name() const;
};

/// Lane by lane, from source: what all others are compared with.
inline const Configuration oracle{1, false, true};

/// A choice of eleven that spreads over the targets of this machine; with HEDDLE_TEST_FULL in the
/// environment all twenty for each. What the machine cannot run is run as it is, and so is
/// everything when the environment has a HEDDLE_TARGET.
std::vector<Configuration> allConfigurations();

/// The lines that name the targets of these configurations.
std::string targetReport(const std::vector<Configuration> &configurations);

/// Starts workers and keeps what they report.
class WorkerPool {
public:
  WorkerPool() = default;
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  struct Outcome {
    Results results;
    std::vector<std::string> crashes; ///< a line for each launch that ended its worker
  };

  /// Runs one file; the oracle's outcome is kept for the next call.
  std::shared_ptr<const Outcome> run(const CaseFile &file, const Configuration &configuration);

private:
  Outcome start(const CaseFile &file, const Configuration &configuration);

  TemporaryFolder folder{"heddle-kernels"}; ///< results, SPIR-V, the kernel cache of this run
  std::string oracleName;
  std::shared_ptr<const Outcome> oracleOutcome;
};

/// The arguments that make this program a worker (main.cpp reads them).
inline constexpr const char *workerArgument = "--worker";

} // namespace heddle::test

#endif
