// clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, clGetKernelSubGroupInfo.
#include "tests/support/program_fixture.hpp"

#include <array>

namespace heddle::test {

using clGetKernelInfoTest = KernelTest;

TEST_F(clGetKernelInfoTest, TellsNameArgumentsAndWhereItBelongs) {
  OwnedKernel kernel = makeKernel("through_local");
  EXPECT_EQ(queryString(clGetKernelInfo, kernel.get(), CL_KERNEL_FUNCTION_NAME), "through_local");
  EXPECT_EQ(query<cl_uint>(clGetKernelInfo, kernel.get(), CL_KERNEL_NUM_ARGS), 3u);
  EXPECT_EQ(query<cl_context>(clGetKernelInfo, kernel.get(), CL_KERNEL_CONTEXT), context.get());
  EXPECT_EQ(query<cl_program>(clGetKernelInfo, kernel.get(), CL_KERNEL_PROGRAM), program.get());
  EXPECT_EQ(queryString(clGetKernelInfo, kernel.get(), CL_KERNEL_ATTRIBUTES), "");
  OwnedKernel sized = makeKernel("required_size");
  EXPECT_EQ(queryString(clGetKernelInfo, sized.get(), CL_KERNEL_ATTRIBUTES),
            "reqd_work_group_size(8,4,1)");
}

TEST_F(clGetKernelInfoTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("number");
  char small[3];
  EXPECT_EQ(clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clGetKernelInfo(kernel, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(small), small, nullptr),
            CL_INVALID_VALUE);
}

class clGetKernelArgInfoTest : public KernelTest {
protected:
  template <typename T> T info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) {
    T value{};
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof(value), &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name) {
    return info<std::array<char, 64>>(kernel, index, name).data();
  }
};

TEST_F(clGetKernelArgInfoTest, TellsNamesTypesAndQualifiers) {
  OwnedKernel kernel = makeKernel("through_local"), number = makeKernel("number");
  EXPECT_EQ(text(kernel, 1, CL_KERNEL_ARG_NAME), "a");
  EXPECT_EQ(text(kernel, 1, CL_KERNEL_ARG_TYPE_NAME), "uint*");
  using Address = cl_kernel_arg_address_qualifier;
  EXPECT_EQ(info<Address>(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
            Address(CL_KERNEL_ARG_ADDRESS_GLOBAL));
  EXPECT_EQ(info<Address>(kernel, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
            Address(CL_KERNEL_ARG_ADDRESS_LOCAL));
  EXPECT_EQ(info<Address>(number, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
            Address(CL_KERNEL_ARG_ADDRESS_PRIVATE));
  EXPECT_EQ(info<cl_kernel_arg_access_qualifier>(number, 1, CL_KERNEL_ARG_ACCESS_QUALIFIER),
            cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_NONE));
  EXPECT_EQ(info<cl_kernel_arg_type_qualifier>(number, 1, CL_KERNEL_ARG_TYPE_QUALIFIER),
            cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_NONE));
}

TEST_F(clGetKernelArgInfoTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("number");
  char small[1];
  EXPECT_EQ(clGetKernelArgInfo(nullptr, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_KERNEL);
  EXPECT_EQ(clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof(small), small, nullptr),
            CL_INVALID_VALUE);
}

class clGetKernelWorkGroupInfoTest : public KernelTest {
protected:
  template <typename T> T info(cl_kernel kernel, cl_kernel_work_group_info name) {
    T value{};
    std::size_t size = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, name, sizeof(value), &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof(value));
    return value;
  }
};

TEST_F(clGetKernelWorkGroupInfoTest, TellsSizes) {
  OwnedKernel kernel = makeKernel("through_local"), sized = makeKernel("required_size");
  const auto most = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_EQ(info<std::size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE), most);
  EXPECT_EQ(info<std::size_t>(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 16u);
  using Sizes = std::array<std::size_t, 3>;
  EXPECT_EQ(info<Sizes>(kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Sizes{0, 0, 0}));
  EXPECT_EQ(info<Sizes>(sized, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Sizes{8, 4, 1}));
  EXPECT_EQ(info<cl_ulong>(kernel, CL_KERNEL_PRIVATE_MEM_SIZE), 0u);
  EXPECT_EQ(info<cl_ulong>(kernel, CL_KERNEL_SPILL_MEM_SIZE_INTEL), 0u);
}

TEST_F(clGetKernelWorkGroupInfoTest, TellsTheDevicesMultipleWhereWorkItemsRunOneByOne) {
  OwnedKernel kernel = makeKernel("empty");
  const auto ofDevice =
      query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  EXPECT_EQ(info<std::size_t>(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), ofDevice);
}

TEST_F(clGetKernelWorkGroupInfoTest, AdvisesGpusLargestSizeForRequiredSubGroups) {
  OwnedKernel kernel = makeKernel("required_sub_groups");
  EXPECT_EQ(info<std::size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE), 1024u);
}

TEST_F(clGetKernelWorkGroupInfoTest, CountsLocalMemoryOfArgumentsThatAreSet) {
  OwnedKernel kernel = makeKernel("through_local");
  EXPECT_EQ(info<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE), 100u);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 1000, nullptr), CL_SUCCESS);
  EXPECT_GE(info<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE), 1100u);
}

