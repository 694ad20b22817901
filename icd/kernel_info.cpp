// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo.
#include "icd/entry.hpp"
#include "runtime/kernel.hpp"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <optional>

using namespace heddle;

namespace {

// The code for the queried device; null stands for the only device of the kernel.
const Kernel::DeviceCode *codeFor(const Kernel &kernel, cl_device_id handle) {
  if (!handle)
    return kernel.codes().size() == 1 ? &kernel.codes().front() : nullptr;
  Device *device = fromHandle<Device>(handle);
  return device ? kernel.codeFor(*device) : nullptr;
}

// What only code can tell of a kernel: a deferred one is compiled now. Null when it cannot be.
const Kernel::DeviceCode *compiledCode(Kernel &kernel, const Kernel::DeviceCode &code) {
  const std::size_t many = code.device->limits().maxWorkGroupSize;
  return kernel.compiled(&code, {many, 1, 1}, nullptr);
}

// The input of a sub-group query: one to three sizes.
std::optional<std::size_t> readItems(std::size_t inputSize, const void *input) {
  std::size_t sizes[3] = {1, 1, 1};
  if (!input || inputSize == 0 || inputSize % sizeof(std::size_t) != 0 || inputSize > sizeof(sizes))
    return std::nullopt;
  std::memcpy(sizes, input, inputSize);
  std::size_t items = 1;
  for (std::size_t size : sizes)
    if (__builtin_mul_overflow(items, size, &items))
      return std::nullopt;
  return items;
}

// CL_KERNEL_WORK_GROUP_SIZE. Kernels that require a sub-group size were written for GPUs, whose
// work-groups have at most 1024 work-items, and many add up one number of each sub-group with a
// single one: with more of them than lanes, some would be left out. Larger work-groups run all the
// same when they are asked for.
std::size_t advisedWorkGroupSize(const Kernel::DeviceCode &code) {
  const abi::KernelMetadata &metadata = code.metadata();
  const std::size_t most =
      std::min(maximumWorkGroupSize(code), code.device->limits().toldWorkGroupSize);
  if (metadata.requiredSubGroupSize == 0)
    return most;
  constexpr std::uint64_t mostOfGpus = 1024;
  const auto &required = metadata.requiredWorkGroupSize;
  return std::min<std::uint64_t>(most,
                                 std::max(mostOfGpus, required[0] * required[1] * required[2]));
}

// CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: a size in dimension 0 with exactly so many whole
// sub-groups, or zeros when the kernel cannot run with any.
cl_int localSizeForCount(const Kernel::DeviceCode &code, std::size_t inputSize, const void *input,
                         std::size_t valueSize, const InfoValue &answer) {
  if (!input || inputSize != sizeof(std::size_t))
    return CL_INVALID_VALUE;
  std::size_t count;
  std::memcpy(&count, input, sizeof(count));
  const abi::KernelMetadata &metadata = code.metadata();
  std::size_t items;
  const std::size_t most =
      std::min(maximumWorkGroupSize(code), code.device->limits().maxWorkItemSizes[0]);
  bool possible =
      count > 0 && !__builtin_mul_overflow(count, metadata.subGroupSize, &items) && items <= most;
  if (metadata.requiredWorkGroupSize[0] != 0)
    possible = possible && metadata.requiredWorkGroupSize[0] == items &&
               metadata.requiredWorkGroupSize[1] == 1 && metadata.requiredWorkGroupSize[2] == 1;
  if (metadata.requiredNumSubGroups != 0)
    possible = possible && metadata.requiredNumSubGroups == count;

  // As many dimensions as the application made room for; all three for a question about the size.
  std::size_t dimensions = 3;
  if (answer.target()) {
    dimensions = std::min<std::size_t>(valueSize / sizeof(std::size_t), 3);
    if (dimensions == 0)
      return CL_INVALID_VALUE;
  }
  const std::vector<std::size_t> none(dimensions, 0);
  std::vector<std::size_t> size(dimensions, 1);
  if (possible)
    size[0] = items;
  return answer.array(possible ? size : none);
}

cl_int subGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                    std::size_t inputSize, const void *input, std::size_t size,
                    const InfoValue &answer) {
  Kernel *target = fromHandle<Kernel>(kernel);
  if (!target)
    return CL_INVALID_KERNEL;
  const Kernel::DeviceCode *code = codeFor(*target, device);
  if (!code)
    return CL_INVALID_DEVICE;
  // CL_INVALID_OPERATION: the device has no sub-groups.
  if (code->device->limits().maxNumSubGroups == 0)
    return CL_INVALID_OPERATION;
  // CL_OUT_OF_RESOURCES: it could not be compiled.
  code = compiledCode(*target, *code);
  if (!code)
    return CL_OUT_OF_RESOURCES;
  const abi::KernelMetadata &metadata = code->metadata();
  const std::size_t lanes = metadata.subGroupSize;
  switch (name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
    const std::optional<std::size_t> items = readItems(inputSize, input);
    if (!items)
      return CL_INVALID_VALUE;
    if (name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)
      return answer.write<size_t>(lanes);
    return answer.write<size_t>(*items / lanes + (*items % lanes != 0));
  }
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
    return localSizeForCount(*code, inputSize, input, size, answer);
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    return answer.write<size_t>((maximumWorkGroupSize(*code) + lanes - 1) / lanes);
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
    return answer.write<size_t>(metadata.requiredNumSubGroups);
  case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
    return answer.write<size_t>(metadata.requiredSubGroupSize);
  }
  return CL_INVALID_VALUE;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size,
                                                void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return answer.string(target->metadata().name);
    case CL_KERNEL_NUM_ARGS:
      return answer.write<cl_uint>(static_cast<cl_uint>(target->metadata().arguments.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return answer.write<cl_uint>(target->applicationReferences());
    case CL_KERNEL_CONTEXT:
      return answer.write<cl_context>(target->context().handle());
    case CL_KERNEL_PROGRAM:
      return answer.write<cl_program>(target->program().handle());
    case CL_KERNEL_ATTRIBUTES:
      return answer.string(target->metadata().attributes);
    }
    return CL_INVALID_VALUE;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint argIndex,
                                                   cl_kernel_arg_info name, size_t size,
                                                   void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    const std::vector<abi::ArgumentMetadata> &arguments = target->metadata().arguments;
    if (argIndex >= arguments.size())
      return CL_INVALID_ARG_INDEX;
    const abi::ArgumentMetadata &argument = arguments[argIndex];
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    case CL_KERNEL_ARG_TYPE_NAME:
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
    case CL_KERNEL_ARG_NAME:
      break;
    default:
      return CL_INVALID_VALUE;
    }
    // The build did not keep it: source without -cl-kernel-arg-info.
    if (!argument.hasInfo)
      return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return answer.write<cl_kernel_arg_address_qualifier>(argument.addressQualifier);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return answer.write<cl_kernel_arg_access_qualifier>(argument.accessQualifier);
    case CL_KERNEL_ARG_TYPE_NAME:
      return answer.string(argument.typeName);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return answer.write<cl_kernel_arg_type_qualifier>(argument.typeQualifier);
    default:
      return answer.string(argument.name);
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info name,
                                                         size_t size, void *value,
                                                         size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    const Kernel::DeviceCode *code = codeFor(*target, device);
    if (!code)
      return CL_INVALID_DEVICE;
    const abi::KernelMetadata &metadata = code->metadata();
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return answer.write<size_t>(advisedWorkGroupSize(*code));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      std::size_t required[3];
      std::copy_n(metadata.requiredWorkGroupSize.begin(), 3, required);
      return answer.bytes(required, sizeof(required));
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return answer.write<cl_ulong>(target->localMemSize());
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      // Programs ask an empty kernel for the width of the device, which one that runs its
      // work-items one by one does not tell.
      return answer.write<size_t>(metadata.subGroupSize > 1
                                      ? metadata.subGroupSize
                                      : code->device->limits().preferredWorkGroupSizeMultiple);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      // CL_OUT_OF_RESOURCES: it could not be compiled.
      code = compiledCode(*target, *code);
      if (!code)
        return CL_OUT_OF_RESOURCES;
      return answer.write<cl_ulong>(code->metadata().privateMemSize);
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return answer.write<cl_ulong>(0);
    }
    // CL_KERNEL_GLOBAL_WORK_SIZE, too: it is a query about built-in kernels.
    return CL_INVALID_VALUE;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                        cl_kernel_sub_group_info name,
                                                        size_t inputSize, const void *input,
                                                        size_t size, void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) {
    return subGroupInfo(kernel, device, name, inputSize, input, size, answer);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                                           cl_kernel_sub_group_info name,
                                                           size_t inputSize, const void *input,
                                                           size_t size, void *value,
                                                           size_t *sizeRet) {
  return clGetKernelSubGroupInfo(kernel, device, name, inputSize, input, size, value, sizeRet);
}
