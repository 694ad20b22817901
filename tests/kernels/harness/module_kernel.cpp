#include "tests/kernels/harness/module_kernel.hpp"

#include "tests/kernels/harness/driver.hpp"

#include <gtest/gtest.h>

namespace heddle::test {

ModuleKernel::ModuleKernel(const std::vector<std::uint32_t> &words) {
  std::string error;
  cl_device_id device = findDevice(error);
  EXPECT_NE(device, nullptr) << error;
  cl_int status = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  EXPECT_EQ(status, CL_SUCCESS);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  EXPECT_EQ(status, CL_SUCCESS);
  program = clCreateProgramWithIL(context, words.data(), 4 * words.size(), &status);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
      << buildLog(program, device);
  kernel = clCreateKernel(program, "k", &status);
  EXPECT_EQ(status, CL_SUCCESS);
}

ModuleKernel::~ModuleKernel() {
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

cl_mem ModuleKernel::addBuffer(const std::vector<cl_uint> &words) {
  cl_int status = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4 * words.size(),
                                 const_cast<cl_uint *>(words.data()), &status);
  EXPECT_EQ(status, CL_SUCCESS);
  buffers.push_back(buffer);
  EXPECT_EQ(clSetKernelArg(kernel, argumentCount++, sizeof buffer, &buffer), CL_SUCCESS);
  return buffer;
}

void ModuleKernel::addValue(cl_uint value) {
  EXPECT_EQ(clSetKernelArg(kernel, argumentCount++, sizeof value, &value), CL_SUCCESS);
}

void ModuleKernel::addLocal(std::size_t bytes) {
  EXPECT_EQ(clSetKernelArg(kernel, argumentCount++, bytes, nullptr), CL_SUCCESS);
}

void ModuleKernel::run(std::size_t globalSize, std::size_t localSize) {
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &globalSize, &localSize, 0, nullptr,
                                   nullptr),
            CL_SUCCESS);
}

std::vector<cl_uint> ModuleKernel::read(cl_mem buffer, std::size_t count) {
  std::vector<cl_uint> words(count);
  EXPECT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4 * count, words.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  return words;
}

} // namespace heddle::test
