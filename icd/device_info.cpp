// clGetDeviceInfo: every query of OpenCL 3.0, in the order of the specification's table, and of the
// extensions.
#include "heddle/cl_ext_float_atomics.h"
#include "heddle/cl_khr_kernel_clock.h"
#include "heddle/cl_khr_spirv_queries.h"
#include "icd/entry.hpp"
#include "icd/ext_intel_unified_shared_memory.hpp"
#include "icd/ext_khr_command_buffer.hpp"
#include "icd/ext_khr_cooperative_matrix.hpp"
#include "icd/ext_khr_spirv_queries.hpp"
#include "icd/extension_list.hpp"
#include "icd/sub_device.hpp"
#include "icd/version.hpp"
#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/cpu_features.hpp"
#include "runtime/device.hpp"
#include "runtime/device_uuid.hpp"
#include "runtime/platform.hpp"

#include <CL/cl_ext.h>

#include <array>
#include <span>
#include <vector>

using namespace heddle;

namespace {

constexpr bool hasHalf = extensionReported("cl_khr_fp16");
constexpr bool hasDouble = extensionReported("cl_khr_fp64");
constexpr bool hasDotProducts = extensionReported("cl_khr_integer_dot_product");
constexpr bool hasSubGroups = featureReported("__opencl_c_subgroups");

// Each version by itself: programs and the conformance tests look for one of them as a word.
constexpr const char ilVersions[] = "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4";
constexpr cl_uint newestIlMinor = 4;

std::vector<cl_name_version> ilsWithVersion() {
  std::vector<cl_name_version> result;
  for (cl_uint minor = 0; minor <= newestIlMinor; ++minor)
    result.push_back(nameVersion("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
  return result;
}

std::vector<cl_name_version> openclCVersions() {
  std::vector<cl_name_version> result;
  for (cl_version version : {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                             CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)})
    result.push_back(nameVersion("OpenCL C", version));
  return result;
}

// The vector units round to nearest and keep denormals; division and square root are exact. The
// other rounding modes of doubles are those of conversions; OpenCL 1.2 asks devices with doubles
// for them.
constexpr cl_device_fp_config singleConfig = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                             CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
constexpr cl_device_fp_config doubleConfig =
    hasDouble ? CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                    CL_FP_ROUND_TO_INF | CL_FP_FMA
              : 0;
constexpr cl_device_fp_config halfConfig =
    hasHalf ? CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST : 0;

constexpr cl_device_atomic_capabilities atomicMemory() {
  cl_device_atomic_capabilities result =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  if (featureReported("__opencl_c_atomic_order_acq_rel"))
    result |= CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (featureReported("__opencl_c_atomic_order_seq_cst"))
    result |= CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  if (featureReported("__opencl_c_atomic_scope_device"))
    result |= CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  if (featureReported("__opencl_c_atomic_scope_all_devices"))
    result |= CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  return result;
}

constexpr cl_device_atomic_capabilities atomicFence() {
  cl_device_atomic_capabilities result = atomicMemory() | CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (featureReported("__opencl_c_atomic_order_seq_cst"))
    result |= CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;
  return result;
}

// Kernels are widened over their work-items, so scalar code is what the compiler does best with.
constexpr cl_uint preferredWidth = 1;

cl_int imageQuery(const DeviceLimits &limits, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_IMAGE_SUPPORT:
    return out.write<cl_bool>(CL_TRUE);
  // An image is a pointer among the arguments, and a sampler a number: these are the figures that
  // the specification asks for, and no limits.
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    return out.write<cl_uint>(128);
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    return out.write<cl_uint>(64);
  case CL_DEVICE_MAX_SAMPLERS:
    return out.write<cl_uint>(16);
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return out.write<cl_uint>(1); // pixel
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    return out.write<size_t>(limits.image2dMaxWidth);
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    return out.write<size_t>(limits.image2dMaxHeight);
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    return out.write<size_t>(limits.image3dMaxWidth);
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    return out.write<size_t>(limits.image3dMaxHeight);
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    return out.write<size_t>(limits.image3dMaxDepth);
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    return out.write<size_t>(limits.imageMaxBufferSize);
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return out.write<size_t>(limits.imageMaxArraySize);
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int vectorWidthQuery(const DeviceLimits &limits, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    return out.write<cl_uint>(preferredWidth);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    return out.write<cl_uint>(hasDouble ? preferredWidth : 0);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    return out.write<cl_uint>(hasHalf ? preferredWidth : 0);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return out.write<cl_uint>(limits.vectorBytes);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return out.write<cl_uint>(limits.vectorBytes / 2);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return out.write<cl_uint>(limits.vectorBytes / 4);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    return out.write<cl_uint>(limits.vectorBytes / 8);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return out.write<cl_uint>(hasDouble ? limits.vectorBytes / 8 : 0);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return out.write<cl_uint>(hasHalf ? limits.vectorBytes / 2 : 0);
  default:
    return imageQuery(limits, name, out);
  }
}

cl_int memoryQuery(const DeviceLimits &limits, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return out.write<cl_ulong>(limits.maxMemAllocSize);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return out.write<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return out.write<cl_uint>(limits.globalMemCachelineSize);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return out.write<cl_ulong>(limits.globalMemCacheSize);
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return out.write<cl_ulong>(limits.globalMemSize);
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return out.write<cl_ulong>(limits.maxConstantBufferSize);
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return out.write<cl_uint>(limits.maxConstantArgs);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    // Ordinary memory: several variables of the largest size are as good as one.
    return out.write<size_t>(featureReported("__opencl_c_program_scope_global_variables")
                                 ? abi::maxGlobalVariableSize
                                 : 0);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return out.write<cl_device_local_mem_type>(CL_GLOBAL); // ordinary memory, in the caches
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return out.write<cl_ulong>(limits.toldLocalMemSize);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return out.write<cl_bool>(CL_FALSE);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return out.write<cl_bool>(CL_TRUE);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return out.write<cl_uint>(limits.memBaseAddrAlign * 8); // in bits
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return out.write<cl_uint>(128); // bytes, of long16
  case CL_DEVICE_SVM_CAPABILITIES:
    // One memory, and kernels' atomic operations are those of the host.
    return out.write<cl_device_svm_capabilities>(
        CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
        CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS);
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return out.write<cl_uint>(0); // natural alignment
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return out.write(atomicMemory());
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return out.write(atomicFence());
  default:
    return vectorWidthQuery(limits, name, out);
  }
}

cl_int executionQuery(const DeviceLimits &limits, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return out.write<cl_uint>(limits.computeUnits);
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return out.write<cl_uint>(3);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return out.array(std::span<const size_t>(limits.maxWorkItemSizes));
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return out.write<size_t>(limits.toldWorkGroupSize);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return out.write<size_t>(limits.preferredWorkGroupSizeMultiple);
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return out.write<cl_uint>(limits.maxClockFrequency);
  case CL_DEVICE_ADDRESS_BITS:
    return out.write<cl_uint>(64);
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return out.write<size_t>(limits.maxParameterSize);
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return out.write(singleConfig);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return out.write(doubleConfig);
  case CL_DEVICE_HALF_FP_CONFIG:
    return out.write(halfConfig);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return out.write<size_t>(1); // nanoseconds
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return out.write<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return out.write<cl_command_queue_properties>(CommandQueue::supported);
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return out.write<cl_uint>(hasSubGroups ? limits.maxNumSubGroups : 0);
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    // Those that wait in a loop give the others of their work-group their turn.
    return out.write<cl_bool>(hasSubGroups);
  case CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR:
    // Each is 12 bytes of local memory.
    return out.write<cl_uint>(hasSubGroups ? 64 : 0);
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    if (!extensionReported("cl_intel_required_subgroup_size"))
      return CL_INVALID_VALUE;
    return out.array(limits.subGroupSizes);
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    if (!hasDotProducts)
      return CL_INVALID_VALUE;
    return out.write<cl_device_integer_dot_product_capabilities_khr>(
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
    if (!hasDotProducts)
      return CL_INVALID_VALUE;
    // vpdpbusd, or vpmaddwd, which every CPU has that kernels are compiled for: a quarter of the
    // instructions that a program pays that multiplies and adds the components itself, or less.
    return out.write(cl_device_integer_dot_product_acceleration_properties_khr{
        CL_TRUE, CL_TRUE, CL_TRUE, CL_TRUE, CL_TRUE, CL_TRUE});
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return out.write<cl_bool>(CL_TRUE);
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return out.write<cl_bool>(featureReported("__opencl_c_work_group_collective_functions"));
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return out.write<cl_bool>(featureReported("__opencl_c_generic_address_space"));
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return out.write<size_t>(limits.printfBufferSize);
  default:
    return memoryQuery(limits, name, out);
  }
}

/// cl_intel_device_attribute_query, in a CPU's terms: one slice, in which each compute unit is an
/// execution unit of one thread. docs/choices.md says what the other answers mean.
cl_int attributeQuery(const Device &device, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_IP_VERSION_INTEL:
    return out.write<cl_version>(matrixUnitVersion(CpuFeatures::host(), requestAmxPermission()));
  case CL_DEVICE_ID_INTEL:
    return out.write<cl_uint>(0);
  case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL:
    return out.write<cl_uint>(device.limits().computeUnits);
  case CL_DEVICE_FEATURE_CAPABILITIES_INTEL: {
    constexpr bool hasMatrices = extensionReported("cl_intel_subgroup_matrix_multiply_accumulate");
    return out.write<cl_device_feature_capabilities_intel>(
        (hasDotProducts ? CL_DEVICE_FEATURE_FLAG_DP4A_INTEL : 0) |
        (hasMatrices ? CL_DEVICE_FEATURE_FLAG_DPAS_INTEL : 0));
  }
  default: // slices, sub-slices of one, threads of an execution unit
    return out.write<cl_uint>(1);
  }
}

