#include "tests/fuzz/kernels/fuzz_images.hpp"

#include "tests/fuzz/kernels/program_writer.hpp"

#include <cstring>
#include <random>

namespace heddle::test {

namespace {

constexpr unsigned canvasArguments[] = {4, 5}; // among the images

cl_image_desc description(cl_mem_object_type type, std::size_t width, std::size_t height,
                          std::size_t depth) {
  cl_image_desc result = {};
  result.image_type = type;
  result.image_width = width;
  result.image_height = height;
  (type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? result.image_array_size : result.image_depth) = depth;
  return result;
}

} // namespace

FuzzImages::FuzzImages(cl_context context, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  auto image = [&](cl_mem_flags flags, cl_image_format format, cl_image_desc desc, void *data) {
    cl_int imageStatus = CL_SUCCESS;
    objects.push_back(clCreateImage(context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), &format,
                                    &desc, data, &imageStatus));
    status = status ? status : imageStatus;
  };
  std::vector<float> plane(13 * 7 * 4);
  for (float &component : plane)
    component = float(random() % 256) / 16 - 4;
  image(CL_MEM_READ_ONLY, {CL_RGBA, CL_FLOAT}, description(CL_MEM_OBJECT_IMAGE2D, 13, 7, 0),
        plane.data());
  std::vector<std::uint8_t> volume(6 * 5 * 4 * 4);
  for (std::uint8_t &component : volume)
    component = std::uint8_t(random());
  image(CL_MEM_READ_ONLY, {CL_RGBA, CL_UNORM_INT8}, description(CL_MEM_OBJECT_IMAGE3D, 6, 5, 4),
        volume.data());
  std::vector<std::int16_t> layers(9 * 4 * 3 * 2);
  for (std::int16_t &component : layers)
    component = std::int16_t(random());
  image(CL_MEM_READ_ONLY, {CL_RG, CL_SIGNED_INT16},
        description(CL_MEM_OBJECT_IMAGE2D_ARRAY, 9, 4, 3), layers.data());
  std::vector<std::uint32_t> words(64);
  for (std::uint32_t &word : words)
    word = std::uint32_t(random() % 100);
  cl_int bufferStatus = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                 words.size() * sizeof words[0], words.data(), &bufferStatus);
  status = status ? status : bufferStatus;
  cl_image_desc ofBuffer = description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 64, 0, 0);
  ofBuffer.buffer = buffer;
  image(CL_MEM_READ_ONLY, {CL_R, CL_UNSIGNED_INT32}, ofBuffer, nullptr);
  std::vector<std::uint32_t> canvas(FuzzBuffers::canvasWords, FuzzBuffers::initialOutput);
  for (unsigned i = 0; i < FuzzBuffers::canvases; ++i)
    image(
        CL_MEM_READ_WRITE, {CL_RGBA, CL_UNSIGNED_INT32},
        description(CL_MEM_OBJECT_IMAGE2D, FuzzBuffers::canvasWidth, FuzzBuffers::canvasHeight, 0),
        canvas.data());
  objects.push_back(buffer);
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                              CL_TRUE,
                                              CL_SAMPLER_ADDRESSING_MODE,
                                              CL_ADDRESS_REPEAT,
                                              CL_SAMPLER_FILTER_MODE,
                                              CL_FILTER_LINEAR,
                                              0};
  cl_int samplerStatus = CL_SUCCESS;
  sampler = clCreateSamplerWithProperties(context, properties, &samplerStatus);
  status = status ? status : samplerStatus;
}

FuzzImages::~FuzzImages() {
  for (cl_mem object : objects)
    if (object)
      clReleaseMemObject(object);
  if (sampler)
    clReleaseSampler(sampler);
}

cl_int FuzzImages::setArguments(cl_kernel kernel, cl_uint first) const {
  cl_int result = status;
  const unsigned before = 4; // images that stand in front of the sampler
  for (unsigned i = 0; i < before + FuzzBuffers::canvases && !result; ++i)
    result = clSetKernelArg(kernel, first + i + (i >= before), sizeof(cl_mem), &objects[i]);
  return result ? result : clSetKernelArg(kernel, first + before, sizeof sampler, &sampler);
}

cl_int FuzzImages::append(cl_command_queue queue, std::vector<std::uint32_t> &output) const {
  const std::size_t origin[3] = {},
                    region[3] = {FuzzBuffers::canvasWidth, FuzzBuffers::canvasHeight, 1};
  cl_int result = CL_SUCCESS;
  for (unsigned argument : canvasArguments) {
    std::size_t at = output.size();
    output.resize(at + FuzzBuffers::canvasWords);
    if (!result)
      result = clEnqueueReadImage(queue, objects[argument], CL_TRUE, origin, region, 0, 0,
                                  output.data() + at, 0, nullptr, nullptr);
  }
  return result;
}

} // namespace heddle::test
