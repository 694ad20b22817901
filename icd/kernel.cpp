// Kernels: creation, clones, retain and release, arguments.
#include "runtime/kernel.hpp"
#include "heddle/cl_ext_buffer_device_address.h"
#include "icd/entry.hpp"

#include <CL/cl_ext.h>

using namespace heddle;

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernelName,
                                                  cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Kernel>> {
    Program *owner = fromHandle<Program>(program);
    if (!owner)
      return CL_INVALID_PROGRAM;
    // CL_INVALID_PROGRAM_EXECUTABLE: nothing was built with success. It comes first, because
    // without a build there are no names.
    if (!owner->anyExecutable())
      return CL_INVALID_PROGRAM_EXECUTABLE;
    if (!kernelName)
      return CL_INVALID_VALUE;
    return Kernel::create(*owner, kernelName);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint numKernels,
                                                         cl_kernel *kernels,
                                                         cl_uint *numKernelsRet) {
  return returnStatus([&]() -> cl_int {
    Program *owner = fromHandle<Program>(program);
    if (!owner)
      return CL_INVALID_PROGRAM;
    std::shared_ptr<const Executable> executable = owner->anyExecutable();
    if (!executable)
      return CL_INVALID_PROGRAM_EXECUTABLE;
    const std::vector<abi::KernelMetadata> &all = executable->metadata().kernels;
    // CL_INVALID_VALUE: not enough room for all of them.
    if (kernels && numKernels < all.size())
      return CL_INVALID_VALUE;
    if (kernels) {
      std::vector<Ref<Kernel>> created;
      for (const abi::KernelMetadata &kernel : all) {
        Result<Ref<Kernel>> one = Kernel::create(*owner, kernel.name);
        if (!one)
          return one.error();
        created.push_back(std::move(*one));
      }
      // Handed out only when all of them exist.
      for (std::size_t i = 0; i < created.size(); ++i) {
        created[i]->retainForApplication();
        kernels[i] = created[i]->handle();
      }
    }
    if (numKernelsRet)
      *numKernelsRet = static_cast<cl_uint>(all.size());
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel sourceKernel, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Kernel>> {
    Kernel *source = fromHandle<Kernel>(sourceKernel);
    if (!source)
      return CL_INVALID_KERNEL;
    return source->clone();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  return retainHandle<Kernel>(kernel, CL_INVALID_KERNEL);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return releaseHandle<Kernel>(kernel, CL_INVALID_KERNEL);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint argIndex, size_t argSize,
                                               const void *argValue) {
  return returnStatus([&]() -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    return target->setArgument(argIndex, argSize, argValue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint argIndex,
                                                         const void *argValue) {
  return returnStatus([&]() -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    return target->setPointerArgument(argIndex, argValue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name,
                                                    size_t size, const void *value) {
  return returnStatus([&]() -> cl_int {
    if (!fromHandle<Kernel>(kernel))
      return CL_INVALID_KERNEL;
    if (!value && size != 0)
      return CL_INVALID_VALUE;
    // Kernels reach all memory whatever is said here, so nothing has to be kept.
    switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
    case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
      // An empty list is one, too.
      return size % sizeof(void *) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
    case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
      return size % sizeof(cl_mem_device_address_ext) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
    case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
    case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
      return size == sizeof(cl_bool) ? CL_SUCCESS : CL_INVALID_VALUE;
    default:
      return CL_INVALID_VALUE;
    }
  });
}
