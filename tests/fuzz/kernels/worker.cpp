#include "tests/fuzz/kernels/worker.hpp"

#include "tests/fuzz/kernels/fuzz_images.hpp"
#include "tests/kernels/harness/driver.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

namespace heddle::test {

namespace {

constexpr unsigned guardWords = 64, plainArguments = 5;
constexpr std::uint32_t canary = FuzzBuffers::initialOutput;

struct Range {
  std::size_t global[3];
  std::size_t local[3];
  std::size_t offset[3];
};

// Whole and partial sub-groups, of one row and of several; several sub-groups in a group; work-
// groups at the edges that are smaller.
constexpr Range ranges[] = {{{64, 1, 1}, {32, 1, 1}, {}},  {{42, 1, 1}, {21, 1, 1}, {}},
                            {{8, 7, 1}, {8, 7, 1}, {}},    {{5, 5, 1}, {5, 5, 1}, {}},
                            {{150, 1, 1}, {64, 1, 1}, {}}, {{32, 8, 1}, {16, 4, 1}, {}},
                            {{10, 6, 3}, {4, 3, 2}, {}},   {{33, 3, 1}, {16, 2, 1}, {7, 2, 0}},
                            {{20, 12, 1}, {10, 6, 1}, {}}, {{23, 5, 2}, {20, 3, 1}, {1, 0, 3}}};

// Work-groups of which several are the lanes of a sub-group. Each kernel has two, since code is
// compiled for each.
constexpr Range smallRanges[] = {
    {{32, 1, 1}, {1, 1, 1}, {}},  {{62, 1, 1}, {2, 1, 1}, {3, 0, 0}}, {{90, 1, 1}, {3, 1, 1}, {}},
    {{128, 1, 1}, {4, 1, 1}, {}}, {{123, 1, 1}, {4, 1, 1}, {}},       {{154, 1, 1}, {5, 1, 1}, {}},
    {{175, 1, 1}, {7, 1, 1}, {}}, {{248, 1, 1}, {8, 1, 1}, {}},       {{12, 8, 1}, {2, 2, 1}, {}},
    {{3, 10, 1}, {1, 1, 1}, {}},  {{8, 7, 2}, {2, 3, 1}, {5, 1, 2}},  {{6, 4, 5}, {3, 1, 2}, {}},
    {{255, 1, 1}, {17, 1, 1}, {}}};

class FuzzWorker {
public:
  explicit FuzzWorker(const FuzzJob &job) : job(job), file(job.outputPath, std::ios::binary) {}

  int run() {
    std::string error;
    device = findDevice(error);
    if (!device)
      return fail(error);
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    if (status)
      return fail("no command queue: " + std::to_string(status));
    std::string log;
    cl_program program = build(job.seed, job.count, log);
    for (unsigned i = 0; i < job.count; ++i) {
      std::uint64_t seed = job.seed + i;
      if (program) {
        // Results are right then, but these kernels are here to be vectorized.
        std::size_t refused = log.find("fuzz" + std::to_string(seed) + "': runs lane by lane");
        write(refused == std::string::npos
                  ? runKernel(program, seed)
                  : FuzzResult{log.substr(refused, log.find('\n', refused) - refused), {}});
        continue;
      }
      // Which of them cannot be built?
      cl_program alone = build(seed, 1, log);
      write(alone ? runKernel(alone, seed) : FuzzResult{"does not build: " + log, {}});
      if (alone)
        clReleaseProgram(alone);
    }
    return 0;
  }

private:
  int fail(const std::string &error) {
    for (unsigned i = 0; i < job.count; ++i)
      write({error, {}});
    return 0;
  }

  cl_program build(std::uint64_t seed, unsigned count, std::string &log) {
    std::string source = programPrelude();
    for (unsigned i = 0; i < count; ++i)
      source += writeKernel(seed + i, job.features);
    const char *text = source.c_str();
    cl_int status = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    if (status) {
      log = "clCreateProgramWithSource returned " + std::to_string(status);
      return nullptr;
    }
    const char *options = job.optimize ? "-w -cl-std=CL3.0" : "-w -cl-std=CL3.0 -cl-opt-disable";
    status = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    log = buildLog(program, device);
    if (status == CL_SUCCESS)
      return program;
    log = std::to_string(status) + " " + log;
    clReleaseProgram(program);
    return nullptr;
  }

