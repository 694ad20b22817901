// Transforms by VkFFT, there and back. Checked are the sum of the numbers, which is the transform's
// first one, and what has come back.

#define VKFFT_BACKEND 3
#define CL_TARGET_OPENCL_VERSION 120
#include "tests/bench/programs/operations.hpp"

#include <random>
#include <vkFFT.h>

namespace {

struct Shape {
  const char *name;
  unsigned dimensions;
  uint64_t size[3];
  uint64_t batch;
  bool doubles;
};

const Shape shapes[] = {
    {"1024 by 256", 1, {1024, 1, 1}, 256, false},
    {"4096 by 64", 1, {4096, 1, 1}, 64, false},
    {"2187 by 64", 1, {2187, 1, 1}, 64, false},
    {"1021 by 64, prime", 1, {1021, 1, 1}, 64, false},
    {"65536 by 4", 1, {65536, 1, 1}, 4, false},
    {"512 x 512", 2, {512, 512, 1}, 1, false},
    {"64 x 64 x 64", 3, {64, 64, 64}, 1, false},
    {"1024 by 128, double", 1, {1024, 1, 1}, 128, true},
};

template <typename Real>
void transform(const Shape &shape, cl_context context, cl_device_id device,
               cl_command_queue queue) {
  std::size_t count = shape.size[0] * shape.size[1] * shape.size[2] * shape.batch;
  std::vector<Real> input(2 * count);
  std::mt19937 random(1);
  for (Real &value : input)
    value = Real(random()) / Real(4294967296.0);
  uint64_t bytes = input.size() * sizeof(Real);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                 input.data(), nullptr);

  VkFFTConfiguration configuration = {};
  configuration.FFTdim = shape.dimensions;
  for (unsigned i = 0; i < 3; ++i)
    configuration.size[i] = shape.size[i];
  configuration.numberBatches = shape.batch;
  configuration.doublePrecision = shape.doubles;
  configuration.normalize = 1;
  configuration.device = &device;
  configuration.context = &context;
  configuration.bufferSize = &bytes;
  VkFFTApplication application = {};
  bool ready = false;
  VkFFTLaunchParams launch = {};
  launch.commandQueue = &queue;
  launch.buffer = &buffer;

  auto work = [&] {
    if (!ready && initializeVkFFT(&application, configuration) != VKFFT_SUCCESS)
      std::exit(2);
    ready = true;
    if (VkFFTAppend(&application, -1, &launch) != VKFFT_SUCCESS ||
        VkFFTAppend(&application, 1, &launch) != VKFFT_SUCCESS)
      std::exit(2);
    clFinish(queue);
  };
  auto check = [&] {
    double tolerance = shape.doubles ? 1e-12 : 1e-5;
    std::vector<Real> back(input.size());
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, back.data(), 0, nullptr, nullptr);
    if (!near(back, input, tolerance))
      return false;
    if (VkFFTAppend(&application, -1, &launch) != VKFFT_SUCCESS)
      return false;
    Real first = 0;
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(Real), &first, 0, nullptr, nullptr);
    double sum = 0;
    for (std::size_t i = 0; i < count / shape.batch; ++i)
      sum += double(input[2 * i]);
    return std::fabs(double(first) - sum) <= tolerance * sum &&
           VkFFTAppend(&application, 1, &launch) == VKFFT_SUCCESS;
  };
  report(shape.name, work, check);
  deleteVkFFT(&application);
  clReleaseMemObject(buffer);
}

} // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
    return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  for (const Shape &shape : shapes) {
    if (shape.doubles)
      transform<double>(shape, context, device, queue);
    else
      transform<float>(shape, context, device, queue);
  }
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
