// CLBlast's routines at several sizes and precisions, with the parameters that it picks for the
// device, checked on the host.

#define CL_TARGET_OPENCL_VERSION 120
#include "tests/bench/programs/operations.hpp"

#include <clblast.h>
#include <random>

namespace {

cl_context context;
cl_command_queue queue;
std::mt19937 random_(1);

template <typename Real> std::vector<Real> numbers(std::size_t count) {
  std::vector<Real> result(count);
  for (Real &value : result)
    value = Real(random_()) / Real(4294967296.0);
  return result;
}

template <typename Real> struct Buffer {
  explicit Buffer(std::vector<Real> &values)
      : count(values.size()),
        handle(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              count * sizeof(Real), values.data(), nullptr)) {}
  ~Buffer() { clReleaseMemObject(handle); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  std::vector<Real> read() const {
    std::vector<Real> result(count);
    clEnqueueReadBuffer(queue, handle, CL_TRUE, 0, count * sizeof(Real), result.data(), 0, nullptr,
                        nullptr);
    return result;
  }

  std::size_t count;
  cl_mem handle;
};

void need(clblast::StatusCode status) {
  if (status != clblast::StatusCode::kSuccess) {
    std::fprintf(stderr, "CLBlast: status %d\n", int(status));
    std::exit(1);
  }
  clFinish(queue);
}

template <typename Real>
std::vector<Real> product(const std::vector<Real> &a, const std::vector<Real> &b,
                          std::size_t size) {
  std::vector<Real> result(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t j = 0; j < size; ++j)
        result[i * size + j] += a[i * size + k] * b[k * size + j];
  return result;
}

template <typename Real> void gemm(const std::string &type, std::size_t size, double tolerance) {
  auto a = numbers<Real>(size * size);
  auto b = numbers<Real>(size * size);
  std::vector<Real> c(size * size);
  Buffer<Real> left(a);
  Buffer<Real> right(b);
  Buffer<Real> result(c);
  report(
      type + " gemm " + std::to_string(size),
      [&] {
        need(clblast::Gemm<Real>(clblast::Layout::kRowMajor, clblast::Transpose::kNo,
                                 clblast::Transpose::kNo, size, size, size, 1, left.handle, 0, size,
                                 right.handle, 0, size, 0, result.handle, 0, size, &queue));
      },
      [&] { return near(result.read(), product(a, b, size), tolerance); });
}

template <typename Real> void gemv(const std::string &type, std::size_t size, double tolerance) {
  auto a = numbers<Real>(size * size);
  auto x = numbers<Real>(size);
  std::vector<Real> y(size);
  Buffer<Real> matrix(a);
  Buffer<Real> vector(x);
  Buffer<Real> result(y);
  report(
      type + " gemv " + std::to_string(size),
      [&] {
        need(clblast::Gemv<Real>(clblast::Layout::kRowMajor, clblast::Transpose::kNo, size, size, 1,
                                 matrix.handle, 0, size, vector.handle, 0, 1, 0, result.handle, 0,
                                 1, &queue));
      },
      [&] {
        std::vector<Real> expected(size);
        for (std::size_t i = 0; i < size; ++i)
          for (std::size_t j = 0; j < size; ++j)
            expected[i] += a[i * size + j] * x[j];
        return near(result.read(), expected, tolerance);
      });
}

template <typename Real> void vectors(const std::string &type, std::size_t size, double tolerance) {
  auto x = numbers<Real>(size);
  auto y = numbers<Real>(size);
  Buffer<Real> left(x);
  Buffer<Real> right(y);
  std::vector<Real> one(1);
  Buffer<Real> sum(one);
  std::string name = " " + std::to_string(size);
  report(
      type + " dot" + name,
      [&] {
        need(
            clblast::Dot<Real>(size, sum.handle, 0, left.handle, 0, 1, right.handle, 0, 1, &queue));
      },
      [&] {
        double expected = 0;
        for (std::size_t i = 0; i < size; ++i)
          expected += double(x[i]) * double(y[i]);
        return near(sum.read(), std::vector<double>{expected}, tolerance);
      });
  int calls = 0;
  report(
      type + " axpy" + name,
      [&] {
        need(clblast::Axpy<Real>(size, Real(1), left.handle, 0, 1, right.handle, 0, 1, &queue));
        ++calls;
      },
      [&] {
        std::vector<Real> expected(size);
        for (std::size_t i = 0; i < size; ++i)
          expected[i] = y[i] + Real(calls) * x[i];
        return near(right.read(), expected, tolerance);
      });
}

void batched(std::size_t size, std::size_t count) {
  auto a = numbers<float>(size * size * count);
  auto b = numbers<float>(size * size * count);
  std::vector<float> c(a.size());
  Buffer<float> left(a);
  Buffer<float> right(b);
  Buffer<float> result(c);
  std::vector<float> ones(count, 1.0F);
  std::vector<float> zeros(count);
  std::vector<std::size_t> offsets(count);
  for (std::size_t i = 0; i < count; ++i)
    offsets[i] = i * size * size;
  report(
      "float gemm batched " + std::to_string(size) + " by " + std::to_string(count),
      [&] {
        need(clblast::GemmBatched<float>(clblast::Layout::kRowMajor, clblast::Transpose::kNo,
                                         clblast::Transpose::kNo, size, size, size, ones.data(),
                                         left.handle, offsets.data(), size, right.handle,
                                         offsets.data(), size, zeros.data(), result.handle,
                                         offsets.data(), size, count, &queue));
      },
      [&] {
        std::vector<float> last = result.read();
        std::size_t part = size * size;
        return near(std::vector<float>(last.end() - part, last.end()),
                    product(std::vector<float>(a.end() - part, a.end()),
                            std::vector<float>(b.end() - part, b.end()), size),
                    1e-5);
      });
}

} // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
    return 2;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  queue = clCreateCommandQueue(context, device, 0, nullptr);
  for (std::size_t size : {64, 256, 512, 1024})
    gemm<float>("float", size, 1e-5);
  for (std::size_t size : {256, 512})
    gemm<double>("double", size, 1e-12);
  for (std::size_t size : {256, 2048})
    gemv<float>("float", size, 1e-5);
  gemv<double>("double", 1024, 1e-12);
  for (std::size_t size : {4096, 1 << 20})
    vectors<float>("float", size, 1e-4);
  vectors<double>("double", 1 << 20, 1e-11);
  batched(64, 64);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
