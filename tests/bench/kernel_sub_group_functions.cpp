// kernels/sub_group_functions.cl: each family of sub-group functions beside the same work done
// through local memory.
#include "tests/bench/kernel_run.hpp"
#include "tests/bench/workload_sizes.hpp"

#include <algorithm>
#include <stdexcept>

namespace heddle::bench {

namespace {

constexpr std::size_t lanes = 16;
constexpr cl_uint broadcastLane = 11;

struct Family {
  const char *name;
  /// What a work-item gets, of the values of its sub-group.
  cl_uint (*result)(const cl_uint *values, std::size_t lane);
};

cl_uint sum(const cl_uint *values, std::size_t count) {
  cl_uint result = 0;
  for (std::size_t i = 0; i < count; ++i)
    result += values[i];
  return result;
}

const Family families[] = {
    {"shuffle", [](const cl_uint *v, std::size_t lane) { return v[v[lane] % lanes]; }},
    {"shuffle_xor", [](const cl_uint *v, std::size_t lane) { return v[lane ^ 5]; }},
    {"rotate", [](const cl_uint *v, std::size_t lane) { return v[(lane + 3) % lanes]; }},
    {"broadcast", [](const cl_uint *v, std::size_t) { return v[broadcastLane]; }},
    {"reduce", [](const cl_uint *v, std::size_t) { return sum(v, lanes); }},
    {"scan", [](const cl_uint *v, std::size_t lane) { return sum(v, lane + 1); }},
    {"clustered",
     [](const cl_uint *v, std::size_t lane) {
       const cl_uint *cluster = v + lane / 4 * 4;
       return *std::max_element(cluster, cluster + 4);
     }},
    {"ballot",
     [](const cl_uint *v, std::size_t) {
       return cl_uint(std::count_if(v, v + lanes, [](cl_uint x) { return x & 1; }));
     }},
    {"block_copy", [](const cl_uint *v, std::size_t lane) { return v[lane]; }},
};

double run(const Device &device, const Family &family, const char *way) {
  for (const char *extension : {"cl_intel_required_subgroup_size", "cl_intel_subgroups",
                                "cl_khr_subgroup_rotate", "cl_khr_subgroup_ballot"})
    if (!device.hasExtension(extension))
      throw std::runtime_error(std::string("the device has no ") + extension);
  // In the cache, and long enough to hide what a launch costs.
  constexpr std::size_t count = 1 << 20;
  KernelRun kernel(device, "sub_group_functions.cl", (family.name + std::string(way)).c_str(),
                   "-cl-std=CL3.0");
  const auto values = randomWords(count);
  cl_mem out = kernel.buffer<cl_uint>(count);
  kernel.setArguments(kernel.buffer(values), out, broadcastLane);
  const double seconds = kernel.seconds({count}, {256});
  const auto got = kernel.read<cl_uint>(out, count);
  for (std::size_t i = 0; i < count; ++i)
    expectAt(got[i] == family.result(&values[i / lanes * lanes], i % lanes), i);
  return double(count) / seconds / 1e6;
}

} // namespace

std::vector<Benchmark> subGroupFunctionBenchmarks() {
  std::vector<Benchmark> result;
  for (const Family &family : families)
    for (const char *way : {"_function", "_memory"})
      result.push_back({std::string("lanes_") + family.name + way, "Melem/s", true,
                        [&family, way](const Device &device) { return run(device, family, way); }});
  return result;
}

} // namespace heddle::bench
