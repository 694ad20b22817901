// cl_khr_command_buffer: the functions that record a command, each with what all of them check,
// with the errors of the function that enqueues the same, and with what the command does.
#include "tests/support/command_buffer_fixture.hpp"

#include <cstring>
#include <functional>

namespace heddle::test {

namespace {

/// What follows the command's own arguments.
struct Tail {
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr *properties = nullptr;
  cl_uint numSyncPoints = 0;
  const cl_sync_point_khr *syncPoints = nullptr;
  cl_sync_point_khr *syncPoint = nullptr;
  cl_mutable_command_khr *mutableHandle = nullptr;
};

} // namespace

class CommandBufferRecordingTest : public CommandBufferFixture<KernelTest> {
protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    if (HasFatalFailure())
      return;
    source = makeBufferOf(countingBytes(64));
    destination = makeBufferOf(std::vector<std::uint8_t>(64));
    other = otherContext();
    foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    sourceImage = makeImage(context);
    destinationImage = makeImage(context);
    foreignImage = makeImage(other);
    kernel = makeKernel("number");
    setArgument(kernel, 0, destination.get());
    setArgument(kernel, 1, cl_ulong(5));
    commands = make(queue);
  }

  /// 4 x 4 pixels of a byte.
  OwnedMem makeImage(cl_context owner) {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    cl_int error;
    OwnedMem made = clCreateImage(owner, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  std::vector<std::uint8_t> pixels(cl_mem image) {
    const std::size_t origin[] = {0, 0, 0}, region[] = {4, 4, 1};
    std::vector<std::uint8_t> bytes(16);
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, bytes.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }

  using Record = std::function<cl_int(cl_command_buffer_khr, const Tail &)>;
  /// Every function with good arguments.
  std::vector<std::pair<const char *, Record>> everyFunction() {
    const auto &f = cl;
    return {
        {"clCommandBarrierWithWaitListKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandBarrierWithWaitList(b, t.queue, t.properties, t.numSyncPoints,
                                               t.syncPoints, t.syncPoint, t.mutableHandle);
         }},
        {"clCommandCopyBufferKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandCopyBuffer(b, t.queue, t.properties, source, destination, 0, 0, 64,
                                      t.numSyncPoints, t.syncPoints, t.syncPoint, t.mutableHandle);
         }},
        {"clCommandCopyBufferRectKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandCopyBufferRect(b, t.queue, t.properties, source, destination, zero, zero,
                                          square, 8, 0, 8, 0, t.numSyncPoints, t.syncPoints,
                                          t.syncPoint, t.mutableHandle);
         }},
        {"clCommandCopyBufferToImageKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandCopyBufferToImage(b, t.queue, t.properties, source, destinationImage, 0,
                                             zero, square, t.numSyncPoints, t.syncPoints,
                                             t.syncPoint, t.mutableHandle);
         }},
        {"clCommandCopyImageKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandCopyImage(b, t.queue, t.properties, sourceImage, destinationImage, zero,
                                     zero, square, t.numSyncPoints, t.syncPoints, t.syncPoint,
                                     t.mutableHandle);
         }},
        {"clCommandCopyImageToBufferKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandCopyImageToBuffer(b, t.queue, t.properties, sourceImage, destination,
                                             zero, square, 0, t.numSyncPoints, t.syncPoints,
                                             t.syncPoint, t.mutableHandle);
         }},
        {"clCommandFillBufferKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandFillBuffer(b, t.queue, t.properties, destination, &pattern, 4, 0, 64,
                                      t.numSyncPoints, t.syncPoints, t.syncPoint, t.mutableHandle);
         }},
        {"clCommandFillImageKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandFillImage(b, t.queue, t.properties, destinationImage, color, zero,
                                     square, t.numSyncPoints, t.syncPoints, t.syncPoint,
                                     t.mutableHandle);
         }},
        {"clCommandNDRangeKernelKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandNDRangeKernel(b, t.queue, t.properties, kernel, 1, nullptr, &eight,
                                         nullptr, t.numSyncPoints, t.syncPoints, t.syncPoint,
                                         t.mutableHandle);
         }},
        {"clCommandSVMMemcpyKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandSVMMemcpy(b, t.queue, t.properties, hostTo, hostFrom, sizeof(hostTo),
                                     t.numSyncPoints, t.syncPoints, t.syncPoint, t.mutableHandle);
         }},
        {"clCommandSVMMemFillKHR",
         [&](cl_command_buffer_khr b, const Tail &t) {
           return f.commandSVMMemFill(b, t.queue, t.properties, hostTo, &pattern, 4, sizeof(hostTo),
                                      t.numSyncPoints, t.syncPoints, t.syncPoint, t.mutableHandle);
         }},
    };
  }
  void recordAndRun(const char *name) {
    OwnedCommandBuffer one = make(queue);
    for (const auto &[function, record] : everyFunction())
      if (std::strcmp(function, name) == 0)
        EXPECT_EQ(record(one.get(), {}), CL_SUCCESS);
    finalize(one);
    enqueueOnce(one);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  const std::size_t zero[3] = {0, 0, 0}, square[3] = {4, 4, 1};
  const std::size_t eight = 8;
  const cl_uint pattern = 0x04030201;
  const cl_uint color[4] = {77, 0, 0, 0};
  alignas(128) std::uint8_t hostTo[32] = {};
  std::uint8_t hostFrom[32] = {1, 2, 3};
  OwnedContext other;
  OwnedMem source, destination, foreign, sourceImage, destinationImage, foreignImage;
  OwnedKernel kernel;
  OwnedCommandBuffer commands;
};

