// clGetDeviceIDs, clGetDeviceInfo, clRetainDevice and clReleaseDevice of root devices, the timers.
#include "tests/support/opencl_fixture.hpp"

#include <set>
#include <sstream>

namespace heddle::test {

using clGetDeviceIDsTest = DeviceTest;
using clGetDeviceInfoTest = DeviceTest;
using clRetainDeviceTest = DeviceTest;
using clGetDeviceAndHostTimerTest = DeviceTest;

namespace {

cl_device_id notADevice(cl_platform_id platform) {
  return reinterpret_cast<cl_device_id>(platform);
}

bool hasWord(const std::string &text, const std::string &word) {
  std::istringstream stream(text);
  for (std::string found; stream >> found;)
    if (found == word)
      return true;
  return false;
}

} // namespace

TEST_F(clGetDeviceIDsTest, FindsTheDeviceAsCpuAsDefaultAndAmongAll) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_ALL), cl_device_type(CL_DEVICE_TYPE_CPU),
        cl_device_type(CL_DEVICE_TYPE_DEFAULT),
        cl_device_type(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)}) {
    cl_uint count = 0;
    cl_device_id found = nullptr;
    EXPECT_EQ(clGetDeviceIDs(platform, type, 1, &found, &count), CL_SUCCESS) << type;
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(found, device);
  }
}

TEST_F(clGetDeviceIDsTest, ReturnsDeviceNotFoundForOtherTypes) {
  for (cl_device_type type :
       {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM}) {
    cl_uint count = 7;
    EXPECT_EQ(clGetDeviceIDs(platform, type, 0, nullptr, &count), CL_DEVICE_NOT_FOUND);
    EXPECT_EQ(count, 0u);
  }
}

TEST_F(clGetDeviceIDsTest, ReturnsInvalidDeviceTypeForUnknownBits) {
  cl_uint count;
  EXPECT_EQ(clGetDeviceIDs(platform, 0, 0, nullptr, &count), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, 1 << 10, 0, nullptr, &count), CL_INVALID_DEVICE_TYPE);
}

TEST_F(clGetDeviceIDsTest, ReturnsInvalidPlatformForAnotherObject) {
  cl_uint count;
  EXPECT_EQ(clGetDeviceIDs(reinterpret_cast<cl_platform_id>(device), CL_DEVICE_TYPE_ALL, 0, nullptr,
                           &count),
            CL_INVALID_PLATFORM);
}

TEST_F(clGetDeviceIDsTest, ReturnsInvalidValueWithoutRoomOrTarget) {
  cl_device_id found;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clGetDeviceInfoTest, AnswersEveryCoreQueryTheSameForSizeAndValue) {
  // From CL_DEVICE_TYPE to CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, there is a query for each.
  for (cl_device_info name = 0x1000; name <= 0x1072; ++name) {
    std::size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
    std::vector<char> value(size + 1, '?');
    std::size_t again = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, size, value.data(), &again), CL_SUCCESS)
        << std::hex << name;
    EXPECT_EQ(size, again);
    EXPECT_EQ(value.back(), '?') << std::hex << name;
    if (size > 0)
      EXPECT_EQ(clGetDeviceInfo(device, name, size - 1, value.data(), nullptr), CL_INVALID_VALUE)
          << std::hex << name;
  }
}

TEST_F(clGetDeviceInfoTest, ReportsACpuOfOpenCL30) {
  EXPECT_EQ(query<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE), CL_DEVICE_TYPE_CPU);
  EXPECT_EQ(queryString(clGetDeviceInfo, device, CL_DEVICE_VERSION).find("OpenCL 3.0 "), 0u);
  EXPECT_EQ(query<cl_version>(clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION),
            CL_MAKE_VERSION(3, 0, 0));
  EXPECT_EQ(queryString(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION).find("OpenCL C 1.2 "),
            0u);
  EXPECT_EQ(queryString(clGetDeviceInfo, device, CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(query<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM), platform);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_FALSE(queryString(clGetDeviceInfo, device, CL_DEVICE_NAME).empty());
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_COMPILER_AVAILABLE),
            cl_bool(CL_TRUE));
}