  FuzzResult runKernel(cl_program program, std::uint64_t seed) {
    FuzzResult result;
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, ("fuzz" + std::to_string(seed)).c_str(), &status);
    if (status)
      return {"clCreateKernel returned " + std::to_string(status), {}};
    cl_uint arguments = 0;
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr);
    const bool usesImages = arguments > plainArguments;
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> input(FuzzBuffers::inputWords);
    for (std::uint32_t &word : input)
      word = std::uint32_t(random() % 3 ? random() % 64 : random());
    unsigned char argument[fuzzArgumentBytes];
    for (unsigned char &byte : argument)
      byte = static_cast<unsigned char>(random() % 11);
    std::vector<Range> launches(std::begin(ranges), std::end(ranges));
    launches.push_back(smallRanges[seed % std::size(smallRanges)]);
    launches.push_back(smallRanges[seed / 5 % std::size(smallRanges)]);
    for (const Range &range : launches) {
      std::vector<std::uint32_t> output(FuzzBuffers::outputWords + guardWords, canary);
      std::unique_ptr<FuzzImages> images;
      if (usesImages)
        images = std::make_unique<FuzzImages>(context, seed);
      if ((status = launch(kernel, range, input, argument, output, images.get()))) {
        result.error = "the launch returned " + std::to_string(status);
        break;
      }
      for (unsigned i = 0; i < guardWords; ++i)
        if (output[FuzzBuffers::outputWords + i] != canary)
          result.error = "wrote behind its buffer";
      output.resize(FuzzBuffers::outputWords);
      if (images && (status = images->append(queue, output)))
        result.error = "reading the images returned " + std::to_string(status);
      result.outputs.push_back(std::move(output));
    }
    clReleaseKernel(kernel);
    return result;
  }

  cl_int launch(cl_kernel kernel, const Range &range, std::vector<std::uint32_t> &input,
                const unsigned char *argument, std::vector<std::uint32_t> &output,
                const FuzzImages *images) {
    auto makeBuffer = [&](std::vector<std::uint32_t> &words) {
      return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, words.size() * 4,
                            words.data(), nullptr);
    };
    cl_mem in = makeBuffer(input), out = makeBuffer(output);
    cl_int n = 5;
    std::size_t items = range.local[0] * range.local[1] * range.local[2];
    cl_int status = clSetKernelArg(kernel, 0, sizeof in, &in);
    status = status ? status : clSetKernelArg(kernel, 1, sizeof out, &out);
    status = status ? status : clSetKernelArg(kernel, 2, sizeof n, &n);
    status = status ? status : clSetKernelArg(kernel, 3, fuzzArgumentBytes, argument);
    status = status ? status
                    : clSetKernelArg(kernel, 4, items * FuzzBuffers::localWordsOfItem * 4, nullptr);
    if (!status && images)
      status = images->setArguments(kernel, plainArguments);
    if (!status)
      status = clEnqueueNDRangeKernel(queue, kernel, 3, range.offset, range.global, range.local, 0,
                                      nullptr, nullptr);
    if (!status)
      status = clEnqueueReadBuffer(queue, out, CL_TRUE, 0, output.size() * 4, output.data(), 0,
                                   nullptr, nullptr);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    return status;
  }

  void writeNumber(std::uint32_t number) {
    file.write(reinterpret_cast<const char *>(&number), sizeof number);
  }
  void write(const FuzzResult &result) {
    writeNumber(std::uint32_t(result.error.size()));
    file.write(result.error.data(), std::streamsize(result.error.size()));
    writeNumber(std::uint32_t(result.outputs.size()));
    for (const std::vector<std::uint32_t> &output : result.outputs) {
      writeNumber(std::uint32_t(output.size()));
      file.write(reinterpret_cast<const char *>(output.data()),
                 std::streamsize(output.size() * sizeof(std::uint32_t)));
    }
    file.flush();
  }

  const FuzzJob &job;
  std::ofstream file;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

} // namespace

int runFuzzWorker(const FuzzJob &job) { return FuzzWorker(job).run(); }

std::vector<FuzzResult> readFuzzResults(const std::string &path, unsigned count) {
  std::vector<FuzzResult> results(count);
  std::ifstream file(path, std::ios::binary);
  auto readNumber = [&] {
    std::uint32_t number = 0;
    file.read(reinterpret_cast<char *>(&number), sizeof number);
    return number;
  };
  for (FuzzResult &result : results) {
    result.error.resize(readNumber());
    file.read(result.error.data(), std::streamsize(result.error.size()));
    std::uint32_t outputs = file ? readNumber() : 0;
    for (std::uint32_t i = 0; i < outputs && file; ++i) {
      std::vector<std::uint32_t> output(readNumber());
      file.read(reinterpret_cast<char *>(output.data()),
                std::streamsize(output.size() * sizeof(std::uint32_t)));
      result.outputs.push_back(std::move(output));
    }
    if (!file)
      result = {};
  }
  return results;
}

} // namespace heddle::test
