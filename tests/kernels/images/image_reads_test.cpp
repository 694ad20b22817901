// What every function reads from every type of image, format and sampler.
#include "tests/kernels/images/image_kernel_fixture.hpp"

namespace heddle::test {
namespace {

/// A kernel that reads one pixel for each work-item.
std::string reader(const TypeOfImage &type, const std::string &suffix, const std::string &sampler,
                   const std::string &coordinates, bool isDepth = false) {
  const std::string result = isDepth ? "float" : vectorType(suffix);
  return "kernel void k(read_only " + type.name + (isDepth ? "_depth_t" : "_t") +
         " image, sampler_t given, global const " + coordinates + " *at, global " + result +
         " *out) {\n" +
         (sampler.empty() || sampler == "given" ? ""
                                                : "  const sampler_t own = " + sampler + ";\n") +
         "  size_t i = get_global_id(0);\n  out[i] = read_image" + suffix + "(image, " +
         (sampler.empty()      ? ""
          : sampler == "given" ? "given, "
                               : "own, ") +
         "at[i]." + type.place + ");\n}\n";
}

class ReadTest : public ImageKernelTest {
protected:
  /// What the kernel reads at these places, as words.
  std::vector<cl_uint> read(cl_kernel kernel, cl_mem image, cl_sampler sampler, cl_mem at,
                            unsigned words = 4) {
    OwnedMem out = makeBufferOf(std::vector<cl_uint>(words * workItems, 0xcdcdcdcd));
    setArgument(kernel, 0, image);
    setArgument(kernel, 1, sampler);
    setArgument(kernel, 2, at);
    setArgument(kernel, 3, out.get());
    run(kernel);
    return contents<cl_uint>(out);
  }
  static Components asComponents(const cl_uint *words, PixelKind kind) {
    Components result;
    for (unsigned i = 0; i < 4; ++i)
      result[i] = kind == PixelKind::floating        ? double(std::bit_cast<float>(words[i]))
                  : kind == PixelKind::signedInteger ? double(std::int32_t(words[i]))
                                                     : double(words[i]);
    return result;
  }
  static void expectSame(const Components &found, const Components &expected, PixelKind kind,
                         const std::string &what) {
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(found[i], kind == PixelKind::floating ? double(float(expected[i])) : expected[i])
          << what << ", component " << i;
  }
  void checkPlaces(const ReferenceImage &image, const TypeOfImage &type,
                   const std::string &sampler) {
    const PixelKind kind = pixelKind(image.format);
    OwnedMem memory = deviceImage(image);
    OwnedSampler nearest = newSampler({});
    const std::vector<cl_int> at = places(image);
    OwnedMem atBuffer = makeBufferOf(at);
    const std::vector<cl_uint> words =
        read(kernel(reader(type, suffix(kind), sampler, "int4")), memory, nearest, atBuffer);
    for (std::size_t i = 0; i < workItems && !HasFailure(); ++i)
      expectSame(asComponents(&words[4 * i], kind),
                 decodePixel(image.format, image.pixel({at[4 * i], at[4 * i + 1], at[4 * i + 2]})),
                 kind, type.name + ", " + text(image.format) + ", work-item " + std::to_string(i));
  }
  /// Sampled at float coordinates; where linear, also at the middle of pixels along some axes,
  /// where the next pixel counts nothing.
  void checkSampler(const ReferenceImage &image, const TypeOfImage &type, const SamplerModes &modes,
                    const std::string &sampler) {
    checkSampler(image, type, modes, sampler, 0);
    if (modes.isLinear)
      checkSampler(image, type, modes, sampler, 1 + unsigned(random() % 7));
  }

private:
  void checkSampler(const ReferenceImage &image, const TypeOfImage &type, const SamplerModes &modes,
                    const std::string &sampler, unsigned middleAxes) {
    std::vector<cl_float> at;
    for (std::size_t i = 0; i < workItems; ++i)
      for (unsigned axis = 0; axis < 4; ++axis)
        at.push_back(axis < image.coordinates()
                         ? coordinate(image, axis, modes, (middleAxes >> axis & 1) != 0)
                         : 0);
    const PixelKind kind = pixelKind(image.format);
    OwnedMem memory = deviceImage(image, CL_MEM_READ_ONLY);
    OwnedSampler object = newSampler(modes);
    OwnedMem atBuffer = makeBufferOf(at);
    const std::vector<cl_uint> words =
        read(kernel(reader(type, suffix(kind), sampler, "float4")), memory, object, atBuffer);
    for (std::size_t i = 0; i < workItems && !HasFailure(); ++i) {
      const Components found = asComponents(&words[4 * i], kind);
      const Coordinates place{at[4 * i], at[4 * i + 1], at[4 * i + 2], 0};
      const Components expected = image.sample(modes, place);
      const std::string what = type.name + ", " + text(image.format) + ", " + modes.text() +
                               ", at " + std::to_string(place[0]) + " " + std::to_string(place[1]) +
                               " " + std::to_string(place[2]);
      if (!modes.isLinear)
        expectSame(found, expected, kind, what);
      else
        for (unsigned c = 0; c < 4; ++c)
          EXPECT_NEAR(found[c], expected[c], 1e-4) << what << ", component " << c;
    }
  }

