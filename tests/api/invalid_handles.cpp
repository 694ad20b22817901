// Every entry point with a handle that is none: null, of another driver, of another kind, released.
// The functions are those of the driver's table; a loader would follow the handle itself.
#include "tests/support/program_fixture.hpp"

#include <CL/cl_icd.h>

#include <array>
#include <cstring>
#include <functional>
#include <set>
#include <type_traits>

namespace heddle::test {

namespace {

/// The error for a handle of that type, and 0 for what is no handle.
template <typename T> constexpr cl_int invalid = 0;
template <> constexpr cl_int invalid<cl_platform_id> = CL_INVALID_PLATFORM;
template <> constexpr cl_int invalid<cl_device_id> = CL_INVALID_DEVICE;
template <> constexpr cl_int invalid<cl_context> = CL_INVALID_CONTEXT;
template <> constexpr cl_int invalid<cl_command_queue> = CL_INVALID_COMMAND_QUEUE;
template <> constexpr cl_int invalid<cl_mem> = CL_INVALID_MEM_OBJECT;
template <> constexpr cl_int invalid<cl_sampler> = CL_INVALID_SAMPLER;
template <> constexpr cl_int invalid<cl_program> = CL_INVALID_PROGRAM;
template <> constexpr cl_int invalid<cl_kernel> = CL_INVALID_KERNEL;
template <> constexpr cl_int invalid<cl_event> = CL_INVALID_EVENT;

/// An argument of the call: the handle for the first one, a place for an error, else nothing.
template <typename T> T argument(bool isFirst, void *handle, cl_int &error) {
  if constexpr (invalid<T> != 0) {
    if (isFirst)
      return static_cast<T>(handle);
    return nullptr;
  } else if constexpr (std::is_same_v<T, cl_int *>) {
    return &error;
  } else {
    return T{};
  }
}

/// Calls the function with the handle and nothing else; what it says.
template <typename Result, typename First, typename... Rest>
cl_int callWith(Result(CL_API_CALL *function)(First, Rest...), void *handle) {
  cl_int error = CL_SUCCESS;
  if constexpr (std::is_same_v<Result, cl_int>) {
    return function(argument<First>(true, handle, error), argument<Rest>(false, handle, error)...);
  } else if constexpr (std::is_void_v<Result>) {
    function(argument<First>(true, handle, error), argument<Rest>(false, handle, error)...);
    return invalid<First>;
  } else {
    const auto made =
        function(argument<First>(true, handle, error), argument<Rest>(false, handle, error)...);
    EXPECT_EQ(made, nullptr);
    constexpr bool tells = (std::is_same_v<Rest, cl_int *> || ...);
    return tells ? error : invalid<First>;
  }
}
template <typename Result, typename First, typename... Rest>
constexpr cl_int expectedOf(Result(CL_API_CALL *)(First, Rest...)) {
  return invalid<First>;
}
template <typename Result> constexpr cl_int expectedOf(Result(CL_API_CALL *)()) { return 0; }

class InvalidHandleTest : public KernelTest {
protected:
  /// Calls everything whose first argument is a handle that `handleFor` has something for, and says
  /// how many functions that were.
  int callEverything(const std::function<bool(cl_int, void *&)> &handleFor) {
    // The first word of an object.
    const auto &table = **reinterpret_cast<const cl_icd_dispatch *const *>(platform);
    int called = 0;
    const auto one = [&](const char *name, auto *function) {
      const cl_int expected = expectedOf(function);
      void *handle = nullptr;
      if (expected == 0 || !handleFor(expected, handle))
        return;
      SCOPED_TRACE(name);
      ++called;
      const cl_int error = callWith(function, handle);
      // What shares objects with other interfaces is not offered, whatever the handle is.
      static const std::set<std::string> notOffered = {"clCreateFromGLBuffer",
                                                       "clCreateFromGLTexture2D",
                                                       "clCreateFromGLTexture3D",
                                                       "clCreateFromGLRenderbuffer",
                                                       "clGetGLObjectInfo",
                                                       "clGetGLTextureInfo",
                                                       "clEnqueueAcquireGLObjects",
                                                       "clEnqueueReleaseGLObjects",
                                                       "clCreateEventFromGLsyncKHR",
                                                       "clCreateFromGLTexture",
                                                       "clCreateFromEGLImageKHR",
                                                       "clEnqueueAcquireEGLObjectsKHR",
                                                       "clEnqueueReleaseEGLObjectsKHR",
                                                       "clCreateEventFromEGLSyncKHR"};
      // Gone since OpenCL 1.1.
      if (notOffered.count(name) || std::string(name) == "clSetCommandQueueProperty")
        EXPECT_TRUE(error == expected || error == CL_INVALID_OPERATION) << error;
      else
        EXPECT_EQ(error, expected);
    };
#define HEDDLE_ENTRY_POINT(name) one(#name, reinterpret_cast<decltype(&::name)>(table.name));
#include "icd/entry_points.def"
    return called;
  }
};

} // namespace

TEST_F(InvalidHandleTest, Null) {
  // No platform at all may be the only one there is.
  const int called = callEverything([](cl_int expected, void *&handle) {
    handle = nullptr;
    return expected != CL_INVALID_PLATFORM;
  });
  EXPECT_GT(called, 100);
}

TEST_F(InvalidHandleTest, Numbers) {
  const auto inTheMiddle = reinterpret_cast<std::uintptr_t>(context.get()) + 1;
  for (std::uintptr_t number : {std::uintptr_t(1), std::uintptr_t(CL_MEM_FLAGS), inTheMiddle})
    EXPECT_GT(callEverything([&](cl_int, void *&handle) {
                handle = reinterpret_cast<void *>(number); // NOLINT(performance-no-int-to-ptr)
                return true;
              }),
              100);
}

TEST_F(InvalidHandleTest, OfAnotherDriver) {
  std::array<void *, 64> foreign = {};
  foreign[0] = &foreign; // where its table would be
  // All that our own objects have but the table.
  std::copy_n(reinterpret_cast<void **>(context.get()) + 1, 8, foreign.begin() + 1);
  EXPECT_GT(callEverything([&](cl_int, void *&handle) {
              handle = foreign.data();
              return true;
            }),
            100);
}

TEST_F(InvalidHandleTest, OfAnotherKind) {
  OwnedMem buffer = makeBuffer(64);
  OwnedEvent event = makeUserEvent();
  OwnedKernel kernel = makeKernel("empty");
  const std::pair<cl_int, void *> objects[] = {
      {CL_INVALID_PLATFORM, platform},       {CL_INVALID_DEVICE, device},
      {CL_INVALID_CONTEXT, context.get()},   {CL_INVALID_COMMAND_QUEUE, queue.get()},
      {CL_INVALID_MEM_OBJECT, buffer.get()}, {CL_INVALID_PROGRAM, program.get()},
      {CL_INVALID_KERNEL, kernel.get()},     {CL_INVALID_EVENT, event.get()}};
  for (const auto &[kind, object] : objects)
    EXPECT_GT(callEverything([&](cl_int expected, void *&handle) {
                handle = object;
                return expected != kind;
              }),
              80);
  // They are as they were.
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (const auto &handle :
       {query<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT),
        query<cl_uint>(clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT),
        query<cl_uint>(clGetKernelInfo, kernel.get(), CL_KERNEL_REFERENCE_COUNT)})
    EXPECT_EQ(handle, 1u);
}

