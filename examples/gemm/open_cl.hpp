// A little around the OpenCL API: errors with their names, and objects that release themselves.
#ifndef GEMM_OPEN_CL_HPP
#define GEMM_OPEN_CL_HPP

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

// From cl_khr_icd: no driver is installed.
#ifndef CL_PLATFORM_NOT_FOUND_KHR
#define CL_PLATFORM_NOT_FOUND_KHR -1001
#endif

inline std::string errorName(cl_int error) {
  switch (error) {
#define NAME(code)                                                                                 \
  case code:                                                                                       \
    return #code;
    NAME(CL_DEVICE_NOT_FOUND)
    NAME(CL_DEVICE_NOT_AVAILABLE)
    NAME(CL_COMPILER_NOT_AVAILABLE)
    NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    NAME(CL_OUT_OF_RESOURCES)
    NAME(CL_OUT_OF_HOST_MEMORY)
    NAME(CL_BUILD_PROGRAM_FAILURE)
    NAME(CL_INVALID_VALUE)
    NAME(CL_INVALID_DEVICE)
    NAME(CL_INVALID_BINARY)
    NAME(CL_INVALID_BUILD_OPTIONS)
    NAME(CL_INVALID_PROGRAM)
    NAME(CL_INVALID_PROGRAM_EXECUTABLE)
    NAME(CL_INVALID_KERNEL_NAME)
    NAME(CL_INVALID_KERNEL_ARGS)
    NAME(CL_INVALID_ARG_SIZE)
    NAME(CL_INVALID_WORK_GROUP_SIZE)
    NAME(CL_INVALID_WORK_ITEM_SIZE)
    NAME(CL_INVALID_BUFFER_SIZE)
    NAME(CL_INVALID_OPERATION)
    NAME(CL_PLATFORM_NOT_FOUND_KHR)
#undef NAME
  default:
    return "error " + std::to_string(error);
  }
}

/// Throws when an OpenCL call did not succeed.
inline void check(cl_int error, const std::string &call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(call + ": " + errorName(error));
}

/// An OpenCL handle that is released at the end of its scope.
template <typename Handle, auto release> struct Releaser {
  using pointer = Handle;
  void operator()(Handle handle) const { release(handle); }
};
template <typename Handle, auto release>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Releaser<Handle, release>>;

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;

inline std::string deviceString(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  check(clGetDeviceInfo(device, name, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(clGetDeviceInfo(device, name, size, text.data(), nullptr), "clGetDeviceInfo");
  text.resize(size ? size - 1 : 0); // without the terminating null
  return text;
}

inline bool hasExtension(cl_device_id device, const std::string &name) {
  return (" " + deviceString(device, CL_DEVICE_EXTENSIONS) + " ").find(" " + name + " ") !=
         std::string::npos;
}

/// All devices of all platforms.
inline std::vector<cl_device_id> allDevices() {
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : platforms) {
    const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (error == CL_DEVICE_NOT_FOUND)
      continue;
    check(error, "clGetDeviceIDs");
    const size_t known = devices.size();
    devices.resize(known + count);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data() + known, nullptr),
          "clGetDeviceIDs");
  }
  return devices;
}

/// Builds for one device; a failure carries the build log.
inline void build(cl_program program, cl_device_id device, const std::string &options) {
  const cl_int error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  if (error == CL_SUCCESS)
    return;
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  throw std::runtime_error("clBuildProgram: " + errorName(error) + "\n" +
                           log.substr(0, log.find('\0')));
}

#endif
