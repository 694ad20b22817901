// The functions that a loader looks up by name in the library; everything else stays hidden and is
// reached through the dispatch table. icd/exports.map lists the same names.
#ifndef HEDDLE_ICD_EXPORTS_HPP
#define HEDDLE_ICD_EXPORTS_HPP

#include <CL/cl_icd.h>

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

HEDDLE_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint numEntries,
                                                        cl_platform_id *platforms,
                                                        cl_uint *numPlatforms);
HEDDLE_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                   cl_platform_info paramName,
                                                   size_t paramValueSize, void *paramValue,
                                                   size_t *paramValueSizeRet);
HEDDLE_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *functionName);

// ICD 2; only newer headers declare these two.
HEDDLE_EXPORT void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                                      const char *functionName);
HEDDLE_EXPORT cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
                                                                 void *dispatchData);

#undef HEDDLE_EXPORT

#endif
