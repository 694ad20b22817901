// What trace_test.py traces: trace_program MODE.
//
//   run    two queues, a build, kernels, transfers, a user event, a callback, calls that fail
//   fork   the same, then again in a child made by fork()
//   kill   the same, and then the program is killed
//   exit   the same, and exit() while commands are running
//   operations   kernels that compute and move what can be counted, and what cannot
//   buffers      so many short runs of command buffers with one kernel and with two, and among
//           them one of each that is long
//   many   so many launches that most are left out, and among them long ones and one that fails
#include <CL/cl_ext.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr char source[] = R"(
kernel void scale(global float *x, float by) { x[get_global_id(0)] *= by; }
kernel void touch(global uint *x) { x[get_group_id(0) % 64] = get_local_size(0); }
kernel void turn(global uint *x, uint rounds) {
  local uint all[16];
  uint value = get_global_id(0);
  for (uint i = 0; i < rounds; ++i) {
    all[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = value * 3 + all[15 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  x[get_global_id(0)] = value;
}
)";

constexpr char counted[] = R"(
kernel void rows(global const float *m, global const float *v, global float *x, int columns) {
  size_t row = get_global_id(0), rows = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += m[k * rows + row] * v[k];
  x[row] = sum;
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void products(global float *x, int rounds) {
  float8 sum = 0;
  for (int i = 0; i < rounds; ++i)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), (int8)(i), sum);
  x[get_global_id(0)] = sum.s0;
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void products_of_bytes(global int *x) {
  x[get_global_id(0)] = intel_sub_group_i8_i8_matrix_mad_k32((short8)(1), (int8)(2), (int8)(3)).s0;
}
kernel void never(global float *x) { x[get_global_id(0)] *= 2; }
kernel void some(global float *x, int n) {
  if (get_global_id(0) < n)
    x[get_global_id(0)] *= 2;
}
)";

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: %d\n", what, error);
  std::exit(1);
}

template <typename Made> Made checked(Made made, cl_int error, const char *what) {
  check(error, what);
  return made;
}

struct Program {
  cl_int error = CL_SUCCESS;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue inOrder = nullptr, outOfOrder = nullptr;
  cl_program program = nullptr;
  cl_mem memory = nullptr;

