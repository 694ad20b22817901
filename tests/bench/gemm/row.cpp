#include "tests/bench/gemm/row.hpp"

#include "tests/bench/gemm/cooperative_product.hpp"
#include "tests/bench/gemm/expected.hpp"
#include "tests/bench/timing.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace heddle::bench {

namespace {

std::string define(const char *name, unsigned value) {
  return std::string(" -D") + name + "=" + std::to_string(value);
}

/// Memory objects and a kernel, which end with the row.
class Run {
public:
  Run(const Device &device, const Row &row) : device(device), program(build(device, row)) {
    cl_int error = CL_SUCCESS;
    kernel = clCreateKernel(program, "gemm", &error);
    check(error, "clCreateKernel");
  }
  ~Run() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    if (kernel)
      clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  template <typename T> cl_mem addBuffer(const std::vector<T> &values) {
    buffers.push_back(device.buffer(values.size() * sizeof(T), values.data()));
    add(buffers.back());
    return buffers.back();
  }
  template <typename T> void add(T value) {
    check(clSetKernelArg(kernel, arguments++, sizeof value, &value), "clSetKernelArg");
  }
  void launch(const std::size_t (&global)[3], const std::size_t (&local)[3]) {
    check(clEnqueueNDRangeKernel(device.queue, kernel, 3, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
  }

private:
  const Device &device;
  cl_program program;
  cl_kernel kernel = nullptr;
  cl_uint arguments = 0;
  std::vector<cl_mem> buffers;
};

unsigned groups(unsigned side, unsigned block) { return (side + block - 1) / block; }

} // namespace

std::string Row::name() const {
  return std::string(style->name) + " " + traitsOf(type).name + " " + std::to_string(subGroupSize) +
         " " + shape.name();
}

std::string source(const Row &row) {
  std::istringstream names(row.style->files);
  std::string text;
  for (std::string name; names >> name;)
    text += readFile(programFolder() + "/gemm/" + name + ".cl") + "\n";
  return text;
}

std::string options(const Row &row) {
  const Block block = row.block();
  return "-cl-std=CL3.0 -cl-uniform-work-group-size -DTYPE_" +
         std::string(traitsOf(row.type).name) + define("SIZE", row.subGroupSize) +
         define("ROWS", block.rows) + define("COLUMNS", block.columns) +
         define("DOWN", block.down) + define("ACROSS", block.across) + " " + row.style->options;
}

Block Row::block() const {
  Block block = style->block;
  if (style->sides == Sides::ragged)
    return block;
  block.rows = std::min(block.rows, shape.m / 8);
  block.columns = std::min(block.columns, shape.n / subGroupSize);
  if (style->sharesBlock)
    return block;
  while (shape.m % (block.rows * 8 * block.down))
    block.down /= 2;
  while (shape.n % (block.columns * subGroupSize * block.across))
    block.across /= 2;
  return block;
}

double Row::operations() const {
  unsigned steps = 0;
  for (unsigned k = 0; k < shape.k; ++k)
    steps += style->result != Result::masked || !isMasked(k);
  return shape.operations() * steps / shape.k;
}

cl_program build(const Device &device, const Row &row) {
  if (*row.style->files)
    return device.build(source(row), options(row));
  return device.build(
      cooperativeProduct("gemm", traitsOf(row.type).isInteger, row.style->layout == LayoutB::rows));
}

double measure(const Device &device, const Row &row, const Problem &problem, double seconds) {
  const Style &style = *row.style;
  const auto [m, n, k, batch] = row.shape;
  const Expected expected(problem, style.result);
  Run run(device, row);
  run.addBuffer(problem.storedA(style.layout));
  run.addBuffer(problem.storedB(style.layout, row.subGroupSize));
  std::vector<std::uint8_t> found(expected.bytes.size(), 0xEE); // what nobody writes is wrong
  const cl_mem c = run.addBuffer(found);
  if (*style.files)
    run.add(m);
  run.add(n);
  run.add(k);
  if (style.result == Result::masked)
    run.addBuffer(expected.mask);
  if (style.result == Result::groupScales)
    run.addBuffer(expected.scale);
  if (std::strstr(style.files, "epilogue")) {
    run.addBuffer(expected.scale);
    run.addBuffer(expected.bias);
    run.addBuffer(expected.d);
  }

  const Block block = row.block();
  const std::size_t size = row.subGroupSize;
  const std::size_t local[] = {size * block.across, block.down, 1};
  const unsigned shared = style.sharesBlock ? 1 : 0;
  const std::size_t global[] = {
      groups(n, block.columns * unsigned(size) * (shared ? 1 : block.across)) * local[0],
      groups(m, block.rows * 8 * (shared ? 1 : block.down)) * local[1], batch};
  double best = 0;
  if (seconds > 0)
    best = bestTime([&] { run.launch(global, local); }, seconds);
  else
    run.launch(global, local);
  check(clEnqueueReadBuffer(device.queue, c, CL_TRUE, 0, found.size(), found.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  const std::string difference = expected.compare(found);
  if (!difference.empty())
    throw std::runtime_error("wrong result: " + difference);
  return best;
}

} // namespace heddle::bench