TEST_F(InvalidHandleTest, Released) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "a sanitizer does not let the driver look at memory that was freed";
#endif
#endif
  cl_int error;
  OwnedContext other = makeContext();
  cl_command_queue goneQueue = clCreateCommandQueueWithProperties(other, device, nullptr, &error);
  cl_mem goneMem = clCreateBuffer(other, 0, 64, nullptr, &error);
  const char *source = "kernel void anything() {}";
  cl_program goneProgram = clCreateProgramWithSource(other, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(goneProgram, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  cl_kernel goneKernel = clCreateKernel(goneProgram, "empty", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_event goneEvent = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(goneQueue, 0, nullptr, &goneEvent), CL_SUCCESS);
  ASSERT_EQ(clFinish(goneQueue), CL_SUCCESS);
  clReleaseEvent(goneEvent);
  clReleaseKernel(goneKernel);
  clReleaseProgram(goneProgram);
  clReleaseMemObject(goneMem);
  clReleaseCommandQueue(goneQueue);
  cl_context goneContext = other.detach();
  clReleaseContext(goneContext);
  EXPECT_GT(callEverything([&](cl_int expected, void *&handle) {
              switch (expected) {
              case CL_INVALID_CONTEXT:
                return handle = goneContext, true;
              case CL_INVALID_COMMAND_QUEUE:
                return handle = goneQueue, true;
              case CL_INVALID_MEM_OBJECT:
                return handle = goneMem, true;
              case CL_INVALID_PROGRAM:
                return handle = goneProgram, true;
              case CL_INVALID_KERNEL:
                return handle = goneKernel, true;
              case CL_INVALID_EVENT:
                return handle = goneEvent, true;
              default:
                return false;
              }
            }),
            80);
}

} // namespace heddle::test
