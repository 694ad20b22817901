// cl_ext_buffer_device_address: buffers with an address, and arguments that are one.
#include "heddle/cl_ext_buffer_device_address.h"
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

class cl_ext_buffer_device_addressTest : public KernelTest {
protected:
  using Properties = std::vector<cl_mem_properties>;

  OwnedMem makeWith(const Properties &properties, cl_int expected = CL_SUCCESS,
                    cl_mem_flags flags = 0, void *hostPtr = nullptr) {
    cl_int error = 1;
    OwnedMem made =
        clCreateBufferWithProperties(context, properties.data(), flags, 4096, hostPtr, &error);
    EXPECT_EQ(error, expected);
    return made;
  }
  cl_mem_device_address_ext addressOf(cl_mem buffer) {
    return query<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer, CL_MEM_DEVICE_ADDRESS_EXT);
  }
  cl_int tryAddressOf(cl_mem buffer) {
    return clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, 0, nullptr, nullptr);
  }
  cl_int set(cl_kernel kernel, cl_uint index, cl_mem_device_address_ext address) {
    const auto function =
        extensionFunction<clSetKernelArgDevicePointerEXT_fn>("clSetKernelArgDevicePointerEXT");
    EXPECT_NE(function, nullptr);
    return function ? function(kernel, index, address) : 1;
  }

  const Properties withAddress = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
};

TEST_F(cl_ext_buffer_device_addressTest, CreationTakesThePropertyAndNoOther) {
  EXPECT_EQ(queryList<cl_mem_properties>(clGetMemObjectInfo, makeWith(withAddress).get(),
                                         CL_MEM_PROPERTIES),
            withAddress);
  makeWith({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0});
  makeWith({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 2, 0}, CL_INVALID_PROPERTY);
  makeWith({CL_MEM_DEVICE_ADDRESS_EXT, CL_TRUE, 0}, CL_INVALID_PROPERTY);
  makeWith(
      {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0},
      CL_INVALID_PROPERTY);
}

TEST_F(cl_ext_buffer_device_addressTest, OnlyBuffersThatWereCreatedSoTellTheirAddress) {
  EXPECT_NE(addressOf(makeWith(withAddress)), 0u);
  EXPECT_EQ(tryAddressOf(makeBuffer(64)), CL_INVALID_OPERATION);
  EXPECT_EQ(tryAddressOf(makeWith({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0})),
            CL_INVALID_OPERATION);
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  OwnedMem image = clCreateImage(context, 0, &format, &description, nullptr, nullptr);
  EXPECT_EQ(tryAddressOf(image), CL_INVALID_OPERATION);
}

TEST_F(cl_ext_buffer_device_addressTest, ASubBufferHasTheAddressOfItsPart) {
  OwnedMem buffer = makeWith(withAddress);
  const cl_buffer_region region = {1024, 512};
  OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_EQ(addressOf(part), addressOf(buffer) + 1024);
}

TEST_F(cl_ext_buffer_device_addressTest, SharedMemoryHasTheAddressThatTheHostHas) {
  void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  ASSERT_NE(shared, nullptr);
  OwnedMem buffer = makeWith(withAddress, CL_SUCCESS, CL_MEM_USE_HOST_PTR, shared);
  EXPECT_EQ(addressOf(buffer), reinterpret_cast<std::uintptr_t>(shared));
  buffer.reset();
  clSVMFree(context, shared);
}

TEST_F(cl_ext_buffer_device_addressTest, KernelsWriteToTheAddressThatTheyAreGiven) {
  OwnedMem buffer = makeWith(withAddress);
  OwnedKernel kernel = makeKernel("number");
  // In the middle of the buffer.
  EXPECT_EQ(set(kernel, 0, addressOf(buffer) + 64), CL_SUCCESS);
  setArgument(kernel, 1, cl_ulong(30));
  const cl_ulong zero = 0;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, 8, 0, 4096, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 4), CL_SUCCESS);
  const auto numbers = contents<cl_ulong>(buffer);
  EXPECT_EQ(numbers[7], 0u);
  EXPECT_EQ(numbers[8], 30u);
  EXPECT_EQ(numbers[11], 33u);
  EXPECT_EQ(numbers[12], 0u);
}

TEST_F(cl_ext_buffer_device_addressTest, ArgumentsAreChecked) {
  OwnedKernel kernel = makeKernel("number"), local = makeKernel("through_local");
  EXPECT_EQ(set(nullptr, 0, 64), CL_INVALID_KERNEL);
  EXPECT_EQ(set(reinterpret_cast<cl_kernel>(queue.get()), 0, 64), CL_INVALID_KERNEL);
  EXPECT_EQ(set(kernel, 2, 64), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set(kernel, 1, 64), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set(local, 1, 64), CL_INVALID_ARG_INDEX);
  // Addresses of nothing are legal as long as no kernel follows them.
  EXPECT_EQ(set(kernel, 0, 64), CL_SUCCESS);
  EXPECT_EQ(set(kernel, 0, 0), CL_SUCCESS);
}

TEST_F(cl_ext_buffer_device_addressTest, ExecutionInformationIsTaken) {
  OwnedMem buffer = makeWith(withAddress);
  OwnedKernel kernel = makeKernel("number");
  const cl_mem_device_address_ext addresses[] = {addressOf(buffer), addressOf(buffer)};
  const auto tell = [&](std::size_t size, const void *list) {
    return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, size, list);
  };
  EXPECT_EQ(tell(sizeof(addresses), addresses), CL_SUCCESS);
  EXPECT_EQ(tell(0, nullptr), CL_SUCCESS);
  EXPECT_EQ(tell(sizeof(addresses), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(tell(4, addresses), CL_INVALID_VALUE);
}

} // namespace heddle::test
