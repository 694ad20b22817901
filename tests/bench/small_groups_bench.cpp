// Work-groups of a few work-items, as programs enqueue them that were written for other CPU
// drivers, and of a few more than registers hold: what a driver makes of them, beside groups of 64.
// And tiles whose rows are shorter than registers, as kernels for images and matrices have them.
#include "tests/bench/kernel_run.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace heddle::bench {

namespace {

constexpr std::size_t words = std::size_t(1) << 20;
constexpr std::size_t localSizes[] = {1, 2, 4, 8, 17, 64};

struct Case {
  const char *kernel;
  unsigned components; ///< of a work-item
  unsigned rounds;     ///< how often it mixes
  bool hasIds, sharesMemory, reduces;
};
constexpr Case cases[] = {
    {"global_ids", 1, 1, false, false, false},
    {"local_ids", 1, 1, true, false, false},
    {"local_memory", 1, 2, false, true, false},
    {"reduction", 1, 1, false, true, true},
    {"vectors", 16, 1, false, false, false},
    {"vectors_local_ids", 16, 1, true, false, false},
    {"vectors_local_memory", 16, 2, false, true, false},
};

std::uint32_t mix(std::uint32_t x, std::uint32_t k) {
  for (int round = 0; round < 16; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 0x9e3779b9u + k;
  }
  return x;
}

std::vector<cl_uint> reference(const Case &what, const std::vector<cl_uint> &in,
                               std::size_t local) {
  const std::size_t step = what.components, items = in.size() / step;
  std::vector<cl_uint> out(in.size());
  for (std::size_t i = 0; i < items; ++i)
    for (std::size_t c = 0; c < step; ++c) {
      const auto k = static_cast<std::uint32_t>(i / local * 3 + i % local + local);
      out[i * step + c] = mix(in[i * step + c], what.hasIds ? k : 1);
    }
  if (what.reduces) {
    for (std::size_t group = 0; group < items / local; ++group) {
      cl_uint sum = 0;
      for (std::size_t l = 0; l < local; ++l)
        sum += out[group * local + l];
      out[group] = sum;
    }
    out.resize(items / local);
  } else if (what.sharesMemory) {
    const std::vector<cl_uint> mixed = out;
    for (std::size_t i = 0; i < items; ++i)
      for (std::size_t c = 0; c < step; ++c) {
        const std::size_t group = i / local * local, from = group + local - 1 - i % local;
        const std::size_t next = from + 1 < group + local ? from + 1 : group;
        out[i * step + c] = mix(mixed[from * step + c] + mixed[next * step + c], 2);
      }
  }
  return out;
}

double run(const Device &device, const Case &what, std::size_t local) {
  const std::size_t groups = words / what.components / local, items = groups * local;
  KernelRun kernel(device, "small_groups.cl", what.kernel);
  const std::vector<cl_uint> in = randomWords(items * what.components);
  const cl_mem input = kernel.buffer(in), output = kernel.buffer<cl_uint>(in.size());
  if (what.sharesMemory)
    kernel.setArguments(input, output, LocalMemory{local * what.components * sizeof(cl_uint)});
  else
    kernel.setArguments(input, output);
  // A driver may compile for sizes that it sees often.
  kernel.launch({items}, {local});
  const double seconds = kernel.seconds({items}, {local});
  const std::vector<cl_uint> wanted = reference(what, in, local);
  const std::vector<cl_uint> out = kernel.read<cl_uint>(output, wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    expectAt(out[i] == wanted[i], i);
  return double(items) * what.components * what.rounds / seconds / 1e6;
}

constexpr std::size_t tileSizes[] = {4, 8, 16};
constexpr std::size_t matrixSize = 256, imageSize = 1024;
// A driver may take some time to find out what a local size is worth.
constexpr int launchesBefore = 60;

double runTiles(const Device &device, std::size_t tile) {
  constexpr cl_uint n = matrixSize;
  KernelRun kernel(device, "small_groups.cl", "tiles");
  const std::vector<cl_uint> a = randomWords(matrixSize * matrixSize);
  std::vector<cl_uint> b = a;
  std::reverse(b.begin(), b.end());
  const cl_mem output = kernel.buffer<cl_uint>(a.size());
  const LocalMemory shared{tile * tile * sizeof(cl_uint)};
  kernel.setArguments(kernel.buffer(a), kernel.buffer(b), output, n, shared, shared);
  for (int i = 0; i < launchesBefore; ++i)
    kernel.launch({n, n}, {tile, tile});
  const double seconds = kernel.seconds({n, n}, {tile, tile});
  const std::vector<cl_uint> out = kernel.read<cl_uint>(output, a.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    cl_uint sum = 0;
    for (std::size_t k = 0; k < matrixSize; ++k)
      sum += a[i / matrixSize * matrixSize + k] * b[k * matrixSize + i % matrixSize];
    expectAt(out[i] == sum, i);
  }
  return 2.0 * double(matrixSize) * double(matrixSize) * double(matrixSize) / seconds / 1e6;
}

double runNeighbours(const Device &device, std::size_t tile) {
  constexpr cl_uint n = imageSize;
  KernelRun kernel(device, "small_groups.cl", "neighbours");
  const std::vector<cl_uint> in = randomWords(imageSize * imageSize);
  const cl_mem output = kernel.buffer<cl_uint>(in.size());
  kernel.setArguments(kernel.buffer(in), output, n, LocalMemory{tile * tile * sizeof(cl_uint)});
  for (int i = 0; i < launchesBefore; ++i)
    kernel.launch({n, n}, {tile, tile});
  const double seconds = kernel.seconds({n, n}, {tile, tile});
  const std::vector<cl_uint> out = kernel.read<cl_uint>(output, in.size());
  for (std::size_t y = 0; y < imageSize; ++y)
    for (std::size_t x = 0; x < imageSize; ++x) {
      const std::size_t left = x / tile * tile, top = y / tile * tile;
      const cl_uint right = in[y * imageSize + left + (x + 1 - left) % tile];
      const cl_uint below = in[(top + (y + 1 - top) % tile) * imageSize + x];
      const auto group = static_cast<cl_uint>(y / tile * (imageSize / tile) + x / tile);
      expectAt(out[y * imageSize + x] == right + 3 * below + group, y * imageSize + x);
    }
  return double(in.size()) / seconds / 1e6;
}

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (const Case &what : cases)
    for (const std::size_t local : localSizes)
      result.push_back({std::string(what.kernel) + "/" + std::to_string(local), "M/s", true,
                        [&what, local](const Device &device) { return run(device, what, local); }});
  for (const std::size_t tile : tileSizes) {
    const std::string size = std::to_string(tile) + "x" + std::to_string(tile);
    result.push_back({"tiles/" + size, "M/s", true,
                      [tile](const Device &device) { return runTiles(device, tile); }});
    result.push_back({"neighbours/" + size, "M/s", true,
                      [tile](const Device &device) { return runNeighbours(device, tile); }});
  }
  return result;
}

} // namespace heddle::bench
