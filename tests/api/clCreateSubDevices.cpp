// clCreateSubDevices, what sub-devices tell, and their counts. The driver has four compute units
// here (tests/support/sub_device_environment.cpp); what runs on sub-devices is in sub_devices.cpp.
#include "tests/support/sub_device_fixture.hpp"

#include <numeric>

namespace heddle::test {

using clCreateSubDevicesTest = SubDeviceTest;

namespace {

constexpr std::pair<cl_device_affinity_domain, const char *> domains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, "NUMA"},         {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, "L4"},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, "L3"},       {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, "L2"},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, "L1 cache"},
};

} // namespace

TEST_F(clCreateSubDevicesTest, TheRootDeviceTellsHowItDivides) {
  const Partition ways = partitionList(device, CL_DEVICE_PARTITION_PROPERTIES);
  ASSERT_GE(ways.size(), 2u);
  EXPECT_EQ(ways[0], CL_DEVICE_PARTITION_EQUALLY);
  EXPECT_EQ(ways[1], CL_DEVICE_PARTITION_BY_COUNTS);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 4u);
  EXPECT_EQ(query<cl_device_id>(clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(partitionList(device, CL_DEVICE_PARTITION_TYPE), Partition{0});
  EXPECT_EQ(ways.size() == 3, domainsOf(device) != 0);
  if (ways.size() == 3)
    EXPECT_EQ(ways[2], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
}

TEST_F(clCreateSubDevicesTest, EquallyMakesAsManyAsThereAreUnitsFor) {
  EXPECT_EQ(unitsOf(divide(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0})),
            (std::vector<cl_uint>{1, 1, 1, 1}));
  EXPECT_EQ(unitsOf(divide(device, {CL_DEVICE_PARTITION_EQUALLY, 2, 0})),
            (std::vector<cl_uint>{2, 2}));
  // What is left over is in no sub-device.
  EXPECT_EQ(unitsOf(divide(device, {CL_DEVICE_PARTITION_EQUALLY, 3, 0})),
            (std::vector<cl_uint>{3}));
  // One part of everything is no division.
  EXPECT_EQ(divideError(device, {CL_DEVICE_PARTITION_EQUALLY, 4, 0}), CL_DEVICE_PARTITION_FAILED);
}

TEST_F(clCreateSubDevicesTest, ByCountsMakesWhatTheListSays) {
  EXPECT_EQ(unitsOf(divide(device, byCounts({1, 3}))), (std::vector<cl_uint>{1, 3}));
  EXPECT_EQ(unitsOf(divide(device, byCounts({2, 1}))), (std::vector<cl_uint>{2, 1}));
}

TEST_F(clCreateSubDevicesTest, SubDevicesTellHowTheyWereMade) {
  for (const Partition &how : {Partition{CL_DEVICE_PARTITION_EQUALLY, 2, 0}, byCounts({1, 2, 1})})
    for (const OwnedDevice &part : divide(device, how)) {
      EXPECT_EQ(partitionList(part, CL_DEVICE_PARTITION_TYPE), how);
      EXPECT_EQ(query<cl_device_id>(clGetDeviceInfo, part.get(), CL_DEVICE_PARENT_DEVICE), device);
      EXPECT_EQ(query<cl_platform_id>(clGetDeviceInfo, part.get(), CL_DEVICE_PLATFORM), platform);
      EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, part.get(), CL_DEVICE_REFERENCE_COUNT), 1u);
      EXPECT_EQ(queryString(clGetDeviceInfo, part.get(), CL_DEVICE_EXTENSIONS),
                queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS));
    }
}

TEST_F(clCreateSubDevicesTest, TellsTheNumberWithoutMakingAny) {
  const Partition ones = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(device, ones.data(), 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 4u);
  // More room than needed, and nobody who wants the number.
  cl_device_id parts[5] = {};
  EXPECT_EQ(clCreateSubDevices(device, ones.data(), 5, parts, nullptr), CL_SUCCESS);
  EXPECT_EQ(parts[4], nullptr);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(clReleaseDevice(parts[i]), CL_SUCCESS);
}

TEST_F(clCreateSubDevicesTest, SubDevicesDivideFurther) {
  std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, parts[1].get(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES),
            3u);
  std::vector<OwnedDevice> inner = divide(parts[1], byCounts({2, 1}));
  EXPECT_EQ(unitsOf(inner), (std::vector<cl_uint>{2, 1}));
  const cl_device_id parent = parts[1];
  EXPECT_EQ(query<cl_device_id>(clGetDeviceInfo, inner[0].get(), CL_DEVICE_PARENT_DEVICE), parent);
  // The parent lives as long as its parts.
  parts.clear();
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, parent, CL_DEVICE_MAX_COMPUTE_UNITS), 3u);
}

TEST_F(clCreateSubDevicesTest, ASingleUnitDoesNotDivide) {
  std::vector<OwnedDevice> parts = divide(device, byCounts({1}));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(partitionList(parts[0], CL_DEVICE_PARTITION_PROPERTIES), Partition{0});
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, parts[0].get(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES),
            0u);
  EXPECT_EQ(domainsOf(parts[0]), 0u);
  for (const Partition &how : {Partition{CL_DEVICE_PARTITION_EQUALLY, 1, 0}, byCounts({1}),
                               byDomain(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)})
    EXPECT_EQ(divideError(parts[0], how), CL_DEVICE_PARTITION_FAILED);
}

