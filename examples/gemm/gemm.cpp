// Matrix products on an OpenCL device with cl_intel_subgroup_matrix_multiply_accumulate.
//
//   g++ -O2 -std=c++17 gemm.cpp -o gemm -lOpenCL     then run it where gemm.cl and gemm.spv are
//
// The kernels are in gemm.cl. gemm.spv is the same as a SPIR-V module:
//
//   heddlec gemm.cl -o gemm.spv --emit=spirv

#include "matrices.hpp"
#include "open_cl.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace {

namespace fs = std::filesystem;

constexpr unsigned tileRows = 32; // of C, for one sub-group: see gemm.cl
constexpr unsigned tileColumns = 32;
constexpr unsigned subGroupSize = 16;
constexpr cl_device_info deviceSubGroupSizes = 0x4108; // CL_DEVICE_SUB_GROUP_SIZES_INTEL

constexpr char help[] =
    R"(usage: gemm [options]

Computes C = A * B on random matrices with the sub-group matrix functions and compares the result
with the host's.

  --type=bf16|i8      element type of A and B; both in turn when not given
  --m=N --n=N --k=N   sizes, 512 each when not given: m and n multiples of 32, k of 32 for i8 and of
                      16 for bf16
  --source[=FILE]     from OpenCL C only (gemm.cl beside this program)
  --il[=FILE]         from SPIR-V only (gemm.spv beside this program); both in turn when neither is
                      given
  --device=N          N-th device of those that have the extension, 0 when not given
  --repeat=N          timed runs, 10 when not given; the best one counts
  --help              this text

Exit status: 0 all results are right, 1 one is wrong, 2 it could not be run.
)";

struct Options {
  bool bf16 = true, i8 = true;
  bool source = true, il = true;
  size_t m = 512, n = 512, k = 512;
  unsigned device = 0, repeat = 10;
  std::string sourceFile, ilFile;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

size_t parseNumber(const std::string &option, const std::string &value, size_t least) {
  char *end = nullptr;
  const unsigned long long number = std::strtoull(value.c_str(), &end, 10);
  if (value.empty() || *end || value[0] == '-' || number < least || number > 1u << 20)
    throw UsageError(option + "=" + value + ": expected a number from " + std::to_string(least) +
                     " to " + std::to_string(1u << 20));
  return size_t(number);
}

/// Accepts --name=value and --name value.
Options parseOptions(int count, char **arguments) {
  Options options;
  bool onlySource = false, onlyIl = false;
  for (int i = 1; i < count; ++i) {
    std::string name = arguments[i], value;
    const size_t equals = name.find('=');
    const bool hasValue = equals != std::string::npos;
    if (hasValue) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const auto need = [&]() -> const std::string & {
      if (!hasValue && value.empty()) {
        if (i + 1 == count)
          throw UsageError(name + " needs a value");
        value = arguments[++i];
      }
      return value;
    };
    if (name == "--help") {
      std::fputs(help, stdout);
      std::exit(0);
    } else if (name == "--type") {
      need();
      if (value != "bf16" && value != "i8")
        throw UsageError("--type=" + value + ": expected bf16 or i8");
      options.bf16 = value == "bf16";
      options.i8 = value == "i8";
    } else if (name == "--m") {
      options.m = parseNumber(name, need(), 1);
    } else if (name == "--n") {
      options.n = parseNumber(name, need(), 1);
    } else if (name == "--k") {
      options.k = parseNumber(name, need(), 1);
    } else if (name == "--device") {
      options.device = unsigned(parseNumber(name, need(), 0));
    } else if (name == "--repeat") {
      options.repeat = unsigned(parseNumber(name, need(), 1));
    } else if (name == "--source") {
      onlySource = true;
      options.sourceFile = value;
    } else if (name == "--il") {
      onlyIl = true;
      options.ilFile = value;
    } else {
      throw UsageError("unknown option '" + name + "'");
    }
  }
  if (onlySource != onlyIl) {
    options.source = onlySource;
    options.il = onlyIl;
  }
  if (options.m % tileRows || options.n % tileColumns)
    throw UsageError("m and n are " + std::to_string(options.m) + " and " +
                     std::to_string(options.n) + ", expected multiples of 32");
  const unsigned step = options.i8 ? I8::step : Bf16::step;
  if (options.k % step)
    throw UsageError("k is " + std::to_string(options.k) + ", expected a multiple of " +
                     std::to_string(step));
  return options;
}

/// A file beside this program, or where an installation keeps it.
fs::path findFile(const std::string &given, const char *name) {
  if (!given.empty())
    return given;
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path &place : {folder, folder / "../share/heddle/examples/gemm", fs::path(".")})
    if (fs::exists(place / name, ignored))
      return place / name;
  throw std::runtime_error(std::string("cannot find '") + name + "' beside this program");
}

