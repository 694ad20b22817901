// What cl_khr_spirv_queries lists is what modules may declare: no more, no less.
#include "heddle/cl_khr_spirv_queries.h"
#include "tests/kernels/harness/driver.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heddle::test {
namespace {

class SpirvQueriesTest : public testing::Test {
protected:
  void SetUp() override {
    std::string error;
    device = findDevice(error);
    ASSERT_TRUE(device) << error;
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    ASSERT_EQ(status, CL_SUCCESS);
  }
  void TearDown() override { clReleaseContext(context); }

  template <typename T> std::vector<T> list(cl_device_info name) const {
    std::size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
    std::vector<T> values(size / sizeof(T));
    EXPECT_EQ(clGetDeviceInfo(device, name, size, values.data(), nullptr), CL_SUCCESS);
    EXPECT_FALSE(values.empty());
    return values;
  }

  /// Adds an empty kernel; true when the program is built, and the log is in `log` when not.
  bool builds(SpirvModule module) {
    module.beginKernel("k", {});
    module.endKernel();
    const SpirvModule::Words words = module.words();
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithIL(context, words.data(), 4 * words.size(), &status);
    EXPECT_EQ(status, CL_SUCCESS);
    status = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    log = buildLog(program, device);
    clReleaseProgram(program);
    return status == CL_SUCCESS;
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  std::string log;
};

TEST_F(SpirvQueriesTest, EverythingListedMayBeDeclaredInOneModule) {
  SpirvModule module;
  const auto extensions = list<const char *>(CL_DEVICE_SPIRV_EXTENSIONS_KHR);
  const auto capabilities = list<cl_uint>(CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  for (std::size_t i = 0; i < std::max(extensions.size(), capabilities.size()); ++i)
    module.require(capabilities[std::min(i, capabilities.size() - 1)],
                   i < extensions.size() ? extensions[i] : "");
  for (const char *set : list<const char *>(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR))
    module.importSet(set);
  EXPECT_TRUE(builds(module)) << log;
}

TEST_F(SpirvQueriesTest, EachExtensionMayBeDeclaredByItself) {
  constexpr std::uint32_t kernel = 6;
  for (const char *extension : list<const char *>(CL_DEVICE_SPIRV_EXTENSIONS_KHR)) {
    SpirvModule module;
    module.require(kernel, extension);
    EXPECT_TRUE(builds(module)) << extension << ": " << log;
  }
  SpirvModule module;
  module.require(kernel, "SPV_NV_cooperative_matrix");
  EXPECT_FALSE(builds(module));
  EXPECT_NE(log.find("SPV_NV_cooperative_matrix"), std::string::npos) << log;
}

TEST_F(SpirvQueriesTest, ExactlyTheListedCapabilitiesMayBeDeclared) {
  const auto listed = list<cl_uint>(CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  // Those of the core, and the neighbours of those that are listed: extensions have theirs side by
  // side.
  std::set<cl_uint> numbers;
  for (cl_uint number = 0; number <= 72; ++number)
    numbers.insert(number);
  for (cl_uint number : listed)
    for (cl_uint near = number < 8 ? 0 : number - 8; near <= number + 8; ++near)
      numbers.insert(near);
  for (cl_uint number : numbers) {
    SpirvModule module;
    module.require(number);
    const bool isListed = std::find(listed.begin(), listed.end(), number) != listed.end();
    EXPECT_EQ(builds(module), isListed) << "capability " << number << ": " << log;
  }
}

TEST_F(SpirvQueriesTest, EachInstructionSetMayBeImported) {
  for (const char *set : list<const char *>(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR)) {
    SpirvModule module;
    module.importSet(set);
    EXPECT_TRUE(builds(module)) << set << ": " << log;
  }
  SpirvModule module;
  module.importSet("GLSL.std.450");
  EXPECT_FALSE(builds(module));
}

} // namespace
} // namespace heddle::test
