// What a device and its driver are called everywhere: cl_khr_device_uuid.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_ext.h>

#include <array>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

using cl_khr_device_uuidTest = DeviceTest;
using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

TEST_F(cl_khr_device_uuidTest, IsReported) {
  EXPECT_NE(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find("cl_khr_device_uuid"),
            std::string::npos);
}

TEST_F(cl_khr_device_uuidTest, DeviceAndDriverHaveUuidsOfTheirOwn) {
  const auto deviceUuid = query<Uuid>(clGetDeviceInfo, device, CL_DEVICE_UUID_KHR);
  const auto driverUuid = query<Uuid>(clGetDeviceInfo, device, CL_DRIVER_UUID_KHR);
  EXPECT_NE(deviceUuid, Uuid{});
  EXPECT_NE(driverUuid, Uuid{});
  EXPECT_NE(deviceUuid, driverUuid);
  for (const Uuid &uuid : {deviceUuid, driverUuid}) {
    // The form of RFC 9562: version 8, variant 10.
    EXPECT_EQ(uuid[6] >> 4, 8);
    EXPECT_EQ(uuid[8] >> 6, 2);
  }
}

TEST_F(cl_khr_device_uuidTest, AreTheSameInAnotherProcess) {
  const auto deviceUuid = query<Uuid>(clGetDeviceInfo, device, CL_DEVICE_UUID_KHR);
  const auto driverUuid = query<Uuid>(clGetDeviceInfo, device, CL_DRIVER_UUID_KHR);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // A driver that has never run in this process: the program anew.
    ::dup2(ends[1], 3);
    const std::string self = "/proc/self/exe";
    ::execl(self.c_str(), self.c_str(), "--gtest_also_run_disabled_tests",
            "--gtest_filter=cl_khr_device_uuidTest.DISABLED_WritesThem", "--gtest_brief=1",
            static_cast<char *>(nullptr));
    ::_exit(1);
  }
  ::close(ends[1]);
  Uuid there[2] = {};
  ssize_t got = 0;
  for (ssize_t some; got < ssize_t(sizeof(there)) &&
                     (some = ::read(ends[0], reinterpret_cast<char *>(there) + got,
                                    sizeof(there) - std::size_t(got))) > 0;)
    got += some;
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ASSERT_EQ(got, ssize_t(sizeof(there)));
  EXPECT_EQ(there[0], deviceUuid);
  EXPECT_EQ(there[1], driverUuid);
}

// The other process of the test above.
TEST_F(cl_khr_device_uuidTest, DISABLED_WritesThem) {
  for (cl_device_info name : {CL_DEVICE_UUID_KHR, CL_DRIVER_UUID_KHR}) {
    const auto uuid = query<Uuid>(clGetDeviceInfo, device, name);
    ASSERT_EQ(::write(3, uuid.data(), uuid.size()), ssize_t(uuid.size()));
  }
}

TEST_F(cl_khr_device_uuidTest, ThereIsNoLuid) {
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_LUID_VALID_KHR), cl_bool(CL_FALSE));
  using Luid = std::array<cl_uchar, CL_LUID_SIZE_KHR>;
  EXPECT_EQ(query<Luid>(clGetDeviceInfo, device, CL_DEVICE_LUID_KHR), Luid{});
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_NODE_MASK_KHR), 0u);
}

} // namespace heddle::test
