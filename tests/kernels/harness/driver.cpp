#include "tests/kernels/harness/driver.hpp"

#include "tests/kernels/harness/child_process.hpp"

#include <cstdlib>
#include <link.h>
#include <sstream>
#include <vector>

namespace heddle::test {

namespace {

/// Path of the driver library in this process; empty when it is not loaded.
std::string driverPath() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *result) {
        std::string name = info->dlpi_name ? info->dlpi_name : "";
        if (name.find("/libheddle.so") == std::string::npos)
          return 0;
        *static_cast<std::string *>(result) = name;
        return 1;
      },
      &path);
  return path;
}

std::string compilerPath() {
  if (const char *path = std::getenv("HEDDLE_COMPILER"); path && *path)
    return path;
  std::string driver = driverPath();
  return driver.substr(0, driver.rfind('/') + 1) + "heddle/heddlec";
}

} // namespace

cl_device_id findDevice(std::string &error) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  cl_int status = clGetPlatformIDs(16, platforms, &count);
  if (status != CL_SUCCESS) {
    error = "clGetPlatformIDs returned " + std::to_string(status) +
            "; OCL_ICD_VENDORS must name the vendors folder of the build tree";
    return nullptr;
  }
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    if (std::string(name).find("Heddle") == std::string::npos)
      continue;
    cl_device_id device = nullptr;
    status = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (status == CL_SUCCESS)
      return device;
    error = "clGetDeviceIDs returned " + std::to_string(status);
    return nullptr;
  }
  error = "none of the " + std::to_string(count) + " platforms is Heddle";
  return nullptr;
}

std::string buildLog(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size))
    return "(no build log)";
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  while (!log.empty() && log.back() == '\0')
    log.pop_back();
  return log;
}

std::string compileToSpirv(const std::string &source, const std::string &options,
                           const std::string &output, bool untypedPointers) {
  std::vector<std::string> command = {compilerPath(), source, "--emit=spirv", "-o", output};
  if (untypedPointers)
    command.push_back("--untyped-pointers");
  command.push_back("--");
  std::istringstream words(options);
  for (std::string word; words >> word;)
    command.push_back(word);
  std::string log = output + ".log";
  ChildResult result = runChild(command, {}, log, 60);
  if (result.exited && result.status == 0)
    return "";
  return command[0] + " --emit=spirv: " + result.text() + "\n" + fileTail(log, 2000);
}

} // namespace heddle::test
