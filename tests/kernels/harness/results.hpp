/// What a worker process reports about one case file: how the build went, and the buffers after
/// each launch. The file grows launch by launch, so that what was there before a crash can be read.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_RESULTS_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_RESULTS_HPP

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace heddle::test {

struct BuildResult {
  bool done = false; ///< the worker came as far as the end of the build
  bool succeeded = false;
  std::string message; ///< the call that failed and its error
  std::string log;
};

/// After one kernel with one ND-range.
struct LaunchResult {
  std::uint32_t kernel = 0;
  std::uint32_t launch = 0;
  std::string error; ///< empty: it ran
  std::uint32_t subGroupSize = 0;
  std::vector<std::vector<unsigned char>> buffers; ///< by argument; empty for other arguments
};

struct Results {
  BuildResult build;
  std::vector<LaunchResult> launches;
};

class ResultWriter {
public:
  explicit ResultWriter(const std::string &path);
  ~ResultWriter();
  ResultWriter(const ResultWriter &) = delete;
  ResultWriter &operator=(const ResultWriter &) = delete;

  bool valid() const { return file != nullptr; }
  void write(const BuildResult &result);
  void write(const LaunchResult &result);

private:
  void number(std::uint32_t value);
  void bytes(const void *data, std::size_t size);

  std::FILE *file;
};

/// Reads what is there; a record that was cut off is left out.
Results readResults(const std::string &path);

} // namespace heddle::test

#endif
