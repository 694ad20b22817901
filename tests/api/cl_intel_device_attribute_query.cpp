// What a CPU says about itself in the terms of a GPU: cl_intel_device_attribute_query.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_ext.h>

namespace heddle::test {

using cl_intel_device_attribute_queryTest = DeviceTest;

TEST_F(cl_intel_device_attribute_queryTest, IsReported) {
  EXPECT_NE(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS)
                .find("cl_intel_device_attribute_query"),
            std::string::npos);
}

TEST_F(cl_intel_device_attribute_queryTest, ThreadsOfAllUnitsAreTheComputeUnits) {
  cl_uint product = 1;
  for (cl_device_info name :
       {CL_DEVICE_NUM_SLICES_INTEL, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL,
        CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, CL_DEVICE_NUM_THREADS_PER_EU_INTEL})
    product *= query<cl_uint>(clGetDeviceInfo, device, name);
  EXPECT_EQ(product, query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS));
}

TEST_F(cl_intel_device_attribute_queryTest, FeaturesAreThoseOfTheReportedFunctions) {
  const auto features = query<cl_device_feature_capabilities_intel>(
      clGetDeviceInfo, device, CL_DEVICE_FEATURE_CAPABILITIES_INTEL);
  const std::string extensions = queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  const auto isReported = [&](const char *name) {
    return extensions.find(name) != std::string::npos;
  };
  EXPECT_EQ((features & CL_DEVICE_FEATURE_FLAG_DP4A_INTEL) != 0,
            isReported("cl_khr_integer_dot_product"));
  EXPECT_EQ((features & CL_DEVICE_FEATURE_FLAG_DPAS_INTEL) != 0,
            isReported("cl_intel_subgroup_matrix_multiply_accumulate"));
  EXPECT_EQ(features &
                ~cl_bitfield(CL_DEVICE_FEATURE_FLAG_DP4A_INTEL | CL_DEVICE_FEATURE_FLAG_DPAS_INTEL),
            0U);
}

TEST_F(cl_intel_device_attribute_queryTest, ThereIsNoPciDevice) {
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_ID_INTEL), 0U);
}

// Those that stand for CPUs with a matrix unit, or none.
TEST_F(cl_intel_device_attribute_queryTest, IpVersionIsOneOfACpu) {
  const auto version = query<cl_version>(clGetDeviceInfo, device, CL_DEVICE_IP_VERSION_INTEL);
  EXPECT_TRUE(version == 0 || (version >= 8 && version <= 10)) << version;
}

} // namespace heddle::test
