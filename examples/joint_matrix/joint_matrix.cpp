// C = max(A * B + bias, 0) with joint_matrix kernels, compared with the host's answer.
//
//   g++ -O2 -std=c++17 -I.. joint_matrix.cpp -o joint_matrix -lOpenCL
//
// The kernel is there in C++ for OpenCL (joint_matrix.clcpp), in OpenCL C (joint_matrix.cl), and as
// a SPIR-V module with cooperative matrices, as compilers of SYCL write them for joint_matrix:
//
//   heddlec joint_matrix.clcpp -o joint_matrix.spv --emit=spirv -- -cl-std=CLC++2021

#include "gemm/matrices.hpp"
#include "gemm/open_cl.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;

constexpr size_t blockRows = 32, blockColumns = 32; // of C, for one sub-group
constexpr size_t subGroupSize = 16;

constexpr char help[] =
    R"(usage: joint_matrix [M N K]

Computes C = max(A * B + bias, 0) on random matrices of bfloats, A of M x K and B of K x N elements,
with the joint_matrix kernels in C++ for OpenCL, OpenCL C and SPIR-V, and compares the results with
the host's. 100 x 75 x 90 when no sizes are given; any sizes will do.

Exit status: 0 all results are right, 1 one is wrong, 2 it could not be run.
)";

struct Sizes {
  size_t m = 100, n = 75, k = 90;
};

struct Form {
  const char *name, *file, *options;
  bool isIl;
};
constexpr Form forms[] = {{"C++ for OpenCL", "joint_matrix.clcpp", "-cl-std=CLC++2021", false},
                          {"OpenCL C", "joint_matrix.cl", "-cl-std=CL3.0", false},
                          {"SPIR-V", "joint_matrix.spv", "", true}};

/// A file beside this program, or where an installation keeps it.
fs::path findFile(const char *name) {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path &place :
       {folder, folder / "../share/heddle/examples/joint_matrix", fs::path(".")})
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

struct Problem {
  explicit Problem(const Sizes &sizes) : sizes(sizes) {
    std::mt19937 engine(1);
    a = randomMatrix<Bf16>(sizes.m, sizes.k, engine);
    b = randomMatrix<Bf16>(sizes.k, sizes.n, engine);
    for (size_t i = 0; i < sizes.n; ++i)
      bias.push_back(std::uniform_real_distribution<float>(-1, 1)(engine));
  }

  /// Empty when C is right. A sum of K products may differ by (K + 1) * 2^-23 * sum |a * b|, as it
  /// is rounded after each addition, in any order; the bias is one more.
  std::string compare(const std::vector<float> &c) const {
    for (size_t i = 0; i < sizes.m; ++i)
      for (size_t j = 0; j < sizes.n; ++j) {
        double sum = bias[j], magnitude = std::fabs(bias[j]);
        for (size_t l = 0; l < sizes.k; ++l) {
          const double product = Bf16::value(a[i * sizes.k + l]) * Bf16::value(b[l * sizes.n + j]);
          sum += product;
          magnitude += std::fabs(product);
        }
        const double expected = std::max(sum, 0.0), found = c[i * sizes.n + j];
        if (!(std::fabs(found - expected) <= (double(sizes.k) + 2) * std::ldexp(magnitude, -23)))
          return "C[" + std::to_string(i) + "][" + std::to_string(j) + "] is " +
                 std::to_string(found) + ", expected " + std::to_string(expected);
      }
    return "";
  }

  Sizes sizes;
  std::vector<Bf16::Element> a, b;
  std::vector<float> bias;
};

