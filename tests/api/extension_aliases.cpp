// Names that extensions gave to functions before they became core ones: each behaves as the core
// function does, errors included.
#include "tests/support/program_fixture.hpp"

#include <CL/cl_icd.h>

namespace heddle::test {

class ExtensionAliasesTest : public KernelTest {
protected:
  /// The core function and the driver's own one for the alias: loaders have some in themselves.
  template <typename Function>
  std::vector<Function> withAlias(Function core, const char *alias) const {
    const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
    auto *const found = reinterpret_cast<Function>(
        table->clGetExtensionFunctionAddressForPlatform(platform, alias));
    EXPECT_TRUE(found) << alias;
    return found ? std::vector<Function>{core, found} : std::vector<Function>{core};
  }
};

TEST_F(ExtensionAliasesTest, clCreateProgramWithILKHR) {
  // A module without instructions.
  const cl_uint words[] = {0x07230203, 0x00010200, 0, 1, 0};
  const char text[] = "kernel void anything() {}";
  for (auto create : withAlias(&clCreateProgramWithIL, "clCreateProgramWithILKHR")) {
    const auto errorOf = [&](cl_context of, const void *il, std::size_t size) {
      cl_int error = CL_OUT_OF_RESOURCES;
      OwnedProgram made = create(of, il, size, &error);
      EXPECT_EQ(made.get() == nullptr, error != CL_SUCCESS);
      return error;
    };
    EXPECT_EQ(errorOf(context, words, sizeof(words)), CL_SUCCESS);
    EXPECT_EQ(errorOf(nullptr, words, sizeof(words)), CL_INVALID_CONTEXT);
    EXPECT_EQ(errorOf(context, nullptr, sizeof(words)), CL_INVALID_VALUE);
    EXPECT_EQ(errorOf(context, words, 0), CL_INVALID_VALUE);
    EXPECT_EQ(errorOf(context, text, sizeof(text)), CL_INVALID_VALUE);
  }
}

TEST_F(ExtensionAliasesTest, clCreateCommandQueueWithPropertiesKHR) {
  for (auto create :
       withAlias(&clCreateCommandQueueWithProperties, "clCreateCommandQueueWithPropertiesKHR")) {
    const auto errorOf = [&](cl_context of, cl_device_id on,
                             const std::vector<cl_queue_properties> &list) {
      cl_int error = CL_OUT_OF_RESOURCES;
      OwnedQueue made = create(of, on, list.data(), &error);
      EXPECT_EQ(made.get() == nullptr, error != CL_SUCCESS);
      return error;
    };
    const auto onDevice = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    EXPECT_EQ(errorOf(context, device, {0}), CL_SUCCESS);
    EXPECT_EQ(errorOf(nullptr, device, {0}), CL_INVALID_CONTEXT);
    EXPECT_EQ(errorOf(context, nullptr, {0}), CL_INVALID_DEVICE);
    EXPECT_EQ(errorOf(context, device, {0x4242, 0, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(errorOf(context, device, {CL_QUEUE_PROPERTIES, 1 << 10, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(errorOf(context, device, {CL_QUEUE_PROPERTIES, onDevice, 0}),
              CL_INVALID_QUEUE_PROPERTIES);
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    OwnedQueue profiled = create(context, device, list, nullptr);
    EXPECT_EQ(query<cl_command_queue_properties>(clGetCommandQueueInfo, profiled.get(),
                                                 CL_QUEUE_PROPERTIES),
              cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE));
  }
}

TEST_F(ExtensionAliasesTest, clGetKernelSubGroupInfoKHR) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t local[3] = {8, 3, 1};
  for (auto get : withAlias(&clGetKernelSubGroupInfo, "clGetKernelSubGroupInfoKHR")) {
    std::size_t value = 0, size = 0;
    const auto ask = [&](cl_kernel of, cl_device_id on, cl_kernel_sub_group_info name,
                         std::size_t inputSize, const void *input, std::size_t room) {
      return get(of, on, name, inputSize, input, room, &value, &size);
    };
    constexpr cl_kernel_sub_group_info count = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE;
    constexpr cl_kernel_sub_group_info largest = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE;
    EXPECT_EQ(ask(kernel, device, count, 16, local, sizeof(value)), CL_SUCCESS);
    EXPECT_EQ(value, 2u);
    EXPECT_EQ(size, sizeof(value));
    EXPECT_EQ(ask(kernel, nullptr, largest, 24, local, sizeof(value)), CL_SUCCESS);
    EXPECT_EQ(value, 16u);
    EXPECT_EQ(ask(nullptr, device, count, 16, local, sizeof(value)), CL_INVALID_KERNEL);
    EXPECT_EQ(ask(kernel, reinterpret_cast<cl_device_id>(platform), count, 16, local, 8),
              CL_INVALID_DEVICE);
    EXPECT_EQ(ask(kernel, device, 0x4242, 16, local, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(ask(kernel, device, count, 16, nullptr, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(ask(kernel, device, count, 15, local, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(ask(kernel, device, count, 16, local, sizeof(value) - 1), CL_INVALID_VALUE);
  }
}

} // namespace heddle::test
