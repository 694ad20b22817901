// cl_khr_cooperative_matrix: which cooperative matrices the device multiplies.
#ifndef HEDDLE_ICD_EXT_KHR_COOPERATIVE_MATRIX_HPP
#define HEDDLE_ICD_EXT_KHR_COOPERATIVE_MATRIX_HPP

#include "heddle/cl_khr_cooperative_matrix.h"
#include "icd/info_value.hpp"

namespace heddle {

/// The extension's queries of clGetDeviceInfo; CL_INVALID_VALUE for every other name.
cl_int cooperativeMatrixQuery(cl_device_info name, InfoValue out);

/// clGetDeviceCooperativeMatrixInfoKHR, which has no slot in the dispatch table.
cl_int CL_API_CALL getDeviceCooperativeMatrixInfo(cl_device_id device,
                                                  cl_device_cooperative_matrix_info_khr paramName,
                                                  size_t inputValueSize, const void *inputValue,
                                                  size_t paramValueSize, void *paramValue,
                                                  size_t *paramValueSizeRet);

} // namespace heddle

#endif
