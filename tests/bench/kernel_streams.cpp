// kernels/streams.cl: bandwidth and the cost of small work-items.
#include "tests/bench/kernel_run.hpp"

#include <cmath>

namespace heddle::bench {

namespace {

double vectorAdd(const Device &device, std::size_t count) {
  KernelRun run(device, "streams.cl", "vector_add");
  const auto a = randomFloats(count, 0, 1);
  cl_mem in = run.buffer(a), out = run.buffer<cl_float>(count);
  run.setArguments(in, in, out);
  const double seconds = run.seconds({count});
  const auto got = run.read<cl_float>(out, count);
  for (std::size_t i = 0; i < count; ++i)
    expectAt(got[i] == a[i] + a[i], i);
  return double(count) * 12 / seconds / 1e9;
}

double saxpy(const Device &device, std::size_t count) {
  KernelRun run(device, "streams.cl", "saxpy");
  const auto x = randomFloats(count, 0, 1);
  cl_mem in = run.buffer(x), out = run.buffer<cl_float>(count);
  run.setArguments(out, in, cl_float(1));
  run.launch({count});
  const auto got = run.read<cl_float>(out, count);
  for (std::size_t i = 0; i < count; ++i)
    expectAt(got[i] == x[i], i);
  return double(count) * 12 / run.seconds({count}) / 1e9;
}

double triadChecked(const Device &device) {
  // Some work-items of the last work-group have nothing to do.
  constexpr std::size_t count = (4 << 20) - 37, items = 4 << 20;
  KernelRun run(device, "streams.cl", "triad_checked");
  const auto a = randomFloats(count, 0, 1);
  cl_mem in = run.buffer(a), out = run.buffer<cl_float>(items);
  run.setArguments(in, in, out, cl_float(2), cl_int(count));
  const double seconds = run.seconds({items}, {128});
  const auto got = run.read<cl_float>(out, items);
  for (std::size_t i = 0; i < items; ++i)
    expectAt(i < count ? std::fabs(got[i] - 3 * a[i]) < 1e-6f : got[i] == 0, i);
  return double(count) * 12 / seconds / 1e9;
}

double stencil(const Device &device, bool isLinear) {
  constexpr std::size_t width = 2000, height = 1000, count = width * height;
  KernelRun run(device, "streams.cl", isLinear ? "stencil_linear" : "stencil");
  const auto from = randomFloats(count, 0, 1);
  cl_mem in = run.buffer(from), out = run.buffer<cl_float>(count);
  run.setArguments(in, out, cl_int(width), cl_int(height));
  const double seconds = isLinear ? run.seconds({count}) : run.seconds({width, height});
  const auto got = run.read<cl_float>(out, count);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t here = y * width + x;
      float want = from[here];
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        want = 0.5f * want +
               0.125f * (from[here - 1] + from[here + 1] + from[here - width] + from[here + width]);
      expectAt(std::fabs(got[here] - want) < 1e-6f, here);
    }
  return double(count) / seconds / 1e6;
}

} // namespace

std::vector<Benchmark> streamBenchmarks() {
  std::vector<Benchmark> result;
  for (std::size_t count : {std::size_t(1) << 16, std::size_t(1) << 24}) {
    const std::string suffix = count == 1 << 16 ? "_64k" : "_16m";
    result.push_back({"vector_add" + suffix, "GB/s", true,
                      [count](const Device &device) { return vectorAdd(device, count); }});
    result.push_back({"saxpy" + suffix, "GB/s", true,
                      [count](const Device &device) { return saxpy(device, count); }});
  }
  result.push_back({"triad_checked_4m", "GB/s", true, triadChecked});
  result.push_back({"stencil_2m", "Mcell/s", true,
                    [](const Device &device) { return stencil(device, /*isLinear=*/false); }});
  result.push_back({"stencil_linear_2m", "Mcell/s", true,
                    [](const Device &device) { return stencil(device, /*isLinear=*/true); }});
  return result;
}

} // namespace heddle::bench
