// What comes before and after the work of a kernel: building it, launching it, handing out its
// work-groups. Medians, because on a shared machine the best and the mean both mislead.
#include "tests/bench/harness.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr char source[] = R"(
kernel void empty() {}

kernel void number(global uint *out) {
  size_t i = get_global_id(0);
  uint value = (uint)i;
  if (value % 3 == 0)
    value += 5;
  out[i] = value;
}
)";

template <typename Work> double microseconds(Work &&work) {
  const Clock::time_point start = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

template <typename Work> double medianMicroseconds(unsigned rounds, Work &&work) {
  std::vector<double> times;
  for (unsigned i = 0; i < rounds; ++i)
    times.push_back(microseconds([&] { work(i); }));
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

struct Kernel {
  Kernel(const Device &device, const char *name) : program(device.build(source, "")) {
    cl_int error = CL_SUCCESS;
    kernel = clCreateKernel(program, name, &error);
    check(error, "clCreateKernel");
  }
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
  ~Kernel() {
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
  cl_program program;
  cl_kernel kernel;
};

void launch(const Device &device, cl_kernel kernel, std::size_t global, std::size_t local) {
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

// Milliseconds of clBuildProgram with options that no cache has seen.
double coldBuild(const Device &device) {
  const std::string once = std::to_string(Clock::now().time_since_epoch().count());
  return medianMicroseconds(5,
                            [&](unsigned i) {
                              clReleaseProgram(
                                  device.build(source, "-DONCE=" + once + std::to_string(i)));
                            }) /
         1000;
}

double cachedBuild(const Device &device) {
  clReleaseProgram(device.build(source, ""));
  return medianMicroseconds(51, [&](unsigned) { clReleaseProgram(device.build(source, "")); }) /
         1000;
}

double emptyKernel(const Device &device, std::chrono::microseconds pause) {
  const Kernel empty(device, "empty");
  std::vector<double> times;
  for (int i = 0; i < 2001; ++i) {
    // Busy, as a program between two launches is; long enough for workers to fall asleep.
    const Clock::time_point until = Clock::now() + pause;
    while (Clock::now() < until)
      ;
    times.push_back(microseconds([&] {
      launch(device, empty.kernel, 1, 1);
      check(clFinish(device.queue), "clFinish");
    }));
  }
  std::nth_element(times.begin(), times.begin() + 1000, times.end());
  return times[1000];
}

// Microseconds for each of 1000 commands of an in-order queue.
double chain(const Device &device) {
  const Kernel empty(device, "empty");
  return medianMicroseconds(21,
                            [&](unsigned) {
                              for (int i = 0; i < 1000; ++i)
                                launch(device, empty.kernel, 1, 1);
                              check(clFinish(device.queue), "clFinish");
                            }) /
         1000;
}

// Nanoseconds for each of a million work-groups of 16 work-items that store one number.
double workGroup(const Device &device) {
  constexpr std::size_t groups = 1 << 20, items = groups * 16;
  const Kernel number(device, "number");
  cl_mem out = device.buffer(items * 4);
  check(clSetKernelArg(number.kernel, 0, sizeof(out), &out), "clSetKernelArg");
  const double median = medianMicroseconds(11, [&](unsigned) {
    launch(device, number.kernel, items, 16);
    check(clFinish(device.queue), "clFinish");
  });
  std::vector<cl_uint> got(items);
  check(clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, items * 4, got.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(out);
  for (std::size_t i = 0; i < items; ++i)
    if (got[i] != i + (i % 3 == 0 ? 5 : 0))
      throw std::runtime_error("wrong result at " + std::to_string(i));
  return median * 1000 / groups;
}

} // namespace

std::vector<Benchmark> benchmarks() {
  using std::chrono::microseconds;
  return {
      {"build/cold", "ms", false, coldBuild},
      {"build/cached", "ms", false, cachedBuild},
      {"empty-kernel/at-once", "us", false,
       [](const Device &device) { return emptyKernel(device, microseconds(0)); }},
      {"empty-kernel/after-200us", "us", false,
       [](const Device &device) { return emptyKernel(device, microseconds(200)); }},
      {"empty-kernel/chain-of-1000", "us", false, chain},
      {"work-group", "ns", false, workGroup},
  };
}

} // namespace heddle::bench
