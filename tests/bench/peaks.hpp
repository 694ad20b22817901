// What the multiplying instructions of this machine reach when nothing else is done: all operands
// in registers, enough sums to hide the latency. No product of matrices can be faster.
#ifndef HEDDLE_TESTS_BENCH_PEAKS_HPP
#define HEDDLE_TESTS_BENCH_PEAKS_HPP

#include <string>
#include <vector>

namespace heddle::bench {

struct Peak {
  std::string instruction;
  bool isInteger;     ///< bytes with sums of 32 bits; else floats or bfloats
  std::string needed; ///< feature by LLVM's name
  /// Operations a second, a multiplication and an addition counted as two, with so many threads.
  double (*measure)(unsigned threads);
};

/// Those that this processor has, and the operating system lets a program use.
const std::vector<Peak> &peaks();

/// Billions of operations a second of the fastest of them that the target of kernels
/// (HEDDLE_TARGET) has. Each is measured once for each number of threads. Throws if there is none.
double highestPeak(bool isInteger, unsigned threads);

} // namespace heddle::bench

#endif
