// What debugging_test.py looks at: debugging_program LAUNCHES [BUILD OPTIONS]. Runs a kernel with a
// barrier in its loop and says whether its result is right.
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// The lines are counted by the test.
constexpr char source[] =
    R"(kernel void mirrored_sums(global float *y, global const float *x, int n) {
  local float tile[64];
  int l = get_local_id(0);
  float total = 0;
  for (int k = 0; k < n; ++k) {
    tile[l] = x[k * 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    float other = tile[63 - l];
    total += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[get_global_id(0)] = total;
}
)";

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: %d\n", what, error);
  std::exit(1);
}

} // namespace

int main(int argc, char **argv) {
  const int launches = argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 1;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, argc > 2 ? argv[2] : "", nullptr, nullptr),
        "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "mirrored_sums", &error);
  check(error, "clCreateKernel");

  constexpr std::size_t local = 64, items = 16384;
  const cl_int rounds = 4;
  std::vector<float> x(rounds * local), y(items);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i);
  cl_mem from =
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, x.size() * sizeof(float), x.data(), &error);
  check(error, "clCreateBuffer");
  cl_mem to = clCreateBuffer(context, 0, y.size() * sizeof(float), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof(to), &to), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(from), &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof(rounds), &rounds), "clSetKernelArg");
  for (int i = 0; i < launches; ++i)
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, y.size() * sizeof(float), y.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  for (std::size_t i = 0; i < items; ++i)
    if (y[i] != 63 + 127 + 191 + 255 - rounds * static_cast<float>(i % local)) {
      std::fprintf(stderr, "item %zu: %g\n", i, static_cast<double>(y[i]));
      return 1;
    }
  std::puts("right");
  clReleaseMemObject(to);
  clReleaseMemObject(from);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
