// Which logical CPUs share a NUMA node or a cache, as the kernel's files tell.
#ifndef HEDDLE_RUNTIME_PROCESSOR_DOMAINS_HPP
#define HEDDLE_RUNTIME_PROCESSOR_DOMAINS_HPP

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle {

/// From the widest to the narrowest, which is the order in which OpenCL looks for the next one that
/// divides a device.
enum class AffinityDomain { numa, l4Cache, l3Cache, l2Cache, l1Cache };
inline constexpr std::array allAffinityDomains = {AffinityDomain::numa, AffinityDomain::l4Cache,
                                                  AffinityDomain::l3Cache, AffinityDomain::l2Cache,
                                                  AffinityDomain::l1Cache};

class ProcessorDomains {
public:
  /// `root` is where the kernel shows its devices.
  static ProcessorDomains read(std::span<const unsigned> processors,
                               const std::string &root = "/sys/devices/system");

  /// The same number for processors that share one; nothing when there is no such domain, or
  /// nobody tells.
  std::optional<unsigned> domainOf(unsigned processor, AffinityDomain kind) const;

private:
  std::map<unsigned, std::array<std::optional<unsigned>, allAffinityDomains.size()>> domains;
};

/// "0-3,8,10-11", as the kernel writes sets of processors.
std::vector<unsigned> parseProcessorList(const std::string &text);

} // namespace heddle

#endif
