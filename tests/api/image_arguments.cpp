// clSetKernelArg and clGetKernelArgInfo of images and samplers.
#include "runtime/abi/image.h"
#include "tests/support/image_fixture.hpp"
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

class ImageArgumentTest : public KernelTest {
protected:
  OwnedMem makeImage(const Description &description, cl_mem_flags flags = 0,
                     cl_image_format format = rgba8) {
    const cl_image_desc desc = description;
    cl_int error = CL_INVALID_VALUE;
    OwnedMem made = clCreateImage(context, flags, &format, &desc, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedSampler makeSampler(cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter) {
    return clCreateSampler(context, normalized, addressing, filter, nullptr);
  }
  cl_int set(cl_kernel kernel, cl_uint index, cl_mem image) {
    return clSetKernelArg(kernel, index, sizeof(image), &image);
  }
  /// What a kernel is given for an image and a sampler.
  struct Seen {
    std::uint64_t sampler;
    HeddleImage image;
  };
  Seen look(cl_mem image, cl_sampler sampler) {
    OwnedKernel kernel = makeKernel("look_at_image");
    OwnedMem out = makeBuffer(sizeof(Seen));
    setArgument(kernel, 0, out.get());
    setArgument(kernel, 1, image);
    setArgument(kernel, 2, sampler);
    EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
    return contents<Seen>(out).at(0);
  }
};

TEST_F(ImageArgumentTest, KernelsGetTheRecordOfAnImage) {
  OwnedMem image = makeImage({.width = 5, .height = 3}, 0, {CL_BGRA, CL_UNORM_INT8});
  OwnedSampler sampler = makeSampler(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  const HeddleImage seen = look(image, sampler).image;
  EXPECT_NE(seen.data, 0u);
  EXPECT_EQ(seen.data % 128, 0u);
  EXPECT_EQ(seen.rowPitch, 20u);
  EXPECT_EQ(seen.slicePitch, 60u);
  EXPECT_EQ(seen.width, 5u);
  EXPECT_EQ(seen.height, 3u);
  EXPECT_EQ(seen.depth, 1u);
  EXPECT_EQ(seen.arraySize, 1u);
  EXPECT_EQ(seen.channelOrder, cl_uint(CL_BGRA));
  EXPECT_EQ(seen.channelDataType, cl_uint(CL_UNORM_INT8));
  EXPECT_EQ(seen.storage, heddlePixelUnorm8);
  EXPECT_EQ(seen.components, 4);
  EXPECT_EQ(seen.pixelSize, 4);
  EXPECT_EQ(seen.borderAlpha, 0);
  EXPECT_EQ(seen.numMipLevels, 0u);
  const std::uint8_t order[4] = {2, 1, 0, 3};
  EXPECT_EQ(std::memcmp(seen.select, order, 4), 0);
  EXPECT_EQ(std::memcmp(seen.store, order, 4), 0);
  // It stays where it is.
  EXPECT_EQ(look(image, sampler).image.data, seen.data);
}

TEST_F(ImageArgumentTest, KernelsGetTheBitsOfASampler) {
  OwnedMem image = makeImage({.width = 5, .height = 3});
  struct {
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    unsigned bits;
  } const samplers[] = {
      {CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, heddleSamplerFilterNearest},
      {CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR,
       heddleSamplerNormalizedCoords | heddleSamplerAddressClampToEdge | heddleSamplerFilterLinear},
      {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR,
       heddleSamplerAddressClamp | heddleSamplerFilterLinear},
      {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST,
       heddleSamplerNormalizedCoords | heddleSamplerAddressRepeat | heddleSamplerFilterNearest},
      {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR,
       heddleSamplerNormalizedCoords | heddleSamplerAddressMirroredRepeat |
           heddleSamplerFilterLinear}};
  for (const auto &row : samplers) {
    OwnedSampler sampler = makeSampler(row.normalized, row.addressing, row.filter);
    EXPECT_EQ(look(image, sampler).sampler, row.bits);
  }
}

TEST_F(ImageArgumentTest, AnImageLivesUntilTheCommandHasEnded) {
  OwnedKernel kernel = makeKernel("look_at_image");
  OwnedMem image = makeImage({.width = 5, .height = 3}), out = makeBuffer(128);
  OwnedSampler sampler = makeSampler(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  static int destroyed;
  destroyed = 0;
  clSetMemObjectDestructorCallback(image, [](cl_mem, void *) { ++destroyed; }, nullptr);
  setArgument(kernel, 0, out.get());
  setArgument(kernel, 1, image.get());
  setArgument(kernel, 2, sampler.get());
  OwnedEvent gate = makeUserEvent();
  const cl_event wait = gate;
  const std::size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &wait, nullptr),
            CL_SUCCESS);
  image.reset();
  sampler.reset();
  EXPECT_EQ(destroyed, 0);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(queue);
  EXPECT_EQ(destroyed, 1);
  // And the kernel did not keep it.
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_INVALID_KERNEL_ARGS);
}

TEST_F(ImageArgumentTest, ReturnsTheErrorsOfImages) {
  OwnedKernel kernel = makeKernel("take_images");
  OwnedMem image = makeImage({.width = 4, .height = 4}), buffer = makeBuffer(64);
  OwnedSampler sampler = makeSampler(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  cl_mem handle = image;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle) - 1, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle) + 1, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, buffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(kernel, 0, reinterpret_cast<cl_mem>(sampler.get())), CL_INVALID_MEM_OBJECT);
  OwnedContext other = otherContext();
  const cl_image_desc desc = Description{.width = 4, .height = 4};
  OwnedMem foreign = clCreateImage(other, 0, &rgba8, &desc, nullptr, nullptr);
  EXPECT_EQ(set(kernel, 0, foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(set(kernel, 0, image), CL_SUCCESS);
  // An image is no buffer either.
  OwnedKernel number = makeKernel("number");
  EXPECT_EQ(set(number, 0, image), CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageArgumentTest, ReturnsInvalidArgValueForImagesOfAnotherUse) {
  OwnedKernel kernel = makeKernel("take_images");
  const Description plane{.width = 4, .height = 4};
  OwnedMem reading = makeImage(plane, CL_MEM_READ_ONLY), both = makeImage(plane);
  OwnedMem writing = makeImage(plane, CL_MEM_WRITE_ONLY);
  const cl_uint readOnly = 0, writeOnly = 1, readWrite = 2;
  EXPECT_EQ(set(kernel, readOnly, reading), CL_SUCCESS);
  EXPECT_EQ(set(kernel, readOnly, both), CL_SUCCESS);
  EXPECT_EQ(set(kernel, readOnly, writing), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(kernel, writeOnly, writing), CL_SUCCESS);
  EXPECT_EQ(set(kernel, writeOnly, both), CL_SUCCESS);
  EXPECT_EQ(set(kernel, writeOnly, reading), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(kernel, readWrite, both), CL_SUCCESS);
  EXPECT_EQ(set(kernel, readWrite, reading), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(kernel, readWrite, writing), CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArgumentTest, ReturnsInvalidArgValueForImagesOfAnotherType) {
  OwnedKernel kernel = makeKernel("take_images");
  OwnedMem buffer = makeBuffer(64);
  OwnedMem plane = makeImage({.width = 4, .height = 4});
  OwnedMem planes =
      makeImage({.type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .width = 4, .height = 4, .arraySize = 2});
  OwnedMem depths =
      makeImage({.type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .width = 4, .height = 4, .arraySize = 2}, 0,
                {CL_DEPTH, CL_FLOAT});
  OwnedMem depth = makeImage({.width = 4, .height = 4}, 0, {CL_DEPTH, CL_FLOAT});
  OwnedMem line = makeImage({.type = CL_MEM_OBJECT_IMAGE1D, .width = 4});
  OwnedMem ofBuffer =
      makeImage({.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 4, .object = buffer});
  OwnedMem volume = makeImage({.type = CL_MEM_OBJECT_IMAGE3D, .width = 4, .height = 4, .depth = 4});
  const cl_mem all[] = {plane, planes, depths, depth, line, ofBuffer, volume};
  struct {
    cl_uint index;
    cl_mem right;
  } const rows[] = {{0, plane}, {4, depths}, {5, ofBuffer}, {6, volume}};
  for (const auto &row : rows)
    for (cl_mem image : all)
      EXPECT_EQ(set(kernel, row.index, image),
                image == row.right ? CL_SUCCESS : CL_INVALID_ARG_VALUE)
          << row.index;
  // Where the type leaves it open, an image of depths goes, too.
  for (cl_mem image : all)
    EXPECT_EQ(set(kernel, 3, image),
              image == plane || image == depth ? CL_SUCCESS : CL_INVALID_ARG_VALUE);
}

TEST_F(ImageArgumentTest, ReturnsTheErrorsOfSamplers) {
  OwnedKernel kernel = makeKernel("look_at_image");
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedSampler sampler = makeSampler(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
  auto setSampler = [&](cl_sampler value, std::size_t size = sizeof(cl_sampler)) {
    return clSetKernelArg(kernel, 2, size, &value);
  };
  EXPECT_EQ(setSampler(sampler, 4), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(setSampler(nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_sampler), nullptr), CL_INVALID_SAMPLER);
  EXPECT_EQ(setSampler(reinterpret_cast<cl_sampler>(image.get())), CL_INVALID_SAMPLER);
  OwnedContext other = otherContext();
  OwnedSampler foreign =
      clCreateSampler(other, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  EXPECT_EQ(setSampler(foreign), CL_INVALID_CONTEXT);
  EXPECT_EQ(setSampler(sampler), CL_SUCCESS);
}

TEST_F(ImageArgumentTest, AreDescribedByClGetKernelArgInfo) {
  OwnedKernel kernel = makeKernel("take_images");
  auto text = [&](cl_uint index, cl_kernel_arg_info name) {
    char value[64] = {};
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, name, sizeof(value), value, nullptr), CL_SUCCESS);
    return std::string(value);
  };
  auto access = [&](cl_uint index) {
    cl_kernel_arg_access_qualifier value = 0;
    EXPECT_EQ(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(value),
                                 &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(text(0, CL_KERNEL_ARG_TYPE_NAME), "image2d_t");
  EXPECT_EQ(access(0), cl_uint(CL_KERNEL_ARG_ACCESS_READ_ONLY));
  EXPECT_EQ(access(1), cl_uint(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
  EXPECT_EQ(access(2), cl_uint(CL_KERNEL_ARG_ACCESS_READ_WRITE));
  EXPECT_EQ(clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_TYPE_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

} // namespace heddle::test
