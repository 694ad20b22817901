// One kernel with its arguments on one device, as kernel_bench runs it.
#ifndef HEDDLE_TESTS_BENCH_KERNEL_RUN_HPP
#define HEDDLE_TESTS_BENCH_KERNEL_RUN_HPP

#include "tests/bench/harness.hpp"

#include <type_traits>
#include <vector>

namespace heddle::bench {

/// An argument that leads to so many bytes of local memory.
struct LocalMemory {
  std::size_t bytes;
};

class KernelRun {
public:
  /// `file` is one of tests/bench/kernels/. Throws when it does not build.
  KernelRun(const Device &device, const std::string &file, const char *kernel,
            const std::string &options = "");
  KernelRun(const KernelRun &) = delete;
  KernelRun &operator=(const KernelRun &) = delete;
  ~KernelRun();

  /// A buffer that lives as long as the run.
  template <typename T> cl_mem buffer(const std::vector<T> &contents) {
    return keep(device.buffer(contents.size() * sizeof(T), contents.data()));
  }
  template <typename T> cl_mem buffer(std::size_t count) { return buffer(std::vector<T>(count)); }

  template <typename... Arguments> void setArguments(const Arguments &...values) {
    cl_uint index = 0;
    (check(set(index++, values), "clSetKernelArg"), ...);
  }

  /// Launches it once and waits.
  void launch(const std::vector<std::size_t> &global, const std::vector<std::size_t> &local = {});

  /// Seconds of the best launch (harness.hpp).
  double seconds(const std::vector<std::size_t> &global,
                 const std::vector<std::size_t> &local = {}) {
    return bestTime([&] { launch(global, local); });
  }

  template <typename T> std::vector<T> read(cl_mem memory, std::size_t count) {
    std::vector<T> result(count);
    readBytes(memory, count * sizeof(T), result.data());
    return result;
  }

private:
  template <typename T> cl_int set(cl_uint index, const T &value) {
    return clSetKernelArg(kernel, index, sizeof value, &value);
  }
  cl_int set(cl_uint index, LocalMemory memory) {
    return clSetKernelArg(kernel, index, memory.bytes, nullptr);
  }
  cl_mem keep(cl_mem memory) {
    buffers.push_back(memory);
    return memory;
  }
  void readBytes(cl_mem memory, std::size_t bytes, void *to);

  const Device &device;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  std::vector<cl_mem> buffers;
};

/// Throws std::runtime_error with the place of the first wrong value.
void expectAt(bool isRight, std::size_t index);

/// Repeatable random values: of all 32 bits, or in [low, high).
std::vector<cl_uint> randomWords(std::size_t count);
std::vector<cl_float> randomFloats(std::size_t count, float low, float high);

// The workloads, by the file of their kernels.
std::vector<Benchmark> streamBenchmarks();
std::vector<Benchmark> byteBenchmarks();
std::vector<Benchmark> arithmeticBenchmarks();
std::vector<Benchmark> localMemoryBenchmarks();
std::vector<Benchmark> subGroupBenchmarks();
std::vector<Benchmark> subGroupFunctionBenchmarks();
std::vector<Benchmark> tileBenchmarks();

} // namespace heddle::bench

#endif
