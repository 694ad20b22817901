// kernels/sub_groups.cl and kernels/tiles.cl.
#include "tests/bench/ceilings.hpp"
#include "tests/bench/kernel_run.hpp"
#include "tests/bench/workload_sizes.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace heddle::bench {

namespace {

double sumOfSubGroups(const Device &device, const char *kernel, unsigned required) {
  cl_uint most = 0;
  clGetDeviceInfo(device.id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, nullptr);
  if (most == 0)
    throw std::runtime_error("the device has no sub-groups");
  if (!device.hasExtension("cl_khr_subgroup_shuffle") && !device.hasExtension("cl_intel_subgroups"))
    throw std::runtime_error("the device has no sub-group shuffles");
  if (required && !device.hasExtension("cl_intel_required_subgroup_size"))
    throw std::runtime_error("the device has no cl_intel_required_subgroup_size");
  constexpr std::size_t count = 1 << 22;
  KernelRun run(device, "sub_groups.cl", kernel,
                "-cl-std=CL3.0" + (required ? " -DSIZE=" + std::to_string(required) : ""));
  const auto values = randomWords(count);
  cl_mem in = run.buffer(values), out = run.buffer<cl_uint>(count), size = run.buffer<cl_uint>(1);
  run.setArguments(in, out, size);
  const double seconds = run.seconds({count}, {256});
  const auto got = run.read<cl_uint>(out, count);
  const std::size_t width = run.read<cl_uint>(size, 1)[0];
  expectAt(width >= 1 && width <= 256, 0);
  for (std::size_t first = 0; first < count; first += width) {
    cl_uint want = 0;
    for (std::size_t i = first; i < first + width; ++i)
      want += values[i];
    expectAt(got[first] == want, first);
  }
  return double(count) / seconds / 1e6;
}

/// With the matrix functions where the device has them, else through local memory.
template <typename A, typename Result>
double tiles(const Device &device, const char *kernel, std::size_t perWord,
             double (*valueOf)(A element), const std::vector<A> &a) {
  constexpr std::size_t n = matrixSize;
  const bool hasMatrices = device.hasExtension("cl_intel_subgroup_matrix_multiply_accumulate");
  KernelRun run(device, "tiles.cl", kernel,
                hasMatrices ? "-cl-std=CL3.0 -DMATRIX" : "-cl-std=CL3.0");
  // B is A, its rows packed into words.
  std::vector<A> packed(n * n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t column = 0; column < n; ++column)
      packed[(k / perWord * n + column) * perWord + k % perWord] = a[k * n + column];
  cl_mem out = run.buffer<Result>(n * n);
  run.setArguments(run.buffer(a), run.buffer(packed), out, cl_int(n), cl_int(n));
  const double seconds = run.seconds({n, n / 8}, {16, 1});
  const auto got = run.read<Result>(out, n * n);
  for (std::size_t row = 0; row < n; row += 37)
    for (std::size_t column = 0; column < n; ++column) {
      double want = 0;
      for (std::size_t k = 0; k < n; ++k)
        want += valueOf(a[row * n + k]) * valueOf(a[k * n + column]);
      const double allowed = std::is_integral_v<Result> ? 0 : 1e-2;
      expectAt(std::fabs(double(got[row * n + column]) - want) <= allowed, row * n + column);
    }
  return matrixOperations / seconds / 1e9;
}

double bf16Value(cl_ushort bits) {
  const cl_uint word = cl_uint(bits) << 16;
  cl_float value;
  std::memcpy(&value, &word, sizeof value);
  return double(value);
}

double tilesI8(const Device &device) {
  std::vector<cl_char> a;
  for (cl_uint word : randomWords(std::size_t(matrixSize) * matrixSize))
    a.push_back(cl_char(word));
  return tiles<cl_char, cl_int>(
      device, "gemm_i8", 4, [](cl_char value) { return double(value); }, a);
}

double tilesBf16(const Device &device) {
  std::vector<cl_ushort> a;
  for (cl_float value : randomFloats(std::size_t(matrixSize) * matrixSize, -0.5f, 0.5f)) {
    cl_uint word;
    std::memcpy(&word, &value, sizeof word);
    a.push_back(cl_ushort(word >> 16));
  }
  return tiles<cl_ushort, cl_float>(device, "gemm_bf16", 2, bf16Value, a);
}

} // namespace

std::vector<Benchmark> subGroupBenchmarks() {
  std::vector<Benchmark> result;
  for (unsigned required : {0u, 16u})
    for (const char *kernel : {"reduce", "shuffle_xor", "scan_broadcast"})
      result.push_back({std::string("sub_group_") + kernel + (required ? "_16" : ""), "Melem/s",
                        true, [kernel, required](const Device &device) {
                          return sumOfSubGroups(device, kernel, required);
                        }});
  return result;
}

std::vector<Benchmark> tileBenchmarks() {
  return {{"tiles_i8_512", "GOP/s", true, tilesI8, ceilings::gemmI8},
          {"tiles_bf16_512", "GFLOP/s", true, tilesBf16, ceilings::gemmBf16}};
}

} // namespace heddle::bench
