// Runs the kernels of tests/strict: strict_program FILE...
//
// --fork between the files makes a child process that does nothing but end, which must be all
// right.
//
// A file holds one kernel of the file's name. Lines at its top say how it is run:
//
//   // global: 32             up to three numbers; local: likewise, or nothing
//   // argument: buffer 64    of so many bytes, all zero
//   // argument: text 64    likewise, of letters without a zero behind them
//   // argument: unwritten 64 0    one of which nobody has written more than so many bytes
//   // argument: unwritten-svm 64 0    likewise, an allocation
//   // argument: unwritten-usm 64 0    likewise, of unified shared memory
//   // argument: same 0       the memory object of that argument
//   // argument: image 8 4    an image of so many pixels, of four floats each
//   // argument: image-array 8 4    of two such images
//   // argument: byte-image 8 4    likewise, of one byte each
//   // argument: unwritten-image 8 4 1    one of which only so many rows were written
//   // argument: read-only 64    likewise, with CL_MEM_READ_ONLY
//   // argument: write-only 64    or CL_MEM_WRITE_ONLY
//   // argument: sub-buffer 64    the first half of a buffer of twice as many
//   // argument: svm 64 8     an allocation of 64 bytes, by the address of its byte 8
//   // argument: svm-read-only 64    likewise, with CL_MEM_READ_ONLY
//   // argument: svm-write-only 64    or CL_MEM_WRITE_ONLY
//   // argument: freed 64     one that was freed
//   // argument: list 64      an allocation whose first word is its own address, and all others
//   zero
//   // argument: sampler none     without an addressing mode, or with one: clamp
//   // argument: null         no buffer
//   // argument: local 64     local memory
//   // argument: int 5
//
// Prints what the context's callback was told, one line each, and ends with the number of kernels
// that could not be run. A command that fails counts as run.
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

void CL_CALLBACK notify(const char *message, const void *, size_t, void *) {
  const std::string text(message);
  std::printf("notified: %s\n", text.substr(0, text.find('\n')).c_str());
}

struct Case {
  std::string name, source;
  std::vector<size_t> global, local;
  std::vector<std::string> arguments;
};

std::vector<size_t> numbers(std::istream &words) {
  return {std::istream_iterator<size_t>(words), std::istream_iterator<size_t>()};
}

Case read(const std::string &path) {
  Case result;
  result.name = path.substr(path.rfind('/') + 1);
  result.name.erase(result.name.rfind('.'));
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    result.source += line + '\n';
    std::istringstream words(line);
    std::string slashes, key;
    words >> slashes >> key;
    if (slashes != "//")
      continue;
    if (key == "global:")
      result.global = numbers(words);
    else if (key == "local:")
      result.local = numbers(words);
    else if (key == "argument:")
      result.arguments.push_back(line.substr(line.find(':') + 1));
  }
  return result;
}

class Runner {
public:
  bool setUp() {
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    error = error ? error : clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (error)
      return fail("no device", error);
    context = clCreateContext(nullptr, 1, &device, notify, nullptr, &error);
    if (context)
      queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    return error == CL_SUCCESS || fail("no queue", error);
  }

  bool run(const Case &wanted) {
    cl_int error = CL_SUCCESS;
    const char *text = wanted.source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    if (!program)
      return fail(wanted.name, error);
    error = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr);
    if (error) {
      char log[4096] = "";
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, nullptr);
      return fail(wanted.name + ": " + log, error);
    }
    cl_kernel kernel = clCreateKernel(program, wanted.name.c_str(), &error);
    for (cl_uint i = 0; !error && i < wanted.arguments.size(); ++i)
      error = setArgument(kernel, i, wanted.arguments[i]);
    if (!error)
      error = clEnqueueNDRangeKernel(
          queue, kernel, static_cast<cl_uint>(wanted.global.size()), nullptr, wanted.global.data(),
          wanted.local.empty() ? nullptr : wanted.local.data(), 0, nullptr, nullptr);
    if (error)
      return fail(wanted.name, error);
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return true;
  }

