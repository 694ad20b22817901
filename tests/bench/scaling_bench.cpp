// From one core to all of them: a kernel that computes, one that waits for memory, and one so small
// that handing it out counts. The cores are those of a sub-device of as many compute units. The
// column "ceiling" is that many times the figure of one core, so "reached" is what of it is left.
#include "tests/bench/harness.hpp"
#include "tests/bench/kernel_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

/// A device of some of the cores, with a context and a queue of its own.
class Cores {
public:
  Cores(const Device &whole, unsigned count) {
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS,
                                                  cl_device_partition_property(count),
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    check(clCreateSubDevices(whole.id, parts, 1, &device.id, nullptr), "clCreateSubDevices");
    cl_int error = CL_SUCCESS;
    device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    device.queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    device.name = whole.name;
  }
  Cores(const Cores &) = delete;
  Cores &operator=(const Cores &) = delete;
  ~Cores() {
    clReleaseCommandQueue(device.queue);
    clReleaseContext(device.context);
    clReleaseDevice(device.id);
  }

  Device device;
};

float computed(std::size_t item, int rounds) {
  const float factor = 1.0f - float(item & 15) / 1024;
  float chains[8];
  for (int i = 0; i < 8; ++i)
    chains[i] = float((item & 7) + i);
  for (int round = 0; round < rounds; ++round)
    for (float &chain : chains)
      chain = std::fma(chain, factor, 1.0f);
  return ((chains[0] + chains[1]) + (chains[2] + chains[3])) +
         ((chains[4] + chains[5]) + (chains[6] + chains[7]));
}

void expectComputed(const std::vector<cl_float> &got, int rounds) {
  for (std::size_t i = 0; i < got.size(); i += 997)
    expectAt(got[i] == computed(i, rounds), i);
}

double compute(const Device &device) {
  constexpr std::size_t items = 1 << 19;
  constexpr int rounds = 2048;
  KernelRun run(device, "scaling.cl", "compute");
  cl_mem out = run.buffer<cl_float>(items);
  run.setArguments(out, cl_int(rounds));
  const double seconds = run.seconds({items}, {256});
  expectComputed(run.read<cl_float>(out, items), rounds);
  return double(items) * rounds * 16 / seconds / 1e9;
}

double memory(const Device &device) {
  constexpr std::size_t items = 64 << 20;
  KernelRun run(device, "scaling.cl", "memory");
  const auto a = randomFloats(items, 0, 1);
  cl_mem in = run.buffer(a), other = run.buffer(a), out = run.buffer<cl_float>(items);
  run.setArguments(in, other, out, cl_float(2));
  const double seconds = run.seconds({items}, {256});
  const auto got = run.read<cl_float>(out, items);
  for (std::size_t i = 0; i < items; ++i)
    expectAt(got[i] == std::fma(2.0f, a[i], a[i]), i);
  return double(items) * 12 / seconds / 1e9;
}

/// Microseconds from the enqueue to the end: the median, as in launch_bench.
double small(const Device &device) {
  constexpr std::size_t items = 64 * 256;
  constexpr int rounds = 64, repeats = 2001;
  KernelRun run(device, "scaling.cl", "compute");
  cl_mem out = run.buffer<cl_float>(items);
  run.setArguments(out, cl_int(rounds));
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run.launch({items}, {256});
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  expectComputed(run.read<cl_float>(out, items), rounds);
  return times[repeats / 2];
}

/// Powers of two, and all that there are.
std::vector<unsigned> coreCounts() {
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned count = 1; count < all; count *= 2)
    counts.push_back(count);
  counts.push_back(all);
  return counts;
}

struct Workload {
  const char *name, *unit;
  bool moreIsBetter;
  double (*run)(const Device &device);
};

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> result;
  for (const Workload &workload :
       {Workload{"compute", "GFLOP/s", true, compute}, Workload{"memory", "GB/s", true, memory},
        Workload{"small", "us", false, small}}) {
    const auto ofOneCore = std::make_shared<double>(0);
    for (unsigned count : coreCounts()) {
      const auto run = [=](const Device &whole) {
        const double figure = workload.run(Cores(whole, count).device);
        if (count == 1)
          *ofOneCore = figure;
        return figure;
      };
      const auto ideal = [=](unsigned) {
        if (*ofOneCore == 0)
          throw std::runtime_error("one core was not measured");
        return workload.moreIsBetter ? *ofOneCore * count : *ofOneCore / count;
      };
      result.push_back({std::string(workload.name) + "/" + std::to_string(count), workload.unit,
                        workload.moreIsBetter, run, ideal});
    }
  }
  return result;
}

} // namespace heddle::bench