TEST_F(clCreateSubDevicesTest, ByAffinityDomainMakesPartsOfEveryDomainThatIsReported) {
  const cl_device_affinity_domain reported = domainsOf(device);
  EXPECT_EQ((reported & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) != 0, reported != 0);
  for (const auto &[domain, name] : domains) {
    if (!(reported & domain)) {
      // The machine has it not, or one for all processors.
      const cl_int error = divideError(device, byDomain(domain));
      EXPECT_TRUE(error == CL_INVALID_VALUE || error == CL_DEVICE_PARTITION_FAILED)
          << name << ": " << error;
      continue;
    }
    const std::vector<OwnedDevice> parts = divide(device, byDomain(domain));
    EXPECT_GE(parts.size(), 2u) << name;
    const std::vector<cl_uint> units = unitsOf(parts);
    EXPECT_EQ(std::accumulate(units.begin(), units.end(), 0u), 4u) << name;
    for (const OwnedDevice &part : parts) {
      EXPECT_EQ(partitionList(part, CL_DEVICE_PARTITION_TYPE), byDomain(domain)) << name;
      // All of it shares the domain.
      EXPECT_FALSE(domainsOf(part) & domain) << name;
    }
  }
}

TEST_F(clCreateSubDevicesTest, TheNextPartitionableDomainIsTheWidestThatIsReported) {
  const Partition next = byDomain(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
  const cl_device_affinity_domain reported = domainsOf(device);
  if (reported == 0) {
    EXPECT_EQ(divideError(device, next), CL_DEVICE_PARTITION_FAILED);
    return;
  }
  cl_device_affinity_domain widest = 0;
  for (const auto &[domain, name] : domains)
    if (widest == 0)
      widest = reported & domain;
  for (const OwnedDevice &part : divide(device, next))
    EXPECT_EQ(partitionList(part, CL_DEVICE_PARTITION_TYPE), byDomain(widest));
}

TEST_F(clCreateSubDevicesTest, ReturnsInvalidDeviceForAnotherObject) {
  EXPECT_EQ(divideError(reinterpret_cast<cl_device_id>(platform), byCounts({1})),
            CL_INVALID_DEVICE);
  EXPECT_EQ(divideError(nullptr, byCounts({1})), CL_INVALID_DEVICE);
}

TEST_F(clCreateSubDevicesTest, ReturnsInvalidValueForListsThatSayNothing) {
  cl_uint count;
  EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, &count), CL_INVALID_VALUE);
  for (const Partition &how :
       {Partition{0}, Partition{0x4242, 1, 0}, Partition{CL_DEVICE_PARTITION_EQUALLY, 0, 0},
        Partition{CL_DEVICE_PARTITION_EQUALLY, -1, 0},
        Partition{CL_DEVICE_PARTITION_EQUALLY, 2, CL_DEVICE_PARTITION_EQUALLY, 2, 0}, byCounts({}),
        byDomain(0), byDomain(64),
        byDomain(CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE)})
    EXPECT_EQ(divideError(device, how), CL_INVALID_VALUE)
        << std::hex << how[0] << " " << (how.size() > 1 ? how[1] : 0);
}

TEST_F(clCreateSubDevicesTest, ReturnsInvalidValueWithoutRoomForAll) {
  const Partition ones = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[3] = {};
  cl_uint count = 7;
  EXPECT_EQ(clCreateSubDevices(device, ones.data(), 3, parts, &count), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, ones.data(), 0, parts, &count), CL_INVALID_VALUE);
  EXPECT_EQ(parts[0], nullptr);
  EXPECT_EQ(count, 7u);
}

TEST_F(clCreateSubDevicesTest, ReturnsInvalidDevicePartitionCountForMoreThanThereAre) {
  for (const Partition &how :
       {byCounts({5}), byCounts({1, 4}), byCounts({2, -1}), byCounts({1, 1, 1, 1, 1}),
        byCounts({INTPTR_MAX, INTPTR_MAX}), Partition{CL_DEVICE_PARTITION_EQUALLY, 5, 0}})
    EXPECT_EQ(divideError(device, how), CL_INVALID_DEVICE_PARTITION_COUNT);
}

using clRetainDeviceTest = SubDeviceTest;

TEST_F(clRetainDeviceTest, CountsReferencesOfSubDevices) {
  std::vector<OwnedDevice> parts = divide(device, byCounts({1}));
  const cl_device_id part = parts.at(0);
  EXPECT_EQ(clRetainDevice(part), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT), 1u);
}

TEST_F(clRetainDeviceTest, ReleasingOnceTooOftenIsInvalidDevice) {
  std::vector<OwnedDevice> parts = divide(device, byCounts({1}));
  // The context keeps the object alive, not the application's reference.
  OwnedContext context = contextOf({parts.at(0)});
  const cl_device_id part = parts[0].detach();
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(part), CL_INVALID_DEVICE);
}

} // namespace heddle::test
