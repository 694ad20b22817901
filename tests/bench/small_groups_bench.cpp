// Work-groups of a few work-items, as programs enqueue them that were written for other CPU
// drivers, and of a few more than registers hold: what a driver makes of them, beside groups of 64.
#include "tests/bench/kernel_run.hpp"

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

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (const Case &what : cases)
    for (const std::size_t local : localSizes)
      result.push_back({std::string(what.kernel) + "/" + std::to_string(local), "M/s", true,
                        [&what, local](const Device &device) { return run(device, what, local); }});
  return result;
}

} // namespace heddle::bench
