#include "tests/kernels/matrix/device_fixture.hpp"

namespace heddle::test {

namespace {

constexpr char extension[] = " cl_intel_subgroup_matrix_multiply_accumulate ";

bool hasMatrices(cl_device_id device) {
  std::size_t size = 0;
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size);
  std::string names(size, '\0');
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr);
  return (" " + std::string(names.c_str()) + " ").find(extension) != std::string::npos;
}

} // namespace

MatrixDevice &MatrixDevice::get() {
  static MatrixDevice device;
  return device;
}

MatrixDevice::MatrixDevice() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || !count) {
    reason = "the OpenCL loader finds no platform";
    return;
  }
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    cl_device_id candidate = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &candidate, nullptr) == CL_SUCCESS &&
        hasMatrices(candidate)) {
      device = candidate;
      break;
    }
  }
  if (!device) {
    reason = "no device has" + std::string(extension);
    return;
  }
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (error == CL_SUCCESS)
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  if (error != CL_SUCCESS)
    reason = "creating a context and a queue failed with " + std::to_string(error);
}

BuiltProgram MatrixDevice::finishBuild(cl_program program, const std::string &options) {
  BuiltProgram result;
  result.error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  result.log.resize(size);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, result.log.data(), nullptr);
  if (result.error == CL_SUCCESS)
    result.program = program;
  else
    clReleaseProgram(program);
  return result;
}

BuiltProgram MatrixDevice::buildSource(const std::string &source, const std::string &options) {
  const char *text = source.data();
  const std::size_t length = source.size();
  BuiltProgram result;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &result.error);
  return program ? finishBuild(program, options) : result;
}

BuiltProgram MatrixDevice::buildIl(const std::vector<std::uint32_t> &words,
                                   const std::string &options,
                                   const std::vector<std::pair<cl_uint, cl_uint>> &specConstants) {
  BuiltProgram result;
  cl_program program =
      clCreateProgramWithIL(context, words.data(), words.size() * sizeof words[0], &result.error);
  for (const auto &[id, value] : specConstants)
    EXPECT_EQ(clSetProgramSpecializationConstant(program, id, sizeof value, &value), CL_SUCCESS);
  return program ? finishBuild(program, options) : result;
}

Bytes MatrixDevice::run(cl_program program, const std::string &name,
                        const std::vector<Bytes> &inputs, std::size_t outputBytes,
                        const WorkSize &globalSize, const WorkSize &localSize,
                        const std::vector<cl_uint> &numbers,
                        const std::vector<std::size_t> &localBytes) {
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &error);
  if (error != CL_SUCCESS) {
    ADD_FAILURE() << "clCreateKernel " << name << " returned " << error;
    return {};
  }
  std::vector<cl_mem> buffers;
  const auto addBuffer = [&](cl_mem_flags flags, const Bytes &contents) {
    cl_mem buffer = clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, contents.size(),
                                   const_cast<std::uint8_t *>(contents.data()), &error);
    EXPECT_EQ(error, CL_SUCCESS) << "clCreateBuffer";
    clSetKernelArg(kernel, cl_uint(buffers.size()), sizeof buffer, &buffer);
    buffers.push_back(buffer);
  };
  for (const Bytes &input : inputs)
    addBuffer(CL_MEM_READ_WRITE, input);
  Bytes output(outputBytes, 0xA5);
  addBuffer(CL_MEM_READ_WRITE, output);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    clSetKernelArg(kernel, cl_uint(buffers.size() + i), sizeof numbers[i], &numbers[i]);
  for (std::size_t i = 0; i < localBytes.size(); ++i)
    clSetKernelArg(kernel, cl_uint(buffers.size() + numbers.size() + i), localBytes[i], nullptr);

  error =
      clEnqueueNDRangeKernel(queue, kernel, cl_uint(globalSize.sizes.size()), nullptr,
                             globalSize.sizes.data(), localSize.sizes.data(), 0, nullptr, nullptr);
  EXPECT_EQ(error, CL_SUCCESS) << "clEnqueueNDRangeKernel " << name;
  if (error == CL_SUCCESS) {
    error = clEnqueueReadBuffer(queue, buffers.back(), CL_TRUE, 0, outputBytes, output.data(), 0,
                                nullptr, nullptr);
    EXPECT_EQ(error, CL_SUCCESS) << "clEnqueueReadBuffer after " << name;
  }
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return error == CL_SUCCESS ? output : Bytes();
}

} // namespace heddle::test
