// kernels/local_memory.cl.
#include "tests/bench/ceilings.hpp"
#include "tests/bench/kernel_run.hpp"
#include "tests/bench/workload_sizes.hpp"

#include <cmath>

namespace heddle::bench {

namespace {

constexpr char source[] = "local_memory.cl";

double sgemmTiled(const Device &device) {
  constexpr std::size_t n = matrixSize;
  KernelRun run(device, source, "sgemm_tiled");
  const auto a = randomFloats(n * n, -1, 1);
  cl_mem in = run.buffer(a), out = run.buffer<cl_float>(n * n);
  run.setArguments(in, in, out, cl_int(n));
  const double seconds = run.seconds({n, n}, {16, 16});
  const auto got = run.read<cl_float>(out, n * n);
  for (std::size_t row = 0; row < n; row += 31)
    for (std::size_t column = 0; column < n; ++column) {
      double want = 0;
      for (std::size_t k = 0; k < n; ++k)
        want += double(a[row * n + k]) * double(a[k * n + column]);
      expectAt(std::fabs(double(got[row * n + column]) - want) < 1e-3, row * n + column);
    }
  return matrixOperations / seconds / 1e9;
}

double transpose(const Device &device) {
  constexpr std::size_t n = 2048;
  KernelRun run(device, source, "transpose");
  const auto from = randomFloats(n * n, 0, 1);
  cl_mem in = run.buffer(from), out = run.buffer<cl_float>(n * n);
  run.setArguments(in, out, cl_int(n));
  const double seconds = run.seconds({n, n}, {16, 16});
  const auto got = run.read<cl_float>(out, n * n);
  for (std::size_t i = 0; i < n * n; ++i)
    expectAt(got[i] == from[i % n * n + i / n], i);
  return double(n * n) * 8 / seconds / 1e9;
}

double reduction(const Device &device) {
  KernelRun run(device, source, "reduction");
  const auto values = randomFloats(reductionItems, 0, 1);
  cl_mem in = run.buffer(values), out = run.buffer<cl_float>(reductionItems / groupSize);
  run.setArguments(in, out);
  const double seconds = run.seconds({reductionItems}, {groupSize});
  const auto got = run.read<cl_float>(out, reductionItems / groupSize);
  for (std::size_t group = 0; group < got.size(); ++group) {
    double want = 0;
    for (std::size_t i = 0; i < groupSize; ++i)
      want += double(values[group * groupSize + i]);
    expectAt(std::fabs(double(got[group]) - want) < 1e-2, group);
  }
  return double(reductionItems) / seconds / 1e6;
}

double scan(const Device &device) {
  constexpr std::size_t count = 4 << 20;
  KernelRun run(device, source, "scan");
  const auto values = randomWords(count);
  cl_mem in = run.buffer(values), out = run.buffer<cl_uint>(count);
  run.setArguments(in, out);
  const double seconds = run.seconds({count}, {groupSize});
  const auto got = run.read<cl_uint>(out, count);
  cl_uint want = 0;
  for (std::size_t i = 0; i < count; ++i) {
    want = (i % groupSize ? want : 0) + values[i];
    expectAt(got[i] == want, i);
  }
  return double(count) / seconds / 1e6;
}

double histogram(const Device &device) {
  constexpr std::size_t count = 4 << 20, items = 1 << 16;
  KernelRun run(device, source, "histogram");
  const auto values = randomWords(count);
  cl_mem in = run.buffer(values), out = run.buffer<cl_uint>(256);
  run.setArguments(in, out, cl_uint(count));
  run.launch({items}, {groupSize});
  const auto got = run.read<cl_uint>(out, 256);
  std::vector<cl_uint> want(256);
  for (cl_uint value : values)
    for (int shift = 0; shift < 32; shift += 8)
      ++want[value >> shift & 255];
  for (std::size_t bin = 0; bin < 256; ++bin)
    expectAt(got[bin] == want[bin], bin);
  return double(count) / run.seconds({items}, {groupSize}) / 1e6;
}

} // namespace

std::vector<Benchmark> localMemoryBenchmarks() {
  return {{"sgemm_tiled_512", "GFLOP/s", true, sgemmTiled, ceilings::sgemm},
          {"transpose_2048", "GB/s", true, transpose},
          {"reduction_8m", "Melem/s", true, reduction, ceilings::reduction},
          {"scan_4m", "Melem/s", true, scan},
          {"histogram_4m", "Melem/s", true, histogram}};
}

} // namespace heddle::bench
