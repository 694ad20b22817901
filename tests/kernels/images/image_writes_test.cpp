// What every function writes, and that it is read behind a fence.
#include "tests/kernels/images/image_kernel_fixture.hpp"

namespace heddle::test {
namespace {

class WriteTest : public ImageKernelTest {
protected:
  enum class Places { anywhere, sideBySide };

  /// Some work-items write, some of them outside of the image; or all of them, one behind the
  /// other.
  void check(const TypeOfImage &type, const cl_image_format &format, const std::string &suffix,
             const std::string &access, Places places = Places::anywhere) {
    const bool areNeighbours = places == Places::sideBySide;
    const bool isDepth = format.image_channel_order == CL_DEPTH;
    const PixelKind kind = pixelKind(format);
    ReferenceImage image = newImage(type, format);
    OwnedMem memory = deviceImage(image);
    // Each pixel at most once.
    std::vector<std::array<int, 3>> all;
    for (int z = 0; z < image.size[2]; ++z)
      for (int y = 0; y < image.size[1]; ++y)
        for (int x = 0; x < image.size[0]; ++x)
          all.push_back({x, y, z});
    if (!areNeighbours)
      std::shuffle(all.begin(), all.end(), generator);
    std::vector<cl_int> at;
    std::vector<cl_uint> values;
    for (std::size_t i = 0; i < workItems; ++i) {
      const bool exists = i < all.size() && (areNeighbours || i % 7 != 3);
      std::array<int, 3> place = exists ? all[i] : std::array<int, 3>{-1, 0, 0};
      if (!exists && i % 2 && image.coordinates() > 1)
        place = {0, image.size[1], 0};
      if (!exists && i % 5 == 0)
        place = {image.size[0], 0, 0};
      at.insert(at.end(), {place[0], place[1], place[2], 0});
      Components components;
      for (double &component : components) {
        cl_uint word = random() >> (random() % 32);
        if (kind == PixelKind::floating) {
          float value = real(-0.2f, 1.2f);
          if (random() % 16 == 0)
            value = random() % 2 ? std::nanf("") : -1000.0f;
          if (suffix == "h")
            value = float(roundedToHalf(value));
          word = std::bit_cast<cl_uint>(value);
          component = value;
        } else {
          component = kind == PixelKind::signedInteger ? double(std::int32_t(word)) : double(word);
        }
        values.push_back(word);
      }
      if (format.image_channel_data_type == CL_FLOAT ||
          format.image_channel_data_type == CL_HALF_FLOAT)
        for (unsigned c = 0; c < 4; ++c)
          if (std::isnan(components[c])) { // of a NaN only that it is one counts
            components[c] = 0;
            values[values.size() - 4 + c] = 0;
          }
      if (exists && (areNeighbours || i % 3 != 1)) {
        const Bytes pixel = encodePixel(format, components);
        std::memcpy(image.pixel(place), pixel.data(), pixel.size());
      }
    }
    const std::string value = suffix == "h" ? "convert_half4(values[i])"
                              : isDepth     ? "values[i].x"
                                            : "values[i]";
    const std::string source =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(" + access + " " + type.name +
        (isDepth ? "_depth_t" : "_t") + " image, global const int4 *at, global const " +
        vectorType(suffix == "h" ? "f" : suffix) + " *values) {\n  size_t i = get_global_id(0);\n" +
        (areNeighbours ? "" : "  if (i % 3 != 1)\n") + "    write_image" + suffix +
        "(image, at[i]." + type.place + ", " + value + ");\n}\n";
    OwnedMem atBuffer = makeBufferOf(at), valueBuffer = makeBufferOf(values);
    cl_kernel writer = kernel(source);
    setArgument(writer, 0, memory.get());
    setArgument(writer, 1, atBuffer.get());
    setArgument(writer, 2, valueBuffer.get());
    run(writer);
    const Bytes found = pixels(memory, image);
    // The unused bits of a word are nobody's.
    const std::uint8_t unusedBits = format.image_channel_data_type == CL_UNORM_SHORT_555    ? 0x80
                                    : format.image_channel_data_type == CL_UNORM_INT_101010 ? 0xc0
                                                                                            : 0;
    const std::size_t size = pixelSize(format);
    for (std::size_t i = 0; i < found.size() && !HasFailure(); ++i) {
      const std::uint8_t used = i % size == size - 1 ? std::uint8_t(~unusedBits) : 0xff;
      EXPECT_EQ(found[i] & used, image.bytes[i] & used)
          << type.name << ", " << text(format) << ", pixel " << i / size << ", byte " << i % size;
    }
  }
};

TEST_F(WriteTest, EveryFormatIsEncoded) {
  for (const cl_image_format &format : formats(CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY)) {
    check(image2d, format, suffix(pixelKind(format)), "write_only");
    if (pixelKind(format) == PixelKind::floating && format.image_channel_order == CL_RGBA)
      check(image2d, format, "h", "write_only");
  }
}

TEST_F(WriteTest, EveryTypeOfImageIsWritten) {
  for (const TypeOfImage &type : typesOfImages)
    for (const char *access : {"write_only", "read_write"})
      for (cl_image_format format :
           {rgba8, rgba32f, r32ui, cl_image_format{CL_RG, CL_SIGNED_INT16}})
        check(type, format, suffix(pixelKind(format)), access);
}

TEST_F(WriteTest, NeighboursAreWrittenAtOnce) {
  for (const cl_image_format &format : formats(CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY))
    check(image2d, format, suffix(pixelKind(format)), "write_only", Places::sideBySide);
  for (const TypeOfImage &type : typesOfImages)
    for (cl_image_format format :
         {rgba8, rgba32f, cl_image_format{CL_R, CL_UNSIGNED_INT16},
          cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_HALF_FLOAT}})
      check(type, format, suffix(pixelKind(format)), "write_only", Places::sideBySide);
}

TEST_F(ImageKernelTest, WhatIsWrittenIsReadBehindAFence) {
  ReferenceImage image{CL_MEM_OBJECT_IMAGE2D, r32ui, {int(workItems), 2, 1}, {}};
  image.bytes.resize(workItems * 2 * 4);
  OwnedMem memory = deviceImage(image);
  OwnedMem out = makeBuffer(4 * workItems);
  cl_kernel written = kernel(R"(
    kernel void k(read_write image2d_t image, global uint *out) {
      int i = get_global_id(0), n = get_global_size(0);
      uint sum = 0;
      for (uint round = 1; round < 4; ++round) {
        write_imageui(image, (int2)(i, 0), (uint4)(round * 100 + i));
        atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
        sum += read_imageui(image, (int2)(i, 0)).x;
        work_group_barrier(CLK_IMAGE_MEM_FENCE);
        sum += read_imageui(image, (int2)(n - 1 - i, 0)).x;
        work_group_barrier(CLK_IMAGE_MEM_FENCE);
      }
      out[i] = sum;
    })");
  setArgument(written, 0, memory.get());
  setArgument(written, 1, out.get());
  run(written);
  EXPECT_EQ(contents<cl_uint>(out), std::vector<cl_uint>(workItems, 1200 + 3 * (workItems - 1)));
}

} // namespace
} // namespace heddle::test
