#include "tests/fuzz/matrices/matrix_worker.hpp"

#include "tests/fuzz/matrices/matrix_program.hpp"
#include "tests/kernels/harness/driver.hpp"

#include <fstream>

namespace heddle::test {

namespace {

constexpr std::uint32_t canary = 0x5A5A5A5A;
constexpr unsigned guardWords = 64;

class Worker {
public:
  Worker(const std::string &path, bool optimize)
      : file(path, std::ios::binary), optimize(optimize) {
    std::string error;
    device = findDevice(error);
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    problem = !device ? error : status ? "no command queue: " + std::to_string(status) : "";
  }

  void run(std::uint64_t seed) {
    const MatrixResult result = problem.empty() ? launch(seed) : MatrixResult{problem, {}};
    const auto writeNumber = [&](std::uint32_t number) {
      file.write(reinterpret_cast<const char *>(&number), sizeof number);
    };
    writeNumber(std::uint32_t(result.error.size()));
    file.write(result.error.data(), std::streamsize(result.error.size()));
    writeNumber(std::uint32_t(result.output.size()));
    file.write(reinterpret_cast<const char *>(result.output.data()),
               std::streamsize(result.output.size() * 4));
    file.flush();
  }

private:
  MatrixResult launch(std::uint64_t seed) {
    const MatrixKernel kernel = writeMatrixKernel(seed);
    const char *text = kernel.text.c_str();
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    status = clBuildProgram(program, 1, &device,
                            optimize ? "-w -cl-std=CL3.0 -cl-uniform-work-group-size"
                                     : "-w -cl-std=CL3.0 -cl-opt-disable",
                            nullptr, nullptr);
    if (status)
      return {"does not build: " + buildLog(program, device), {}};
    cl_kernel object = clCreateKernel(program, ("fuzz" + std::to_string(seed)).c_str(), &status);
    if (status)
      return {"clCreateKernel returned " + std::to_string(status), {}};

    MatrixResult result;
    const std::size_t words = std::size_t(kernel.workGroups) * kernel.subGroups() * kernel.words;
    result.output.assign(words + guardWords, canary);
    cl_mem buffers[5];
    for (unsigned i = 0; i < 4; ++i)
      buffers[i] = makeBuffer(kernel.inputs[i].size(), kernel.inputs[i].data());
    buffers[4] = makeBuffer(result.output.size() * 4, result.output.data());
    for (unsigned i = 0; i < 5 && !status; ++i)
      status = clSetKernelArg(object, i, sizeof buffers[i], &buffers[i]);
    const cl_int numbers[] = {kernel.steps, 1};
    for (unsigned i = 0; i < 2 && !status; ++i)
      status = clSetKernelArg(object, 5 + i, sizeof numbers[i], &numbers[i]);
    const std::size_t local[] = {kernel.subGroupSize * kernel.across, kernel.down};
    std::size_t global[] = {local[0], local[1]};
    global[kernel.inColumn ? 1 : 0] *= kernel.workGroups;
    if (!status)
      status =
          clEnqueueNDRangeKernel(queue, object, 2, nullptr, global, local, 0, nullptr, nullptr);
    if (!status)
      status = clEnqueueReadBuffer(queue, buffers[4], CL_TRUE, 0, result.output.size() * 4,
                                   result.output.data(), 0, nullptr, nullptr);
    if (status)
      result.error = "the launch returned " + std::to_string(status);
    for (unsigned i = 0; i < guardWords; ++i)
      if (result.output[words + i] != canary)
        result.error = "wrote behind its buffer";
    result.output.resize(words);
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    clReleaseKernel(object);
    clReleaseProgram(program);
    return result;
  }

  cl_mem makeBuffer(std::size_t bytes, const void *content) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                          const_cast<void *>(content), nullptr);
  }

  std::ofstream file;
  const bool optimize;
  std::string problem;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

} // namespace

int runMatrixWorker(const std::string &path, std::uint64_t seed, unsigned count, bool optimize) {
  Worker worker(path, optimize);
  for (unsigned i = 0; i < count; ++i)
    worker.run(seed + i);
  return 0;
}

std::vector<MatrixResult> readMatrixResults(const std::string &path) {
  std::vector<MatrixResult> results;
  std::ifstream file(path, std::ios::binary);
  for (;;) {
    MatrixResult result;
    std::uint32_t number = 0;
    if (!file.read(reinterpret_cast<char *>(&number), sizeof number))
      return results;
    result.error.resize(number);
    file.read(result.error.data(), std::streamsize(number));
    if (!file.read(reinterpret_cast<char *>(&number), sizeof number))
      return results;
    result.output.resize(number);
    if (!file.read(reinterpret_cast<char *>(result.output.data()), std::streamsize(number) * 4))
      return results;
    results.push_back(std::move(result));
  }
}

} // namespace heddle::test
