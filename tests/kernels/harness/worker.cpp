#include "tests/kernels/harness/worker.hpp"

#include "tests/kernels/harness/driver.hpp"
#include "tests/kernels/harness/reference.hpp"
#include "tests/kernels/harness/results.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace heddle::test {

namespace {

std::string callFailed(const char *call, cl_int error) {
  return std::string(call) + " returned " + std::to_string(error);
}

class Worker {
public:
  explicit Worker(const WorkerJob &job) : job(job), writer(job.resultPath) {}

  int run();

private:
  BuildResult build();
  cl_program createProgram(BuildResult &result);
  LaunchResult launch(std::size_t kernelIndex, std::size_t launchIndex);
  std::string runKernel(cl_kernel kernel, const KernelCase &kernelCase, const Launch &launch,
                        LaunchResult &result);
  std::string setArguments(cl_kernel kernel, const KernelCase &kernelCase, const Launch &launch,
                           std::vector<cl_mem> &buffers);

  const WorkerJob &job;
  ResultWriter writer;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
};

int Worker::run() {
  if (!writer.valid())
    return 2;
  BuildResult result = build();
  writer.write(result);
  if (!result.succeeded)
    return 0;
  std::size_t number = 0;
  for (std::size_t kernel = 0; kernel < job.file.kernels.size(); ++kernel)
    for (std::size_t i = 0; i < job.file.kernels[kernel].launches.size(); ++i)
      if (number++ >= job.skip)
        writer.write(launch(kernel, i));
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}

BuildResult Worker::build() {
  BuildResult result;
  cl_int error = CL_SUCCESS;
  device = findDevice(result.message);
  if (!device)
    return result;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (error) {
    result.message = callFailed("clCreateContext", error);
    return result;
  }
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  if (error) {
    result.message = callFailed("clCreateCommandQueueWithProperties", error);
    return result;
  }
  program = createProgram(result);
  if (!program)
    return result;
  std::string options = job.file.options + (job.optimize ? "" : " -cl-opt-disable");
  error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  result.log = buildLog(program, device);
  if (error)
    result.message = callFailed("clBuildProgram", error);
  result.succeeded = error == CL_SUCCESS;
  return result;
}

cl_program Worker::createProgram(BuildResult &result) {
  cl_int error = CL_SUCCESS;
  cl_program created = nullptr;
  if (job.spirvPath.empty()) {
    const char *text = job.file.source.c_str();
    created = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    if (error)
      result.message = callFailed("clCreateProgramWithSource", error);
    return created;
  }
  if (!std::filesystem::exists(job.spirvPath)) {
    std::string options = job.file.options + (job.optimize ? "" : " -cl-opt-disable");
    std::string part = job.spirvPath + "." + std::to_string(getpid());
    result.message =
        compileToSpirv(job.file.path, options, part, !job.optimize && job.file.untypedPointers);
    if (!result.message.empty())
      return nullptr;
    std::filesystem::rename(part, job.spirvPath);
  }
  std::ifstream stream(job.spirvPath, std::ios::binary);
  std::string il(std::istreambuf_iterator<char>(stream), {});
  created = clCreateProgramWithIL(context, il.data(), il.size(), &error);
  if (error)
    result.message = callFailed("clCreateProgramWithIL", error);
  return created;
}

LaunchResult Worker::launch(std::size_t kernelIndex, std::size_t launchIndex) {
  LaunchResult result;
  result.kernel = std::uint32_t(kernelIndex);
  result.launch = std::uint32_t(launchIndex);
  const KernelCase &kernelCase = job.file.kernels[kernelIndex];
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, kernelCase.name.c_str(), &error);
  if (error) {
    result.error = callFailed("clCreateKernel", error);
    return result;
  }
  result.error = runKernel(kernel, kernelCase, kernelCase.launches[launchIndex], result);
  clReleaseKernel(kernel);
  return result;
}

std::string Worker::setArguments(cl_kernel kernel, const KernelCase &kernelCase,
                                 const Launch &launch, std::vector<cl_mem> &buffers) {
  cl_int error = CL_SUCCESS;
  for (std::size_t i = 0; i < kernelCase.arguments.size(); ++i) {
    const Argument &argument = kernelCase.arguments[i];
    if (argument.kind == Argument::Kind::value) {
      error = clSetKernelArg(kernel, cl_uint(i), argument.bytes.size(), argument.bytes.data());
    } else if (argument.kind == Argument::Kind::local) {
      std::size_t size = argument.elements(launch) * argument.type.bytes();
      error = clSetKernelArg(kernel, cl_uint(i), size, nullptr);
    } else {
      std::vector<unsigned char> contents = guardedContents(kernelCase, i, launch);
      buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  contents.size(), contents.data(), &error);
      if (error)
        return callFailed("clCreateBuffer", error);
      error = clSetKernelArg(kernel, cl_uint(i), sizeof(cl_mem), &buffers[i]);
    }
    if (error)
      return callFailed("clSetKernelArg", error) + " for argument " + std::to_string(i);
  }
  return "";
}

std::string Worker::runKernel(cl_kernel kernel, const KernelCase &kernelCase, const Launch &launch,
                              LaunchResult &result) {
  std::vector<cl_mem> buffers(kernelCase.arguments.size());
  std::string message = setArguments(kernel, kernelCase, launch, buffers);
  cl_int error = CL_SUCCESS;
  std::size_t subGroupSize = 0;
  if (clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                              sizeof(std::size_t) * launch.workDim, launch.localSize.data(),
                              sizeof subGroupSize, &subGroupSize, nullptr) == CL_SUCCESS)
    result.subGroupSize = std::uint32_t(subGroupSize);
  if (message.empty()) {
    error = clEnqueueNDRangeKernel(
        queue, kernel, launch.workDim, launch.globalOffset.data(), launch.globalSize.data(),
        launch.localGiven ? launch.localSize.data() : nullptr, 0, nullptr, nullptr);
    if (error)
      message = callFailed("clEnqueueNDRangeKernel", error);
  }
  result.buffers.resize(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i] && message.empty()) {
      std::size_t size =
          kernelCase.arguments[i].elements(launch) * kernelCase.arguments[i].type.bytes() +
          guardBytes;
      result.buffers[i].resize(size);
      error = clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, size, result.buffers[i].data(), 0,
                                  nullptr, nullptr);
      if (error)
        message = callFailed("clEnqueueReadBuffer", error);
    }
    if (buffers[i])
      clReleaseMemObject(buffers[i]);
  }
  if ((error = clFinish(queue)) && message.empty())
    message = callFailed("clFinish", error);
  return message;
}

} // namespace

int runWorker(const WorkerJob &job) { return Worker(job).run(); }

} // namespace heddle::test
