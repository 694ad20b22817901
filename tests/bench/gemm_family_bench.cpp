// Matrix products as DPAS kernels in the wild are written: how much of the target's peak each way
// to read and each step of tuning reaches. The kernels are those that tests/kernels/gemm checks.
#include "tests/bench/harness.hpp"
#include "tests/bench/peaks.hpp"
#include "tests/kernels/gemm/gemm_data.hpp"
#include "tests/kernels/gemm/gemm_kernel.hpp"

#include <stdexcept>

namespace heddle::bench {

namespace {

using namespace heddle::test;

constexpr unsigned size = 1024;

/// Every 37th row of C against the host.
void checkRows(const std::vector<int> &a, const std::vector<int> &b,
               const std::vector<std::uint32_t> &c, bool isInteger) {
  for (unsigned row = 0; row < size; row += 37)
    for (unsigned column = 0; column < size; ++column) {
      int sum = 0;
      for (unsigned k = 0; k < size; ++k)
        sum += a[row * size + k] * b[k * size + column];
      const float asFloat = float(sum);
      std::uint32_t expected = std::uint32_t(sum);
      if (!isInteger)
        std::memcpy(&expected, &asFloat, sizeof expected);
      if (c[row * size + column] != expected)
        throw std::runtime_error("wrong result in row " + std::to_string(row) + ", column " +
                                 std::to_string(column));
    }
}

double measure(const Device &device, const GemmKernel &kernel) {
  if (!device.hasExtension("cl_intel_subgroup_2d_block_io"))
    throw std::runtime_error("the device has no matrix and 2D block functions");
  cl_program program = device.build(kernel.text(), "-cl-std=CL3.0");
  cl_int error = CL_SUCCESS;
  cl_kernel object = clCreateKernel(program, kernel.name().c_str(), &error);
  check(error, "clCreateKernel");
  std::mt19937 random(1);
  const std::vector<int> a = smallNumbers(size * size, random),
                         b = smallNumbers(size * size, random);
  std::vector<std::uint32_t> c(size * size);
  const std::vector<std::uint8_t> storedA = stored(a, kernel.type),
                                  packedB = storedB(b, size, kernel);
  cl_mem buffers[] = {device.buffer(storedA.size(), storedA.data()),
                      device.buffer(packedB.size(), packedB.data()), device.buffer(c.size() * 4)};
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(object, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  for (cl_uint i = 3; i < 6; ++i)
    check(clSetKernelArg(object, i, sizeof size, &size), "clSetKernelArg");

  const std::size_t local[] = {16 * kernel.across, kernel.down};
  const std::size_t global[] = {size / kernel.columns, size / (8 * kernel.rows)};
  const double seconds = bestTime([&] {
    check(clEnqueueNDRangeKernel(device.queue, object, 2, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
  });
  check(clEnqueueReadBuffer(device.queue, buffers[2], CL_TRUE, 0, c.size() * 4, c.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  checkRows(a, b, c, kernel.type == GemmType::i8);
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(object);
  clReleaseProgram(program);
  return 2.0 * size * size * size / seconds / 1e9;
}

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (GemmType type : {GemmType::bf16, GemmType::i8, GemmType::tf32})
    for (GemmReads reads : {GemmReads::blocks2D, GemmReads::blocks2DPacked, GemmReads::blocks,
                            GemmReads::blocksPacked, GemmReads::lanes, GemmReads::lanesPacked}) {
      using Wait = GemmWaiting;
      for (GemmKernel kernel : {GemmKernel{type, reads, 1, 1, 1, false, false, Wait::never, 1, 1},
                                {type, reads, 2, 2, 1, false, false, Wait::never, 1, 4},
                                {type, reads, 4, 4, 1, false, false, Wait::never, 1, 4},
                                {type, reads, 4, 4, 1, false, false, Wait::barrier, 1, 4},
                                {type, reads, 4, 4, 2, true, true, Wait::split, 4, 8}}) {
        if (type == GemmType::tf32 && kernel.takesPackedB())
          continue;
        kernel.wide &= kernel.uses2D();
        const bool isInteger = type == GemmType::i8;
        Benchmark benchmark{kernel.name(), isInteger ? "GOP/s" : "GFLOP/s", true,
                            [kernel](const Device &device) { return measure(device, kernel); }};
        benchmark.asksPeer = false;
        if (type != GemmType::tf32) // no instruction of most targets says what could be reached
          benchmark.ceiling = [isInteger](unsigned threads) {
            return highestPeak(isInteger, threads);
          };
        result.push_back(std::move(benchmark));
      }
    }
  return result;
}

} // namespace heddle::bench
