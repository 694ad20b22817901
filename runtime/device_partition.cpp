#include "runtime/device_partition.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace heddle {

namespace {

constexpr std::pair<cl_device_affinity_domain, AffinityDomain> domainNames[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, AffinityDomain::numa},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, AffinityDomain::l4Cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, AffinityDomain::l3Cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, AffinityDomain::l2Cache},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, AffinityDomain::l1Cache},
};

/// The kernel's files are many, and few programs ask.
const ProcessorDomains &machineDomains(const Device &device) {
  static const ProcessorDomains domains = ProcessorDomains::read(device.processors());
  return domains;
}

std::optional<unsigned> domainOfUnit(const Device &device, cl_uint unit, AffinityDomain kind) {
  return machineDomains(device).domainOf(device.processorOf(unit), kind);
}

/// The device's units by the domain that they share, in the order of their first units; empty when
/// the machine has no such domain.
std::vector<std::vector<cl_uint>> unitsByDomain(const Device &device, AffinityDomain kind) {
  std::vector<std::vector<cl_uint>> parts;
  std::map<unsigned, std::size_t> partOf;
  for (cl_uint unit : device.units()) {
    const std::optional<unsigned> domain = domainOfUnit(device, unit, kind);
    if (!domain)
      return {};
    const auto [part, isNew] = partOf.emplace(*domain, parts.size());
    if (isNew)
      parts.emplace_back();
    parts[part->second].push_back(unit);
  }
  return parts;
}

/// CL_DEVICE_PARTITION_FAILED: a single unit is all there is.
cl_int checkDivisible(const Device &device) {
  return device.units().size() > 1 ? CL_SUCCESS : CL_DEVICE_PARTITION_FAILED;
}

} // namespace

cl_device_affinity_domain partitionDomains(const Device &device) {
  cl_device_affinity_domain result = 0;
  if (device.units().size() > 1)
    for (const auto &[name, kind] : domainNames)
      if (unitsByDomain(device, kind).size() > 1)
        result |= name | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return result;
}

Result<DevicePartition> partitionEqually(const Device &device, cl_device_partition_property units) {
  // CL_INVALID_VALUE: no unit at all.
  if (units <= 0)
    return CL_INVALID_VALUE;
  if (cl_int error = checkDivisible(device))
    return error;
  const std::vector<cl_uint> &all = device.units();
  // CL_INVALID_DEVICE_PARTITION_COUNT: more units than the device has.
  if (static_cast<std::uint64_t>(units) > all.size())
    return CL_INVALID_DEVICE_PARTITION_COUNT;
  // CL_DEVICE_PARTITION_FAILED: the one part would be the device again.
  if (static_cast<std::uint64_t>(units) == all.size())
    return CL_DEVICE_PARTITION_FAILED;
  DevicePartition partition;
  partition.type = {CL_DEVICE_PARTITION_EQUALLY, units, 0};
  // What does not fill another part is left out.
  for (std::size_t first = 0; first + units <= all.size(); first += units)
    partition.parts.emplace_back(all.begin() + first, all.begin() + first + units);
  return partition;
}

Result<DevicePartition> partitionByCounts(const Device &device,
                                          std::span<const cl_device_partition_property> counts) {
  if (counts.empty())
    return CL_INVALID_VALUE;
  if (cl_int error = checkDivisible(device))
    return error;
  const std::vector<cl_uint> &all = device.units();
  DevicePartition partition;
  partition.type = {CL_DEVICE_PARTITION_BY_COUNTS};
  std::size_t first = 0;
  for (cl_device_partition_property count : counts) {
    // CL_INVALID_DEVICE_PARTITION_COUNT: fewer than no units, or more than there are; that is also
    // what more sub-devices than units come to.
    if (count < 0 || static_cast<std::uint64_t>(count) > all.size() - first)
      return CL_INVALID_DEVICE_PARTITION_COUNT;
    partition.parts.emplace_back(all.begin() + first, all.begin() + first + count);
    partition.type.push_back(count);
    first += count;
  }
  partition.type.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  partition.type.push_back(0);
  return partition;
}

Result<DevicePartition> partitionByDomain(const Device &device,
                                          cl_device_partition_property domain) {
  const auto wanted = static_cast<cl_device_affinity_domain>(domain);
  const bool next = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  const auto isWanted = [&](const auto &one) { return one.first == wanted; };
  // CL_INVALID_VALUE: one domain, and no other number.
  if (!next && std::none_of(std::begin(domainNames), std::end(domainNames), isWanted))
    return CL_INVALID_VALUE;
  for (const auto &[name, kind] : domainNames) {
    if (!next && name != wanted)
      continue;
    DevicePartition partition;
    partition.parts = unitsByDomain(device, kind);
    // CL_INVALID_VALUE: this machine has no such domain.
    if (!next && partition.parts.empty())
      return CL_INVALID_VALUE;
    if (partition.parts.size() < 2)
      continue;
    partition.type = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                      static_cast<cl_device_partition_property>(name), 0};
    partition.bound = true;
    partition.domain = kind;
    return partition;
  }
  return CL_DEVICE_PARTITION_FAILED;
}

std::vector<Ref<Device>> createSubDevices(Device &device, const DevicePartition &partition) {
  std::vector<Ref<Device>> result;
  const std::shared_ptr<const executor::ProcessorSet> outer =
      device.workerGroup() ? device.workerGroup()->processors() : nullptr;
  for (const std::vector<cl_uint> &units : partition.parts) {
    std::shared_ptr<const executor::ProcessorSet> processors = outer;
    if (partition.bound) {
      // All that share the domain, also those beyond the units: HEDDLE_NUM_THREADS may leave some.
      const auto domain = domainOfUnit(device, units.front(), partition.domain);
      auto sharing = std::make_shared<executor::ProcessorSet>();
      for (unsigned processor : device.processors())
        if (machineDomains(device).domainOf(processor, partition.domain) == domain &&
            (!outer || outer->contains(processor)))
          sharing->add(processor);
      processors = std::move(sharing);
    }
    result.push_back(Device::createSub(device, units, partition.type, std::move(processors)));
  }
  return result;
}

} // namespace heddle