private:
  static bool fail(const std::string &what, cl_int error) {
    std::fprintf(stderr, "%s: %d\n", what.c_str(), error);
    return false;
  }

  cl_int setMemory(cl_kernel kernel, cl_uint index, cl_mem memory) {
    memories.resize(std::max<size_t>(memories.size(), index + 1));
    memories[index] = memory;
    return clSetKernelArg(kernel, index, sizeof(cl_mem), &memory);
  }

  cl_int setImage(cl_kernel kernel, cl_uint index, size_t width, size_t height, size_t writtenRows,
                  const cl_image_format &format = {CL_RGBA, CL_FLOAT}, size_t layers = 0) {
    cl_image_desc shape{};
    shape.image_type = layers ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D;
    shape.image_array_size = layers;
    shape.image_width = width;
    shape.image_height = height;
    std::vector<float> zeros(4 * width * height * std::max<size_t>(layers, 1));
    cl_int error = CL_SUCCESS;
    const bool isWritten = writtenRows == height;
    cl_mem image = clCreateImage(context, isWritten ? CL_MEM_COPY_HOST_PTR : 0, &format, &shape,
                                 isWritten ? zeros.data() : nullptr, &error);
    const size_t origin[3] = {}, rows[3] = {width, writtenRows, 1};
    if (!error && !isWritten && writtenRows > 0)
      error = clEnqueueWriteImage(queue, image, CL_TRUE, origin, rows, 0, 0, zeros.data(), 0,
                                  nullptr, nullptr);
    return error ? error : setMemory(kernel, index, image);
  }

  cl_int setBuffer(cl_kernel kernel, cl_uint index, size_t size, bool isPart, cl_mem_flags flags,
                   unsigned char content = 0) {
    cl_int error = CL_SUCCESS;
    const size_t whole = isPart ? 2 * size : size;
    std::vector<unsigned char> bytes(whole, content);
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR | flags, whole, bytes.data(), &error);
    const cl_buffer_region region{0, size};
    if (!error && isPart)
      buffer = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    // Kept to the end: a kernel does not keep its arguments.
    return error ? error : setMemory(kernel, index, buffer);
  }

  cl_int setSampler(cl_kernel kernel, cl_uint index, bool hasNoMode) {
    const cl_sampler_properties properties[] = {
        CL_SAMPLER_NORMALIZED_COORDS,
        CL_FALSE,
        CL_SAMPLER_ADDRESSING_MODE,
        static_cast<cl_sampler_properties>(hasNoMode ? CL_ADDRESS_NONE : CL_ADDRESS_CLAMP),
        CL_SAMPLER_FILTER_MODE,
        CL_FILTER_NEAREST,
        0};
    cl_int error = CL_SUCCESS;
    cl_sampler sampler = clCreateSamplerWithProperties(context, properties, &error);
    return error ? error : clSetKernelArg(kernel, index, sizeof(sampler), &sampler);
  }

  void *allocateUsm(size_t size) {
    auto allocate = reinterpret_cast<clSharedMemAllocINTEL_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clSharedMemAllocINTEL"));
    cl_int error = CL_SUCCESS;
    return allocate ? allocate(context, device, nullptr, size, 0, &error) : nullptr;
  }

  cl_int setArgument(cl_kernel kernel, cl_uint index, const std::string &description) {
    std::istringstream words(description);
    std::string kind;
    size_t size = 0, offset = 0;
    words >> kind;
    if (kind == "sampler")
      return setSampler(kernel, index, description.ends_with(" none"));
    words >> size >> offset;
    if (kind == "buffer" || kind == "sub-buffer" || kind == "read-only" || kind == "write-only")
      return setBuffer(kernel, index, size, kind == "sub-buffer",
                       kind == "read-only"    ? CL_MEM_READ_ONLY
                       : kind == "write-only" ? CL_MEM_WRITE_ONLY
                                              : 0);
    if (kind == "text")
      return setBuffer(kernel, index, size, false, 0, 'a');
    if (kind == "unwritten") {
      cl_int error = CL_SUCCESS;
      cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &error);
      const cl_uchar zero = 0;
      if (!error && offset > 0)
        error = clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, offset, 0, nullptr, nullptr);
      return error ? error : setMemory(kernel, index, buffer);
    }
    if (kind == "unwritten-svm" || kind == "unwritten-usm") {
      void *memory = kind == "unwritten-svm" ? clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0)
                                             : allocateUsm(size);
      if (!memory)
        return CL_OUT_OF_RESOURCES;
      std::memset(memory, 0, offset);
      return clSetKernelArgSVMPointer(kernel, index, memory);
    }
    if (kind == "same")
      return size < memories.size() ? setMemory(kernel, index, memories[size]) : CL_INVALID_VALUE;
    if (kind == "image")
      return setImage(kernel, index, size, offset, offset);
    if (kind == "image-array")
      return setImage(kernel, index, size, offset, offset, {CL_RGBA, CL_FLOAT}, 2);
    if (kind == "byte-image")
      return setImage(kernel, index, size, offset, offset, {CL_R, CL_UNSIGNED_INT8});
    if (kind == "unwritten-image") {
      size_t writtenRows = 0;
      words >> writtenRows;
      return setImage(kernel, index, size, offset, writtenRows);
    }
    if (kind == "local")
      return clSetKernelArg(kernel, index, size, nullptr);
    if (kind == "null")
      return clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr);
    if (kind == "int") {
      const auto value = static_cast<cl_int>(size);
      return clSetKernelArg(kernel, index, sizeof(value), &value);
    }
    if (kind != "svm" && kind != "svm-read-only" && kind != "svm-write-only" && kind != "freed" &&
        kind != "list")
      return CL_INVALID_VALUE;
    const cl_svm_mem_flags flags = kind == "svm-read-only"    ? CL_MEM_READ_ONLY
                                   : kind == "svm-write-only" ? CL_MEM_WRITE_ONLY
                                                              : CL_MEM_READ_WRITE;
    auto *memory = static_cast<char *>(clSVMAlloc(context, flags, size, 0));
    if (!memory)
      return CL_OUT_OF_RESOURCES;
    std::memset(memory, 0, size);
    if (kind == "list")
      *reinterpret_cast<void **>(memory) = memory;
    if (kind == "freed")
      clSVMFree(context, memory);
    return clSetKernelArgSVMPointer(kernel, index, memory + offset);
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<cl_mem> memories; ///< of the arguments
};

} // namespace

/// Of one that does nothing but end.
int statusOfChild() {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0)
    std::exit(0);
  int status = 0;
  if (child > 0 && ::waitpid(child, &status, 0) == child && status == 0)
    return 0;
  std::printf("the child ended with %d\n", status);
  return 1;
}

int main(int argc, char **argv) {
  Runner runner;
  if (!runner.setUp())
    return 1;
  int failures = 0;
  for (int i = 1; i < argc; ++i)
    if (argv[i] == std::string_view("--fork"))
      failures += statusOfChild();
    else
      failures += !runner.run(read(argv[i]));
  return failures;
}
