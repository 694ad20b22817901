// What kernels ask of an image, blocks of sub-groups, and how images get through control flow,
// functions and modules.
#include "tests/kernels/images/image_kernel_fixture.hpp"

#include <unistd.h>

#include <cstdio>

namespace heddle::test {
namespace {

constexpr char askingKernel[] = R"(
  kernel void k(read_only image1d_t a, read_only image1d_buffer_t b, write_only image1d_array_t c,
                read_only image2d_t d, read_write image2d_array_t e, read_only image3d_t f,
                global uint *out) {
    uint values[] = {get_image_width(a), get_image_width(b),
      get_image_width(c), get_image_array_size(c),
      get_image_width(d), get_image_height(d), get_image_dim(d).x, get_image_dim(d).y,
      get_image_width(e), get_image_height(e), get_image_dim(e).y, get_image_array_size(e),
      get_image_width(f), get_image_height(f), get_image_depth(f), get_image_dim(f).z,
      get_image_channel_data_type(a) == CLK_UNORM_INT8, get_image_channel_order(a) == CLK_RGBA,
      get_image_channel_data_type(f), get_image_channel_order(f)};
    for (int i = 0; i < 20; ++i) out[i] = values[i];
  })";

TEST_F(ImageKernelTest, KernelsAskAnImageWhatItIs) {
  const cl_image_format last{CL_RG, CL_HALF_FLOAT};
  OwnedMem out = makeBuffer(20 * 4);
  cl_kernel asking = kernel(askingKernel);
  std::vector<OwnedMem> images;
  for (const TypeOfImage &type : typesOfImages) {
    images.push_back(deviceImage(newImage(type, &type == &typesOfImages[5] ? last : rgba8)));
    setArgument(asking, cl_uint(images.size() - 1), images.back().get());
  }
  setArgument(asking, 6, out.get());
  run(asking, 1, 1);
  const std::vector<cl_uint> expected = {
      13, 13, 13, 5, 13, 7, 13, 7, 13, 7, 7, 5, 13, 7, 5, 5, 1, 1, CL_HALF_FLOAT, CL_RG};
  EXPECT_EQ(contents<cl_uint>(out), expected);
}

constexpr char divergentKernel[] = R"(
  constant sampler_t nearest = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE;
  __attribute__((noinline)) uint4 at(read_only image2d_t image, sampler_t s, int2 place) {
    return read_imageui(image, s, place);
  }
  kernel void k(read_only image2d_t a, read_only image2d_t b, write_only image2d_t c,
                sampler_t given, global uint *out) {
    int i = get_global_id(0);
    uint sum = 0;
    if (i % 2)
      sum = at(a, given, (int2)(i, 0)).x;
    else
      sum = at(b, nearest, (int2)(i, 1)).x;
    for (int round = 0; round < i % 5; ++round) {
      if (round == i % 3)
        continue;
      sum += read_imageui(a, (int2)(round, 0)).x;
      write_imageui(c, (int2)(i, round), (uint4)(sum));
    }
    if (i == 40)
      return;
    // One pixel for all, and one outside.
    sum += read_imageui(b, (int2)(3, 1)).x + read_imageui(b, given, (int2)(i, -1)).x;
    out[i] = sum;
  })";

class FlowTest : public ImageKernelTest {
protected:
  void check(cl_kernel flowing) {
    ReferenceImage a{CL_MEM_OBJECT_IMAGE2D, r32ui, {80, 5, 1}, {}};
    a.bytes.resize(80 * 5 * 4);
    for (std::uint8_t &byte : a.bytes)
      byte = static_cast<std::uint8_t>(random());
    ReferenceImage b = a, c = a;
    std::shuffle(b.bytes.begin(), b.bytes.end(), generator);
    OwnedMem first = deviceImage(a), second = deviceImage(b), third = deviceImage(c);
    OwnedMem out = makeBufferOf(std::vector<cl_uint>(workItems, 7));
    OwnedSampler border = newSampler({CL_ADDRESS_CLAMP, false, false});
    setArgument(flowing, 0, first.get());
    setArgument(flowing, 1, second.get());
    setArgument(flowing, 2, third.get());
    setArgument(flowing, 3, border.get());
    setArgument(flowing, 4, out.get());
    run(flowing);
    std::vector<cl_uint> expected(workItems, 7);
    auto word = [](const ReferenceImage &image, int x, int y) {
      cl_uint value;
      std::memcpy(&value, image.pixel({x, y, 0}), 4);
      return value;
    };
    for (int i = 0; i < int(workItems); ++i) {
      cl_uint sum = i % 2 ? word(a, i, 0) : word(b, i, 1);
      for (int round = 0; round < i % 5; ++round) {
        if (round == i % 3)
          continue;
        sum += word(a, round, 0);
        std::memcpy(c.pixel({i, round, 0}), &sum, 4);
      }
      if (i != 40)
        expected[std::size_t(i)] = sum + word(b, 3, 1);
    }
    EXPECT_EQ(contents<cl_uint>(out), expected);
    EXPECT_EQ(pixels(third, c), c.bytes);
  }
};

TEST_F(FlowTest, WorkItemsReadAndWriteWhereTheyGo) { check(kernel(divergentKernel)); }