TEST_F(CommandBufferRecordingTest, EveryFunctionChecksBufferQueuePropertiesAndHandle) {
  OwnedCommandBuffer closed = make(queue);
  finalize(closed);
  const cl_command_properties_khr none[] = {0}, wrong[] = {1, 0, 0};
  cl_mutable_command_khr handle = nullptr;
  for (const auto &[name, record] : everyFunction()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(record(nullptr, {}), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(record(reinterpret_cast<cl_command_buffer_khr>(queue.get()), {}),
              CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(record(commands.get(), {.queue = queue}), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(record(closed.get(), {}), CL_INVALID_OPERATION);
    EXPECT_EQ(record(commands.get(), {.properties = wrong}), CL_INVALID_VALUE);
    // Only kernels change.
    if (std::strcmp(name, "clCommandNDRangeKernelKHR") != 0) {
      EXPECT_EQ(record(commands.get(), {.mutableHandle = &handle}), CL_INVALID_VALUE);
      EXPECT_EQ(handle, nullptr);
    }
    EXPECT_EQ(record(commands.get(), {.properties = none}), CL_SUCCESS);
  }
}

TEST_F(CommandBufferRecordingTest, EveryFunctionChecksTheSyncPoints) {
  for (const auto &[name, record] : everyFunction()) {
    SCOPED_TRACE(name);
    cl_sync_point_khr point = 0, next = 0;
    ASSERT_EQ(record(commands.get(), {.syncPoint = &point}), CL_SUCCESS);
    const cl_sync_point_khr good[] = {point}, noPoint[] = {0}, notYet[] = {point + 1};
    const auto wait = [&](cl_uint count, const cl_sync_point_khr *list) {
      return record(commands.get(),
                    {.numSyncPoints = count, .syncPoints = list, .syncPoint = &next});
    };
    EXPECT_EQ(wait(1, nullptr), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(wait(0, good), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(wait(1, noPoint), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(wait(1, notYet), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    EXPECT_EQ(next, 0u);
    EXPECT_EQ(wait(1, good), CL_SUCCESS);
    EXPECT_NE(next, point);
  }
}

TEST_F(CommandBufferRecordingTest, CommandsDoWhatTheirFunctionsSay) {
  const auto bytes = countingBytes(64);
  recordAndRun("clCommandCopyBufferKHR");
  EXPECT_EQ(contents<std::uint8_t>(destination), bytes);

  recordAndRun("clCommandFillBufferKHR");
  const auto filled = contents<std::uint8_t>(destination);
  for (std::size_t i = 0; i < filled.size(); ++i)
    EXPECT_EQ(filled[i], i % 4 + 1);

  recordAndRun("clCommandCopyBufferRectKHR");
  const auto rectangle = contents<std::uint8_t>(destination);
  for (std::size_t i = 0; i < rectangle.size(); ++i)
    EXPECT_EQ(rectangle[i], i < 32 && i % 8 < 4 ? i : i % 4 + 1);

  recordAndRun("clCommandCopyBufferToImageKHR");
  EXPECT_EQ(pixels(destinationImage), countingBytes(16));

  recordAndRun("clCommandFillImageKHR");
  EXPECT_EQ(pixels(destinationImage), std::vector<std::uint8_t>(16, 77));

  ASSERT_EQ(clEnqueueWriteImage(queue, sourceImage, CL_TRUE, zero, square, 0, 0, bytes.data() + 20,
                                0, nullptr, nullptr),
            CL_SUCCESS);
  recordAndRun("clCommandCopyImageKHR");
  EXPECT_EQ(pixels(destinationImage), std::vector<std::uint8_t>(&bytes[20], &bytes[36]));

  recordAndRun("clCommandCopyImageToBufferKHR");
  const auto copied = contents<std::uint8_t>(destination);
  EXPECT_TRUE(std::equal(&bytes[20], &bytes[36], copied.begin()));

  recordAndRun("clCommandNDRangeKernelKHR");
  const auto numbers = contents<cl_ulong>(destination);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(numbers[i], 5 + i);

  recordAndRun("clCommandSVMMemcpyKHR");
  EXPECT_EQ(std::memcmp(hostTo, hostFrom, sizeof(hostTo)), 0);

  recordAndRun("clCommandSVMMemFillKHR");
  for (std::size_t i = 0; i < sizeof(hostTo); ++i)
    EXPECT_EQ(hostTo[i], i % 4 + 1);
}

TEST_F(CommandBufferRecordingTest, CopyOfBuffersChecksItsArguments) {
  const auto copy = [&](cl_mem from, cl_mem to, std::size_t fromOffset, std::size_t toOffset,
                        std::size_t size) {
    return cl.commandCopyBuffer(commands.get(), nullptr, nullptr, from, to, fromOffset, toOffset,
                                size, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, destination, 0, 0, 8), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(source, nullptr, 0, 0, 8), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(foreign, destination, 0, 0, 8), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(source, foreign, 0, 0, 8), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(source, destination, 60, 0, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(source, destination, 0, 60, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(source, source, 0, 4, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(source, destination, 0, 0, 0), CL_SUCCESS);
}

TEST_F(CommandBufferRecordingTest, CopyOfRectanglesChecksItsArguments) {
  const auto copy = [&](cl_mem from, cl_mem to, const std::size_t *region, std::size_t rowPitch) {
    return cl.commandCopyBufferRect(commands.get(), nullptr, nullptr, from, to, zero, zero, region,
                                    rowPitch, 0, rowPitch, 0, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, destination, square, 8), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(source, foreign, square, 8), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(source, destination, nullptr, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(source, destination, square, 3), CL_INVALID_VALUE);
  EXPECT_EQ(copy(source, source, square, 8), CL_MEM_COPY_OVERLAP);
}

TEST_F(CommandBufferRecordingTest, FillsCheckTheirArguments) {
  const auto fill = [&](cl_mem buffer, const void *value, std::size_t valueSize, std::size_t size) {
    return cl.commandFillBuffer(commands.get(), nullptr, nullptr, buffer, value, valueSize, 0, size,
                                0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, &pattern, 4, 64), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(fill(foreign, &pattern, 4, 64), CL_INVALID_CONTEXT);
  EXPECT_EQ(fill(destination, nullptr, 4, 64), CL_INVALID_VALUE);
  EXPECT_EQ(fill(destination, &pattern, 3, 63), CL_INVALID_VALUE);
  EXPECT_EQ(fill(destination, &pattern, 4, 68), CL_INVALID_VALUE);
  const auto fillImage = [&](cl_mem image, const void *value, const std::size_t *region) {
    return cl.commandFillImage(commands.get(), nullptr, nullptr, image, value, zero, region, 0,
                               nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(fillImage(nullptr, color, square), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(fillImage(source, color, square), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(fillImage(foreignImage, color, square), CL_INVALID_CONTEXT);
  EXPECT_EQ(fillImage(destinationImage, nullptr, square), CL_INVALID_VALUE);
  EXPECT_EQ(fillImage(destinationImage, color, nullptr), CL_INVALID_VALUE);
  const auto fillMemory = [&](void *pointer, const void *value, std::size_t valueSize) {
    return cl.commandSVMMemFill(commands.get(), nullptr, nullptr, pointer, value, valueSize, 24, 0,
                                nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(fillMemory(nullptr, &pattern, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fillMemory(hostTo, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fillMemory(hostTo + 1, &pattern, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fillMemory(hostTo, hostFrom, 16), CL_INVALID_VALUE);
}

TEST_F(CommandBufferRecordingTest, CopiesOfImagesCheckTheirArguments) {
  const auto copy = [&](cl_mem from, cl_mem to, const std::size_t *region) {
    return cl.commandCopyImage(commands.get(), nullptr, nullptr, from, to, zero, zero, region, 0,
                               nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, destinationImage, square), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(sourceImage, destination, square), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(sourceImage, foreignImage, square), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(sourceImage, destinationImage, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(copy(sourceImage, sourceImage, square), CL_MEM_COPY_OVERLAP);
  const auto toImage = [&](cl_mem from, cl_mem to, std::size_t offset) {
    return cl.commandCopyBufferToImage(commands.get(), nullptr, nullptr, from, to, offset, zero,
                                       square, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(toImage(nullptr, destinationImage, 0), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(toImage(foreign, destinationImage, 0), CL_INVALID_CONTEXT);
  EXPECT_EQ(toImage(source, destinationImage, 49), CL_INVALID_VALUE);
  const auto toBuffer = [&](cl_mem from, cl_mem to, std::size_t offset) {
    return cl.commandCopyImageToBuffer(commands.get(), nullptr, nullptr, from, to, zero, square,
                                       offset, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(toBuffer(sourceImage, nullptr, 0), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(toBuffer(foreignImage, destination, 0), CL_INVALID_CONTEXT);
  EXPECT_EQ(toBuffer(sourceImage, destination, 49), CL_INVALID_VALUE);
}

TEST_F(CommandBufferRecordingTest, CopyOfMemoryChecksItsArguments) {
  const auto copy = [&](void *to, const void *from) {
    return cl.commandSVMMemcpy(commands.get(), nullptr, nullptr, to, from, 8, 0, nullptr, nullptr,
                               nullptr);
  };
  EXPECT_EQ(copy(nullptr, hostFrom), CL_INVALID_VALUE);
  EXPECT_EQ(copy(hostTo, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(copy(hostTo, hostTo + 4), CL_MEM_COPY_OVERLAP);
}

TEST_F(CommandBufferRecordingTest, KernelsCheckTheirArguments) {
  const auto record = [&](cl_kernel what, cl_uint dimensions, const std::size_t *size,
                          const std::size_t *localSize = nullptr,
                          const std::size_t *offset = nullptr) {
    return cl.commandNDRangeKernel(commands.get(), nullptr, nullptr, what, dimensions, offset, size,
                                   localSize, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(record(nullptr, 1, &eight), CL_INVALID_KERNEL);
  OwnedKernel unset = makeKernel("number");
  EXPECT_EQ(record(unset, 1, &eight), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(record(kernel, 0, &eight), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(record(kernel, 4, &eight), CL_INVALID_WORK_DIMENSION);
  const std::size_t none = 0, far = SIZE_MAX;
  EXPECT_EQ(record(kernel, 1, &eight, &none), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(record(kernel, 1, &eight, nullptr, &far), CL_INVALID_GLOBAL_OFFSET);
  OwnedKernel stack = makeKernel("huge_private");
  EXPECT_EQ(record(stack, 1, &eight), CL_OUT_OF_RESOURCES);
  OwnedQueue foreignQueue = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
  OwnedCommandBuffer elsewhere = make(foreignQueue);
  EXPECT_EQ(cl.commandNDRangeKernel(elsewhere.get(), nullptr, nullptr, kernel, 1, nullptr, &eight,
                                    nullptr, 0, nullptr, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

} // namespace heddle::test