TEST_F(clGetDeviceInfoTest, DriverVersionDoesNotReadLikeAGpuDrivers) {
  // Programs assume inline assembly from a major version of 24 on.
  EXPECT_LT(std::stoi(queryString(clGetDeviceInfo, device, CL_DRIVER_VERSION)), 24);
}

TEST_F(clGetDeviceInfoTest, MeetsTheMinimumsOfTheFullProfile) {
  const auto global = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  const auto allocation = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const cl_ulong mebibyte = 1 << 20;
  EXPECT_GE(allocation, std::max(std::min(1024 * mebibyte, global / 4), 32 * mebibyte));
  EXPECT_GE(query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE), 32u * 1024);
  EXPECT_GE(query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
            64u * 1024);
  // What an int can count, in bytes.
  EXPECT_LE(query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 1u << 30);
  EXPECT_GE(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_PRINTF_BUFFER_SIZE),
            std::size_t(mebibyte));
  EXPECT_GE(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u);
  EXPECT_GE(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_EQ(queryList<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_SIZES).size(),
            3u);
  const auto single =
      query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_SINGLE_FP_CONFIG);
  EXPECT_EQ(single & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN),
            cl_device_fp_config(CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  constexpr cl_device_fp_config leastDouble = CL_FP_DENORM | CL_FP_INF_NAN |
                                              CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                              CL_FP_ROUND_TO_INF | CL_FP_FMA;
  const auto doubles =
      query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG);
  EXPECT_TRUE(doubles == 0 || (doubles & leastDouble) == leastDouble) << doubles;
  const auto queues = query<cl_command_queue_properties>(clGetDeviceInfo, device,
                                                         CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
  EXPECT_TRUE(queues & CL_QUEUE_PROFILING_ENABLE);
  const auto execution =
      query<cl_device_exec_capabilities>(clGetDeviceInfo, device, CL_DEVICE_EXECUTION_CAPABILITIES);
  EXPECT_TRUE(execution & CL_EXEC_KERNEL);
}

TEST_F(clGetDeviceInfoTest, ExtensionsAgreeWithVersionsAndPlatform) {
  const std::string names = queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  std::size_t count = 0;
  for (const cl_name_version &extension :
       queryList<cl_name_version>(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
    EXPECT_TRUE(hasWord(names, extension.name)) << extension.name;
    ++count;
  }
  std::istringstream stream(names);
  for (std::string name; stream >> name;)
    --count;
  EXPECT_EQ(count, 0u);
  for (const char *mandatory :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics"})
    EXPECT_TRUE(hasWord(names, mandatory)) << mandatory;
  const std::string platformNames =
      queryString(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS);
  std::istringstream platformStream(platformNames);
  for (std::string name; platformStream >> name;)
    EXPECT_TRUE(hasWord(names, name)) << name;
}

TEST_F(clGetDeviceInfoTest, OptionalFeaturesAgreeWithTheirQueries) {
  const std::string names = queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_EQ(hasWord(names, "cl_khr_fp16"),
            query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_HALF_FP_CONFIG) != 0);
  EXPECT_EQ(hasWord(names, "cl_khr_fp64"),
            query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
  std::set<std::string> features;
  for (const cl_name_version &feature :
       queryList<cl_name_version>(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_FEATURES))
    features.insert(feature.name);
  auto agrees = [&](const char *feature, bool reported) {
    EXPECT_EQ(features.count(feature) != 0, reported) << feature;
  };
  agrees("__opencl_c_int64", true);
  agrees("__opencl_c_images", query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT));
  agrees("__opencl_c_pipes", query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT));
  agrees("__opencl_c_subgroups",
         query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0);
  agrees("__opencl_c_generic_address_space",
         query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
  agrees("__opencl_c_program_scope_global_variables",
         query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0);
  agrees(
      "__opencl_c_work_group_collective_functions",
      query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT));
  agrees("__opencl_c_device_enqueue",
         query<cl_device_device_enqueue_capabilities>(clGetDeviceInfo, device,
                                                      CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
}

TEST_F(clGetDeviceInfoTest, HasBothFormsOfIntegerDotProducts) {
  EXPECT_EQ(query<cl_device_integer_dot_product_capabilities_khr>(
                clGetDeviceInfo, device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR),
            cl_device_integer_dot_product_capabilities_khr(
                CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR));
  for (cl_device_info name :
       {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}) {
    const auto properties = query<cl_device_integer_dot_product_acceleration_properties_khr>(
        clGetDeviceInfo, device, name);
    EXPECT_EQ(properties.signed_accelerated, cl_bool(CL_TRUE)) << name;
    EXPECT_EQ(properties.accumulating_saturating_mixed_signedness_accelerated, cl_bool(CL_TRUE))
        << name;
  }
}

TEST_F(clGetDeviceInfoTest, HasAsManyNamedBarriersAsTheExtensionDemands) {
  ASSERT_TRUE(hasWord(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS),
                      "cl_khr_subgroup_named_barrier"));
  EXPECT_GE(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR), 8u);
}