class JointMatrix {
public:
  JointMatrix() : device(chooseDevice()) {
    cl_int error;
    context.reset(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
    check(error, "clCreateContext");
    queue.reset(clCreateCommandQueueWithProperties(context.get(), device, nullptr, &error));
    check(error, "clCreateCommandQueueWithProperties");
    std::printf("device          %s\n", deviceString(device, CL_DEVICE_NAME).c_str());
  }

  /// True when the result is right.
  bool run(const Problem &problem, const Form &form) {
    const std::vector<float> c = multiply(problem, form);
    const std::string difference = problem.compare(c);
    std::printf("%-15s %s\n", form.name,
                difference.empty() ? "is right" : ("WRONG: " + difference).c_str());
    return difference.empty();
  }

private:
  /// The first that has sub-groups of the size that kernels ask for, and takes SPIR-V.
  static cl_device_id chooseDevice() {
    for (cl_device_id candidate : allDevices())
      if (hasExtension(candidate, "cl_intel_required_subgroup_size") &&
          hasExtension(candidate, "cl_khr_il_program"))
        return candidate;
    throw std::runtime_error("no device has cl_intel_required_subgroup_size and takes SPIR-V");
  }

  std::vector<float> multiply(const Problem &problem, const Form &form) {
    const Sizes &sizes = problem.sizes;
    Program program = createProgram(readFile(findFile(form.file)), form.isIl);
    build(program.get(), device, form.options);
    cl_int error;
    Kernel kernel(clCreateKernel(program.get(), "gemm_bias_relu", &error));
    check(error, "clCreateKernel");

    // What the kernel must not write: it would show.
    std::vector<float> c(sizes.m * sizes.n + blockColumns, -1);
    const Buffer buffers[] = {createBuffer(problem.a), createBuffer(problem.b),
                              createBuffer(problem.bias), createBuffer(c)};
    cl_uint index = 0;
    for (const Buffer &buffer : buffers) {
      const cl_mem handle = buffer.get();
      check(clSetKernelArg(kernel.get(), index++, sizeof handle, &handle), "clSetKernelArg");
    }
    for (size_t size : {sizes.m, sizes.n, sizes.k}) {
      const cl_uint value = cl_uint(size);
      check(clSetKernelArg(kernel.get(), index++, sizeof value, &value), "clSetKernelArg");
    }

    const size_t global[] = {(sizes.n + blockColumns - 1) / blockColumns * subGroupSize,
                             (sizes.m + blockRows - 1) / blockRows};
    const size_t local[] = {subGroupSize, 1};
    check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 2, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue.get(), buffers[3].get(), CL_TRUE, 0, c.size() * sizeof c[0],
                              c.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    if (std::any_of(c.end() - blockColumns, c.end(), [](float x) { return x != -1; }))
      throw std::runtime_error("the kernel wrote behind the end of C");
    c.resize(sizes.m * sizes.n);
    return c;
  }

  Program createProgram(const std::string &text, bool isIl) {
    const char *pointer = text.data();
    const size_t length = text.size();
    cl_int error;
    Program program(isIl ? clCreateProgramWithIL(context.get(), pointer, length, &error)
                         : clCreateProgramWithSource(context.get(), 1, &pointer, &length, &error));
    check(error, isIl ? "clCreateProgramWithIL" : "clCreateProgramWithSource");
    return program;
  }

  template <typename T> Buffer createBuffer(const std::vector<T> &data) {
    cl_int error;
    Buffer buffer(clCreateBuffer(context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 data.size() * sizeof(T), const_cast<T *>(data.data()), &error));
    check(error, "clCreateBuffer");
    return buffer;
  }

  cl_device_id device;
  Context context;
  Queue queue;
};

Sizes parseSizes(int count, char **arguments) {
  Sizes sizes;
  if (count == 1)
    return sizes;
  if (count != 4)
    throw std::runtime_error("expected M, N and K; 'joint_matrix --help' says more");
  size_t *const values[] = {&sizes.m, &sizes.n, &sizes.k};
  for (int i = 0; i < 3; ++i) {
    char *end = nullptr;
    const unsigned long value = std::strtoul(arguments[i + 1], &end, 10);
    if (*end || value < 1 || value > 1u << 16)
      throw std::runtime_error(std::string(arguments[i + 1]) +
                               ": expected a number from 1 to 65536");
    *values[i] = value;
  }
  return sizes;
}

} // namespace

int main(int count, char **arguments) try {
  if (count == 2 && std::string(arguments[1]) == "--help") {
    std::fputs(help, stdout);
    return 0;
  }
  const Problem problem(parseSizes(count, arguments));
  JointMatrix program;
  bool isRight = true;
  for (const Form &form : forms)
    isRight &= program.run(problem, form);
  return isRight ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "joint_matrix: %s\n", error.what());
  return 2;
}
