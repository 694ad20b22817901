#include "tests/bench/ceilings.hpp"

#include "tests/bench/harness.hpp"
#include "tests/bench/workload_sizes.hpp"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

namespace heddle::bench::ceilings {

namespace {

constexpr int lanes = 8;

__m256 all(float value) { return _mm256_set1_ps(value); }
__m256i all(int value) { return _mm256_set1_epi32(value); }
__m256i laneNumbers() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }

/// Seconds of body(begin, end) over `count` rows, handed out in pieces to the threads.
template <typename Body> double timeRows(unsigned threads, int count, Body &&body) {
  const int piece = std::max(1, count / int(threads * 16));
  return bestTime([&] {
    std::atomic<int> next{0};
    auto work = [&] {
      for (int begin; (begin = next.fetch_add(piece)) < count;)
        body(begin, std::min(begin + piece, count));
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i)
      others.emplace_back(work);
    work();
    for (std::thread &other : others)
      other.join();
  });
}

void expect(bool isRight, const char *what) {
  if (!isRight)
    throw std::runtime_error(std::string("the ceiling of ") + what + " is wrong");
}

template <int distance> __m256i rotateRight(__m256i value) {
  return _mm256_or_si256(_mm256_srli_epi32(value, distance),
                         _mm256_slli_epi32(value, 32 - distance));
}

template <typename... Rest> __m256i sum(__m256i a, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return a;
  else
    return _mm256_add_epi32(a, sum(rest...));
}

template <typename... Rest> __m256i xorOf(__m256i a, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return a;
  else
    return _mm256_xor_si256(a, xorOf(rest...));
}

} // namespace

double fmaPeak(unsigned threads) {
  std::vector<float> out(fmaItems);
  const double seconds = timeRows(threads, fmaItems / lanes, [&](int begin, int end) {
    // Loaded through volatile, as the arguments of a kernel are not known to the compiler either.
    volatile float given[2] = {0.5f, 1.0f};
    const __m256 factor = all(given[0]), term = all(given[1]);
    for (int row = begin; row < end; ++row) {
      __m256 chains[fmaChains];
      for (int c = 0; c < fmaChains; ++c)
        chains[c] = all(float(row + c));
      for (int round = 0; round < fmaRounds; ++round)
        for (__m256 &chain : chains)
          chain = _mm256_fmadd_ps(chain, factor, term);
      __m256 total = chains[0];
      for (int c = 1; c < fmaChains; ++c)
        total = _mm256_add_ps(total, chains[c]);
      _mm256_storeu_ps(&out[std::size_t(row) * lanes], total);
    }
  });
  expect(out[0] == 16.0f, "fma_peak");
  return 2.0 * fmaChains * fmaRounds * fmaItems / seconds / 1e9;
}

double mandelbrot(unsigned threads) {
  std::vector<int> image(std::size_t(imageSize) * imageSize);
  const double seconds = timeRows(threads, imageSize, [&](int begin, int end) {
    for (int row = begin; row < end; ++row)
      for (int column = 0; column < imageSize; column += lanes) {
        const __m256 number = _mm256_cvtepi32_ps(_mm256_add_epi32(all(column), laneNumbers()));
        const __m256 re = _mm256_fmadd_ps(number, all(imageStep), all(imageLeft));
        const __m256 im = all(imageTop + float(row) * imageStep);
        __m256 x = all(0.0f), y = x;
        __m256i count = all(0);
        for (int i = 0; i < imageLimit; ++i) {
          const __m256 xx = _mm256_mul_ps(x, x), yy = _mm256_mul_ps(y, y);
          const __m256 stays = _mm256_cmp_ps(_mm256_add_ps(xx, yy), all(4.0f), _CMP_LE_OQ);
          if (_mm256_testz_ps(stays, stays))
            break;
          count = _mm256_sub_epi32(count, _mm256_castps_si256(stays));
          y = _mm256_fmadd_ps(_mm256_add_ps(x, x), y, im);
          x = _mm256_add_ps(_mm256_sub_ps(xx, yy), re);
        }
        _mm256_storeu_si256(
            reinterpret_cast<__m256i *>(&image[std::size_t(row) * imageSize + column]), count);
      }
  });
  expect(*std::max_element(image.begin(), image.end()) == imageLimit, "mandelbrot");
  return double(imageSize) * imageSize / seconds / 1e6;
}

