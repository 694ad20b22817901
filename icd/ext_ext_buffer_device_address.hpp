// cl_ext_buffer_device_address: the addresses of buffers.
#ifndef HEDDLE_ICD_EXT_EXT_BUFFER_DEVICE_ADDRESS_HPP
#define HEDDLE_ICD_EXT_EXT_BUFFER_DEVICE_ADDRESS_HPP

#include "heddle/cl_ext_buffer_device_address.h"
#include "icd/info_value.hpp"
#include "runtime/memory_object.hpp"

namespace heddle {

/// A property of a new buffer: CL_INVALID_PROPERTY for all but the extension's.
cl_int checkAddressProperty(cl_mem_properties name, cl_mem_properties value);

/// CL_MEM_DEVICE_ADDRESS_EXT: CL_INVALID_OPERATION for what was not created with an address.
cl_int deviceAddressQuery(const MemoryObject &object, InfoValue out);

/// clSetKernelArgDevicePointerEXT, which has no slot in the dispatch table.
cl_int CL_API_CALL setKernelArgDevicePointer(cl_kernel kernel, cl_uint argIndex,
                                             cl_mem_device_address_ext argValue);

} // namespace heddle

#endif
