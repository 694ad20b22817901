// kernels/bytes.cl: what images and texts do that numbers do not.
#include "tests/bench/kernel_run.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace heddle::bench {

namespace {

std::vector<cl_uchar> randomBytes(std::size_t count) {
  const std::vector<cl_uint> words = randomWords(count);
  std::vector<cl_uchar> bytes(count);
  std::transform(words.begin(), words.end(), bytes.begin(),
                 [](cl_uint word) { return cl_uchar(word >> 11); });
  return bytes;
}

double edges(const Device &device) {
  constexpr std::size_t width = 1024, height = 512;
  KernelRun run(device, "bytes.cl", "edges");
  const auto from = randomBytes(width * height);
  cl_mem in = run.buffer(from), out = run.buffer<cl_uchar>(width * height);
  run.setArguments(in, out, cl_int(width), cl_int(height));
  const double seconds = run.seconds({width, height}, {64, 1});
  const auto got = run.read<cl_uchar>(out, width * height);
  for (std::size_t y = 1; y < height - 1; ++y)
    for (std::size_t x = 1; x < width - 1; ++x) {
      const auto at = [&](std::size_t row, std::size_t column) {
        return int(from[row * width + column]);
      };
      const int dx = at(y - 1, x + 1) + 2 * at(y, x + 1) + at(y + 1, x + 1) - at(y - 1, x - 1) -
                     2 * at(y, x - 1) - at(y + 1, x - 1);
      const int dy = at(y + 1, x - 1) + 2 * at(y + 1, x) + at(y + 1, x + 1) - at(y - 1, x - 1) -
                     2 * at(y - 1, x) - at(y - 1, x + 1);
      const int want = std::min(255, int(std::sqrt(double(dx * dx + dy * dy))));
      // A root of 3 ulp may be the next integer.
      expectAt(std::abs(int(got[y * width + x]) - want) <= 1, y * width + x);
    }
  return double(width * height) / seconds / 1e6;
}

double characters(const Device &device) {
  constexpr std::size_t rows = 16384, length = 128;
  KernelRun run(device, "bytes.cl", "characters");
  const auto text = randomBytes(rows * length);
  cl_mem in = run.buffer(text), out = run.buffer<cl_int>(rows);
  run.setArguments(in, out, cl_int(length));
  const double seconds = run.seconds({rows}, {64});
  const auto got = run.read<cl_int>(out, rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto begin = text.begin() + std::ptrdiff_t(i * length);
    expectAt(got[i] == std::count_if(begin, begin + length,
                                     [](cl_uchar byte) { return (byte & 0xc0) != 0x80; }),
             i);
  }
  return double(rows * length) / seconds / 1e9;
}

double reversedAnywhere(const Device &device) {
  constexpr std::size_t count = 16384;
  KernelRun run(device, "bytes.cl", "reversed_anywhere");
  std::vector<cl_int> places(count);
  std::iota(places.begin(), places.end(), 0);
  std::shuffle(places.begin(), places.end(), std::mt19937(1));
  const auto from = randomFloats(8 * count, 0, 1);
  cl_mem in = run.buffer(from), out = run.buffer<cl_float>(8 * count);
  run.setArguments(run.buffer(places), in, out);
  const double seconds = run.seconds({count}, {64});
  const auto got = run.read<cl_float>(out, 8 * count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < 8; ++c) {
      const std::size_t place = 8 * std::size_t(places[i]);
      const float want = i % 2 ? 2 * from[place + 7 - c] + 2 * from[place + c] : 0;
      expectAt(got[place + c] == want, place + c);
    }
  return double(count) / seconds / 1e6;
}

} // namespace

std::vector<Benchmark> byteBenchmarks() {
  return {{"edges_of_bytes", "Mpixel/s", true, edges},
          {"characters_of_rows", "GB/s", true, characters},
          {"float8_anywhere_reversed", "M/s", true, reversedAnywhere}};
}

} // namespace heddle::bench
