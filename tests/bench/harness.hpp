// Benchmarks that compare this driver with another OpenCL driver in the same run, on the same
// machine under the same load: the ratio says more than either figure.
//
// A benchmark program defines benchmarks() and links harness.cpp, which has main(). For each
// benchmark the program measures the driver that its loader sees, then starts itself again with the
// loader pointed at the peers' .icd files, and prints both figures and the ratio. Where somebody
// wrote by hand what the machine can do, that ceiling is a column, too.
#ifndef HEDDLE_TESTS_BENCH_HARNESS_HPP
#define HEDDLE_TESTS_BENCH_HARNESS_HPP

#include "tests/bench/device.hpp"
#include "tests/bench/timing.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::bench {

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

} // namespace heddle::bench

#endif
