// How devices divide into sub-devices: clCreateSubDevices, and what devices say about it.
//
// A compute unit stands for one worker. Unit i of the root device belongs to processor i of those
// that the process may use, counted around when there are more units than processors. A sub-device
// is some of its parent's units: as many workers as it has units run the commands of all its
// queues. Those of a sub-device by affinity domain, and of all within it, stay on its processors.
#ifndef HEDDLE_RUNTIME_DEVICE_PARTITION_HPP
#define HEDDLE_RUNTIME_DEVICE_PARTITION_HPP

#include "runtime/device.hpp"
#include "runtime/processor_domains.hpp"

#include <span>
#include <vector>

namespace heddle {

/// A way to divide a device, found to be possible, before any sub-device is made.
struct DevicePartition {
  std::vector<std::vector<cl_uint>> parts; ///< the compute units of each
  /// CL_DEVICE_PARTITION_TYPE of the sub-devices, with its end.
  std::vector<cl_device_partition_property> type;
  bool bound = false; ///< workers stay on the processors that share the affinity domain
  AffinityDomain domain = AffinityDomain::numa;
};

/// The affinity domains by which the device divides into two parts or more, and
/// CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE with them.
cl_device_affinity_domain partitionDomains(const Device &device);

/// As many as possible of `units` compute units each: CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED.
Result<DevicePartition> partitionEqually(const Device &device, cl_device_partition_property units);
/// CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE_PARTITION_COUNT.
Result<DevicePartition> partitionByCounts(const Device &device,
                                          std::span<const cl_device_partition_property> counts);
/// CL_INVALID_VALUE for no domain, or one that the machine has not; CL_DEVICE_PARTITION_FAILED when
/// the whole device shares it.
Result<DevicePartition> partitionByDomain(const Device &device,
                                          cl_device_partition_property domain);

std::vector<Ref<Device>> createSubDevices(Device &device, const DevicePartition &partition);

} // namespace heddle

#endif
