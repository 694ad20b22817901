// For API tests that divide the device. The program has sub_device_environment.cpp, too.
#ifndef HEDDLE_TESTS_SUPPORT_SUB_DEVICE_FIXTURE_HPP
#define HEDDLE_TESTS_SUPPORT_SUB_DEVICE_FIXTURE_HPP

#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using OwnedDevice = Owner<cl_device_id, clReleaseDevice>;
using Partition = std::vector<cl_device_partition_property>;

inline Partition byCounts(const Partition &counts) {
  Partition how = {CL_DEVICE_PARTITION_BY_COUNTS};
  how.insert(how.end(), counts.begin(), counts.end());
  how.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
  how.push_back(0);
  return how;
}
inline Partition byDomain(cl_device_affinity_domain domain) {
  return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain),
          0};
}

inline cl_int divideError(cl_device_id device, const Partition &how) {
  cl_uint count = 0;
  return clCreateSubDevices(device, how.data(), 0, nullptr, &count);
}
inline std::vector<OwnedDevice> divide(cl_device_id device, const Partition &how) {
  cl_uint count = 0, again = 0;
  EXPECT_EQ(clCreateSubDevices(device, how.data(), 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> parts(count);
  EXPECT_EQ(clCreateSubDevices(device, how.data(), count, parts.data(), &again), CL_SUCCESS);
  EXPECT_EQ(count, again);
  return std::vector<OwnedDevice>(parts.begin(), parts.end());
}
inline std::vector<cl_uint> unitsOf(const std::vector<OwnedDevice> &devices) {
  std::vector<cl_uint> units;
  for (const OwnedDevice &one : devices)
    units.push_back(query<cl_uint>(clGetDeviceInfo, one.get(), CL_DEVICE_MAX_COMPUTE_UNITS));
  return units;
}
inline Partition partitionList(cl_device_id device, cl_device_info name) {
  return queryList<cl_device_partition_property>(clGetDeviceInfo, device, name);
}
inline cl_device_affinity_domain domainsOf(cl_device_id device) {
  return query<cl_device_affinity_domain>(clGetDeviceInfo, device,
                                          CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
}
inline OwnedContext contextOf(const std::vector<cl_device_id> &devices) {
  cl_int error = CL_INVALID_VALUE;
  OwnedContext made = clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                      nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

/// The driver has four compute units.
class SubDeviceTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS), 4u);
  }
};

} // namespace heddle::test

#endif
