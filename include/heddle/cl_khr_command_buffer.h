/* cl_khr_command_buffer 0.9.8, for OpenCL headers of an earlier state: what was added since 0.9.0.

   The driver's functions are those of 0.9.8. Since 0.9.5 each clCommand…KHR takes a list of
   properties as its third argument, which the prototypes of earlier headers do not have: a program
   that is compiled with those needs prototypes of its own, for the addresses that
   clGetExtensionFunctionAddressForPlatform() gives. */
#ifndef HEDDLE_CL_KHR_COMMAND_BUFFER_H
#define HEDDLE_CL_KHR_COMMAND_BUFFER_H

/* Headers of 2023 and later have the extension only then. */
#ifndef CL_ENABLE_BETA_EXTENSIONS
#define CL_ENABLE_BETA_EXTENSIONS
#endif
#include <CL/cl_ext.h>

#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif

/* The same type in every header that has it. */
typedef cl_properties cl_command_properties_khr;

#endif
