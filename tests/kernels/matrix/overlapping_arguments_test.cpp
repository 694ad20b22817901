// Products whose factors, and sums whose numbers, may be what the same kernel writes: whether they
// are, only the launch says.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <vector>

namespace heddle::test {
namespace {

constexpr unsigned side = 32, columns = 16, groups = 5, steps = 3;
constexpr std::size_t words = side * columns * groups;

// C = A * B, again and again: where C is B, the next one multiplies what this one has written.
constexpr char kernelText[] = R"(
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void power(global const ushort *a, global const ushort *b, global ushort *c, int k,
                  int steps) {
  const int lane = get_sub_group_local_id(), n = 16, first = get_group_id(0) * k * n;
  for (int step = 0; step < steps; ++step) {
    float8 sums[4] = {0, 0, 0, 0};
    for (int s = 0; s < k; s += 16) {
      int8 y;
      for (int r = 0; r < 8; ++r)
        y[r] = as_int((ushort2)(b[first + (s + 2 * r) * n + lane],
                                b[first + (s + 2 * r + 1) * n + lane]));
      for (int i = 0; i < 4; ++i) {
        short8 x;
        for (int r = 0; r < 8; ++r)
          x[r] = a[(8 * i + r) * k + s + lane];
        sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sums[i]);
      }
    }
    for (int i = 0; i < 4; ++i)
      for (int r = 0; r < 8; ++r)
        c[first + (8 * i + r) * n + lane] = as_uint(sums[i][r]) >> 16;
  }
}

kernel void total(global const int *a, global int *sums, int n) {
  const int first = get_global_id(0) * n;
  for (int k = 0; k < n; ++k)
    sums[first + n - 1] += a[first + k];
}
)";

using Words = std::vector<std::uint16_t>;

