#include "tests/bench/device.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace heddle::bench {

bool Device::hasExtension(const std::string &extension) const {
  std::size_t size = 0;
  check(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string names(size, '\0');
  check(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, names.data(), nullptr), "clGetDeviceInfo");
  return (" " + std::string(names.c_str()) + " ").find(" " + extension + " ") != std::string::npos;
}

cl_program Device::build(const std::string &source, const std::string &options) const {
  const char *text = source.data();
  const std::size_t length = source.size();
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &error);
  check(error, "clCreateProgramWithSource");
  return built(program, options);
}

cl_program Device::build(const std::vector<std::uint32_t> &module) const {
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(context, module.data(), 4 * module.size(), &error);
  check(error, "clCreateProgramWithIL");
  return built(program, "-cl-uniform-work-group-size");
}

cl_program Device::built(cl_program program, const std::string &options) const {
  if (clBuildProgram(program, 1, &id, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::size_t size = 0;
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    throw std::runtime_error("clBuildProgram: " + std::string(log.c_str()));
  }
  return program;
}

cl_mem Device::buffer(std::size_t bytes, const void *contents) const {
  cl_int error = CL_SUCCESS;
  cl_mem result = clCreateBuffer(context, contents ? CL_MEM_COPY_HOST_PTR : 0, bytes,
                                 const_cast<void *>(contents), &error);
  check(error, "clCreateBuffer");
  return result;
}

void check(cl_int error, const char *call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(error));
}

std::optional<Device> openDevice(bool asPeer) {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return std::nullopt;
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    // Where this driver is installed for everybody, it is no peer of itself.
    if (asPeer && std::strstr(name, "Heddle"))
      continue;
    Device device;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr) != CL_SUCCESS)
      continue;
    char deviceName[256] = "";
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof deviceName, deviceName, nullptr);
    device.name = std::string(name) + ", " + deviceName;
    cl_int error = CL_SUCCESS;
    device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    device.queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    return device;
  }
  return std::nullopt;
}

cl_uint computeUnits(const Device &device) {
  cl_uint count = 1;
  check(clGetDeviceInfo(device.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof count, &count, nullptr),
        "clGetDeviceInfo");
  return count;
}

std::string programFolder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().string();
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty())
    throw std::runtime_error("cannot read '" + path + "'");
  return text;
}

} // namespace heddle::bench
