// cl_khr_spirv_queries: what SPIR-V modules may declare.
#ifndef HEDDLE_ICD_EXT_KHR_SPIRV_QUERIES_HPP
#define HEDDLE_ICD_EXT_KHR_SPIRV_QUERIES_HPP

#include "icd/info_value.hpp"

namespace heddle {

/// The extension's queries of clGetDeviceInfo; CL_INVALID_VALUE for every other name.
cl_int spirvQuery(cl_device_info name, InfoValue out);

} // namespace heddle

#endif
