// Kernels of every kind, each as a program would write it: against a peer in the same run, and
// against code written by hand for the machine.
#include "tests/bench/kernel_run.hpp"

namespace heddle::bench {

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (auto part : {streamBenchmarks, byteBenchmarks, arithmeticBenchmarks, localMemoryBenchmarks,
                    subGroupBenchmarks, subGroupFunctionBenchmarks, tileBenchmarks})
    for (Benchmark &benchmark : part())
      result.push_back(std::move(benchmark));
  return result;
}

} // namespace heddle::bench