double nbody(unsigned threads) {
  std::vector<float> positions(4 * bodies), forces(4 * bodies);
  for (std::size_t i = 0; i < positions.size(); ++i)
    positions[i] = float(i * 2654435761u >> 8 & 0xffff) / 65536.0f;
  const double seconds = timeRows(threads, bodies / lanes, [&](int begin, int end) {
    for (int row = begin; row < end; ++row) {
      alignas(32) float at[3][lanes], total[3][lanes];
      for (int lane = 0; lane < lanes; ++lane)
        for (int axis = 0; axis < 3; ++axis)
          at[axis][lane] = positions[std::size_t(4) * (row * lanes + lane) + axis];
      const __m256 x = _mm256_load_ps(at[0]), y = _mm256_load_ps(at[1]), z = _mm256_load_ps(at[2]);
      __m256 fx = all(0.0f), fy = fx, fz = fx;
      for (int other = 0; other < bodies; ++other) {
        const float *body = &positions[std::size_t(4) * other];
        const __m256 dx = _mm256_sub_ps(all(body[0]), x), dy = _mm256_sub_ps(all(body[1]), y),
                     dz = _mm256_sub_ps(all(body[2]), z);
        const __m256 square = _mm256_fmadd_ps(
            dx, dx, _mm256_fmadd_ps(dy, dy, _mm256_fmadd_ps(dz, dz, all(softening))));
        // The estimate has 12 bits; one step of Newton doubles them.
        __m256 inverse = _mm256_rsqrt_ps(square);
        inverse =
            _mm256_mul_ps(inverse, _mm256_fnmadd_ps(_mm256_mul_ps(square, all(0.5f)),
                                                    _mm256_mul_ps(inverse, inverse), all(1.5f)));
        const __m256 pull =
            _mm256_mul_ps(_mm256_mul_ps(all(body[3]), inverse), _mm256_mul_ps(inverse, inverse));
        fx = _mm256_fmadd_ps(dx, pull, fx);
        fy = _mm256_fmadd_ps(dy, pull, fy);
        fz = _mm256_fmadd_ps(dz, pull, fz);
      }
      _mm256_store_ps(total[0], fx);
      _mm256_store_ps(total[1], fy);
      _mm256_store_ps(total[2], fz);
      for (int lane = 0; lane < lanes; ++lane)
        for (int axis = 0; axis < 3; ++axis)
          forces[std::size_t(4) * (row * lanes + lane) + axis] = total[axis][lane];
    }
  });
  expect(forces[0] != 0.0f, "nbody");
  return nbodyOperations / seconds / 1e9;
}

// Four rows of two vectors each in registers: a part of the work-group's 16 x 16 tile.
double sgemm(unsigned threads) {
  constexpr int rows = 4, n = matrixSize;
  std::vector<float> a(n * n, 1.0f), b(n * n, 2.0f), c(n * n);
  const double seconds = timeRows(threads, n / rows, [&](int begin, int end) {
    for (int top = begin * rows; top < end * rows; top += rows)
      for (int left = 0; left < n; left += 2 * lanes) {
        __m256 tile[rows][2];
        for (auto &row : tile)
          row[0] = row[1] = all(0.0f);
        for (int k = 0; k < n; ++k) {
          const __m256 b0 = _mm256_loadu_ps(&b[k * n + left]),
                       b1 = _mm256_loadu_ps(&b[k * n + left + lanes]);
          for (int row = 0; row < rows; ++row) {
            const __m256 factor = _mm256_broadcast_ss(&a[(top + row) * n + k]);
            tile[row][0] = _mm256_fmadd_ps(factor, b0, tile[row][0]);
            tile[row][1] = _mm256_fmadd_ps(factor, b1, tile[row][1]);
          }
        }
        for (int row = 0; row < rows; ++row)
          for (int half = 0; half < 2; ++half)
            _mm256_storeu_ps(&c[(top + row) * n + left + half * lanes], tile[row][half]);
      }
  });
  expect(c[0] == 2.0f * n && c.back() == 2.0f * n, "sgemm");
  return matrixOperations / seconds / 1e9;
}

