// Benchmarks that compare this driver with another OpenCL driver in the same run, on the same
// machine under the same load: the ratio says more than either figure.
//
// A benchmark program defines benchmarks() and links harness.cpp, which has main(). For each
// benchmark the program measures the driver that its loader sees, then starts itself again with the
// loader pointed at the peers' .icd files, and prints both figures and the ratio. Where somebody
// wrote by hand what the machine can do, that ceiling is a column, too.
#ifndef HEDDLE_TESTS_BENCH_HARNESS_HPP
#define HEDDLE_TESTS_BENCH_HARNESS_HPP

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle::bench {

/// The device under test with a context and an in-order queue.
struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::string name;

  bool hasExtension(const std::string &extension) const;
  /// Throws std::runtime_error with the build log.
  cl_program build(const std::string &source, const std::string &options) const;
  /// The same of a SPIR-V module.
  cl_program build(const std::vector<std::uint32_t> &module) const;
  cl_mem buffer(std::size_t bytes, const void *contents = nullptr) const;

private:
  cl_program built(cl_program program, const std::string &options) const;
};

struct Benchmark {
  std::string name;
  std::string unit;
  bool moreIsBetter;
  /// Returns the figure; throws std::runtime_error when it cannot be measured or is wrong.
  std::function<double(const Device &)> run;
  /// What code written by hand for this machine reaches on as many threads, in the same unit; none
  /// where nobody wrote it. Throws where the machine cannot run it.
  std::function<double(unsigned threads)> ceiling = nullptr;
  /// False where a peer would say nothing, or take too long to say it.
  bool asksPeer = true;
};

/// What the program measures.
std::vector<Benchmark> benchmarks();

/// Throws when an OpenCL call failed.
void check(cl_int error, const char *call);

/// Seconds of the best of several runs of `work`, after one that warms up. At least 5 runs, and for
/// at least half a second; 2 runs where they take more than 5 seconds. With --cpu-time they are
/// seconds of processor time of the whole process divided by the threads that could work, which
/// other programs on the machine disturb less.
double bestTime(const std::function<void()> &work);

/// The folder of the program, where its data files are.
std::string programFolder();
std::string readFile(const std::string &path);

} // namespace heddle::bench

#endif
