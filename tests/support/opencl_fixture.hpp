// Fixtures of API tests, each with a little more of an OpenCL program's usual start, and owners of
// handles. A test that needs a queue derives from QueueTest and reads as the OpenCL story.
#ifndef HEDDLE_TESTS_SUPPORT_OPENCL_FIXTURE_HPP
#define HEDDLE_TESTS_SUPPORT_OPENCL_FIXTURE_HPP

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

/// Releases a handle at the end of its scope.
template <typename Handle, cl_int(CL_API_CALL *release)(Handle)> class Owner {
public:
  Owner() = default;
  Owner(Handle handle) : handle(handle) {}
  Owner(Owner &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owner() { reset(); }

  operator Handle() const { return handle; }
  Handle get() const { return handle; }
  /// For functions that write a handle: an event, most of the time.
  Handle *out() {
    reset();
    return &handle;
  }
  /// The application's reference goes to the caller.
  Handle detach() { return std::exchange(handle, nullptr); }
  void reset() {
    if (handle)
      release(std::exchange(handle, nullptr));
  }

private:
  Handle handle = nullptr;
};

using OwnedContext = Owner<cl_context, clReleaseContext>;
using OwnedQueue = Owner<cl_command_queue, clReleaseCommandQueue>;
using OwnedMem = Owner<cl_mem, clReleaseMemObject>;
using OwnedEvent = Owner<cl_event, clReleaseEvent>;
using OwnedProgram = Owner<cl_program, clReleaseProgram>;
using OwnedKernel = Owner<cl_kernel, clReleaseKernel>;

/// An info query of one value, of a list, or of a string: query<cl_uint>(clGetDeviceInfo, device,
/// …).
template <typename Value, typename Function, typename Handle, typename Name>
Value query(Function function, Handle handle, Name name) {
  Value value{};
  std::size_t size = 0;
  EXPECT_EQ(function(handle, name, sizeof(value), &value, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(value));
  return value;
}
template <typename Value, typename Function, typename Handle, typename Name>
std::vector<Value> queryList(Function function, Handle handle, Name name) {
  std::size_t size = 0;
  EXPECT_EQ(function(handle, name, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size % sizeof(Value), 0u);
  std::vector<Value> values(size / sizeof(Value));
  EXPECT_EQ(function(handle, name, size, values.data(), nullptr), CL_SUCCESS);
  return values;
}
template <typename Function, typename Handle, typename Name>
std::string queryString(Function function, Handle handle, Name name) {
  std::vector<char> text = queryList<char>(function, handle, name);
  EXPECT_FALSE(text.empty());
  if (text.empty())
    return {};
  EXPECT_EQ(text.back(), '\0');
  return text.data();
}

/// A device of the driver under test.
class DeviceTest : public testing::Test {
protected:
  void SetUp() override {
    cl_uint platforms = 0;
    ASSERT_EQ(clGetPlatformIDs(1, &platform, &platforms), CL_SUCCESS)
        << "no platform; OCL_ICD_VENDORS is " << std::getenv("OCL_ICD_VENDORS");
    ASSERT_EQ(queryString(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "Heddle");
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  }

  /// The address of an extension function of the platform.
  template <typename Function> Function extensionFunction(const char *name) const {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};

class ContextTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    context = makeContext();
    ASSERT_TRUE(context);
  }

  OwnedContext makeContext() {
    cl_int error = CL_INVALID_VALUE;
    cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedMem makeBuffer(std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                      void *hostPtr = nullptr) {
    cl_int error = CL_INVALID_VALUE;
    cl_mem made = clCreateBuffer(context, flags, size, hostPtr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedEvent makeUserEvent() {
    cl_int error = CL_INVALID_VALUE;
    cl_event made = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedQueue makeQueue(cl_command_queue_properties properties = 0) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = CL_INVALID_VALUE;
    cl_command_queue made = clCreateCommandQueueWithProperties(context, device, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// A context that nothing else belongs to, for CL_INVALID_CONTEXT.
  OwnedContext otherContext() { return makeContext(); }

  OwnedContext context;
};

class QueueTest : public ContextTest {
protected:
  void SetUp() override {
    ContextTest::SetUp();
    if (HasFatalFailure())
      return;
    queue = makeQueue();
    ASSERT_TRUE(queue);
  }

  template <typename T> OwnedMem makeBufferOf(const std::vector<T> &values) {
    return makeBuffer(values.size() * sizeof(T), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                      const_cast<T *>(values.data()));
  }
  template <typename T> std::vector<T> contents(cl_mem buffer) {
    std::vector<T> values(query<std::size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE) / sizeof(T));
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, values.size() * sizeof(T),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }

  OwnedQueue queue;
};

/// CL_EVENT_COMMAND_EXECUTION_STATUS.
cl_int statusOf(cl_event event);
/// Waits until the event has ended, for at most ten seconds, by asking for its status only.
cl_int pollUntilEnded(cl_event event);

/// Bytes 0, 1, 2, … that wrap around.
inline std::vector<std::uint8_t> countingBytes(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

} // namespace heddle::test

#endif