std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file)
    throw std::runtime_error("cannot read '" + path.string() + "'");
  return text;
}

double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

class Gemm {
public:
  explicit Gemm(const Options &options) : options(options), device(chooseDevice()) {
    cl_int error;
    context.reset(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
    check(error, "clCreateContext");
    queue.reset(clCreateCommandQueueWithProperties(context.get(), device, nullptr, &error));
    check(error, "clCreateCommandQueueWithProperties");
  }

  void describe() const {
    std::printf("device          %s\n", deviceString(device, CL_DEVICE_NAME).c_str());
    std::printf("version         %s, driver %s\n", deviceString(device, CL_DEVICE_VERSION).c_str(),
                deviceString(device, CL_DRIVER_VERSION).c_str());
    const char *target = std::getenv("HEDDLE_TARGET");
    std::printf("target          %s\n", target && *target ? target : "native");
    size_t sizes[16] = {}, bytes = 0;
    if (clGetDeviceInfo(device, deviceSubGroupSizes, sizeof sizes, sizes, &bytes) == CL_SUCCESS) {
      std::printf("sub-group sizes");
      for (size_t i = 0; i < bytes / sizeof(size_t); ++i)
        std::printf(" %zu", sizes[i]);
      std::printf("; the kernels use %u\n", subGroupSize);
    }
    std::printf("C = A * B       %zu x %zu x %zu (m, n, k)\n", options.m, options.n, options.k);
  }

  /// All products from one form of the program. True when every result is right.
  bool run(bool fromIl) {
    const char *form = fromIl ? "SPIR-V" : "source";
    const std::string text = fromIl ? readFile(findFile(options.ilFile, "gemm.spv"))
                                    : readFile(findFile(options.sourceFile, "gemm.cl"));
    // Every work-group is full: a promise that spares the compiler the code for others. A
    // definition that no build had before keeps the driver's cache out of the first build; a
    // module takes no definitions, so that its first build is only as cold as the cache is.
    std::ostringstream buildOptions;
    buildOptions << "-cl-uniform-work-group-size";
    if (!fromIl)
      buildOptions << " -cl-std=CL3.0 -DRUN=" << std::uint64_t(milliseconds() * 1e3);
    double times[2];
    Program program;
    for (double &time : times) {
      program = createProgram(text, fromIl);
      const double start = milliseconds();
      build(program.get(), device, buildOptions.str());
      time = milliseconds() - start;
    }
    std::printf("\n%-7s build   %.1f ms%s, again %.2f ms\n", form, times[0],
                fromIl ? "" : " (cold)", times[1]);
    bool isRight = true;
    if (options.bf16)
      isRight &= multiply<Bf16>(program.get(), form);
    if (options.i8)
      isRight &= multiply<I8>(program.get(), form);
    return isRight;
  }

private:
  cl_device_id chooseDevice() const {
    unsigned found = 0;
    for (cl_device_id candidate : allDevices())
      if (hasExtension(candidate, "cl_intel_subgroup_matrix_multiply_accumulate") &&
          found++ == options.device)
        return candidate;
    throw std::runtime_error("device " + std::to_string(options.device) + ": only " +
                             std::to_string(found) +
                             " devices have cl_intel_subgroup_matrix_multiply_accumulate");
  }

  Program createProgram(const std::string &text, bool fromIl) {
    cl_int error;
    Program program;
    if (fromIl) {
      program.reset(clCreateProgramWithIL(context.get(), text.data(), text.size(), &error));
      check(error, "clCreateProgramWithIL");
    } else {
      const char *pointer = text.data();
      const size_t length = text.size();
      program.reset(clCreateProgramWithSource(context.get(), 1, &pointer, &length, &error));
      check(error, "clCreateProgramWithSource");
    }
    return program;
  }

  template <typename T> Buffer createInput(const std::vector<T> &data) {
    cl_int error;
    Buffer buffer(clCreateBuffer(context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                 data.size() * sizeof(T), const_cast<T *>(data.data()), &error));
    check(error, "clCreateBuffer");
    return buffer;
  }

  template <typename Type> bool multiply(cl_program program, const char *form) {
    const size_t m = options.m, n = options.n, k = options.k;
    std::mt19937 engine(1);
    const auto a = randomMatrix<Type>(m, k, engine);
    const auto b = randomMatrix<Type>(k, n, engine);
    std::vector<typename Type::Result> c(m * n);
    const size_t bytes = c.size() * sizeof c[0];

    Buffer bufferA = createInput(a);
    Buffer bufferB = createInput(packB<Type>(b, k, n));
    cl_int error;
    Buffer bufferC(clCreateBuffer(context.get(), CL_MEM_WRITE_ONLY, bytes, nullptr, &error));
    check(error, "clCreateBuffer");

    Kernel kernel(clCreateKernel(program, Type::kernel, &error));
    check(error, std::string("clCreateKernel ") + Type::kernel);
    const cl_mem buffers[] = {bufferA.get(), bufferB.get(), bufferC.get()};
    for (cl_uint i = 0; i < 3; ++i)
      check(clSetKernelArg(kernel.get(), i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
    const cl_uint sizes[] = {cl_uint(n), cl_uint(k)};
    for (cl_uint i = 0; i < 2; ++i)
      check(clSetKernelArg(kernel.get(), 3 + i, sizeof(cl_uint), &sizes[i]), "clSetKernelArg");

    const size_t global[] = {n / tileColumns * subGroupSize, m / tileRows};
    const size_t local[] = {subGroupSize, 1};
    double best = 0;
    for (unsigned run = 0; run <= options.repeat; ++run) { // the first one warms up
      const double start = milliseconds();
      check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 2, nullptr, global, local, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
      check(clFinish(queue.get()), "clFinish");
      const double time = milliseconds() - start;
      if (run == 1 || (run > 1 && time < best))
        best = time;
    }
    check(clEnqueueReadBuffer(queue.get(), bufferC.get(), CL_TRUE, 0, bytes, c.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");

    // The host needs a while for large products: then it checks some rows, from all over C.
    std::vector<size_t> rows;
    const size_t affordable = std::max<size_t>(1, (size_t(1) << 29) / (n * k));
    for (size_t i = 0; i < std::min(m, affordable); ++i)
      rows.push_back(affordable >= m ? i : engine() % m);
    const std::string difference = compareRows<Type>(a, b, c, k, n, rows);

    std::printf("%-7s %-5s   %.3f ms, %.1f %s; ", form, Type::name, best,
                2.0 * double(m) * double(n) * double(k) / best / 1e6,
                std::is_floating_point_v<typename Type::Result> ? "GFLOP/s" : "GOP/s");
    if (!difference.empty())
      std::printf("WRONG: %s\n", difference.c_str());
    else
      std::printf("%zu rows of C %s\n", rows.size(),
                  std::is_floating_point_v<typename Type::Result>
                      ? "are within (k + 1) * 2^-23 * sum |a * b|"
                      : "are exact");
    return difference.empty();
  }

  const Options options;
  cl_device_id device;
  Context context;
  Queue queue;
};

} // namespace

int main(int count, char **arguments) try {
  const Options options = parseOptions(count, arguments);
  Gemm gemm(options);
  gemm.describe();
  bool isRight = true;
  if (options.source)
    isRight &= gemm.run(/*fromIl=*/false);
  if (options.il)
    isRight &= gemm.run(/*fromIl=*/true);
  return isRight ? 0 : 1;
} catch (const UsageError &error) {
  std::fprintf(stderr, "gemm: %s\n'gemm --help' tells the options\n", error.what());
  return 2;
} catch (const std::exception &error) {
  std::fprintf(stderr, "gemm: %s\n", error.what());
  return 2;
}