/// cl_khr_device_uuid. A sub-device is a part of the device that the names are for.
cl_int uuidQuery(const Device &device, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_UUID_KHR:
    return out.write(deviceUuid(device.name()));
  case CL_DRIVER_UUID_KHR:
    return out.write(driverUuid(HEDDLE_VERSION));
  case CL_DEVICE_LUID_VALID_KHR:
    return out.write<cl_bool>(CL_FALSE);
  case CL_DEVICE_LUID_KHR:
    return out.write(std::array<cl_uchar, CL_LUID_SIZE_KHR>{});
  case CL_DEVICE_NODE_MASK_KHR:
    return out.write<cl_uint>(0);
  default:
    return CL_INVALID_VALUE;
  }
}

/// Device-side queues, pipes, built-in kernels: what this device does not have.
cl_int absentQuery(const DeviceLimits &limits, cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return out.write<cl_command_queue_properties>(0);
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
  case CL_DEVICE_MAX_PIPE_ARGS:
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return out.write<cl_uint>(0);
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return out.write<cl_device_device_enqueue_capabilities>(0);
  case CL_DEVICE_PIPE_SUPPORT:
    return out.write<cl_bool>(CL_FALSE);
  case CL_DEVICE_BUILT_IN_KERNELS:
    return out.string("");
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return out.bytes(nullptr, 0);
  default:
    return executionQuery(limits, name, out);
  }
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id handle, cl_device_info paramName,
                                                size_t paramValueSize, void *paramValue,
                                                size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    Device *device = fromHandle<Device>(handle);
    if (!device)
      return CL_INVALID_DEVICE;
    switch (paramName) {
    case CL_DEVICE_TYPE:
      return out.write<cl_device_type>(device->type());
    case CL_DEVICE_VENDOR_ID:
      return out.write<cl_uint>(device->cpu().vendorId);
    case CL_DEVICE_NAME:
      return out.string(device->name());
    case CL_DEVICE_VENDOR:
      return out.string(device->vendor());
    case CL_DRIVER_VERSION:
      return out.string(HEDDLE_VERSION);
    case CL_DEVICE_PROFILE:
      return out.string("FULL_PROFILE");
    case CL_DEVICE_VERSION:
      return out.string("OpenCL 3.0 Heddle " HEDDLE_VERSION);
    case CL_DEVICE_NUMERIC_VERSION:
      return out.write<cl_version>(CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return out.string("");
    case CL_DEVICE_PLATFORM:
      return out.write<cl_platform_id>(device->platform().handle());
    case CL_DEVICE_REFERENCE_COUNT:
      return out.write<cl_uint>(device->isRoot() ? 1 : device->applicationReferences());
    case CL_DEVICE_PARENT_DEVICE:
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    case CL_DEVICE_PARTITION_TYPE:
      return partitionQuery(*device, paramName, out);
    case CL_DEVICE_ENDIAN_LITTLE:
      return out.write<cl_bool>(CL_TRUE);
    case CL_DEVICE_AVAILABLE:
      // Kernels are compiled for x86-64-v3 and above.
      return out.write<cl_bool>(device->cpu().level != TargetIsa::none);
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
      return out.write<cl_bool>(CL_TRUE);
    case CL_DEVICE_IL_VERSION:
      return out.string(ilVersions);
    case CL_DEVICE_ILS_WITH_VERSION:
      return out.array(ilsWithVersion());
    case CL_DEVICE_OPENCL_C_VERSION:
      // 3.0 would promise every optional feature of the language.
      return out.string("OpenCL C 1.2 Heddle " HEDDLE_VERSION);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return out.array(openclCVersions());
    case CL_DEVICE_OPENCL_C_FEATURES:
      return out.array(openclCFeatures());
    case CL_DEVICE_EXTENSIONS:
      return out.string(extensionString(ExtensionScope::device));
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return out.array(extensionsWithVersion(ExtensionScope::device));
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return out.write<cl_version>(CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_IP_VERSION_INTEL:
    case CL_DEVICE_ID_INTEL:
    case CL_DEVICE_NUM_SLICES_INTEL:
    case CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL:
    case CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL:
    case CL_DEVICE_NUM_THREADS_PER_EU_INTEL:
    case CL_DEVICE_FEATURE_CAPABILITIES_INTEL:
      return attributeQuery(*device, paramName, out);
    case CL_DEVICE_UUID_KHR:
    case CL_DRIVER_UUID_KHR:
    case CL_DEVICE_LUID_VALID_KHR:
    case CL_DEVICE_LUID_KHR:
    case CL_DEVICE_NODE_MASK_KHR:
      return uuidQuery(*device, paramName, out);
    case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR:
    case CL_DEVICE_SPIRV_EXTENSIONS_KHR:
    case CL_DEVICE_SPIRV_CAPABILITIES_KHR:
      return spirvQuery(paramName, out);
    case CL_DEVICE_COOPERATIVE_MATRIX_POINTER_ALIGNMENT_KHR:
    case CL_DEVICE_COOPERATIVE_MATRIX_STRIDE_MULTIPLE_KHR:
      return cooperativeMatrixQuery(paramName, out);
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
    case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
      return commandBufferQuery(paramName, out);
    case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
      static_assert(extensionReported("cl_khr_kernel_clock"));
      return out.write<cl_device_kernel_clock_capabilities_khr>(
          CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR | CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
          CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR);
    case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT:
    case CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT:
      static_assert(extensionReported("cl_ext_float_atomics"));
      return out.write<cl_device_fp_atomic_capabilities_ext>(
          CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
          CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
          CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT);
    case CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT:
      return out.write<cl_device_fp_atomic_capabilities_ext>(0);
    case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
      return unifiedSharedMemoryQuery(paramName, out);
    default:
      return absentQuery(device->limits(), paramName, out);
    }
  });
}
