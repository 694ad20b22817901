// Matrix products: with the matrix functions on a device that has them (the kernels of
// examples/gemm, and those of kernels/matrix_products.cl), else with plain OpenCL C
// (gemm_plain.cl). In front of them what the instructions for products reach in registers alone, on
// one core and on all; the best of those that the target has is the ceiling.
#include "examples/gemm/matrices.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/peaks.hpp"

#include <filesystem>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

/// Beside the program, or where an installation keeps the example's kernels.
std::string kernelSource(const std::string &name) {
  const std::string folder = programFolder() + "/";
  const std::string installed = folder + "../share/heddle/examples/gemm/" + name;
  return readFile(std::filesystem::exists(installed) ? installed : folder + name);
}

/// A way to write the product.
struct Style {
  const char *suffix; ///< of the kernel's and the benchmark's name
  const char *file;
  std::size_t rows, columns; ///< of C that a sub-group computes
  bool takesRowMajorB = false;
};

constexpr Style plain = {"", "gemm_plain.cl", 8, 16};
constexpr Style styles[] = {{"", "gemm.cl", 32, 32},
                            {"_one", "kernels/matrix_products.cl", 8, 16},
                            {"_blocks", "kernels/matrix_products.cl", 32, 64},
                            {"_2d_vnni", "kernels/matrix_products_2d.cl", 32, 64},
                            {"_2d", "kernels/matrix_products_2d.cl", 32, 64, true}};

template <typename Type> double gemm(const Device &device, Style style, std::size_t size) {
  const bool hasMatrices = device.hasExtension("cl_intel_subgroup_matrix_multiply_accumulate");
  if (!hasMatrices)
    style = plain;
  cl_program program = device.build(kernelSource(style.file),
                                    hasMatrices ? "-cl-std=CL3.0 -cl-uniform-work-group-size" : "");
  cl_int error = CL_SUCCESS;
  cl_kernel kernel =
      clCreateKernel(program, (std::string(Type::kernel) + style.suffix).c_str(), &error);
  check(error, "clCreateKernel");

  std::mt19937 engine(1);
  const auto a = randomMatrix<Type>(size, size, engine);
  const auto b = randomMatrix<Type>(size, size, engine);
  std::vector<typename Type::Result> c(size * size);
  const std::size_t bytes = c.size() * sizeof c[0];
  const auto packedB = packB<Type>(b, size, size);
  cl_mem buffers[] = {device.buffer(a.size() * sizeof a[0], a.data()),
                      style.takesRowMajorB
                          ? device.buffer(b.size() * sizeof b[0], b.data())
                          : device.buffer(packedB.size() * 4, packedB.data()),
                      device.buffer(bytes)};
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  for (cl_uint i = 3; i < 5; ++i) {
    const cl_uint value = cl_uint(size);
    check(clSetKernelArg(kernel, i, sizeof value, &value), "clSetKernelArg");
  }

  const std::size_t local[] = {16, 1};
  const std::size_t global[] = {size / style.columns * 16, size / style.rows};
  const double seconds = bestTime([&] {
    check(clEnqueueNDRangeKernel(device.queue, kernel, 2, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
  });
  check(clEnqueueReadBuffer(device.queue, buffers[2], CL_TRUE, 0, bytes, c.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < size; row += std::max<std::size_t>(37, size / 30))
    rows.push_back(row);
  const std::string difference = compareRows<Type>(a, b, c, size, size, rows);
  if (!difference.empty())
    throw std::runtime_error("wrong result: " + difference);

  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return 2.0 * double(size) * double(size) * double(size) / seconds / 1e9;
}

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (const Peak &peak : peaks())
    for (unsigned threads : {1u, std::thread::hardware_concurrency()}) {
      const std::string cores = threads == 1 ? " 1 core" : " all cores";
      result.push_back({peak.instruction + cores, peak.isInteger ? "GOP/s" : "GFLOP/s", true,
                        [&peak, threads](const Device &) { return peak.measure(threads) / 1e9; },
                        nullptr, /*asksPeer=*/false});
    }
  for (const Style &style : styles)
    for (std::size_t size : {256, 512, 1024, 2048, 4096}) {
      const std::string suffix = std::string(style.suffix) + "_" + std::to_string(size);
      const bool asksPeer = size < 4096;
      result.push_back(
          {I8::kernel + suffix, "GOP/s", true,
           [&style, size](const Device &device) { return gemm<I8>(device, style, size); },
           [](unsigned threads) { return highestPeak(true, threads); }, asksPeer});
      result.push_back(
          {Bf16::kernel + suffix, "GFLOP/s", true,
           [&style, size](const Device &device) { return gemm<Bf16>(device, style, size); },
           [](unsigned threads) { return highestPeak(false, threads); }, asksPeer});
    }
  return result;
}

} // namespace heddle::bench
