// The lists of cl_khr_spirv_queries. That modules with what they say are built is tested in
// tests/kernels/spirv_queries.
#include "heddle/cl_khr_spirv_queries.h"
#include "tests/support/opencl_fixture.hpp"

#include <set>

namespace heddle::test {

class cl_khr_spirv_queriesTest : public DeviceTest {
protected:
  std::set<std::string> names(cl_device_info query) const {
    std::set<std::string> result;
    for (const char *name : queryList<const char *>(clGetDeviceInfo, device, query))
      EXPECT_TRUE(result.insert(name).second) << name << " stands there twice";
    return result;
  }
  std::set<cl_uint> capabilities() const {
    std::set<cl_uint> result;
    for (cl_uint number :
         queryList<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_SPIRV_CAPABILITIES_KHR))
      EXPECT_TRUE(result.insert(number).second) << number << " stands there twice";
    return result;
  }
};

TEST_F(cl_khr_spirv_queriesTest, IsReported) {
  EXPECT_NE(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find("cl_khr_spirv_queries"),
            std::string::npos);
}

TEST_F(cl_khr_spirv_queriesTest, ListsWhatEveryDeviceMustAccept) {
  EXPECT_TRUE(names(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR).count("OpenCL.std"));
  // Addresses, Linkage, Kernel, Vector16, Float16Buffer, Int64, Int16, Int8.
  for (cl_uint number : {4u, 5u, 6u, 7u, 8u, 11u, 22u, 39u})
    EXPECT_TRUE(capabilities().count(number)) << number;
}

TEST_F(cl_khr_spirv_queriesTest, AgreesWithOtherQueries) {
  const std::set<cl_uint> numbers = capabilities();
  auto agrees = [&](cl_uint number, bool reported) {
    EXPECT_EQ(numbers.count(number) != 0, reported) << number;
  };
  // Float16, Float64, ImageBasic, Pipes, Groups, DeviceEnqueue, GenericPointer.
  agrees(9, query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_HALF_FP_CONFIG) != 0);
  agrees(10, query<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
  agrees(13, query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT));
  agrees(17, query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT));
  agrees(18, query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0);
  agrees(19, query<cl_device_device_enqueue_capabilities>(
                 clGetDeviceInfo, device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
  agrees(38, query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
  // Shader.
  agrees(1, false);
}

TEST_F(cl_khr_spirv_queriesTest, ListsCooperativeMatrices) {
  const std::set<std::string> extensions = names(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  EXPECT_TRUE(extensions.count("SPV_KHR_cooperative_matrix"));
  EXPECT_TRUE(extensions.count("SPV_INTEL_joint_matrix"));
  // CooperativeMatrixKHR, then of SPV_INTEL_joint_matrix: packed, by the work-item, tf32, bfloat16,
  // prefetch, checked, offsets.
  for (cl_uint number : {6022u, 6434u, 6435u, 6436u, 6437u, 6411u, 6192u, 6238u})
    EXPECT_TRUE(capabilities().count(number)) << number;
}

TEST_F(cl_khr_spirv_queriesTest, ReturnsInvalidValueWhereAListDoesNotFit) {
  for (cl_device_info name : {CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR,
                              CL_DEVICE_SPIRV_EXTENSIONS_KHR, CL_DEVICE_SPIRV_CAPABILITIES_KHR}) {
    std::size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS) << name;
    std::vector<char> room(size);
    EXPECT_EQ(clGetDeviceInfo(device, name, size - 1, room.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetDeviceInfo(device, name, size, room.data(), nullptr), CL_SUCCESS);
  }
}

} // namespace heddle::test
