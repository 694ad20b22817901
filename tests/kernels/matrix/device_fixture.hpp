// An OpenCL device with the matrix extension, found through the loader as any program would.
#ifndef HEDDLE_TESTS_KERNELS_MATRIX_DEVICE_FIXTURE_HPP
#define HEDDLE_TESTS_KERNELS_MATRIX_DEVICE_FIXTURE_HPP

#include "tests/kernels/harness/bytes.hpp"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

/// A built program; empty `program` after a failure, whose reason is in `log`.
struct BuiltProgram {
  cl_program program = nullptr;
  cl_int error = CL_SUCCESS;
  std::string log;
};

/// Work-items in one dimension, or in several.
struct WorkSize {
  WorkSize(std::size_t size) : sizes{size} {}
  WorkSize(std::initializer_list<std::size_t> sizes) : sizes(sizes) {}

  std::vector<std::size_t> sizes;
};

/// One device, context and queue for all tests of the process.
class MatrixDevice {
public:
  static MatrixDevice &get();

  /// Why there is no device; empty if there is one.
  const std::string &problem() const { return reason; }

  BuiltProgram buildSource(const std::string &source, const std::string &options = "-cl-std=CL3.0");
  /// `specConstants`: ids and values of 32-bit specialization constants.
  BuiltProgram buildIl(const std::vector<std::uint32_t> &words, const std::string &options = "",
                       const std::vector<std::pair<cl_uint, cl_uint>> &specConstants = {});

  /// Runs a kernel whose parameters are the inputs, one output buffer, the numbers and then local
  /// pointers to so many bytes.
  /// Returns the output, which holds 0xA5 where nothing was written; empty after a failure, which
  /// has been added to the test's failures.
  Bytes run(cl_program program, const std::string &kernel, const std::vector<Bytes> &inputs,
            std::size_t outputBytes, const WorkSize &globalSize, const WorkSize &localSize,
            const std::vector<cl_uint> &numbers = {},
            const std::vector<std::size_t> &localBytes = {});

  cl_device_id id() const { return device; }
  cl_context contextId() const { return context; }
  cl_command_queue commandQueue() const { return queue; }

private:
  MatrixDevice();
  BuiltProgram finishBuild(cl_program program, const std::string &options);

  std::string reason;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

/// Fails, rather than skips, without a device: the tests exist to look at one.
class MatrixDeviceTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(MatrixDevice::get().problem(), ""); }
  MatrixDevice &device() { return MatrixDevice::get(); }
};

} // namespace heddle::test

#endif
