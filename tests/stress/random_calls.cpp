// Every entry point, in any order, with arguments that nobody would choose. Whatever they are, the
// call returns, what it made can be given back, and the objects that it was given are as they were.
#include "tests/stress/call_arguments.hpp"
#include "tests/support/program_fixture.hpp"

#include <CL/cl_icd.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <set>
#include <string>

namespace heddle::test {

namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise) {
  const char *const text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Counts of references are the application's; these change them, or use memory after its end.
const std::set<std::string> notCalled = {
    "clRetainContext", "clReleaseContext", "clRetainCommandQueue", "clReleaseCommandQueue",
    "clRetainMemObject", "clReleaseMemObject", "clRetainSampler", "clReleaseSampler",
    "clRetainProgram", "clReleaseProgram", "clRetainKernel", "clReleaseKernel", "clRetainEvent",
    "clReleaseEvent", "clRetainDevice", "clReleaseDevice", "clRetainDeviceEXT",
    "clReleaseDeviceEXT", "clSVMFree", "clEnqueueSVMFree",
    // Called below with outputs that can be given back, or with kernels that end.
    "clCreateSubDevices", "clCreateSubDevicesEXT", "clGetProgramInfo", "clSetKernelArg",
    "clCreateKernelsInProgram", "clSVMAlloc", "clEnqueueNDRangeKernel", "clEnqueueTask",
    "clEnqueueNativeKernel"};

/// These read or write as much host memory as they are told.
const std::set<std::string> believing = {"clCreateImage",
                                         "clCreateImage2D",
                                         "clCreateImage3D",
                                         "clCreateImageWithProperties",
                                         "clCreateProgramWithBinary",
                                         "clCreateProgramWithIL",
                                         "clEnqueueReadBufferRect",
                                         "clEnqueueWriteBufferRect",
                                         "clEnqueueReadImage",
                                         "clEnqueueWriteImage",
                                         "clEnqueueSVMMemcpy",
                                         "clEnqueueSVMMemFill",
                                         "clEnqueueSVMMap",
                                         "clEnqueueSVMMigrateMem",
                                         "clSetKernelExecInfo",
                                         "commandSVMMemcpy",
                                         "commandSVMMemFill",
                                         "updateMutableCommands"};

class RandomCallsTest : public CommandBufferFixture<KernelTest> {
protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    if (HasFatalFailure())
      return;
    table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
#define HEDDLE_ENTRY_POINT(name) add(#name, reinterpret_cast<decltype(&::name)>(table->name));
#include "icd/entry_points.def"
    addSpecialCalls();
    makeBase();
  }

  template <typename Result, typename... Arguments>
  void add(const char *name, Result(CL_API_CALL *function)(Arguments...)) {
    if (notCalled.count(name) || sizeof...(Arguments) == 0)
      return;
    calls.push_back({name, [this, function] {
                       if constexpr (HandleKind<Result>::value)
                         adopt(call(function));
                       else
                         call(function);
                     }});
  }
  /// In the order in which they are written, so that a seed gives the same calls everywhere.
  template <typename Result, typename... Arguments>
  Result call(Result(CL_API_CALL *function)(Arguments...)) {
    std::tuple<Arguments...> values{arguments.template make<Arguments>()...};
    return std::apply(function, values);
  }

  template <typename T> void adopt(T made) {
    if (!made)
      return;
    if constexpr (std::is_same_v<T, cl_event>) {
      // Nobody else will: what waits for it would wait for ever.
      if (query<cl_command_type>(clGetEventInfo, made, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_USER)
        clSetUserEventStatus(made, arguments.oneIn(3) ? -7 : CL_COMPLETE);
    }
    std::vector<void *> &objects = arguments.objects<T>();
    const std::size_t base = baseCounts[HandleKind<T>::index];
    if (std::is_same_v<T, cl_platform_id>)
      return;
    objects.push_back(made);
    ++madeCounts[HandleKind<T>::index];
    if (objects.size() > base + 12) {
      const std::size_t chosen = base + arguments.below(objects.size() - base);
      HandleKind<T>::release(objects[chosen]);
      objects.erase(objects.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
  }
  template <typename T> void dropMade() {
    std::vector<void *> &objects = arguments.objects<T>();
    const std::size_t base = baseCounts[HandleKind<T>::index];
    for (std::size_t i = base; i < objects.size(); ++i)
      HandleKind<T>::release(objects[i]);
    objects.resize(base);
  }

  void addSpecialCalls() {
    // A loader would follow the handles itself.
    calls.push_back(
        {"clEnqueueNDRangeKernel", [this] {
           const auto &numbers = arguments;
           static_cast<void>(numbers);
           const std::size_t offsets[] = {arguments.make<std::size_t>(), 0, 3};
           std::size_t global[3], local[3];
           for (int i = 0; i < 3; ++i) {
             global[i] = arguments.below(20);
             local[i] = arguments.oneIn(2) ? 1 : arguments.make<std::size_t>();
           }
           cl_kernel kernel = arguments.oneIn(8) ? nullptr : emptyKernel.get();
           table->clEnqueueNDRangeKernel(
               arguments.make<cl_command_queue>(), kernel, static_cast<cl_uint>(arguments.below(5)),
               arguments.oneIn(2) ? nullptr : offsets, arguments.oneIn(8) ? nullptr : global,
               arguments.oneIn(2) ? nullptr : local, arguments.make<cl_uint>(),
               arguments.make<const cl_event *>(), arguments.make<cl_event *>());
         }});
    calls.push_back({"clCreateSubDevices", [this] {
                       cl_device_id parts[64] = {};
                       cl_uint count = 0;
                       const cl_device_partition_property properties[] = {
                           CL_DEVICE_PARTITION_EQUALLY +
                               cl_device_partition_property(arguments.below(4)),
                           cl_device_partition_property(arguments.below(5)),
                           cl_device_partition_property(arguments.below(3)), 0, 0};
                       if (table->clCreateSubDevices(arguments.make<cl_device_id>(), properties,
                                                     static_cast<cl_uint>(arguments.below(65)),
                                                     parts, &count) == CL_SUCCESS)
                         for (cl_uint i = 0; i < std::min(count, 64u); ++i)
                           adopt(parts[i]);
                     }});
    calls.push_back(
        {"clCreateKernelsInProgram", [this] {
           cl_kernel kernels[64] = {};
           if (table->clCreateKernelsInProgram(arguments.make<cl_program>(),
                                               static_cast<cl_uint>(arguments.below(65)), kernels,
                                               nullptr) == CL_SUCCESS)
             for (cl_kernel kernel : kernels)
               adopt(kernel);
         }});
    calls.push_back({"clGetProgramInfo", [this] {
                       // Where binaries go is told by pointers in the memory that is filled.
                       void *places[64] = {};
                       table->clGetProgramInfo(
                           arguments.make<cl_program>(), arguments.make<cl_program_info>(),
                           arguments.below(sizeof(places)), arguments.oneIn(8) ? nullptr : places,
                           arguments.make<std::size_t *>());
                     }});
    calls.push_back({"clSetKernelArg", [this] {
                       // Objects and small numbers; others may be no memory to look at.
                       table->clSetKernelArg(arguments.make<cl_kernel>(), arguments.make<cl_uint>(),
                                             arguments.make<std::size_t>(),
                                             arguments.make<const cl_long *>());
                     }});
    calls.push_back({"clSVMAlloc", [this] {
                       cl_context chosen = arguments.make<cl_context>();
                       table->clSVMFree(
                           chosen, table->clSVMAlloc(chosen, arguments.make<cl_svm_mem_flags>(),
                                                     arguments.make<std::size_t>(),
                                                     arguments.make<cl_uint>()));
                     }});
    calls.push_back({"map and unmap", [this] {
                       auto *queueOf = arguments.make<cl_command_queue>();
                       auto *memory = arguments.make<cl_mem>();
                       void *mapped = table->clEnqueueMapBuffer(
                           queueOf, memory, arguments.make<cl_bool>(), arguments.below(8),
                           arguments.make<std::size_t>(), arguments.make<std::size_t>(), 0, nullptr,
                           arguments.make<cl_event *>(), arguments.make<cl_int *>());
                       table->clEnqueueUnmapMemObject(queueOf, memory, mapped, 0, nullptr, nullptr);
                     }});
#define HEDDLE_TEST_CALL(name) add(#name, cl.name);
    HEDDLE_TEST_CALL(createCommandBuffer)
    HEDDLE_TEST_CALL(finalizeCommandBuffer)
    HEDDLE_TEST_CALL(enqueueCommandBuffer)
    HEDDLE_TEST_CALL(getCommandBufferInfo)
    HEDDLE_TEST_CALL(commandBarrierWithWaitList)
    HEDDLE_TEST_CALL(commandCopyBuffer)
    HEDDLE_TEST_CALL(commandCopyBufferRect)
    HEDDLE_TEST_CALL(commandCopyBufferToImage)
    HEDDLE_TEST_CALL(commandCopyImage)
    HEDDLE_TEST_CALL(commandCopyImageToBuffer)
    HEDDLE_TEST_CALL(commandFillBuffer)
    HEDDLE_TEST_CALL(commandFillImage)
    HEDDLE_TEST_CALL(commandSVMMemcpy)
    HEDDLE_TEST_CALL(commandSVMMemFill)
#undef HEDDLE_TEST_CALL
  }

  /// What is always there.
  void makeBase() {
    emptyKernel = makeKernel("empty");
    cl_int error = CL_SUCCESS;
    arguments.objects<cl_platform_id>() = {platform};
    arguments.objects<cl_device_id>() = {device};
    contexts.push_back(otherContext());
    arguments.objects<cl_context>() = {context.get(), contexts[0].get()};
    queues.push_back(makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    queues.push_back(makeQueue(CL_QUEUE_PROFILING_ENABLE));
    queues.emplace_back(clCreateCommandQueueWithProperties(contexts[0], device, nullptr, &error));
    arguments.objects<cl_command_queue>() = {queue.get(), queues[0].get(), queues[1].get(),
                                             queues[2].get()};
    memory.push_back(makeBuffer(4096));
    memory.push_back(
        makeBuffer(4096, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, arguments.memory + 65536));
    memory.emplace_back(clCreateBuffer(contexts[0], CL_MEM_READ_WRITE, 64, nullptr, &error));
    const cl_buffer_region region = {1024, 1024};
    memory.emplace_back(
        clCreateSubBuffer(memory[0], 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D,
                                    CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
      const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
      cl_image_desc description = {};
      description.image_type = type;
      description.image_width = 16;
      description.image_height = type == CL_MEM_OBJECT_IMAGE1D ? 0 : 8;
      description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 4 : 0;
      description.image_array_size = type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? 3 : 0;
      memory.emplace_back(clCreateImage(context, 0, &format, &description, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
    }
    for (const OwnedMem &object : memory)
      arguments.objects<cl_mem>().push_back(object.get());
    arguments.objects<cl_program>() = {program.get()};
    kernel = makeKernel("number");
    arguments.objects<cl_kernel>() = {kernel.get(), emptyKernel.get()};
    userEvent = makeUserEvent();
    clSetUserEventStatus(userEvent, CL_COMPLETE);
    arguments.objects<cl_event>() = {userEvent.get()};
    forEachKind([this](auto kind) {
      using T = decltype(kind);
      baseCounts[HandleKind<T>::index] = arguments.objects<T>().size();
    });
  }
  template <typename Do> static void forEachKind(Do &&what) {
    what(cl_device_id());
    what(cl_event());
    what(cl_command_buffer_khr());
    what(cl_kernel());
    what(cl_program());
    what(cl_sampler());
    what(cl_mem());
    what(cl_command_queue());
    what(cl_context());
  }

  void run(std::uint64_t seed, unsigned count) {
    SCOPED_TRACE("HEDDLE_STRESS_SEED=" + std::to_string(seed));
    const bool verbose = std::getenv("HEDDLE_STRESS_TRACE");
    arguments.seed(seed);
    for (unsigned i = 0; i < count; ++i) {
      const Call &chosen = calls[arguments.below(calls.size())];
      arguments.prepare(chosen.name == "clCreateProgramWithSource" ? CallArguments::Sizes::ofTexts
                        : believing.count(chosen.name) != 0        ? CallArguments::Sizes::ofMemory
                                                                   : CallArguments::Sizes::checked);
      if (verbose)
        std::fprintf(stderr, "%u %s\n", i, chosen.name.c_str());
      chosen.function();
      adopt(std::exchange(arguments.event, nullptr));
    }
    for (void *one : arguments.objects<cl_command_queue>())
      EXPECT_EQ(clFinish(static_cast<cl_command_queue>(one)), CL_SUCCESS);
    forEachKind([this](auto kind) {
      using T = decltype(kind);
      if constexpr (std::is_same_v<T, cl_command_buffer_khr>) {
        for (void *buffer : std::exchange(arguments.objects<T>(), {}))
          EXPECT_EQ(cl.releaseCommandBuffer(static_cast<T>(buffer)), CL_SUCCESS);
      } else {
        dropMade<T>();
      }
    });
    expectAsBefore();
  }
  void expectAsBefore() {
    std::vector<cl_uint> numbers(1024, 7), result(1024);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, memory[0], CL_TRUE, 0, 4096, numbers.data(), 0, nullptr,
                                   nullptr),
              CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, emptyKernel, 100), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, memory[0], CL_TRUE, 0, 4096, result.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(result, numbers);
    EXPECT_EQ(query<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT), 1u);
    EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, memory[0].get(), CL_MEM_REFERENCE_COUNT), 1u);
    EXPECT_EQ(query<cl_uint>(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT), 1u);
    EXPECT_EQ(query<cl_uint>(clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT), 1u);
  }

  struct Call {
    std::string name;
    std::function<void()> function;
  };

  CallArguments arguments;
  const cl_icd_dispatch *table = nullptr;
  std::vector<Call> calls;
  std::array<std::size_t, handleKinds> baseCounts = {};
  std::array<std::size_t, handleKinds> madeCounts = {};
  OwnedKernel emptyKernel, kernel;
  OwnedEvent userEvent;
  std::vector<OwnedContext> contexts;
  std::vector<OwnedQueue> queues;
  std::vector<OwnedMem> memory;
};

} // namespace

TEST_F(RandomCallsTest, Return) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "arguments are written while commands still read them, which is what they do";
#endif
#endif
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(numberFrom("HEDDLE_STRESS_SECONDS", 4));
  std::uint64_t seed = numberFrom(
      "HEDDLE_STRESS_SEED",
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) %
          1000000000);
  unsigned rounds = 0;
  do {
    // Before the calls: a crash leaves nothing but what was printed.
    std::printf("seed: %llu\n", static_cast<unsigned long long>(seed));
    std::fflush(stdout);
    run(seed++, 2000);
    ++rounds;
  } while (!HasFailure() && std::chrono::steady_clock::now() < end);
  std::printf("%u rounds\n", rounds);
  // Calls that fail for one reason only try nothing else. Some objects are made once in three
  // rounds.
  if (rounds >= 100)
    forEachKind([this](auto kind) {
      constexpr std::size_t index = HandleKind<decltype(kind)>::index;
      EXPECT_GT(madeCounts[index], 10u) << "objects of kind " << index;
    });
}

} // namespace heddle::test
