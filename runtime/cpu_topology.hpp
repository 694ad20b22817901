// How the machine's processors and caches are arranged, and how much memory there is.
#ifndef HEDDLE_RUNTIME_CPU_TOPOLOGY_HPP
#define HEDDLE_RUNTIME_CPU_TOPOLOGY_HPP

#include <cstdint>

namespace heddle {

struct CpuTopology {
  std::uint32_t maxClockMhz = 0; ///< 0 when unknown
  std::uint32_t cacheLineBytes = 64;
  std::uint64_t largestCacheBytes = 0; ///< the last level that one core sees, 0 when unknown
  std::uint64_t memoryBytes = 0;       ///< of the machine or of the control group, what is less

  static CpuTopology detect();
};

} // namespace heddle

#endif
