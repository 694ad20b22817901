/// Finding the driver's device through the OpenCL loader, and the compiler beside the driver.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_DRIVER_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_DRIVER_HPP

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <string>

namespace heddle::test {

/// The device of Heddle's platform; null when the loader does not find it, and `error` says so.
cl_device_id findDevice(std::string &error);

/// The build log, without the zero at its end.
std::string buildLog(cl_program program, cl_device_id device);

/// Writes the SPIR-V of an OpenCL C file, with the heddlec that belongs to the loaded driver.
/// `untypedPointers`: with pointers as SPV_KHR_untyped_pointers has them.
/// Empty, or why it failed. The driver must have been loaded (findDevice).
std::string compileToSpirv(const std::string &source, const std::string &options,
                           const std::string &output, bool untypedPointers = false);

} // namespace heddle::test

#endif