TEST_F(clGetDeviceInfoTest, ListsEachSpirvVersionByItself) {
  const std::string text = queryString(clGetDeviceInfo, device, CL_DEVICE_IL_VERSION);
  for (const cl_name_version &il :
       queryList<cl_name_version>(clGetDeviceInfo, device, CL_DEVICE_ILS_WITH_VERSION)) {
    EXPECT_STREQ(il.name, "SPIR-V");
    EXPECT_TRUE(hasWord(text, "SPIR-V_" + std::to_string(CL_VERSION_MAJOR(il.version)) + "." +
                                  std::to_string(CL_VERSION_MINOR(il.version))));
  }
  EXPECT_TRUE(hasWord(text, "SPIR-V_1.0"));
}

TEST_F(clGetDeviceInfoTest, ReportsSubGroupSizesThatChooseSize16ByDefault) {
  const char *personality = std::getenv("HEDDLE_PERSONALITY");
  if (personality)
    GTEST_SKIP() << "HEDDLE_PERSONALITY is set to " << personality;
  EXPECT_EQ(queryList<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_SUB_GROUP_SIZES_INTEL),
            (std::vector<std::size_t>{16, 32}));
}

TEST_F(clGetDeviceInfoTest, ReturnsInvalidDeviceForAnotherObject) {
  cl_uint value;
  EXPECT_EQ(
      clGetDeviceInfo(notADevice(platform), CL_DEVICE_VENDOR_ID, sizeof(value), &value, nullptr),
      CL_INVALID_DEVICE);
}

TEST_F(clGetDeviceInfoTest, ReturnsInvalidValueForUnknownNames) {
  EXPECT_EQ(clGetDeviceInfo(device, 0x4242, 0, nullptr, nullptr), CL_INVALID_VALUE);
  // Extensions that are not reported: a processor has no place on the PCI bus.
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PCI_BUS_INFO_KHR, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find("cl_khr_pci_bus_info"),
            std::string::npos);
}

TEST_F(clRetainDeviceTest, LeavesTheCountOfARootDevice) {
  EXPECT_EQ(clRetainDevice(device), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT), 1u);
}

TEST_F(clRetainDeviceTest, ReturnsInvalidDeviceForAnotherObject) {
  EXPECT_EQ(clRetainDevice(notADevice(platform)), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(notADevice(platform)), CL_INVALID_DEVICE);
}

TEST_F(clGetDeviceAndHostTimerTest, BothClocksAgreeAndAdvance) {
  cl_ulong deviceTime = 0, hostTime = 0, later = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &deviceTime, &hostTime), CL_SUCCESS);
  ASSERT_EQ(clGetHostTimer(device, &later), CL_SUCCESS);
  EXPECT_EQ(deviceTime, hostTime);
  EXPECT_GE(later, hostTime);
}

TEST_F(clGetDeviceAndHostTimerTest, ReturnsTheErrorsOfTheSpecification) {
  cl_ulong time;
  EXPECT_EQ(clGetDeviceAndHostTimer(notADevice(platform), &time, &time), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &time), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, &time, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetHostTimer(notADevice(platform), &time), CL_INVALID_DEVICE);
  EXPECT_EQ(clGetHostTimer(device, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
