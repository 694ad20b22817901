// Matrix products: with the matrix functions on a device that has them (the kernels of
// examples/gemm, and those of kernels/matrix_products.cl), with cooperative matrices, else with
// plain OpenCL C (gemm_plain.cl). In front of them what the instructions for products reach in
// registers alone, on one core and on all; the best of those that the target has is the ceiling.
#include "examples/gemm/matrices.hpp"
#include "tests/bench/cooperative_product.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/peaks.hpp"

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <type_traits>

namespace heddle::bench {

namespace {

/// Beside the program, or where an installation keeps the example's kernels.
std::string kernelSource(const std::string &name) {
  const std::string folder = programFolder() + "/";
  const std::string installed = folder + "../share/heddle/examples/gemm/" + name;
  return readFile(std::filesystem::exists(installed) ? installed : folder + name);
}

/// Two more kinds of products: halves, and bytes that are positive in A, which its kernel reads as
/// unsigned ones.
struct F16 {
  using Element = std::uint16_t;
  using Result = float;
  static constexpr const char *kernel = "gemm_f16";
  static Element random(std::mt19937 &engine) {
    return Element((engine() & 0x83FF) | (10 + engine() % 5) << 10); // up to 1 in magnitude
  }
  static double value(Element element) {
    const double magnitude = std::ldexp(1024 + (element & 0x3FF), (element >> 10 & 0x1F) - 25);
    return element >> 15 ? -magnitude : magnitude;
  }
};
struct U8 {
  using Element = std::int8_t;
  using Result = std::int32_t;
  static constexpr const char *kernel = "gemm_u8";
  static Element random(std::mt19937 &engine) { return Element(engine() & 0x7F); }
  static std::int32_t value(Element element) { return element; }
};

/// A way to write the product.
struct Style {
  const char *suffix;        ///< of the kernel's and the benchmark's name
  const char *file;          ///< null: a module with cooperative matrices
  std::size_t rows, columns; ///< of C that a sub-group computes
  bool takesRowMajorB = false;
  bool hasAllFormats = false; ///< beside bfloats and signed bytes
};

constexpr Style plain = {"", "gemm_plain.cl", 8, 16};
constexpr Style styles[] = {
    {"", "gemm.cl", 32, 32},
    {"_one", "kernels/matrix_products.cl", 8, 16, false, true},
    {"_blocks", "kernels/matrix_products.cl", 32, 64, false, true},
    {"_rows", "kernels/matrix_products.cl", 8, 16, true},
    {"_2d_vnni", "kernels/matrix_products_2d.cl", 32, 64},
    {"_2d", "kernels/matrix_products_2d.cl", 32, 64, true},
    {"_cooperative", nullptr, cooperativeRows, cooperativeColumns},
    {"_cooperative_rows", nullptr, cooperativeRows, cooperativeColumns, true}};

template <typename Type> double gemm(const Device &device, Style style, std::size_t size) {
  const bool hasMatrices = device.hasExtension("cl_intel_subgroup_matrix_multiply_accumulate");
  if (!hasMatrices)
    style = plain;
  const std::string name = std::string(Type::kernel) + style.suffix;
  cl_program program =
      style.file ? device.build(kernelSource(style.file),
                                hasMatrices ? "-cl-std=CL3.0 -cl-uniform-work-group-size" : "")
                 : device.build(cooperativeProduct(name, sizeof(typename Type::Element) == 1,
                                                   style.takesRowMajorB));
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
  check(error, "clCreateKernel");

  std::mt19937 engine(1);
  const auto a = randomMatrix<Type>(size, size, engine);
  const auto b = randomMatrix<Type>(size, size, engine);
  std::vector<typename Type::Result> c(size * size);
  const std::size_t bytes = c.size() * sizeof c[0];
  const auto packedB = packB<Type>(b, size, size);
  cl_mem buffers[] = {device.buffer(a.size() * sizeof a[0], a.data()),
                      style.takesRowMajorB ? device.buffer(b.size() * sizeof b[0], b.data())
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
      const auto add = [&]<typename Type>(Type) {
        constexpr bool isInteger = std::is_integral_v<typename Type::Result>;
        result.push_back(
            {Type::kernel + suffix, isInteger ? "GOP/s" : "GFLOP/s", true,
             [&style, size](const Device &device) { return gemm<Type>(device, style, size); },
             [](unsigned threads) { return highestPeak(isInteger, threads); }, asksPeer});
      };
      add(I8());
      add(Bf16());
      if (style.hasAllFormats) {
        add(U8());
        add(F16());
      }
    }
  return result;
}

} // namespace heddle::bench
