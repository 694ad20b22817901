// An OpenCL device as benchmarks use it, and the files that lie beside a program.
#ifndef HEDDLE_TESTS_BENCH_DEVICE_HPP
#define HEDDLE_TESTS_BENCH_DEVICE_HPP

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

/// The device under test with a context and an in-order queue.
struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::string name;

  bool hasExtension(const std::string &extension) const;
  /// Throws std::runtime_error with the build log.
  cl_program build(const std::string &source, const std::string &options) const;
  /// The same of a SPIR-V module.
  cl_program build(const std::vector<std::uint32_t> &module) const;
  cl_mem buffer(std::size_t bytes, const void *contents = nullptr) const;

private:
  cl_program built(cl_program program, const std::string &options) const;
};

/// The first device of the first platform; as a peer, of the first that is not this driver.
std::optional<Device> openDevice(bool asPeer);
cl_uint computeUnits(const Device &device);

/// Throws when an OpenCL call failed.
void check(cl_int error, const char *call);

/// The folder of the program, where its data files are.
std::string programFolder();
std::string readFile(const std::string &path);

} // namespace heddle::bench

#endif
