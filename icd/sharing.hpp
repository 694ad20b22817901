// The functions behind the dispatch table's slots for Direct3D and DXVA. Their types exist only on
// another operating system, where all that is not a handle is a pointer or a 32-bit number.
#ifndef HEDDLE_ICD_SHARING_HPP
#define HEDDLE_ICD_SHARING_HPP

#include <CL/cl_icd.h>

namespace heddle {

/// clGetDeviceIDsFromD3D10KHR and D3D11. The adapter form of DXVA has one argument more, which it
/// does not look at either.
cl_int CL_API_CALL getDeviceIDsOfMedia(cl_platform_id platform, cl_uint source, void *object,
                                       cl_uint set, cl_uint numEntries, cl_device_id *devices,
                                       cl_uint *numDevices);
/// clCreateFromD3D1xBufferKHR
cl_mem CL_API_CALL createFromMediaBuffer(cl_context context, cl_mem_flags flags, void *resource,
                                         cl_int *errcodeRet);
/// clCreateFromD3D1xTexture2DKHR and 3D
cl_mem CL_API_CALL createFromMediaTexture(cl_context context, cl_mem_flags flags, void *resource,
                                          cl_uint subresource, cl_int *errcodeRet);
/// clCreateFromDX9MediaSurfaceKHR
cl_mem CL_API_CALL createFromMediaSurface(cl_context context, cl_mem_flags flags,
                                          cl_uint adapterType, void *surface, cl_uint plane,
                                          cl_int *errcodeRet);
/// All clEnqueueAcquire… and clEnqueueRelease…
cl_int CL_API_CALL enqueueMediaObjects(cl_command_queue queue, cl_uint numObjects,
                                       const cl_mem *objects, cl_uint numEvents,
                                       const cl_event *events, cl_event *event);

} // namespace heddle

#endif
