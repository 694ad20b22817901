// The queries about partitions.
#ifndef HEDDLE_ICD_SUB_DEVICE_HPP
#define HEDDLE_ICD_SUB_DEVICE_HPP

#include "icd/info_value.hpp"
#include "runtime/device.hpp"

namespace heddle {

/// CL_DEVICE_PARENT_DEVICE and CL_DEVICE_PARTITION_…; CL_INVALID_VALUE for any other name.
cl_int partitionQuery(const Device &device, cl_device_info name, const InfoValue &out);

} // namespace heddle

#endif