TEST_F(FlowTest, ModulesFromOutsideDoTheSame) {
  // Others run the same test for other targets.
  const std::string source =
      testing::TempDir() + "/heddle_images_flow_" + std::to_string(::getpid()) + ".cl";
  const std::string module = source + ".spv";
  std::ofstream(source) << divergentKernel;
  ASSERT_EQ(compileToSpirv(source, "-cl-std=CL3.0", module), "");
  std::ifstream file(module, std::ios::binary);
  const std::string words((std::istreambuf_iterator<char>(file)), {});
  for (const std::string &name : {source, module, module + ".log"})
    std::remove(name.c_str());
  cl_int error = CL_SUCCESS;
  OwnedProgram program = clCreateProgramWithIL(context, words.data(), words.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
      << buildLog(program, device);
  check(newKernel(program, "k"));
}

struct BlockFunctions {
  std::string suffix, element;
  int bytes, components;
};

/// Whole sub-groups of one work-group each, at places inside of the image and across its edges.
class BlockTest : public ImageKernelTest {
protected:
  static constexpr int lanes = 16;

  void check(const BlockFunctions &functions) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    ReferenceImage image{CL_MEM_OBJECT_IMAGE2D, format, {33, 9, 1}, {}};
    fill(image);
    const int width = 33 * 4;
    const std::vector<std::array<int, 2>> blocks = {{0, 0},   {8, 1},  {64, 3}, {width - 12, 0},
                                                    {-20, 2}, {4, -2}, {0, 7},  {width + 4, 20}};
    const std::string type =
        functions.element + (functions.components > 1 ? std::to_string(functions.components) : "");
    const std::string suffix =
        functions.suffix + (functions.components > 1 ? std::to_string(functions.components) : "");
    const std::string source =
        "__attribute__((intel_reqd_sub_group_size(16)))\nkernel void k(read_only image2d_t a, "
        "write_only image2d_t b, global const int2 *at, global " +
        type + " *out) {\n  int2 place = at[get_group_id(0)];\n  " + type +
        " v = intel_sub_group_block_read" + suffix +
        "(a, place);\n  out[get_global_id(0)] = v;\n  if (get_group_id(0) % 2)\n"
        "    intel_sub_group_block_write" +
        suffix + "(b, place, ~v);\n}\n";
    ReferenceImage written = newImage(image2d, format);
    written.size = image.size;
    fill(written);
    const std::size_t bytes = std::size_t(functions.bytes) * functions.components;
    OwnedMem first = deviceImage(image), second = deviceImage(written);
    OwnedMem at = makeBufferOf(blocks);
    OwnedMem out = makeBuffer(blocks.size() * lanes * bytes);
    cl_kernel moving = kernel(source);
    setArgument(moving, 0, first.get());
    setArgument(moving, 1, second.get());
    setArgument(moving, 2, at.get());
    setArgument(moving, 3, out.get());
    run(moving, blocks.size() * lanes, lanes);

    const int part = std::min(functions.bytes, 4);
    Bytes expected(blocks.size() * lanes * bytes);
    for (std::size_t block = 0; block < blocks.size(); ++block)
      for (int lane = 0; lane < lanes; ++lane)
        for (int component = 0; component < functions.components; ++component) {
          const int y = blocks[block][1] + component;
          std::uint8_t *value = expected.data() + (block * lanes + std::size_t(lane)) * bytes +
                                component * functions.bytes;
          for (int i = 0; i < functions.bytes; i += part) {
            const int x = blocks[block][0] + lane * functions.bytes + i;
            const std::uint8_t *row = image.pixel({0, std::clamp(y, 0, 8), 0});
            std::memcpy(value + i, row + std::clamp(x, 0, width - part), std::size_t(part));
          }
          if (block % 2 == 0)
            continue;
          Bytes inverse(value, value + functions.bytes);
          for (std::uint8_t &byte : inverse)
            byte = std::uint8_t(~byte);
          for (int i = 0; i < functions.bytes; i += part) {
            const int x = blocks[block][0] + lane * functions.bytes + i;
            if (y >= 0 && y < 9 && x >= 0 && x + part <= width)
              std::memcpy(written.pixel({0, y, 0}) + x, inverse.data() + i, std::size_t(part));
          }
        }
    EXPECT_EQ(contents<std::uint8_t>(out), expected) << suffix;
    EXPECT_EQ(pixels(second, written), written.bytes) << suffix;
  }
};

TEST_F(BlockTest, BytesOfRowsAreMoved) {
  for (int components : {1, 2, 4, 8}) {
    check({"", "uint", 4, components});
    check({"_ui", "uint", 4, components});
    check({"_uc", "uchar", 1, components});
    check({"_us", "ushort", 2, components});
    check({"_ul", "ulong", 8, components});
  }
  check({"_uc", "uchar", 1, 16});
  check({"_us", "ushort", 2, 16});
}

TEST_F(ImageKernelTest, ArgumentsSayWhatTheyAre) {
  cl_kernel asking = kernel(askingKernel);
  auto info = [&](cl_uint index, cl_kernel_arg_info name) {
    cl_uint value = 0;
    EXPECT_EQ(clGetKernelArgInfo(asking, index, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(info(0, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ACCESS_READ_ONLY));
  EXPECT_EQ(info(2, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ACCESS_WRITE_ONLY));
  EXPECT_EQ(info(4, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ACCESS_READ_WRITE));
  EXPECT_EQ(info(6, CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ACCESS_NONE));
  EXPECT_EQ(info(0, CL_KERNEL_ARG_ADDRESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ADDRESS_GLOBAL));
}

} // namespace
} // namespace heddle::test
