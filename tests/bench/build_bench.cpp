// How long builds take that no cache has seen. Wall-clock medians; what runs a kernel checks what
// it computed. The time ends when the program can be used, or with "to-result" when a result is
// there.
#include "tests/bench/harness.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t items = 64;
/// Components of the wide vectors.
constexpr std::size_t width = 16;

std::string tinySource() {
  return "kernel void add(global const float *a, global const float *b, global float *out) {\n"
         "  size_t i = get_global_id(0);\n"
         "  out[i] = a[i] + b[i];\n"
         "}\n";
}

// Calls of the mathematical library, branches, a small array and short loops, as simulations have.
std::string longSource() {
  std::string text = "kernel void steps(global const float *a, global const float *b,\n"
                     "                  global float *out) {\n"
                     "  size_t i = get_global_id(0);\n"
                     "  float x = a[i], y = b[i], z = 1.0f;\n"
                     "  float state[4] = {x, y, x + y, x - y};\n";
  for (int step = 1; step <= 24; ++step) {
    const std::string n = std::to_string(step);
    text += "  x = fma(x, 0.25f, sin(y + " + n +
            ".0f) * 0.5f);\n"
            "  y = sqrt(fabs(x) + " +
            n +
            ".5f);\n"
            "  z = exp(-fabs(x) * 0.125f) + z * 0.5f;\n"
            "  if (x > z)\n"
            "    state[" +
            std::to_string(step % 4) +
            "] = log(1.0f + fabs(z)) + y;\n"
            "  for (int k = 0; k < 4; ++k)\n"
            "    x += state[k] * 0.015625f;\n"
            "  state[(i + " +
            n + ") & 3] = pow(fabs(y), 0.25f) + atan2(x, y + 2.0f);\n";
  }
  return text + "  out[i] = x + y + z + state[0] + state[3];\n}\n";
}

/// Eight kernels, as the conformance tests have them.
std::string vectorSource(const std::string &type) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  for (int k = 0; k < 8; ++k)
    text += "kernel void sums" + std::to_string(k) + "(global const " + type +
            " *a, global const " + type + " *b, global " + type + " *out) {\n" +
            "  int i = get_global_id(0);\n"
            "  out[i] = a[i] * b[i] + " +
            std::to_string(k) + ";\n}\n";
  return text;
}

std::string componentSource() {
  return "kernel void turn(global const float16 *a, global const float16 *b, global float16 *out)\n"
         "{\n"
         "  size_t i = get_global_id(0);\n"
         "  float16 x = a[i] * b[i];\n"
         "  x.s1 += x.s0 * x.sf;\n"
         "  out[i] = (float16)(x.odd, x.even) + x.s45670123fedcba98;\n"
         "}\n";
}

/// Options that no build had before.
std::string once() {
  static std::atomic<unsigned> number = 0;
  return "-DONCE=" + std::to_string(Clock::now().time_since_epoch().count()) + "u" +
         std::to_string(++number);
}

