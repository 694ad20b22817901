// Images and samplers in kernels: what is read by every function from every type of image, format
// and sampler, what is written, what kernels ask of an image, and how images get through control
// flow and functions. The whole program is run for each sub-group size (HEDDLE_SUB_GROUP_SIZE).
#include "tests/kernels/harness/driver.hpp"
#include "tests/kernels/images/image_reference.hpp"
#include "tests/support/opencl_fixture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace heddle::test {
namespace {

using OwnedSampler = Owner<cl_sampler, clReleaseSampler>;

constexpr cl_image_format rgba8{CL_RGBA, CL_UNORM_INT8}, rgba32f{CL_RGBA, CL_FLOAT},
    r32ui{CL_R, CL_UNSIGNED_INT32};

struct TypeOfImage {
  cl_mem_object_type type;
  std::string name;  ///< image2d
  std::string place; ///< components of a coordinate
};

const TypeOfImage typesOfImages[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d", "x"},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer", "x"},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array", "xy"},
    {CL_MEM_OBJECT_IMAGE2D, "image2d", "xy"},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array", "xyzw"},
    {CL_MEM_OBJECT_IMAGE3D, "image3d", "xyzw"},
};
const TypeOfImage &image2d = typesOfImages[3];

std::string text(const cl_image_format &format) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "order %#x, data type %#x", format.image_channel_order,
                format.image_channel_data_type);
  return buffer;
}

std::string suffix(PixelKind kind) {
  return kind == PixelKind::floating ? "f" : kind == PixelKind::signedInteger ? "i" : "ui";
}

std::string vectorType(const std::string &suffix) {
  return suffix == "f" ? "float4" : suffix == "h" ? "half4" : suffix == "i" ? "int4" : "uint4";
}

/// Not a whole number of sub-groups.
constexpr std::size_t workItems = 77, localSize = 11 * 7;

