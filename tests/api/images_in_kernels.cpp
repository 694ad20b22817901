// Images that kernels and commands both work on: fills and kernels leave the same bytes, and memory
// that an image shares with a buffer or the application has what a kernel wrote. Built by the real
// compiler.
#include "tests/support/image_fixture.hpp"
#include "tests/support/program_fixture.hpp"

#include <limits>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void write_floats(write_only image2d_t image, global const float4 *colors) {
  int x = (int)get_global_id(0);
  write_imagef(image, (int2)(x, 0), colors[x]);
}
kernel void write_ints(write_only image2d_t image, global const int4 *colors) {
  int x = (int)get_global_id(0);
  write_imagei(image, (int2)(x, 0), colors[x]);
}
kernel void write_uints(write_only image2d_t image, global const uint4 *colors) {
  int x = (int)get_global_id(0);
  write_imageui(image, (int2)(x, 0), colors[x]);
}
kernel void write_depths(write_only image2d_depth_t image, global const float4 *colors) {
  int x = (int)get_global_id(0);
  write_imagef(image, (int2)(x, 0), colors[x].x);
}
kernel void number(write_only image2d_t image) {
  int x = (int)get_global_id(0), y = (int)get_global_id(1);
  write_imageui(image, (int2)(x, y), (uint4)(10 * y + x, 0, 0, 0));
}
)";

template <typename T> using Color = std::array<T, 4>;

/// Between, at and beyond the ends of what formats hold, and halves of their steps.
std::vector<Color<float>> floats() {
  std::vector<float> values = {
      0.0f,       1.0f,       -1.0f,      0.5f,       -0.5f,         2.0f,    -2.0f,   0.5f / 255,
      1.5f / 255, 2.5f / 255, 0.5f / 127, 1.5f / 127, 0.0031308f,    0.003f,  0.0032f, 0.2f,
      0.7f,       65504.0f,   65520.0f,   1e-5f,      5.9604645e-8f, 2049.0f, 2051.0f, 0.99999f};
  for (int i = 0; i < 200; ++i)
    values.push_back(static_cast<float>(i) / 199);
  std::vector<Color<float>> colors;
  for (std::size_t i = 0; i < values.size(); ++i)
    colors.push_back({values[i], values[(i + 1) % values.size()], values[(i + 5) % values.size()],
                      values[(i + 9) % values.size()]});
  return colors;
}

template <typename T> std::vector<Color<T>> integers() {
  const T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
  const T values[] = {0,
                      1,
                      127,
                      128,
                      255,
                      256,
                      32767,
                      32768,
                      65535,
                      65536,
                      most,
                      least,
                      static_cast<T>(-1),
                      static_cast<T>(-129),
                      static_cast<T>(-32769)};
  std::vector<Color<T>> colors;
  for (std::size_t i = 0; i < std::size(values); ++i)
    colors.push_back({values[i], values[(i + 1) % std::size(values)],
                      values[(i + 4) % std::size(values)], values[(i + 7) % std::size(values)]});
  return colors;
}

} // namespace

class ImagesInKernelsTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }
  OwnedMem makeImage(const Description &description, cl_image_format format, cl_mem_flags flags = 0,
                     void *hostPtr = nullptr) {
    const cl_image_desc desc = description;
    cl_int error = CL_INVALID_VALUE;
    OwnedMem made = clCreateImage(context, flags, &format, &desc, hostPtr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedKernel kernelNamed(const char *name) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return made;
  }
  void set(cl_kernel kernel, cl_uint index, cl_mem object) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(object), &object), CL_SUCCESS);
  }
  Bytes row(cl_mem image, std::size_t width) {
    const std::size_t size = query<std::size_t>(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE);
    Bytes result(width * size);
    const Sizes origin{}, region{width, 1, 1};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                                 result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }
  template <typename T>
  void expectSameBytes(cl_image_format format, const char *name,
                       const std::vector<Color<T>> &colors) {
    const Description line{.width = colors.size(), .height = 1};
    OwnedMem written = makeImage(line, format), filled = makeImage(line, format);
    OwnedMem buffer = makeBufferOf(colors);
    OwnedKernel kernel = kernelNamed(name);
    set(kernel, 0, written);
    set(kernel, 1, buffer);
    EXPECT_EQ(enqueue(queue, kernel, colors.size()), CL_SUCCESS);
    const Sizes one{1, 1, 1};
    for (std::size_t x = 0; x < colors.size(); ++x) {
      const Sizes origin{x, 0, 0};
      EXPECT_EQ(clEnqueueFillImage(queue, filled, colors[x].data(), origin.data(), one.data(), 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
    }
    EXPECT_EQ(row(written, colors.size()), row(filled, colors.size()))
        << format.image_channel_order << " " << format.image_channel_data_type;
  }

  OwnedProgram program;
};

TEST_F(ImagesInKernelsTest, KernelsAndFillsLeaveTheSameBytesInEveryFormat) {
  cl_uint count = 0;
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0,
                                       nullptr, &count),
            CL_SUCCESS);
  std::vector<cl_image_format> formats(count);
  ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count,
                                       formats.data(), nullptr),
            CL_SUCCESS);
  EXPECT_GT(count, 80u);
  for (const cl_image_format &format : formats)
    switch (format.image_channel_data_type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
      expectSameBytes(format, "write_ints", integers<cl_int>());
      break;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
      expectSameBytes(format, "write_uints", integers<cl_uint>());
      break;
    default:
      expectSameBytes(format,
                      format.image_channel_order == CL_DEPTH ? "write_depths" : "write_floats",
                      floats());
    }
}

TEST_F(ImagesInKernelsTest, ABufferHasWhatAKernelWroteIntoItsImage) {
  OwnedMem buffer = makeBufferOf(std::vector<cl_uint>(32, 99));
  OwnedMem image = makeImage({.width = 5, .height = 3, .rowPitch = 32, .object = buffer}, r32ui);
  OwnedKernel kernel = kernelNamed("number");
  set(kernel, 0, image);
  const std::size_t size[2] = {5, 3};
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<cl_uint> expected(32, 99);
  for (cl_uint y = 0; y < 3; ++y)
    for (cl_uint x = 0; x < 5; ++x)
      expected[y * 8 + x] = 10 * y + x;
  EXPECT_EQ(contents<cl_uint>(buffer), expected);
}

TEST_F(ImagesInKernelsTest, MemoryOfTheHostHasWhatAKernelWroteWhenItIsMapped) {
  Bytes memory(100);
  std::uint8_t *aligned = memory.data() + (-reinterpret_cast<std::uintptr_t>(memory.data()) & 3);
  for (std::size_t beside : {0, 1}) {
    OwnedMem image = makeImage({.width = 5, .height = 3, .rowPitch = 24}, r32ui,
                               CL_MEM_USE_HOST_PTR, aligned + beside);
    OwnedKernel kernel = kernelNamed("number");
    set(kernel, 0, image);
    const std::size_t size[2] = {5, 3};
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    const Sizes origin{}, region{5, 3, 1};
    std::size_t pitch = 0;
    void *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin.data(),
                                     region.data(), &pitch, nullptr, 0, nullptr, nullptr, nullptr);
    EXPECT_EQ(mapped, aligned + beside);
    EXPECT_EQ(pitch, 24u);
    cl_uint pixel = 0;
    std::memcpy(&pixel, aligned + beside + 2 * 24 + 3 * 4, sizeof(pixel));
    EXPECT_EQ(pixel, 23u) << beside;
    clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr);
    clFinish(queue);
  }
}

TEST_F(ImagesInKernelsTest, AnImageOfDepthsIsNoArgumentForOtherKernelsNorOthersForItsOwn) {
  // Without the types of arguments, which are kept where a program asks for them.
  const Description flat{.width = 4, .height = 1};
  OwnedMem depths = makeImage(flat, {CL_DEPTH, CL_FLOAT}), reds = makeImage(flat, {CL_R, CL_FLOAT});
  OwnedKernel ofDepths = kernelNamed("write_depths"), ofFloats = kernelNamed("write_floats");
  const auto statusOfSetting = [](cl_kernel kernel, cl_mem image) {
    return clSetKernelArg(kernel, 0, sizeof(image), &image);
  };
  EXPECT_EQ(statusOfSetting(ofDepths, depths), CL_SUCCESS);
  EXPECT_EQ(statusOfSetting(ofDepths, reds), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(statusOfSetting(ofFloats, depths), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(statusOfSetting(ofFloats, reds), CL_SUCCESS);
}

} // namespace heddle::test