TEST_F(clGetKernelWorkGroupInfoTest, NullStandsForTheOnlyDevice) {
  OwnedKernel kernel = makeKernel("empty");
  std::size_t size = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size),
                                     &size, nullptr),
            CL_SUCCESS);
}

TEST_F(clGetKernelWorkGroupInfoTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("empty");
  char small;
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(nullptr, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
      CL_INVALID_KERNEL);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, reinterpret_cast<cl_device_id>(context.get()),
                                     CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, 0x9999, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, 1, &small, nullptr),
            CL_INVALID_VALUE);
  // Only built-in kernels have a fixed global size.
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
}

class clGetKernelSubGroupInfoTest : public KernelTest {
protected:
  // Queries with local sizes (or a count) as input.
  std::size_t ask(cl_kernel kernel, cl_kernel_sub_group_info name,
                  const std::vector<std::size_t> &input) {
    std::size_t value = ~std::size_t(0), size = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(std::size_t),
                                      input.empty() ? nullptr : input.data(), sizeof(value), &value,
                                      &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof(value));
    return value;
  }
  std::vector<std::size_t> localSizeFor(cl_kernel kernel, std::size_t count,
                                        std::size_t dimensions) {
    std::vector<std::size_t> size(dimensions, 99);
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof(count), &count, dimensions * sizeof(std::size_t),
                                      size.data(), nullptr),
              CL_SUCCESS);
    return size;
  }
};

TEST_F(clGetKernelSubGroupInfoTest, CountsSubGroupsOfALocalSize) {
  OwnedKernel kernel = makeKernel("empty");
  EXPECT_EQ(ask(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}), 16u);
  EXPECT_EQ(ask(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {64}), 4u);
  EXPECT_EQ(ask(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {17}), 2u);
  EXPECT_EQ(ask(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {8, 3}), 2u);
  EXPECT_EQ(ask(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {8, 2, 5}), 5u);
}

TEST_F(clGetKernelSubGroupInfoTest, GivesALocalSizeForACount) {
  OwnedKernel kernel = makeKernel("empty");
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(localSizeFor(kernel, 3, 1), (Sizes{48}));
  EXPECT_EQ(localSizeFor(kernel, 3, 2), (Sizes{48, 1}));
  EXPECT_EQ(localSizeFor(kernel, 3, 3), (Sizes{48, 1, 1}));
  // More than a work-group holds.
  EXPECT_EQ(localSizeFor(kernel, 1 << 20, 3), (Sizes{0, 0, 0}));
  EXPECT_EQ(localSizeFor(kernel, ~std::size_t(0), 3), (Sizes{0, 0, 0}));
  EXPECT_EQ(localSizeFor(kernel, 0, 1), (Sizes{0}));
  // The required sizes allow no other.
  EXPECT_EQ(localSizeFor(makeKernel("required_size"), 2, 3), (Sizes{0, 0, 0}));
  OwnedKernel two = makeKernel("required_sub_groups");
  EXPECT_EQ(localSizeFor(two, 2, 1), (Sizes{32}));
  EXPECT_EQ(localSizeFor(two, 3, 1), (Sizes{0}));
}

TEST_F(clGetKernelSubGroupInfoTest, TellsWhatTheKernelRequires) {
  OwnedKernel kernel = makeKernel("empty"), required = makeKernel("required_sub_groups");
  EXPECT_EQ(ask(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 0u);
  EXPECT_EQ(ask(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 0u);
  EXPECT_EQ(ask(required, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 2u);
  EXPECT_EQ(ask(required, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 16u);
  const auto most = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_EQ(ask(kernel, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}), most / 16);
}

TEST_F(clGetKernelSubGroupInfoTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t sizes[4] = {16, 1, 1, 1};
  std::size_t value = 0;
  char small;
  auto get = [&](cl_kernel which, cl_device_id where, cl_kernel_sub_group_info name,
                 std::size_t inputSize, const void *input) {
    return clGetKernelSubGroupInfo(which, where, name, inputSize, input, sizeof(value), &value,
                                   nullptr);
  };
  constexpr auto count = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE;
  EXPECT_EQ(get(nullptr, device, count, 8, sizes), CL_INVALID_KERNEL);
  EXPECT_EQ(get(kernel, reinterpret_cast<cl_device_id>(context.get()), count, 8, sizes),
            CL_INVALID_DEVICE);
  EXPECT_EQ(get(kernel, nullptr, count, 8, sizes), CL_SUCCESS);
  EXPECT_EQ(get(kernel, device, 0x9999, 8, sizes), CL_INVALID_VALUE);
  for (cl_kernel_sub_group_info name :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
        CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
    EXPECT_EQ(get(kernel, device, name, 8, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get(kernel, device, name, 0, sizes), CL_INVALID_VALUE);
    EXPECT_EQ(get(kernel, device, name, 7, sizes), CL_INVALID_VALUE);
    EXPECT_EQ(get(kernel, device, name, 32, sizes), CL_INVALID_VALUE);
  }
  EXPECT_EQ(get(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 16, sizes),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, count, 8, sizes, 1, &small, nullptr),
            CL_INVALID_VALUE);
}

} // namespace heddle::test
