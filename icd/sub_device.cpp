// clCreateSubDevices, and the queries about partitions.
#include "icd/sub_device.hpp"
#include "icd/entry.hpp"
#include "runtime/device_partition.hpp"

#include <algorithm>
#include <span>
#include <vector>

using namespace heddle;

namespace {

/// A partition by counts takes as many numbers as there are; the list itself ends behind the name
/// and the value of the one partition that it names.
Result<DevicePartition> readPartition(const Device &device,
                                      const cl_device_partition_property *properties) {
  // CL_INVALID_VALUE: nothing, or nothing that is known.
  if (!properties)
    return CL_INVALID_VALUE;
  const cl_device_partition_property name = properties[0];
  if (name == CL_DEVICE_PARTITION_BY_COUNTS) {
    const cl_device_partition_property *end = properties + 1;
    while (*end != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END)
      ++end;
    return partitionByCounts(device, std::span(properties + 1, end));
  }
  if (name != CL_DEVICE_PARTITION_EQUALLY && name != CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
    return CL_INVALID_VALUE;
  // CL_INVALID_VALUE: a second partition behind the first.
  if (properties[1] != 0 && properties[2] != 0)
    return CL_INVALID_VALUE;
  return name == CL_DEVICE_PARTITION_EQUALLY ? partitionEqually(device, properties[1])
                                             : partitionByDomain(device, properties[1]);
}

} // namespace

namespace heddle {

cl_int partitionQuery(const Device &device, cl_device_info name, const InfoValue &out) {
  // Ways that give at least two sub-devices.
  const bool divisible = device.units().size() > 1;
  switch (name) {
  case CL_DEVICE_PARENT_DEVICE:
    return out.write<cl_device_id>(device.parent() ? device.parent()->handle() : nullptr);
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return out.write<cl_uint>(divisible ? device.limits().computeUnits : 0);
  case CL_DEVICE_PARTITION_PROPERTIES: {
    std::vector<cl_device_partition_property> ways;
    if (divisible)
      ways = {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
    if (partitionDomains(device) != 0)
      ways.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    if (ways.empty())
      ways.push_back(0);
    return out.array(ways);
  }
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return out.write<cl_device_affinity_domain>(partitionDomains(device));
  case CL_DEVICE_PARTITION_TYPE:
    if (device.isRoot())
      return out.write<cl_device_partition_property>(0);
    return out.array(device.partitionType());
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace heddle

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id handle,
                                                   const cl_device_partition_property *properties,
                                                   cl_uint numDevices, cl_device_id *outDevices,
                                                   cl_uint *numDevicesRet) {
  return returnStatus([&]() -> cl_int {
    Device *device = fromHandle<Device>(handle);
    if (!device)
      return CL_INVALID_DEVICE;
    auto partition = readPartition(*device, properties);
    if (!partition)
      return partition.error();
    const std::size_t count = partition->parts.size();
    // CL_INVALID_VALUE: no room for all of them.
    if (outDevices && numDevices < count)
      return CL_INVALID_VALUE;
    if (outDevices) {
      const std::vector<Ref<Device>> made = createSubDevices(*device, *partition);
      for (std::size_t i = 0; i < count; ++i) {
        made[i]->retainForApplication();
        outDevices[i] = made[i]->handle();
      }
    }
    if (numDevicesRet)
      *numDevicesRet = static_cast<cl_uint>(count);
    return CL_SUCCESS;
  });
}
