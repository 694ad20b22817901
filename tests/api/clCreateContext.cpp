// clCreateContext, clCreateContextFromType, retain, release, info, destructor callbacks.
#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

using clCreateContextTest = DeviceTest;
using clCreateContextFromTypeTest = DeviceTest;
using clGetContextInfoTest = ContextTest;
using clRetainContextTest = ContextTest;
using clSetContextDestructorCallbackTest = ContextTest;

namespace {

void CL_CALLBACK ignoreErrors(const char *, const void *, size_t, void *) {}

cl_context notAContext(cl_device_id device) { return reinterpret_cast<cl_context>(device); }

} // namespace

TEST_F(clCreateContextTest, TakesPlatformSyncAndACallback) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform),
                                              CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0};
  int data = 0;
  cl_int error = CL_INVALID_VALUE;
  OwnedContext context = clCreateContext(properties, 1, &device, ignoreErrors, &data, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      queryList<cl_context_properties>(clGetContextInfo, context.get(), CL_CONTEXT_PROPERTIES),
      std::vector<cl_context_properties>(std::begin(properties), std::end(properties)));
}

TEST_F(clCreateContextTest, CountsADeviceThatIsNamedTwiceOnce) {
  const cl_device_id twice[] = {device, device};
  cl_int error;
  OwnedContext context = clCreateContext(nullptr, 2, twice, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_NUM_DEVICES), 1u);
}

TEST_F(clCreateContextTest, ReturnsInvalidPlatformForAPropertyThatIsNone) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(device), 0};
  cl_int error;
  EXPECT_EQ(clCreateContext(properties, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PLATFORM);
}

TEST_F(clCreateContextTest, ReturnsInvalidPropertyForUnknownRepeatedOrBadOnes) {
  const auto p = reinterpret_cast<cl_context_properties>(platform);
  const std::vector<std::vector<cl_context_properties>> lists = {
      {0x4242, 0, 0},
      {CL_CONTEXT_PLATFORM, p, CL_CONTEXT_PLATFORM, p, 0},
      {CL_CONTEXT_INTEROP_USER_SYNC, 5, 0}};
  for (const auto &list : lists) {
    cl_int error;
    EXPECT_EQ(clCreateContext(list.data(), 1, &device, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
  }
}

TEST_F(clCreateContextTest, ReturnsInvalidValueWithoutDevicesOrCallback) {
  int data;
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateContext(nullptr, 1, &device, nullptr, &data, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  error = CL_SUCCESS;
  EXPECT_EQ(clCreateContext(properties, 0, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(clCreateContextTest, ReturnsInvalidDeviceForAnotherObject) {
  cl_device_id devices[] = {device, reinterpret_cast<cl_device_id>(platform)};
  cl_int error;
  EXPECT_EQ(clCreateContext(nullptr, 2, devices, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

TEST_F(clCreateContextFromTypeTest, FindsTheDevice) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int error;
  OwnedContext context =
      clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queryList<cl_device_id>(clGetContextInfo, context.get(), CL_CONTEXT_DEVICES),
            std::vector<cl_device_id>{device});
}

TEST_F(clCreateContextFromTypeTest, ReturnsTheErrorsOfTheSpecification) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  const cl_context_properties bad[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform), 0x4242, 1, 0};
  cl_int error;
  int data;
  EXPECT_EQ(clCreateContextFromType(properties, CL_DEVICE_TYPE_GPU, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clCreateContextFromType(properties, 1 << 12, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, &data, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateContextFromType(bad, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
}

TEST_F(clGetContextInfoTest, TellsDevicesAndNoPropertiesWhenNoneWereGiven) {
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_NUM_DEVICES), 1u);
  std::size_t size = 77;
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
}

TEST_F(clGetContextInfoTest, ReturnsTheErrorsOfTheSpecification) {
  cl_uint value;
  EXPECT_EQ(
      clGetContextInfo(notAContext(device), CL_CONTEXT_NUM_DEVICES, sizeof(value), &value, nullptr),
      CL_INVALID_CONTEXT);
  EXPECT_EQ(clGetContextInfo(context, 0x1, sizeof(value), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, 1, &value, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clRetainContextTest, Counts) {
  EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT), 1u);
}

TEST_F(clRetainContextTest, ReturnsInvalidContextForAnotherObject) {
  EXPECT_EQ(clRetainContext(notAContext(device)), CL_INVALID_CONTEXT);
  EXPECT_EQ(clReleaseContext(notAContext(device)), CL_INVALID_CONTEXT);
}

TEST_F(clRetainContextTest, ReleasingOnceTooOftenIsAnErrorWhileTheContextLives) {
  OwnedMem buffer = makeBuffer(64); // keeps the context alive
  cl_context handle = context.detach();
  EXPECT_EQ(clReleaseContext(handle), CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(handle), CL_INVALID_CONTEXT);
  EXPECT_EQ(query<cl_context>(clGetMemObjectInfo, buffer.get(), CL_MEM_CONTEXT), handle);
}

TEST_F(clSetContextDestructorCallbackTest, RunsTheLastOneRegisteredFirst) {
  static std::vector<int> *order;
  std::vector<int> seen;
  order = &seen;
  auto first = [](cl_context, void *) { order->push_back(1); };
  auto second = [](cl_context, void *) { order->push_back(2); };
  EXPECT_EQ(clSetContextDestructorCallback(context, first, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetContextDestructorCallback(context, second, nullptr), CL_SUCCESS);
  OwnedMem buffer = makeBuffer(64);
  context.reset();
  EXPECT_TRUE(seen.empty()); // the buffer still belongs to it
  buffer.reset();
  EXPECT_EQ(seen, (std::vector<int>{2, 1}));
}

TEST_F(clSetContextDestructorCallbackTest, ReturnsTheErrorsOfTheSpecification) {
  auto callback = [](cl_context, void *) {};
  EXPECT_EQ(clSetContextDestructorCallback(notAContext(device), callback, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetContextDestructorCallback(context, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