class OverlappingArgumentsTest : public MatrixDeviceTest {
protected:
  void SetUp() override {
    MatrixDeviceTest::SetUp();
    const BuiltProgram built = device().buildSource(kernelText, "-cl-std=CL3.0");
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    program = built.program;
    kernel = clCreateKernel(program, "power", nullptr);
    ASSERT_NE(kernel, nullptr);
    // Each row of A takes another row of B, so that all numbers stay what they are.
    a.assign(side * side, 0);
    for (unsigned row = 0; row < side; ++row)
      a[row * side + (5 * row + 3) % side] = bfloatOfFloat(1);
    for (std::size_t i = 0; i < words; ++i)
      b.push_back(bfloatOfFloat(static_cast<float>(i % 251)));
    factor = clCreateBuffer(device().contextId(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            a.size() * 2, a.data(), nullptr);
    ASSERT_NE(factor, nullptr);
  }
  void TearDown() override {
    clReleaseMemObject(factor);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }

  /// What B is after so many products, for each work-group.
  Words expected(unsigned products) const {
    Words result = b, next(words);
    for (; products > 0; --products) {
      for (std::size_t i = 0; i < words; ++i) {
        const std::size_t group = i / (side * columns), row = i / columns % side;
        next[i] = result[(group * side + (5 * row + 3) % side) * columns + i % columns];
      }
      result = next;
    }
    return result;
  }

  /// Twice: the second launch begins with nothing of the first.
  void launch() {
    const cl_int numbers[] = {side, steps};
    const std::size_t size = groups * 16, local = 16;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof factor, &factor), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, 4, &numbers[0]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 4, 4, &numbers[1]), CL_SUCCESS);
    for (int i = 0; i < 2; ++i)
      ASSERT_EQ(clEnqueueNDRangeKernel(device().commandQueue(), kernel, 1, nullptr, &size, &local,
                                       0, nullptr, nullptr),
                CL_SUCCESS);
    ASSERT_EQ(clFinish(device().commandQueue()), CL_SUCCESS);
  }

  /// A buffer for all, with what is at these bytes as B and as C.
  Words runInParts(std::size_t bytes, std::size_t ofB, std::size_t ofC) {
    cl_mem whole = clCreateBuffer(device().contextId(), CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    std::array<cl_mem, 2> parts{};
    for (unsigned i = 0; i < 2; ++i) {
      const cl_buffer_region region{i == 0 ? ofB : ofC, words * 2};
      cl_int error = CL_SUCCESS;
      parts[i] = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                   &error);
      EXPECT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(clSetKernelArg(kernel, 1 + i, sizeof(cl_mem), &parts[i]), CL_SUCCESS);
    }
    EXPECT_EQ(clEnqueueWriteBuffer(device().commandQueue(), parts[0], CL_TRUE, 0, words * 2,
                                   b.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    launch();
    Words result(words);
    EXPECT_EQ(clEnqueueReadBuffer(device().commandQueue(), parts[1], CL_TRUE, 0, words * 2,
                                  result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (cl_mem part : parts)
      clReleaseMemObject(part);
    clReleaseMemObject(whole);
    return result;
  }

  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem factor = nullptr;
  Words a, b;
};

TEST_F(OverlappingArgumentsTest, OneBuffer) {
  cl_mem both = clCreateBuffer(device().contextId(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               words * 2, b.data(), nullptr);
  for (cl_uint i : {1u, 2u})
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof both, &both), CL_SUCCESS);
  launch();
  Words result(words);
  EXPECT_EQ(clEnqueueReadBuffer(device().commandQueue(), both, CL_TRUE, 0, words * 2, result.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(result, expected(2 * steps));
  clReleaseMemObject(both);
}

TEST_F(OverlappingArgumentsTest, PartsOfABuffer) {
  EXPECT_EQ(runInParts(words * 4, 0, words * 2), expected(1));
  EXPECT_EQ(runInParts(words * 4, words * 2, 0), expected(1));
  EXPECT_EQ(runInParts(words * 4, 0, 0), expected(2 * steps));
}

TEST_F(OverlappingArgumentsTest, SharedMemory) {
  const auto run = [&](std::size_t ofC, unsigned products) {
    auto *memory = static_cast<std::uint16_t *>(
        clSVMAlloc(device().contextId(), CL_MEM_READ_WRITE, words * 4, 0));
    ASSERT_NE(memory, nullptr);
    std::memcpy(memory, b.data(), words * 2);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, memory), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 2, memory + ofC), CL_SUCCESS);
    launch();
    EXPECT_EQ(Words(memory + ofC, memory + ofC + words), expected(products));
    clSVMFree(device().contextId(), memory);
  };
  run(0, 2 * steps);
  run(words, 1);
}

// Of memory that nobody allocated by OpenCL nothing is known.
TEST_F(OverlappingArgumentsTest, MemoryOfTheHost) {
  cl_device_svm_capabilities kinds = 0;
  ASSERT_EQ(
      clGetDeviceInfo(device().id(), CL_DEVICE_SVM_CAPABILITIES, sizeof kinds, &kinds, nullptr),
      CL_SUCCESS);
  ASSERT_TRUE(kinds & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
  // As buffers use it, where it lies.
  alignas(4096) static std::array<std::uint16_t, words> memory;
  // Beside itself, and beside a buffer that has the same memory.
  for (const bool isBuffer : {false, true}) {
    std::ranges::copy(b, memory.begin());
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, memory.data()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 2, memory.data()), CL_SUCCESS);
    cl_mem buffer = nullptr;
    if (isBuffer) {
      buffer = clCreateBuffer(device().contextId(), CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR,
                              words * 2, memory.data(), nullptr);
      ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof buffer, &buffer), CL_SUCCESS);
    }
    launch();
    EXPECT_EQ(Words(memory.begin(), memory.end()), expected(2 * steps)) << isBuffer;
    if (buffer)
      clReleaseMemObject(buffer);
  }
}

// Four sub-groups multiply the same rows, which they read a round ahead and in the end store over.
// The last barrier is one of the round before the last.
constexpr char inPlaceText[] = R"(
void read(global const ushort *a, int k, short8 x[4]) {
  for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 8; ++r)
      x[i][r] = a[(8 * i + r) * 128 + k + get_sub_group_local_id()];
}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1)))
kernel void in_place(global ushort *a, global const ushort *b, int depth) {
  const int column = get_sub_group_id() * 16 + get_sub_group_local_id();
  global float *c = (global float *)a;
  float8 sums[4] = {0, 0, 0, 0};
  short8 now[4], next[4];
  read(a, 0, next);
  for (int k = 0; k < depth; k += 16) {
    for (int i = 0; i < 4; ++i)
      now[i] = next[i];
    if (k + 16 < depth) {
      read(a, k + 16, next);
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
    int8 y;
    for (int r = 0; r < 8; ++r)
      y[r] = as_int((ushort2)(b[(k + 2 * r) * 64 + column], b[(k + 2 * r + 1) * 64 + column]));
    for (int i = 0; i < 4; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(now[i], y, sums[i]);
  }
  for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 8; ++r)
      c[(8 * i + r) * 64 + column] = sums[i][r];
}
)";