  void setUp() {
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = checked(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error), error,
                      "clCreateContext");
    inOrder = checked(clCreateCommandQueueWithProperties(context, device, nullptr, &error), error,
                      "clCreateCommandQueueWithProperties");
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    outOfOrder = checked(clCreateCommandQueueWithProperties(context, device, properties, &error),
                         error, "clCreateCommandQueueWithProperties");
    const char *text = source;
    program = checked(clCreateProgramWithSource(context, 1, &text, nullptr, &error), error,
                      "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    memory = checked(clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, nullptr, &error), error,
                     "clCreateBuffer");
  }

  cl_kernel kernel(const char *name) {
    return checked(clCreateKernel(program, name, &error), error, "clCreateKernel");
  }

  void run() {
    std::vector<float> values(1 << 18, 1.0f);
    cl_kernel scale = kernel("scale"), touch = kernel("touch");
    const float by = 2;
    check(clSetKernelArg(scale, 0, sizeof(memory), &memory), "clSetKernelArg");
    check(clSetKernelArg(scale, 1, sizeof(by), &by), "clSetKernelArg");
    check(clSetKernelArg(touch, 0, sizeof(memory), &memory), "clSetKernelArg");

    // gate -> write -> scale -> read, on a queue that draws no edges by itself.
    cl_event gate = checked(clCreateUserEvent(context, &error), error, "clCreateUserEvent");
    cl_event written = nullptr, scaled = nullptr, read = nullptr;
    const std::size_t bytes = values.size() * sizeof(float), items = values.size(), local = 64;
    check(clEnqueueWriteBuffer(outOfOrder, memory, CL_FALSE, 0, bytes, values.data(), 1, &gate,
                               &written),
          "clEnqueueWriteBuffer");
    check(
        clEnqueueNDRangeKernel(outOfOrder, scale, 1, nullptr, &items, &local, 1, &written, &scaled),
        "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(outOfOrder, memory, CL_FALSE, 0, bytes, values.data(), 1, &scaled,
                              &read),
          "clEnqueueReadBuffer");
    // The second one runs when the first one has ended.
    std::atomic<bool> called{false};
    check(clSetEventCallback(
              read, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr),
          "clSetEventCallback");
    check(clSetEventCallback(
              read, CL_COMPLETE,
              [](cl_event, cl_int, void *flag) { *static_cast<std::atomic<bool> *>(flag) = true; },
              &called),
          "clSetEventCallback");
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    check(clWaitForEvents(1, &read), "clWaitForEvents");
    while (!called)
      ::usleep(100);
    if (values[12345] != by)
      check(-1, "the kernel's result");

    // In order, and so many work-groups that not each of their ranges is shown.
    const std::size_t many = 1 << 24, few = 16, offset = 32;
    cl_event touched = nullptr;
    for (int i = 0; i < 3; ++i)
      check(clEnqueueNDRangeKernel(inOrder, touch, 1, nullptr, &many, &few, 0, nullptr,
                                   i == 2 ? &touched : nullptr),
            "clEnqueueNDRangeKernel");
    check(clFlush(inOrder), "clFlush");
    // A thread that waited could do all of it and leave the executor's threads nothing.
    for (cl_int status = CL_QUEUED; status != CL_COMPLETE; ::usleep(100))
      check(clGetEventInfo(touched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                           nullptr),
            "clGetEventInfo");
    check(clEnqueueNDRangeKernel(inOrder, touch, 1, &offset, &local, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    // Fails, and so does what waits for it.
    cl_event failed = checked(clCreateUserEvent(context, &error), error, "clCreateUserEvent");
    check(clEnqueueMarkerWithWaitList(inOrder, 1, &failed, nullptr), "clEnqueueMarkerWithWaitList");
    check(clSetUserEventStatus(failed, -1), "clSetUserEventStatus");
    check(clFinish(inOrder), "clFinish");
    static_cast<void>(clSetKernelArg(scale, 2, sizeof(by), &by));
    static_cast<void>(clCreateBuffer(context, 0, 0, nullptr, &error));
    const auto setPointer = reinterpret_cast<clSetKernelArgMemPointerINTEL_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgMemPointerINTEL"));
    static_cast<void>(setPointer(scale, 3, nullptr));
    for (cl_event event : {gate, written, scaled, read, touched, failed})
      clReleaseEvent(event);
    clReleaseKernel(scale);
    clReleaseKernel(touch);
  }

  void launch(const char *name, std::size_t items, std::initializer_list<cl_int> numbers,
              unsigned buffers) {
    cl_kernel made = kernel(name);
    cl_uint index = 0;
    for (unsigned i = 0; i < buffers; ++i)
      check(clSetKernelArg(made, index++, sizeof(memory), &memory), "clSetKernelArg");
    for (const cl_int number : numbers)
      check(clSetKernelArg(made, index++, sizeof(number), &number), "clSetKernelArg");
    const std::size_t local = 32;
    check(clEnqueueNDRangeKernel(inOrder, made, 1, nullptr, &items, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(inOrder), "clFinish");
  }

  void countOperations() {
    const char *text = counted;
    program = checked(clCreateProgramWithSource(context, 1, &text, nullptr, &error), error,
                      "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    launch("rows", 1024, {48}, 3);
    launch("products", 256, {10}, 1);
    launch("products_of_bytes", 256, {}, 1);
    launch("some", 1024, {1000}, 1);
    cl_kernel never = kernel("never");
    check(clSetKernelArg(never, 0, sizeof(memory), &memory), "clSetKernelArg");
    const std::size_t items = 1024;
    cl_event failed = checked(clCreateUserEvent(context, &error), error, "clCreateUserEvent");
    check(clEnqueueNDRangeKernel(inOrder, never, 1, nullptr, &items, nullptr, 1, &failed, nullptr),
          "clEnqueueNDRangeKernel");
    check(clSetUserEventStatus(failed, -1), "clSetUserEventStatus");
    check(clFinish(inOrder), "clFinish");
    clReleaseEvent(failed);
    clReleaseKernel(never);
  }

  void launchMany() {
    cl_kernel scale = kernel("scale"), touch = kernel("touch");
    const float by = 1;
    check(clSetKernelArg(scale, 0, sizeof(memory), &memory), "clSetKernelArg");
    check(clSetKernelArg(scale, 1, sizeof(by), &by), "clSetKernelArg");
    check(clSetKernelArg(touch, 0, sizeof(memory), &memory), "clSetKernelArg");
    const std::size_t local = 16;
    const auto launch = [&](cl_kernel launched, std::size_t items) {
      check(clEnqueueNDRangeKernel(inOrder, launched, 1, nullptr, &items, &local, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
      check(clFinish(inOrder), "clFinish");
    };
    for (int i = 0; i < 5000; ++i)
      launch(scale, 16);
    // Long enough for a thread that is held up on its way to the wait.
    launch(touch, std::size_t(1) << 29);
    for (int i = 0; i < 5000; ++i)
      launch(scale, 16);
    // For several threads, and nobody knows that the last one takes long.
    cl_kernel turn = kernel("turn");
    check(clSetKernelArg(turn, 0, sizeof(memory), &memory), "clSetKernelArg");
    for (const cl_uint rounds : std::initializer_list<cl_uint>{1, 1, 1, 1'000'000}) {
      check(clSetKernelArg(turn, 1, sizeof(rounds), &rounds), "clSetKernelArg");
      for (int i = 0; i < (rounds == 1 ? 100 : 1); ++i)
        launch(turn, 64);
    }
    cl_uint word = 0;
    for (int i = 0; i < 1000; ++i)
      check(clEnqueueReadBuffer(inOrder, memory, CL_TRUE, 0, sizeof(word), &word, 0, nullptr,
                                nullptr),
            "clEnqueueReadBuffer");
    static_cast<void>(clSetKernelArg(scale, 2, sizeof(by), &by));
  }

  template <typename Function> Function extension(const char *name) {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }

  void runBuffers() {
    const auto create = extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
    const auto record = extension<clCommandNDRangeKernelKHR_fn>("clCommandNDRangeKernelKHR");
    const auto finalize = extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR");
    const auto enqueue = extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
    const auto release = extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR");
    cl_kernel turn = kernel("turn");
    check(clSetKernelArg(turn, 0, sizeof(memory), &memory), "clSetKernelArg");
    const auto run = [&](int kernels, cl_uint rounds, int runs) {
      check(clSetKernelArg(turn, 1, sizeof(rounds), &rounds), "clSetKernelArg");
      cl_command_buffer_khr buffer =
          checked(create(1, &inOrder, nullptr, &error), error, "clCreateCommandBufferKHR");
      const std::size_t items = 64, local = 16;
      for (int i = 0; i < kernels; ++i)
        check(record(buffer, nullptr, nullptr, turn, 1, nullptr, &items, &local, 0, nullptr,
                     nullptr, nullptr),
              "clCommandNDRangeKernelKHR");
      check(finalize(buffer), "clFinalizeCommandBufferKHR");
      for (int i = 0; i < runs; ++i) {
        check(enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
        check(clFinish(inOrder), "clFinish");
      }
      check(release(buffer), "clReleaseCommandBufferKHR");
    };
    for (const int kernels : {1, 2}) {
      run(kernels, 1, 1000);
      run(kernels, 1'000'000, 1);
      run(kernels, 1, 1000);
    }
    clReleaseKernel(turn);
  }

  /// Many short commands, for which nobody waits.
  void leaveRunning() {
    cl_kernel touch = kernel("touch");
    check(clSetKernelArg(touch, 0, sizeof(memory), &memory), "clSetKernelArg");
    const std::size_t items = 1 << 12, local = 64;
    for (int i = 0; i < 2000; ++i)
      check(clEnqueueNDRangeKernel(outOfOrder, touch, 1, nullptr, &items, &local, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
    check(clFlush(outOfOrder), "clFlush");
  }
};

} // namespace

int main(int argc, char **argv) {
  const std::string mode = argc > 1 ? argv[1] : "run";
  Program program;
  program.setUp();
  if (mode == "operations")
    program.countOperations();
  else if (mode == "many")
    program.launchMany();
  else if (mode == "buffers")
    program.runBuffers();
  else
    program.run();
  std::printf("%d\n", ::getpid());
  std::fflush(stdout);
  if (mode == "kill")
    std::raise(SIGKILL);
  if (mode == "exit") {
    program.leaveRunning();
    std::exit(0);
  }
  if (mode == "fork") {
    const pid_t child = ::fork();
    if (child == 0) {
      program.run();
      std::printf("%d\n", ::getpid());
      std::fflush(stdout);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  return 0;
}
