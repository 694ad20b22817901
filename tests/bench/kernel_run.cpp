#include "tests/bench/kernel_run.hpp"

#include <random>
#include <stdexcept>

namespace heddle::bench {

KernelRun::KernelRun(const Device &device, const std::string &file, const char *name,
                     const std::string &options)
    : device(device) {
  program = device.build(readFile(programFolder() + "/kernels/" + file), options);
  cl_int error = CL_SUCCESS;
  kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
}

KernelRun::~KernelRun() {
  for (cl_mem memory : buffers)
    clReleaseMemObject(memory);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
}

void KernelRun::launch(const std::vector<std::size_t> &global,
                       const std::vector<std::size_t> &local) {
  check(clEnqueueNDRangeKernel(device.queue, kernel, cl_uint(global.size()), nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(device.queue), "clFinish");
}

void KernelRun::readBytes(cl_mem memory, std::size_t bytes, void *to) {
  check(clEnqueueReadBuffer(device.queue, memory, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

void expectAt(bool isRight, std::size_t index) {
  if (!isRight)
    throw std::runtime_error("wrong result at " + std::to_string(index));
}

std::vector<cl_uint> randomWords(std::size_t count) {
  std::mt19937 engine(1);
  std::vector<cl_uint> result(count);
  for (cl_uint &word : result)
    word = engine();
  return result;
}

std::vector<cl_float> randomFloats(std::size_t count, float low, float high) {
  std::mt19937 engine(2);
  std::vector<cl_float> result(count);
  for (cl_float &value : result)
    value = low + (high - low) * float(engine() >> 8) / float(1 << 24);
  return result;
}

} // namespace heddle::bench