// Bytes widen to 16 bits, even and odd ones apart, since vpmaddwd is the one exact instruction.
double gemmI8(unsigned threads) {
  constexpr int rows = 8, n = matrixSize;
  std::vector<std::int8_t> a(n * n, 3), b(n * n, -5);
  std::vector<std::int32_t> c(n * n);
  auto even = [](__m256i bytes) { return _mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8); };
  auto odd = [](__m256i bytes) { return _mm256_srai_epi16(bytes, 8); };
  const double seconds = timeRows(threads, n / rows, [&](int begin, int end) {
    for (int top = begin * rows; top < end * rows; top += rows)
      for (int left = 0; left < n; left += lanes) {
        __m256i tile[rows];
        for (__m256i &row : tile)
          row = all(0);
        for (int k = 0; k < n; k += 4) {
          const __m256i packed =
              _mm256_loadu_si256(reinterpret_cast<const __m256i *>(&b[k * n + left * 4]));
          const __m256i b0 = even(packed), b1 = odd(packed);
          for (int row = 0; row < rows; ++row) {
            int four;
            std::memcpy(&four, &a[(top + row) * n + k], sizeof four);
            const __m256i factor = all(four);
            tile[row] = sum(tile[row], _mm256_madd_epi16(even(factor), b0),
                            _mm256_madd_epi16(odd(factor), b1));
          }
        }
        for (int row = 0; row < rows; ++row)
          _mm256_storeu_si256(reinterpret_cast<__m256i *>(&c[(top + row) * n + left]), tile[row]);
      }
  });
  expect(c[0] == -15 * n && c.back() == -15 * n, "gemm_i8");
  return matrixOperations / seconds / 1e9;
}

// A bf16 value is the upper half of a float: shifting and masking unpack a pair.
double gemmBf16(unsigned threads) {
  constexpr int rows = 8, n = matrixSize;
  std::vector<std::uint16_t> a(n * n, 0x3f80), b(n * n, 0x4000); // 1, 2
  std::vector<float> c(n * n);
  auto low = [](__m256i pair) { return _mm256_castsi256_ps(_mm256_slli_epi32(pair, 16)); };
  auto high = [](__m256i pair) {
    return _mm256_castsi256_ps(_mm256_and_si256(pair, all(int(0xffff0000u))));
  };
  const double seconds = timeRows(threads, n / rows, [&](int begin, int end) {
    for (int top = begin * rows; top < end * rows; top += rows)
      for (int left = 0; left < n; left += lanes) {
        __m256 tile[rows];
        for (__m256 &row : tile)
          row = all(0.0f);
        for (int k = 0; k < n; k += 2) {
          const __m256i packed =
              _mm256_loadu_si256(reinterpret_cast<const __m256i *>(&b[k * n + left * 2]));
          const __m256 b0 = low(packed), b1 = high(packed);
          for (int row = 0; row < rows; ++row) {
            int pair;
            std::memcpy(&pair, &a[(top + row) * n + k], sizeof pair);
            tile[row] = _mm256_fmadd_ps(low(all(pair)), b0, tile[row]);
            tile[row] = _mm256_fmadd_ps(high(all(pair)), b1, tile[row]);
          }
        }
        for (int row = 0; row < rows; ++row)
          _mm256_storeu_ps(&c[(top + row) * n + left], tile[row]);
      }
  });
  expect(c[0] == 2.0f * n && c.back() == 2.0f * n, "gemm_bf16");
  return matrixOperations / seconds / 1e9;
}

