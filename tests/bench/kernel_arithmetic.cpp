// kernels/arithmetic.cl.
#include "tests/bench/ceilings.hpp"
#include "tests/bench/kernel_run.hpp"
#include "tests/bench/workload_sizes.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace heddle::bench {

namespace {

double mandelbrot(const Device &device) {
  constexpr std::size_t size = imageSize;
  KernelRun run(device, "arithmetic.cl", "mandelbrot");
  cl_mem out = run.buffer<cl_int>(size * size);
  run.setArguments(out, cl_int(size), imageLeft, imageTop, imageStep, cl_int(imageLimit));
  const double seconds = run.seconds({size, size});
  const auto got = run.read<cl_int>(out, size * size);
  // Near the edge of the set the last bit decides, and the compiler may fuse operations.
  std::size_t checked = 0, different = 0;
  for (std::size_t row = 0; row < size; row += 7)
    for (std::size_t column = 0; column < size; column += 5, ++checked) {
      const float re = imageLeft + float(column) * imageStep;
      const float im = imageTop + float(row) * imageStep;
      float x = 0, y = 0;
      int count = 0;
      for (; count < imageLimit && x * x + y * y <= 4; ++count) {
        const float next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
      }
      different += std::abs(got[row * size + column] - count) > 2;
    }
  if (different * 50 > checked)
    throw std::runtime_error("wrong result: " + std::to_string(different) + " of " +
                             std::to_string(checked) + " pixels");
  return double(size * size) / seconds / 1e6;
}

double nbody(const Device &device) {
  constexpr std::size_t count = bodies;
  KernelRun run(device, "arithmetic.cl", "nbody");
  const auto at = randomFloats(4 * count, 0, 1);
  cl_mem in = run.buffer(at), out = run.buffer<cl_float>(4 * count);
  run.setArguments(in, out, cl_int(count), softening);
  const double seconds = run.seconds({count});
  const auto got = run.read<cl_float>(out, 4 * count);
  for (std::size_t i = 0; i < count; i += 501) {
    double force[3] = {};
    for (std::size_t j = 0; j < count; ++j) {
      double d[3], square = double(softening);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        d[axis] = double(at[4 * j + axis]) - double(at[4 * i + axis]);
        square += d[axis] * d[axis];
      }
      for (std::size_t axis = 0; axis < 3; ++axis)
        force[axis] += double(at[4 * j + 3]) * d[axis] / (square * std::sqrt(square));
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
      expectAt(std::fabs(double(got[4 * i + axis]) - force[axis]) <
                   1e-3 * std::fabs(force[axis]) + 1,
               i);
  }
  return nbodyOperations / seconds / 1e9;
}

double fmaPeak(const Device &device) {
  KernelRun run(device, "arithmetic.cl", "fma_peak");
  cl_mem out = run.buffer<cl_float>(fmaItems);
  run.setArguments(out, 0.5f, 1.0f);
  const double seconds = run.seconds({fmaItems});
  const auto got = run.read<cl_float>(out, fmaItems);
  for (std::size_t i = 0; i < fmaItems; ++i)
    expectAt(got[i] == 2.0f * fmaChains, i); // x = x / 2 + 1 ends at 2
  return 2.0 * fmaChains * fmaRounds * double(fmaItems) / seconds / 1e9;
}

double blackScholes(const Device &device) {
  constexpr std::size_t count = 1 << 20;
  constexpr float rate = 0.02f, volatility = 0.3f;
  KernelRun run(device, "arithmetic.cl", "black_scholes");
  const auto stock = randomFloats(count, 5, 30), strike = randomFloats(count, 1, 100),
             years = randomFloats(count, 0.25f, 10);
  cl_mem call = run.buffer<cl_float>(count), put = run.buffer<cl_float>(count);
  run.setArguments(run.buffer(stock), run.buffer(strike), run.buffer(years), call, put, rate,
                   volatility);
  const double seconds = run.seconds({count});
  const auto calls = run.read<cl_float>(call, count), puts = run.read<cl_float>(put, count);
  auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  for (std::size_t i = 0; i < count; i += 77) {
    const double s = double(stock[i]), x = double(strike[i]), t = double(years[i]);
    const double v = double(volatility), r = double(rate), spread = v * std::sqrt(t);
    const double d1 = (std::log(s / x) + (r + 0.5 * v * v) * t) / spread;
    const double paid = x * std::exp(-r * t);
    const double price = s * normal(d1) - paid * normal(d1 - spread);
    expectAt(std::fabs(double(calls[i]) - price) < 1e-3, i);
    expectAt(std::fabs(double(puts[i]) - (price + paid - s)) < 1e-3, i);
  }
  return double(count) / seconds / 1e6;
}

/// The digest of one work-item of the kernel, with the words of its block expanded first.
cl_uint hashOf(cl_uint number, cl_uint salt) {
  // The fractional parts of the cube roots of the first 64 primes.
  cl_uint constants[64];
  unsigned found = 0;
  for (unsigned candidate = 2; found < 64; ++candidate) {
    bool isPrime = true;
    for (unsigned divisor = 2; divisor * divisor <= candidate; ++divisor)
      isPrime = isPrime && candidate % divisor;
    if (isPrime) {
      const long double root = std::cbrt(static_cast<long double>(candidate));
      constants[found++] = cl_uint((root - std::floor(root)) * 4294967296.0L);
    }
  }
  auto rotate = [](cl_uint value, int by) { return value >> by | value << (32 - by); };
  cl_uint words[64];
  for (cl_uint i = 0; i < 64; ++i) {
    words[i] = number * 2654435761u + i * salt;
    if (i >= 16)
      words[i] = words[i - 16] + words[i - 7] +
                 (rotate(words[i - 15], 7) ^ rotate(words[i - 15], 18) ^ words[i - 15] >> 3) +
                 (rotate(words[i - 2], 17) ^ rotate(words[i - 2], 19) ^ words[i - 2] >> 10);
  }
  cl_uint a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f,
          f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
  for (int i = 0; i < 64; ++i) {
    const cl_uint first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                          ((e & f) ^ (~e & g)) + constants[i] + words[i];
    const cl_uint second =
        (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

double sha256(const Device &device) {
  KernelRun run(device, "arithmetic.cl", "sha256");
  cl_mem out = run.buffer<cl_uint>(hashes);
  run.setArguments(out, cl_uint(77));
  const double seconds = run.seconds({hashes});
  const auto got = run.read<cl_uint>(out, hashes);
  for (std::size_t i = 0; i < hashes; i += 513)
    expectAt(got[i] == hashOf(cl_uint(i), 77), i);
  return double(hashes) / seconds / 1e6;
}

double sgemmNaive(const Device &device) {
  constexpr std::size_t n = matrixSize;
  KernelRun run(device, "arithmetic.cl", "sgemm_naive");
  const auto a = randomFloats(n * n, -1, 1);
  cl_mem in = run.buffer(a), out = run.buffer<cl_float>(n * n);
  run.setArguments(in, in, out, cl_int(n));
  const double seconds = run.seconds({n, n}, {16, 16});
  const auto got = run.read<cl_float>(out, n * n);
  for (std::size_t row = 0; row < n; row += 31)
    for (std::size_t column = 0; column < n; ++column) {
      double want = 0;
      for (std::size_t k = 0; k < n; ++k)
        want += double(a[row * n + k]) * double(a[k * n + column]);
      expectAt(std::fabs(double(got[row * n + column]) - want) < 1e-3, row * n + column);
    }
  return matrixOperations / seconds / 1e9;
}

} // namespace

std::vector<Benchmark> arithmeticBenchmarks() {
  return {{"mandelbrot_1024", "Mpixel/s", true, mandelbrot, ceilings::mandelbrot},
          {"nbody_8192", "GFLOP/s", true, nbody, ceilings::nbody},
          {"fma_peak", "GFLOP/s", true, fmaPeak, ceilings::fmaPeak},
          {"black_scholes_1m", "Mopt/s", true, blackScholes},
          {"sha256", "Mhash/s", true, sha256, ceilings::sha256},
          {"sgemm_naive_512", "GFLOP/s", true, sgemmNaive, ceilings::sgemm}};
}

} // namespace heddle::bench