class InPlaceTest : public MatrixDeviceTest {};

TEST_F(InPlaceTest, RowsThatAreReadAhead) {
  constexpr unsigned wide = 64; // words of a row of A are two of C's
  const BuiltProgram built = device().buildSource(inPlaceText, "-cl-std=CL3.0");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  cl_kernel kernel = clCreateKernel(built.program, "in_place", nullptr);
  for (const cl_int depth : {32, 48, 64}) {
    Words a(side * wide * 2), b(wide * static_cast<unsigned>(depth));
    std::vector<float> wanted(side * wide);
    const auto ofA = [](unsigned row, unsigned k) { return int((row * 7 + k * 5) % 9) - 4; };
    const auto ofB = [](unsigned k, unsigned column) { return int((column * 3 + k) % 7) - 3; };
    for (unsigned k = 0; k < static_cast<unsigned>(depth); ++k) {
      for (unsigned row = 0; row < side; ++row)
        a[row * wide * 2 + k] = bfloatOfFloat(static_cast<float>(ofA(row, k)));
      for (unsigned column = 0; column < wide; ++column) {
        b[k * wide + column] = bfloatOfFloat(static_cast<float>(ofB(k, column)));
        for (unsigned row = 0; row < side; ++row)
          wanted[row * wide + column] += static_cast<float>(ofA(row, k) * ofB(k, column));
      }
    }
    cl_mem memories[2];
    for (unsigned i = 0; i < 2; ++i) {
      Words &from = i == 0 ? a : b;
      memories[i] = clCreateBuffer(device().contextId(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   from.size() * 2, from.data(), nullptr);
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), CL_SUCCESS);
    }
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof depth, &depth), CL_SUCCESS);
    const std::size_t size = 64;
    EXPECT_EQ(clEnqueueNDRangeKernel(device().commandQueue(), kernel, 1, nullptr, &size, &size, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    std::vector<float> result(wanted.size());
    EXPECT_EQ(clEnqueueReadBuffer(device().commandQueue(), memories[0], CL_TRUE, 0,
                                  result.size() * 4, result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result, wanted) << depth;
    for (cl_mem memory : memories)
      clReleaseMemObject(memory);
  }
  clReleaseKernel(kernel);
  clReleaseProgram(built.program);
}

// Where the sum is the last of the numbers, it is added to itself in the end.
TEST_F(OverlappingArgumentsTest, SumsInMemory) {
  constexpr std::size_t rows = 37;
  constexpr cl_int length = 20;
  cl_kernel total = clCreateKernel(program, "total", nullptr);
  ASSERT_NE(total, nullptr);
  std::vector<cl_int> numbers(rows * length);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (const bool isOneBuffer : {false, true}) {
    std::array<cl_mem, 2> buffers{};
    for (cl_mem &buffer : buffers)
      buffer = clCreateBuffer(device().contextId(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              numbers.size() * 4, numbers.data(), nullptr);
    ASSERT_EQ(clSetKernelArg(total, 0, sizeof(cl_mem), &buffers[isOneBuffer]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(total, 1, sizeof(cl_mem), &buffers[1]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(total, 2, 4, &length), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(device().commandQueue(), total, 1, nullptr, &rows, nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    std::vector<cl_int> result(numbers.size());
    ASSERT_EQ(clEnqueueReadBuffer(device().commandQueue(), buffers[1], CL_TRUE, 0,
                                  result.size() * 4, result.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<cl_int> expected = numbers;
    for (std::size_t row = 0; row < rows; ++row)
      for (cl_int k = 0; k < length; ++k)
        expected[(row + 1) * length - 1] += (isOneBuffer ? expected : numbers)[row * length + k];
    EXPECT_EQ(result, expected) << isOneBuffer;
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
  }
  clReleaseKernel(total);
}

} // namespace
} // namespace heddle::test