// The rounds are unrolled: the words and the state stay in registers and on the stack, and moving
// the state along costs nothing. Constants of another value take the same time.
double sha256(unsigned threads) {
  std::vector<std::uint32_t> digests(hashes), constants(64);
  for (std::size_t i = 0; i < constants.size(); ++i)
    constants[i] = std::uint32_t(i) * 2654435761u + 1;
  const double seconds = timeRows(threads, hashes / lanes, [&](int begin, int end) {
    const int *roundConstants = reinterpret_cast<const int *>(constants.data());
    for (int row = begin; row < end; ++row) {
      const __m256i number = sum(all(row * lanes), laneNumbers());
      const __m256i start = _mm256_mullo_epi32(number, all(int(2654435761u)));
      __m256i words[16], state[8];
      for (int i = 0; i < 16; ++i)
        words[i] = sum(start, all(i * 77));
      for (int i = 0; i < 8; ++i)
        state[i] = all(i * 0x01010101);
#pragma GCC unroll 64
      for (int i = 0; i < 64; ++i) {
        __m256i &word = words[i % 16];
        if (i >= 16) {
          const __m256i early = words[(i + 1) % 16], late = words[(i + 14) % 16];
          word =
              sum(word, words[(i + 9) % 16],
                  xorOf(rotateRight<7>(early), rotateRight<18>(early), _mm256_srli_epi32(early, 3)),
                  xorOf(rotateRight<17>(late), rotateRight<19>(late), _mm256_srli_epi32(late, 10)));
        }
        const __m256i a = state[0], b = state[1], c = state[2], e = state[4];
        const __m256i choice =
            xorOf(_mm256_and_si256(e, state[5]), _mm256_andnot_si256(e, state[6]));
        const __m256i majority =
            xorOf(_mm256_and_si256(a, b), _mm256_and_si256(a, c), _mm256_and_si256(b, c));
        const __m256i first =
            sum(state[7], xorOf(rotateRight<6>(e), rotateRight<11>(e), rotateRight<25>(e)), choice,
                sum(all(roundConstants[i]), word));
        const __m256i second =
            sum(xorOf(rotateRight<2>(a), rotateRight<13>(a), rotateRight<22>(a)), majority);
        for (int j = 7; j > 0; --j)
          state[j] = state[j - 1];
        state[4] = sum(state[4], first);
        state[0] = sum(first, second);
      }
      __m256i digest = state[0];
      for (int i = 1; i < 8; ++i)
        digest = xorOf(digest, state[i]);
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(&digests[std::size_t(row) * lanes]), digest);
    }
  });
  expect(digests[0] != digests[1], "sha256");
  return hashes / seconds / 1e6;
}

double reduction(unsigned threads) {
  std::vector<float> values(reductionItems, 1.0f), sums(reductionItems / groupSize);
  const double seconds = timeRows(threads, int(sums.size()), [&](int begin, int end) {
    for (int group = begin; group < end; ++group) {
      __m256 total = all(0.0f);
      for (std::size_t i = 0; i < groupSize; i += lanes)
        total = _mm256_add_ps(total, _mm256_loadu_ps(&values[group * groupSize + i]));
      alignas(32) float parts[lanes];
      _mm256_store_ps(parts, total);
      float result = 0;
      for (float part : parts)
        result += part;
      sums[std::size_t(group)] = result;
    }
  });
  expect(sums[0] == groupSize && sums.back() == groupSize, "reduction");
  return reductionItems / seconds / 1e6;
}

} // namespace heddle::bench::ceilings
