// Mathematical functions: nanoseconds of one core for a value, and the largest error in units in
// the last place over numbers of all magnitudes. Arguments of the timed runs lie where programs
// have them.
#include "tests/bench/harness.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>

namespace heddle::bench {

namespace {

using Real = long double;

struct Function {
  std::string name;
  Real (*reference1)(Real);
  Real (*reference2)(Real, Real);
  double low, high; ///< arguments of the timed run
  double bound;     ///< ULP that the full profile allows
};

Real exp10Of(Real x) { return std::pow(Real(10), x); }

const Function functions[] = {
    {"acos", acosl, nullptr, -0.99, 0.99, 4},   {"acosh", acoshl, nullptr, 1.1, 10, 4},
    {"asin", asinl, nullptr, -0.99, 0.99, 4},   {"asinh", asinhl, nullptr, -10, 10, 4},
    {"atan", atanl, nullptr, -10, 10, 5},       {"atan2", nullptr, atan2l, 0.1, 10, 6},
    {"atanh", atanhl, nullptr, -0.99, 0.99, 5}, {"cbrt", cbrtl, nullptr, -10, 10, 2},
    {"cos", cosl, nullptr, -10, 10, 4},         {"cosh", coshl, nullptr, -10, 10, 4},
    {"erf", erfl, nullptr, -3, 3, 16},          {"erfc", erfcl, nullptr, -3, 3, 16},
    {"exp", expl, nullptr, -10, 10, 3},         {"exp10", exp10Of, nullptr, -10, 10, 3},
    {"exp2", exp2l, nullptr, -10, 10, 3},       {"expm1", expm1l, nullptr, -10, 10, 3},
    {"fmod", nullptr, fmodl, 0.1, 10, 0},       {"hypot", nullptr, hypotl, 0.1, 10, 4},
    {"log", logl, nullptr, 0.1, 10, 3},         {"log10", log10l, nullptr, 0.1, 10, 3},
    {"log1p", log1pl, nullptr, 0.1, 10, 2},     {"log2", log2l, nullptr, 0.1, 10, 3},
    {"pow", nullptr, powl, 0.1, 10, 16},        {"remainder", nullptr, remainderl, 0.1, 10, 0},
    {"sin", sinl, nullptr, -10, 10, 4},         {"sinh", sinhl, nullptr, -10, 10, 4},
    {"tan", tanl, nullptr, -10, 10, 5},         {"tanh", tanhl, nullptr, -3, 3, 5},
    {"tgamma", tgammal, nullptr, 0.1, 10, 16},
};

constexpr std::size_t items = 1 << 16;
constexpr int valuesPerItem = 32;

template <class T> constexpr const char *typeName = sizeof(T) == 4 ? "float" : "double";

std::string source(const Function &function, const char *type) {
  std::string call = function.name + (function.reference1 ? "(x)" : "(x, y)");
  std::string head = std::string("(global ") + type + " *out, global const " + type + " *a, " +
                     "global const " + type + " *b) {\n  size_t i = get_global_id(0);\n  " + type +
                     " x = a[i], y = b[i]";
  return "kernel void once" + head + ";\n  out[i] = " + call + ";\n}\nkernel void many" + head +
         ", sum = 0;\n  for (int j = 0; j < " + std::to_string(valuesPerItem) +
         "; ++j) {\n    sum += " + call + ";\n    x *= 0.99f;\n  }\n  out[i] = sum;\n}\n";
}

template <class T> class Run {
public:
  Run(const Device &device, const Function &function, const char *kernelName,
      const std::vector<T> &a, const std::vector<T> &b)
      : device(device), count(a.size()), a(device.buffer(count * sizeof(T), a.data())),
        b(device.buffer(count * sizeof(T), b.data())), out(device.buffer(count * sizeof(T))) {
    cl_int error;
    program = device.build(source(function, typeName<T>), "-cl-std=CL3.0");
    kernel = clCreateKernel(program, kernelName, &error);
    check(error, "clCreateKernel");
    int index = 0;
    for (cl_mem *argument : {&out, &this->a, &this->b})
      check(clSetKernelArg(kernel, index++, sizeof(cl_mem), argument), "clSetKernelArg");
  }
  ~Run() {
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    for (cl_mem memory : {a, b, out})
      clReleaseMemObject(memory);
  }
  void launch() {
    check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
  }
  std::vector<T> results() {
    std::vector<T> values(count);
    check(clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, count * sizeof(T), values.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return values;
  }

private:
  const Device &device;
  std::size_t count;
  cl_mem a, b, out;
  cl_program program;
  cl_kernel kernel;
};

template <class T> double nanoseconds(const Device &device, const Function &function) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> argument(function.low, function.high);
  std::vector<T> a(items), b(items);
  for (std::size_t i = 0; i < items; ++i) {
    a[i] = static_cast<T>(argument(random));
    b[i] = static_cast<T>(argument(random));
  }
  Run<T> run(device, function, "many", a, b);
  cl_uint units = 1;
  check(clGetDeviceInfo(device.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr),
        "clGetDeviceInfo");
  double seconds = bestTime([&] { run.launch(); });
  return seconds * 1e9 * units / (double(items) * valuesPerItem);
}

// Half the numbers are random bits, half lie between -100 and 100.
template <class T> std::vector<T> numbersOfAllMagnitudes(unsigned seed) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> near(-100, 100);
  std::vector<T> numbers(1 << 19);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Bits bits = static_cast<Bits>(random());
    std::memcpy(&numbers[i], &bits, sizeof(bits));
    if (i % 2)
      numbers[i] = static_cast<T>(near(random));
  }
  return numbers;
}

template <class T> double errorOf(T value, Real expected) {
  T rounded = static_cast<T>(expected);
  if (value == rounded && (value == 0 || std::isinf(value)))
    return 0;
  if (std::isnan(value) && std::isnan(rounded))
    return 0;
  if (!std::isfinite(value) || !std::isfinite(rounded))
    return HUGE_VAL;
  T size = std::fabs(rounded);
  Real unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - Real(size);
  if (std::isinf(unit))
    unit = size - Real(std::nextafter(size, T(0)));
  return static_cast<double>(std::fabs(value - expected) / unit);
}

template <class T> double largestError(const Device &device, const Function &function) {
  std::vector<T> a = numbersOfAllMagnitudes<T>(1), b = numbersOfAllMagnitudes<T>(2);
  Run<T> run(device, function, "once", a, b);
  run.launch();
  std::vector<T> values = run.results();
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Real expected =
        function.reference1 ? function.reference1(a[i]) : function.reference2(a[i], b[i]);
    largest = std::max(largest, errorOf(values[i], expected));
  }
  if (largest > function.bound)
    throw std::runtime_error(function.name + ": " + std::to_string(largest) + " ULP, allowed are " +
                             std::to_string(function.bound));
  return largest;
}

template <class T> void add(std::vector<Benchmark> &list, const Function &function) {
  std::string name = function.name + "_" + typeName<T>;
  list.push_back(
      {name, "ns", false, [&](const Device &device) { return nanoseconds<T>(device, function); }});
  list.push_back({name + "_error", "ULP", false,
                  [&](const Device &device) { return largestError<T>(device, function); }});
}

} // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> list;
  for (const Function &function : functions) {
    add<float>(list, function);
    add<double>(list, function);
  }
  return list;
}

} // namespace heddle::bench
