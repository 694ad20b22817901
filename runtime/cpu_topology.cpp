#include "runtime/cpu_topology.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <unistd.h>

namespace heddle {

namespace {

/// The first line of a file of the kernel's, without the line end.
std::optional<std::string> readLine(const char *path) {
  std::FILE *file = std::fopen(path, "re");
  if (!file)
    return std::nullopt;
  char line[256];
  const bool read = std::fgets(line, sizeof(line), file) != nullptr;
  std::fclose(file);
  if (!read)
    return std::nullopt;
  return std::string(line, std::strcspn(line, "\n"));
}

std::optional<std::uint64_t> readNumber(const char *path) {
  std::optional<std::string> line = readLine(path);
  if (!line || line->empty() || (*line)[0] < '0' || (*line)[0] > '9')
    return std::nullopt;
  return std::strtoull(line->c_str(), nullptr, 10);
}

/// The measured frequency, from the first processor's entry of /proc/cpuinfo.
std::uint32_t cpuInfoMhz() {
  std::FILE *file = std::fopen("/proc/cpuinfo", "re");
  if (!file)
    return 0;
  char line[512];
  double mhz = 0;
  while (std::fgets(line, sizeof(line), file))
    if (std::strncmp(line, "cpu MHz", 7) == 0) {
      if (const char *colon = std::strchr(line, ':'))
        mhz = std::strtod(colon + 1, nullptr);
      break;
    }
  std::fclose(file);
  return static_cast<std::uint32_t>(mhz);
}

} // namespace

CpuTopology CpuTopology::detect() {
  CpuTopology result;
  if (auto khz = readNumber("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"))
    result.maxClockMhz = static_cast<std::uint32_t>(*khz / 1000);
  else
    result.maxClockMhz = cpuInfoMhz();

  if (long line = ::sysconf(_SC_LEVEL1_DCACHE_LINESIZE); line > 0)
    result.cacheLineBytes = static_cast<std::uint32_t>(line);
  // sysconf() adds up what all cores of a socket have; the kernel's files tell of one cache each.
  for (int index = 0; index < 8; ++index) {
    const std::string path =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size";
    if (auto kibibytes = readNumber(path.c_str()))
      result.largestCacheBytes = std::max(result.largestCacheBytes, *kibibytes * 1024);
  }
  // Many virtual machines have no such files. The second level is a core's own.
  if (long bytes = ::sysconf(_SC_LEVEL2_CACHE_SIZE); result.largestCacheBytes == 0 && bytes > 0)
    result.largestCacheBytes = static_cast<std::uint64_t>(bytes);

  result.memoryBytes = std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  // Containers: version 2 of control groups, then version 1, where "no limit" is a huge number.
  for (const char *path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    if (auto limit = readNumber(path))
      result.memoryBytes = std::min(result.memoryBytes, *limit);
  return result;
}

} // namespace heddle