class ImageKernelTest : public QueueTest {
protected:
  cl_kernel kernel(const std::string &source, const std::string &name = "k") {
    OwnedProgram &program = programs[source];
    cl_int error = CL_SUCCESS;
    if (!program) {
      const char *lines = source.c_str();
      program = clCreateProgramWithSource(context, 1, &lines, nullptr, &error);
      EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS)
          << buildLog(program, device) << source;
    }
    return newKernel(program, name);
  }
  cl_kernel newKernel(cl_program program, const std::string &name) {
    cl_int error = CL_SUCCESS;
    kernels.emplace_back(clCreateKernel(program, name.c_str(), &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return kernels.back();
  }

  ReferenceImage newImage(const TypeOfImage &type, const cl_image_format &format) {
    ReferenceImage image{type.type, format, {13, 1, 1}, {}};
    if (type.type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
      image.size[1] = 5;
    else if (image.dimensions() > 1)
      image.size[1] = 7;
    if (image.dimensions() > 2 || type.type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
      image.size[2] = 5;
    fill(image);
    return image;
  }
  /// With any numbers that are finite.
  void fill(ReferenceImage &image) {
    const cl_image_format &format = image.format;
    const std::size_t pixels = std::size_t(image.size[0]) * image.size[1] * image.size[2];
    image.bytes.resize(pixels * pixelSize(format));
    for (std::uint8_t &byte : image.bytes)
      byte = static_cast<std::uint8_t>(random());
    if (format.image_channel_data_type == CL_FLOAT)
      for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
        const float value = real(-2, 2);
        std::memcpy(image.bytes.data() + i, &value, 4);
      }
    if (format.image_channel_data_type == CL_HALF_FLOAT)
      for (std::size_t i = 1; i < image.bytes.size(); i += 2)
        image.bytes[i] &= 0xbf; // magnitudes below 2
  }

  OwnedMem deviceImage(const ReferenceImage &image, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_image_desc desc{};
    desc.image_type = image.type;
    desc.image_width = static_cast<std::size_t>(image.size[0]);
    if (image.dimensions() > 1)
      desc.image_height = static_cast<std::size_t>(image.size[1]);
    if (image.dimensions() > 2)
      desc.image_depth = static_cast<std::size_t>(image.size[2]);
    if (image.isArray())
      desc.image_array_size = static_cast<std::size_t>(image.size[image.dimensions()]);
    auto *bytes = const_cast<std::uint8_t *>(image.bytes.data());
    if (image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      buffers.push_back(makeBufferOf(image.bytes));
      desc.mem_object = buffers.back();
      bytes = nullptr;
    }
    cl_int error = CL_SUCCESS;
    cl_mem made = clCreateImage(context, flags | (bytes ? CL_MEM_COPY_HOST_PTR : 0), &image.format,
                                &desc, bytes, &error);
    EXPECT_EQ(error, CL_SUCCESS) << text(image.format);
    return made;
  }
  Bytes pixels(cl_mem memory, const ReferenceImage &image) {
    Bytes result(image.bytes.size());
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {std::size_t(image.size[0]), std::size_t(image.size[1]),
                                   std::size_t(image.size[2])};
    EXPECT_EQ(clEnqueueReadImage(queue, memory, CL_TRUE, origin, region, 0, 0, result.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }

  OwnedSampler newSampler(const SamplerModes &modes) {
    const cl_sampler_properties properties[] = {
        CL_SAMPLER_NORMALIZED_COORDS,
        modes.isNormalized,
        CL_SAMPLER_ADDRESSING_MODE,
        modes.addressing,
        CL_SAMPLER_FILTER_MODE,
        cl_sampler_properties(modes.isLinear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST),
        0};
    cl_int error = CL_SUCCESS;
    cl_sampler made = clCreateSamplerWithProperties(context, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  template <typename T> void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
    ASSERT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
  }
  void run(cl_kernel kernel, std::size_t size = workItems, std::size_t local = localSize) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
  }

  unsigned random() { return generator(); }
  float real(float lowest, float highest) {
    return std::uniform_real_distribution<float>(lowest, highest)(generator);
  }

  std::vector<cl_image_format> formats(cl_mem_object_type type, cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> result(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, result.data(), nullptr),
              CL_SUCCESS);
    EXPECT_FALSE(result.empty());
    return result;
  }

  /// Places in the image, as what the kernels get: four integers each.
  std::vector<cl_int> places(const ReferenceImage &image) {
    std::vector<cl_int> result;
    for (std::size_t i = 0; i < workItems; ++i)
      for (unsigned axis = 0; axis < 4; ++axis)
        result.push_back(axis < 3 ? int(random() % unsigned(image.size[axis])) : 0);
    return result;
  }

  std::map<std::string, OwnedProgram> programs;
  std::vector<OwnedKernel> kernels;
  std::vector<OwnedMem> buffers;
  std::mt19937 generator{1};
};

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
  /// Sampled at float coordinates.
  void checkSampler(const ReferenceImage &image, const TypeOfImage &type, const SamplerModes &modes,
                    const std::string &sampler) {
    std::vector<cl_float> at;
    for (std::size_t i = 0; i < workItems; ++i)
      for (unsigned axis = 0; axis < 4; ++axis)
        at.push_back(axis < image.coordinates() ? coordinate(image, axis, modes) : 0);
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

private:
  /// On both sides of the image, too; where nearest pixels are wanted, not near the border of two.
  float coordinate(const ReferenceImage &image, unsigned axis, const SamplerModes &modes) {
    const int w = image.size[axis];
    const bool isWithin = modes.addressing == CL_ADDRESS_NONE && axis < image.dimensions();
    const int pixel = isWithin ? int(random() % unsigned(w)) : int(random() % (4u * w)) - 2 * w;
    float u =
        static_cast<float>(pixel) + (modes.isLinear ? real(0, 1) : 0.25f * (1 + random() % 3));
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
          cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RA, CL_HALF_FLOAT},
          cl_image_format{CL_sRGB, CL_UNORM_INT8}}) {
      const ReferenceImage image = newImage(type, format);
      checkPlaces(image, type, "");
      if (type.type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
        checkPlaces(image, type, "given");
    }
}

TEST_F(ReadTest, NeighboursAreReadAtOnce) {
  // All lanes side by side, which is the way that most kernels take.
  for (cl_image_format format :
       {rgba8, rgba32f, cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RG, CL_UNORM_INT8},
        cl_image_format{CL_RGBA, CL_HALF_FLOAT}, cl_image_format{CL_sRGB, CL_UNORM_INT8}}) {
    ReferenceImage image{CL_MEM_OBJECT_IMAGE2D, format, {80, 3, 1}, {}};
    fill(image);
    std::vector<cl_int> at;
    for (int i = 0; i < int(workItems); ++i)
      at.insert(at.end(), {i + 1, 1, 0, 0});
    OwnedMem memory = deviceImage(image);
    OwnedMem atBuffer = makeBufferOf(at);
    OwnedSampler nearest = newSampler({});
    const std::vector<cl_uint> words =
        read(kernel(reader(image2d, "f", "given", "int4")), memory, nearest, atBuffer);
    for (int i = 0; i < int(workItems) && !HasFailure(); ++i)
      expectSame(asComponents(&words[4 * unsigned(i)], PixelKind::floating),
                 decodePixel(format, image.pixel({i + 1, 1, 0})), PixelKind::floating,
                 text(format));
  }
}

TEST_F(ReadTest, SamplersAddressAndFilter) {
  const cl_image_format sampled[] = {rgba8,
                                     rgba32f,
                                     {CL_A, CL_UNORM_INT8},
                                     {CL_Rx, CL_SNORM_INT16},
                                     {CL_R, CL_HALF_FLOAT},
                                     {CL_RGB, CL_UNORM_SHORT_565},
                                     {CL_INTENSITY, CL_UNORM_INT16},
                                     {CL_LUMINANCE, CL_FLOAT},
                                     {CL_sRGBA, CL_UNORM_INT8},
                                     {CL_RGBA, CL_SIGNED_INT8}};
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

class WriteTest : public ImageKernelTest {
protected:
  /// Some work-items write, some of them outside of the image.
  void check(const TypeOfImage &type, const cl_image_format &format, const std::string &suffix,
             const std::string &access) {
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
    std::shuffle(all.begin(), all.end(), generator);
    std::vector<cl_int> at;
    std::vector<cl_uint> values;
    for (std::size_t i = 0; i < workItems; ++i) {
      const bool exists = i < all.size() && i % 7 != 3;
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
      if (exists && i % 3 != 1) {
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
        vectorType(suffix == "h" ? "f" : suffix) +
        " *values) {\n  size_t i = get_global_id(0);\n  if (i % 3 != 1)\n    write_image" + suffix +
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
  const std::string folder = testing::TempDir();
  const std::string source = folder + "/heddle_images_flow.cl", module = source + ".spv";
  std::ofstream(source) << divergentKernel;
  ASSERT_EQ(compileToSpirv(source, "-cl-std=CL3.0", module), "");
  std::ifstream file(module, std::ios::binary);
  const std::string words((std::istreambuf_iterator<char>(file)), {});
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
    const std::size_t bytes = std::size_t(functions.bytes * functions.components);
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
