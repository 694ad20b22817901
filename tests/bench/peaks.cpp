#include "tests/bench/peaks.hpp"

#include "tests/bench/timing.hpp"

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <thread>

namespace heddle::bench {

namespace {

constexpr int rounds = 100000;

// A function that repeats `operation` for twelve sums: ten hide a latency of five cycles at two
// instructions a cycle. The empty assembly keeps the sums in registers and the loop as it is.
#define HEDDLE_TWELVE(what)                                                                        \
  what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11)
#define HEDDLE_DECLARE(i) auto sum##i = zero;
#define HEDDLE_KEEP(i) asm volatile("" : "+v"(sum##i));
#define HEDDLE_PEAK_LOOP(name, features, zeroValue, factorValue, operation)                        \
  __attribute__((target(features))) void name() {                                                  \
    const auto zero = zeroValue;                                                                   \
    auto x = factorValue, y = x;                                                                   \
    asm volatile("" : "+v"(x), "+v"(y));                                                           \
    HEDDLE_TWELVE(HEDDLE_DECLARE)                                                                  \
    for (int round = 0; round < rounds; ++round) {                                                 \
      HEDDLE_TWELVE(operation)                                                                     \
      HEDDLE_TWELVE(HEDDLE_KEEP)                                                                   \
    }                                                                                              \
  }

#define HEDDLE_FMA256(i) sum##i = _mm256_fmadd_ps(x, y, sum##i);
#define HEDDLE_FMA512(i) sum##i = _mm512_fmadd_ps(x, y, sum##i);
// A factor that may have changed, so that no product is the one before.
#define HEDDLE_PAIRS256(i)                                                                         \
  asm volatile("" : "+v"(x));                                                                      \
  sum##i = _mm256_add_epi32(sum##i, _mm256_madd_epi16(x, y));
#define HEDDLE_BYTES256(i) sum##i = _mm256_dpbusd_epi32(sum##i, x, y);
#define HEDDLE_BYTES512(i) sum##i = _mm512_dpbusd_epi32(sum##i, x, y);
#define HEDDLE_BFLOATS512(i) sum##i = _mm512_dpbf16_ps(sum##i, __m512bh(x), __m512bh(y));

HEDDLE_PEAK_LOOP(fma256, "avx2,fma", _mm256_setzero_ps(), _mm256_set1_ps(0), HEDDLE_FMA256)
HEDDLE_PEAK_LOOP(pairs256, "avx2", _mm256_setzero_si256(), _mm256_set1_epi32(1), HEDDLE_PAIRS256)
HEDDLE_PEAK_LOOP(fma512, "avx512f", _mm512_setzero_ps(), _mm512_set1_ps(0), HEDDLE_FMA512)
HEDDLE_PEAK_LOOP(bytes256, "avx512vnni,avx512vl", _mm256_setzero_si256(), _mm256_set1_epi32(1),
                 HEDDLE_BYTES256)
HEDDLE_PEAK_LOOP(bytes512, "avx512f,avx512vnni", _mm512_setzero_si512(), _mm512_set1_epi32(1),
                 HEDDLE_BYTES512)
HEDDLE_PEAK_LOOP(bfloats512, "avx512f,avx512bf16", _mm512_setzero_ps(), _mm512_set1_epi32(0),
                 HEDDLE_BFLOATS512)

struct alignas(64) TileConfiguration {
  std::uint8_t palette = 1, startRow = 0, reserved[14] = {};
  std::uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

/// Products of largest tiles: two factors, six sums.
#define HEDDLE_TILE_LOOP(name, features, product)                                                  \
  __attribute__((target(features))) void name() {                                                  \
    const TileConfiguration configuration;                                                         \
    _tile_loadconfig(&configuration);                                                              \
    _tile_zero(0);                                                                                 \
    _tile_zero(1);                                                                                 \
    _tile_zero(2);                                                                                 \
    _tile_zero(3);                                                                                 \
    _tile_zero(4);                                                                                 \
    _tile_zero(5);                                                                                 \
    _tile_zero(6);                                                                                 \
    _tile_zero(7);                                                                                 \
    for (int round = 0; round < rounds / 16; ++round) {                                            \
      product(2, 0, 1);                                                                            \
      product(3, 0, 1);                                                                            \
      product(4, 0, 1);                                                                            \
      product(5, 0, 1);                                                                            \
      product(6, 0, 1);                                                                            \
      product(7, 0, 1);                                                                            \
    }                                                                                              \
    _tile_release();                                                                               \
  }

HEDDLE_TILE_LOOP(tileBytes, "amx-tile,amx-int8", _tile_dpbssd)
HEDDLE_TILE_LOOP(tileBfloats, "amx-tile,amx-bf16", _tile_dpbf16ps)

/// Operations a second of `work` on so many threads, each of which does `operations`.
double rate(void (*work)(), double operations, unsigned threads) {
  const double seconds = bestTime([&] {
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i)
      others.emplace_back(work);
    work();
    for (std::thread &other : others)
      other.join();
  });
  return operations * threads / seconds;
}

template <void (*work)(), int operationsOfOne> double twelveSums(unsigned threads) {
  return rate(work, 12.0 * rounds * operationsOfOne, threads);
}
template <void (*work)(), int operationsOfOne> double sixTiles(unsigned threads) {
  constexpr int passes = rounds / 16;
  return rate(work, 6.0 * passes * operationsOfOne, threads);
}

/// Linux lets a process use tile registers once it asks.
bool mayUseTiles() {
  constexpr long requestPermission = 0x1023, tileData = 18;
  return ::syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

std::vector<Peak> presentPeaks() {
  unsigned a = 0, b = 0, c = 0, d = 0, a1 = 0, unused = 0;
  __get_cpuid_count(7, 0, &a, &b, &c, &d);
  __get_cpuid_count(7, 1, &a1, &unused, &unused, &unused);
  std::vector<Peak> result;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    result.push_back({"vfmadd 256", false, "avx2", twelveSums<fma256, 8 * 2>});
    result.push_back({"vpmaddwd 256", true, "avx2", twelveSums<pairs256, 16 * 2>});
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
    result.push_back({"vfmadd 512", false, "avx512f", twelveSums<fma512, 16 * 2>});
    if (c >> 11 & 1) {
      result.push_back({"vpdpbusd 256", true, "avx512vnni", twelveSums<bytes256, 32 * 2>});
      result.push_back({"vpdpbusd 512", true, "avx512vnni", twelveSums<bytes512, 64 * 2>});
    }
    if (a1 >> 5 & 1)
      result.push_back({"vdpbf16ps 512", false, "avx512bf16", twelveSums<bfloats512, 32 * 2>});
  }
  if ((d >> 24 & 1) && mayUseTiles()) {
    if (d >> 25 & 1)
      result.push_back({"tdpbssd", true, "amx-int8", sixTiles<tileBytes, 16 * 16 * 64 * 2>});
    if (d >> 22 & 1)
      result.push_back({"tdpbf16ps", false, "amx-bf16", sixTiles<tileBfloats, 16 * 16 * 32 * 2>});
  }
  return result;
}

/// Whether kernels may use a feature: HEDDLE_TARGET names a level and features, or a processor that
/// has what this one has.
bool targetHas(const std::string &feature) {
  const char *variable = std::getenv("HEDDLE_TARGET");
  const std::string target = variable ? variable : "";
  if (!target.starts_with("x86-64-v"))
    return true;
  return feature == "avx2" || (feature == "avx512f" && target.starts_with("x86-64-v4")) ||
         target.find("+" + feature) != std::string::npos;
}

} // namespace

const std::vector<Peak> &peaks() {
  static const std::vector<Peak> present = presentPeaks();
  return present;
}

double highestPeak(bool isInteger, unsigned threads) {
  static std::map<std::pair<bool, unsigned>, double> known;
  double &highest = known[{isInteger, threads}];
  if (highest == 0)
    for (const Peak &peak : peaks())
      if (peak.isInteger == isInteger && targetHas(peak.needed))
        highest = std::max(highest, peak.measure(threads) / 1e9);
  if (highest == 0)
    throw std::runtime_error("no instruction of this machine is known");
  return highest;
}

} // namespace heddle::bench
