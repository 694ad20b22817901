// cl_intel_unified_shared_memory: allocations for host, device or both, given by their address.
#ifndef HEDDLE_ICD_EXT_INTEL_UNIFIED_SHARED_MEMORY_HPP
#define HEDDLE_ICD_EXT_INTEL_UNIFIED_SHARED_MEMORY_HPP

#include "icd/info_value.hpp"

namespace heddle {

/// The extension's queries of clGetDeviceInfo; CL_INVALID_VALUE for every other name.
cl_int unifiedSharedMemoryQuery(cl_device_info name, InfoValue out);

} // namespace heddle

#endif