template <typename Work> double medianMilliseconds(unsigned rounds, Work &&work) {
  std::vector<double> times;
  for (unsigned i = 0; i < rounds; ++i) {
    const Clock::time_point start = Clock::now();
    work(i);
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

/// Runs a kernel of two inputs and an output on `items` work-items.
template <typename T>
std::vector<T> run(const Device &device, cl_program program, const char *name,
                   const std::vector<T> &a, const std::vector<T> &b) {
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  const std::size_t bytes = a.size() * sizeof(T), global = items;
  cl_mem buffers[] = {device.buffer(bytes, a.data()), device.buffer(bytes, b.data()),
                      device.buffer(bytes)};
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  std::vector<T> result(a.size());
  check(clEnqueueReadBuffer(device.queue, buffers[2], CL_TRUE, 0, bytes, result.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return result;
}

template <typename T> std::vector<T> numbers(std::size_t count, unsigned modulus) {
  std::vector<T> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(T(i % modulus));
  return result;
}

void expect(bool isRight) {
  if (!isRight)
    throw std::runtime_error("wrong result");
}

void runTiny(const Device &device, cl_program program) {
  const auto a = numbers<float>(items, 17), b = numbers<float>(items, 5);
  const std::vector<float> sums = run(device, program, "add", a, b);
  for (std::size_t i = 0; i < items; ++i)
    expect(sums[i] == a[i] + b[i]);
}

void runLong(const Device &device, cl_program program) {
  for (float value :
       run(device, program, "steps", numbers<float>(items, 9), numbers<float>(items, 4)))
    expect(std::isfinite(value) && std::fabs(value) < 100);
}

template <typename T> void runVectors(const Device &device, cl_program program) {
  const auto a = numbers<T>(items * width, 13), b = numbers<T>(items * width, 7);
  for (int k = 0; k < 8; ++k) {
    const std::vector<T> sums = run(device, program, ("sums" + std::to_string(k)).c_str(), a, b);
    for (std::size_t i = 0; i < sums.size(); ++i)
      expect(sums[i] == a[i] * b[i] + T(k));
  }
}

void runComponents(const Device &device, cl_program program) {
  const auto a = numbers<float>(items * width, 13), b = numbers<float>(items * width, 7);
  const std::vector<float> turned = run(device, program, "turn", a, b);
  constexpr unsigned order[] = {4, 5, 6, 7, 0, 1, 2, 3, 15, 14, 13, 12, 11, 10, 9, 8};
  for (std::size_t item = 0; item < items; ++item) {
    float x[width];
    for (unsigned i = 0; i < width; ++i)
      x[i] = a[item * width + i] * b[item * width + i];
    x[1] += x[0] * x[15];
    for (unsigned i = 0; i < width; ++i)
      expect(turned[item * width + i] == x[i < 8 ? 2 * i + 1 : 2 * (i - 8)] + x[order[i]]);
  }
}

using RunKernels = void(const Device &, cl_program);

double toResult(const Device &device, const std::string &source, RunKernels &runKernels) {
  return medianMilliseconds(5, [&](unsigned) {
    cl_program program = device.build(source, once());
    runKernels(device, program);
    clReleaseProgram(program);
  });
}

// A resident compiler belongs to one environment: after a change the next build starts another, as
// the first of a process does. A peer that compiles in its own process keeps what it has loaded.
double first(const Device &device) {
  return medianMilliseconds(7, [&](unsigned round) {
    ::setenv("HEDDLE_BENCH_ROUND", std::to_string(round).c_str(), 1);
    cl_program program = device.build(tinySource(), once());
    runTiny(device, program);
    clReleaseProgram(program);
  });
}

double eight(const Device &device, unsigned threads) {
  return medianMilliseconds(3, [&](unsigned) {
    std::atomic<bool> failed = false;
    std::vector<std::thread> builders;
    for (unsigned thread = 0; thread < threads; ++thread)
      builders.emplace_back([&] {
        try {
          for (unsigned i = 0; i < 8 / threads; ++i) {
            cl_program program = device.build(tinySource(), once());
            runTiny(device, program);
            clReleaseProgram(program);
          }
        } catch (const std::exception &) {
          failed = true;
        }
      });
    for (std::thread &builder : builders)
      builder.join();
    if (failed)
      throw std::runtime_error("a build has failed");
  });
}

} // namespace

std::vector<Benchmark> benchmarks() {
  auto row = [](const char *name, const std::string &source, RunKernels &runKernels) {
    return Benchmark{name, "ms", false, [source, &runKernels](const Device &device) {
                       return toResult(device, source, runKernels);
                     }};
  };
  return {
      {"first", "ms", false, first},
      row("next", tinySource(), runTiny),
      row("200-lines", longSource(), runLong),
      row("8-kernels-of-float16", vectorSource("float16"), runVectors<float>),
      row("8-kernels-of-double16", vectorSource("double16"), runVectors<double>),
      row("components-of-float16", componentSource(), runComponents),
      {"8-programs", "ms", false, [](const Device &device) { return eight(device, 1); }},
      {"8-programs/4-threads", "ms", false, [](const Device &device) { return eight(device, 4); }},
  };
}

} // namespace heddle::bench
