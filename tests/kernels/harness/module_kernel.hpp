// A kernel of a SPIR-V module, built and run on the device of the loaded driver.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_MODULE_KERNEL_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_MODULE_KERNEL_HPP

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::test {

/// Each step that fails is a failure of the running test.
class ModuleKernel {
public:
  /// Kernel k of the module.
  explicit ModuleKernel(const std::vector<std::uint32_t> &words);
  ~ModuleKernel();
  ModuleKernel(const ModuleKernel &) = delete;
  ModuleKernel &operator=(const ModuleKernel &) = delete;

  /// The next argument: a buffer with these words, a value, or local memory.
  cl_mem addBuffer(const std::vector<cl_uint> &words);
  void addValue(cl_uint value);
  void addLocal(std::size_t bytes);

  /// In one dimension.
  void run(std::size_t globalSize, std::size_t localSize);
  std::vector<cl_uint> read(cl_mem buffer, std::size_t count);

private:
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  std::vector<cl_mem> buffers;
  cl_uint argumentCount = 0;
};

} // namespace heddle::test

#endif
