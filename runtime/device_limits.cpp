// The numbers that the device reports, and why they are what they are.
#include "runtime/cpu_topology.hpp"
#include "runtime/device.hpp"
#include "runtime/executor/thread_pool.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <algorithm>

namespace heddle {

namespace {

constexpr cl_ulong mebibyte = 1024 * 1024;

/// The level that kernels are compiled for: HEDDLE_TARGET may name a lower one than the machine's.
TargetIsa compiledLevel(const CpuFeatures &cpu, const Options &options) {
  for (TargetIsa level : {TargetIsa::avx2, TargetIsa::avx512, TargetIsa::amx})
    if (options.target == targetIsaName(level))
      return level;
  return cpu.level;
}

} // namespace

DeviceLimits deviceLimits(const CpuFeatures &cpu, const Options &options) {
  const CpuTopology topology = CpuTopology::detect();
  DeviceLimits limits;
  limits.computeUnits =
      options.numThreads ? static_cast<cl_uint>(std::min<std::uint64_t>(options.numThreads, 4096))
                         : executor::availableProcessors();
  limits.maxClockFrequency = topology.maxClockMhz;

  limits.globalMemSize = topology.memoryBytes;
  // At least what the specification asks for: a quarter, but no more than 1 GiB and no less than
  // 32 MiB. Half leaves room for the second matrix.
  limits.maxMemAllocSize = std::max({limits.globalMemSize / 2, 32 * mebibyte});
  // Constant memory is ordinary memory; programs that try the whole of it index it with an int.
  limits.maxConstantBufferSize = std::min(limits.maxMemAllocSize, 1024 * mebibyte);
  limits.globalMemCacheSize = topology.largestCacheBytes;
  limits.globalMemCachelineSize = topology.cacheLineBytes;

  limits.vectorBytes = 4 * floatLanes(compiledLevel(cpu, options));

  // The names stand for two generations of matrix units.
  if (options.personality == "xehpg")
    limits.subGroupSizes = {8, 16, 32};
  else
    limits.subGroupSizes = {16, 32};
  if (options.personality != "xehpg" && options.personality != "xe2")
    complain("HEDDLE_PERSONALITY: '%s' is none of xe2 and xehpg; xe2 is used",
             options.personality.c_str());
  const std::optional<StrictMode> strict = StrictMode::parse(options.strict);
  const abi::StrictDevice *device = abi::findStrictDevice(options.strictDevice);
  if (device && strict && strict->kind != StrictMode::Kind::off) {
    limits.subGroupSizes.clear();
    for (std::uint32_t size = 1; size <= device->subGroupSizes; size *= 2)
      if (device->subGroupSizes & size)
        limits.subGroupSizes.push_back(size);
    limits.toldWorkGroupSize = device->workGroup;
    limits.toldLocalMemSize = device->localMemory;
  }
  // Kernels that require size 8 run under both, so the most sub-groups are of 8 lanes.
  limits.maxNumSubGroups =
      static_cast<cl_uint>(limits.maxWorkGroupSize / executableSubGroupSizes[0]);
  // What kernels that ask for nothing are widened to: a register of 32-bit values.
  limits.preferredWorkGroupSizeMultiple = limits.vectorBytes / 4;
  return limits;
}

} // namespace heddle