  /// On both sides of the image, too; where nearest pixels are wanted, not near the border of two.
  float coordinate(const ReferenceImage &image, unsigned axis, const SamplerModes &modes,
                   bool isMiddle) {
    const int w = image.size[axis];
    const bool isWithin = modes.addressing == CL_ADDRESS_NONE && axis < image.dimensions();
    const int pixel = isWithin ? int(random() % unsigned(w)) : int(random() % (4u * w)) - 2 * w;
    float u = static_cast<float>(pixel) + (isMiddle         ? 0.5f
                                           : modes.isLinear ? real(0, 1)
                                                            : 0.25f * (1 + random() % 3));
    if (isWithin && modes.isLinear) // both pixels exist
      u = std::clamp(u, 0.5f, float(w) - 0.501f);
    return modes.isNormalized && axis < image.dimensions() ? u / float(w) : u;
  }
};

TEST_F(ReadTest, EveryFormatIsDecoded) {
  for (const cl_image_format &format : formats(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY)) {
    if (format.image_channel_order == CL_DEPTH)
      continue;
    for (const char *sampler : {"", "given"}) {
      const ReferenceImage image = newImage(image2d, format);
      const PixelKind kind = pixelKind(format);
      OwnedMem memory = deviceImage(image, CL_MEM_READ_ONLY);
      OwnedSampler nearest = newSampler({});
      const std::vector<cl_int> at = places(image);
      OwnedMem atBuffer = makeBufferOf(at);
      const std::vector<cl_uint> words =
          read(kernel(reader(image2d, suffix(kind), sampler, "int4")), memory, nearest, atBuffer);
      for (std::size_t i = 0; i < workItems && !HasFailure(); ++i)
        expectSame(asComponents(&words[4 * i], kind),
                   decodePixel(format, image.pixel({at[4 * i], at[4 * i + 1], 0})), kind,
                   text(format));
    }
  }
}

TEST_F(ReadTest, EveryTypeOfImageIsRead) {
  for (const TypeOfImage &type : typesOfImages)
    for (cl_image_format format :
         {rgba8, rgba32f, r32ui, cl_image_format{CL_RG, CL_SIGNED_INT16},
          cl_image_format{CL_R, CL_UNSIGNED_INT16}, cl_image_format{CL_RGBA, CL_SIGNED_INT32},
          cl_image_format{CL_R, CL_UNORM_INT16}, cl_image_format{CL_RG, CL_FLOAT},
          cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RA, CL_HALF_FLOAT},
          cl_image_format{CL_sRGB, CL_UNORM_INT8}}) {
      const ReferenceImage image = newImage(type, format);
      checkPlaces(image, type, "");
      if (type.type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
        checkPlaces(image, type, "given");
    }
}

TEST_F(ReadTest, EveryValueIsRoundedCorrectlyAndComesBack) {
  constexpr int width = 256, height = 256;
  for (cl_channel_type dataType :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16, CL_HALF_FLOAT}) {
    const cl_image_format format{CL_R, dataType};
    ReferenceImage image{CL_MEM_OBJECT_IMAGE2D, format, {width, height, 1}, {}};
    for (int i = 0; i < width * height; ++i) {
      image.bytes.push_back(static_cast<std::uint8_t>(i));
      if (pixelSize(format) == 2)
        image.bytes.push_back(static_cast<std::uint8_t>(i >> 8));
    }
    OwnedMem from = deviceImage(image), to = deviceImage(image);
    OwnedMem out = makeBuffer(width * height * sizeof(cl_float));
    cl_kernel copying = kernel(R"(
      kernel void k(read_only image2d_t from, write_only image2d_t to, global float *out) {
        int i = get_global_id(0);
        float4 color = read_imagef(from, (int2)(i % 256, i / 256));
        out[i] = color.x;
        write_imagef(to, (int2)(i % 256, i / 256), color);
      })");
    setArgument(copying, 0, from.get());
    setArgument(copying, 1, to.get());
    setArgument(copying, 2, out.get());
    run(copying, width * height, 64);
    const std::vector<cl_float> found = contents<cl_float>(out);
    const Bytes written = pixels(to, image);
    for (int i = 0; i < width * height && !HasFailure(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::uint8_t *pixel = image.pixel({i % width, i / width, 0});
      if (dataType == CL_HALF_FLOAT && (i & 0x7c00) == 0x7c00)
        continue; // no number
      const Components expected = decodePixel(format, pixel);
      EXPECT_EQ(found[at], static_cast<float>(expected[0])) << text(format) << ", " << i;
      const Bytes back = encodePixel(format, expected);
      EXPECT_EQ(std::memcmp(&written[at * back.size()], back.data(), back.size()), 0)
          << text(format) << ", " << i;
    }
  }
}

TEST_F(ReadTest, NeighboursAreReadAtOnce) {
  // All lanes side by side, which is the way that most kernels take.
  for (const cl_image_format &format : formats(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY)) {
    if (format.image_channel_order == CL_DEPTH)
      continue;
    const PixelKind kind = pixelKind(format);
    ReferenceImage image{CL_MEM_OBJECT_IMAGE2D, format, {80, 3, 1}, {}};
    fill(image);
    std::vector<cl_int> at;
    for (int i = 0; i < int(workItems); ++i)
      at.insert(at.end(), {i + 1, 1, 0, 0});
    OwnedMem memory = deviceImage(image);
    OwnedMem atBuffer = makeBufferOf(at);
    OwnedSampler nearest = newSampler({});
    const std::vector<cl_uint> words =
        read(kernel(reader(image2d, suffix(kind), "given", "int4")), memory, nearest, atBuffer);
    for (int i = 0; i < int(workItems) && !HasFailure(); ++i)
      expectSame(asComponents(&words[4 * unsigned(i)], kind),
                 decodePixel(format, image.pixel({i + 1, 1, 0})), kind, text(format));
  }
}

TEST_F(ReadTest, SamplersAddressAndFilter) {
  const cl_image_format sampled[] = {rgba8,
                                     rgba32f,
                                     {CL_A, CL_UNORM_INT8},
                                     {CL_R, CL_SNORM_INT16},
                                     {CL_R, CL_HALF_FLOAT},
                                     {CL_RGB, CL_UNORM_SHORT_565},
                                     {CL_INTENSITY, CL_UNORM_INT16},
                                     {CL_LUMINANCE, CL_FLOAT},
                                     {CL_sRGBA, CL_UNORM_INT8},
                                     {CL_RGBA, CL_SIGNED_INT8},
                                     {CL_R, CL_UNSIGNED_INT16}};
  for (const TypeOfImage &type : typesOfImages) {
    if (type.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      continue;
    for (const cl_image_format &format : sampled)
      for (cl_addressing_mode addressing :
           {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
            CL_ADDRESS_MIRRORED_REPEAT})
        for (bool isLinear : {false, true})
          for (bool isNormalized : {false, true}) {
            const bool wraps =
                addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
            if ((wraps && !isNormalized) || (isLinear && pixelKind(format) != PixelKind::floating))
              continue;
            checkSampler(newImage(type, format), type, {addressing, isLinear, isNormalized},
                         "given");
          }
  }
}

TEST_F(ReadTest, SamplersOfTheProgramAreTheSame) {
  for (cl_addressing_mode addressing : {CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT})
    for (bool isLinear : {false, true}) {
      const SamplerModes modes{addressing, isLinear, true};
      checkSampler(newImage(image2d, rgba8), image2d, modes, modes.text());
    }
}

TEST_F(ReadTest, HalvesAreRoundedFloats) {
  for (cl_image_format format : {rgba8, rgba32f, cl_image_format{CL_RGBA, CL_HALF_FLOAT}}) {
    const ReferenceImage image = newImage(image2d, format);
    const std::vector<cl_int> at = places(image);
    OwnedMem memory = deviceImage(image);
    OwnedMem atBuffer = makeBufferOf(at);
    OwnedSampler nearest = newSampler({});
    const std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                               "kernel void k(read_only image2d_t image, sampler_t s, global const "
                               "int4 *at, global float4 *out) {\n  size_t i = get_global_id(0);\n"
                               "  half4 v = read_imageh(image, s, at[i].xy);\n"
                               "  out[i] = convert_float4(v);\n}\n";
    const std::vector<cl_uint> words = read(kernel(source), memory, nearest, atBuffer);
    for (std::size_t i = 0; i < workItems && !HasFailure(); ++i) {
      Components expected = decodePixel(format, image.pixel({at[4 * i], at[4 * i + 1], 0}));
      for (double &component : expected)
        component = roundedToHalf(float(component));
      expectSame(asComponents(&words[4 * i], PixelKind::floating), expected, PixelKind::floating,
                 text(format));
    }
  }
}

TEST_F(ReadTest, DepthImagesGiveOneFloat) {
  for (cl_channel_type dataType : {CL_FLOAT, CL_UNORM_INT16})
    for (const TypeOfImage *type : {&typesOfImages[3], &typesOfImages[4]})
      for (const char *sampler : {"", "given"}) {
        const cl_image_format format{CL_DEPTH, dataType};
        const ReferenceImage image = newImage(*type, format);
        const std::vector<cl_int> at = places(image);
        OwnedMem memory = deviceImage(image);
        OwnedMem atBuffer = makeBufferOf(at);
        OwnedSampler nearest = newSampler({});
        const std::vector<cl_uint> words =
            read(kernel(reader(*type, "f", sampler, "int4", /*isDepth=*/true)), memory, nearest,
                 atBuffer, 1);
        for (std::size_t i = 0; i < workItems && !HasFailure(); ++i)
          EXPECT_EQ(std::bit_cast<float>(words[i]),
                    float(decodePixel(format,
                                      image.pixel({at[4 * i], at[4 * i + 1], at[4 * i + 2]}))[0]));
      }
}

} // namespace
} // namespace heddle::test
