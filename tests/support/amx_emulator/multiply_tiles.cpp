// The products, on AVX2. A row of the target is 16 elements of 32 bits, two vectors of 8:
//
//   target[m][n] += sum over k of dot(left[m][k], right[k][n])
//
// where [m][k] and [k][n] name groups of 4 bytes: 4 integers, 2 halves, or 1 float.
//
// Integers wrap, so the order of their sums is free. For floats the order is part of the result:
// pairs are summed in two chains, one of the first and one of the second elements, each from zero,
// with one rounding a step; the chains are added, and their sum is added to the target. The
// arithmetic is DAZ, FTZ, to nearest even. Halves are widened before, denormals included.
#include "tests/support/amx_emulator/execute.hpp"

#include <immintrin.h>

#include <cstring>

namespace heddle::amx {

namespace {

/// While it lives: denormal operands and results are zero, to nearest even, no exceptions.
class FloatEnvironment {
public:
  FloatEnvironment() : saved(_mm_getcsr()) { _mm_setcsr(0x1F80 | 0x8000 | 0x0040); }
  ~FloatEnvironment() { _mm_setcsr(saved); }
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

private:
  unsigned saved;
};

struct Shape {
  unsigned rows, rowBytes, depth;
};

__m256i load(const std::uint8_t *bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes));
}

__m256i broadcast(const std::uint8_t *bytes) {
  int word;
  std::memcpy(&word, bytes, 4);
  return _mm256_set1_epi32(word);
}

void writeRow(std::uint8_t *row, unsigned bytes, __m256i low, __m256i high) {
  alignas(32) std::uint8_t whole[maxRowBytes];
  _mm256_store_si256(reinterpret_cast<__m256i *>(whole), low);
  _mm256_store_si256(reinterpret_cast<__m256i *>(whole + 32), high);
  std::memcpy(row, whole, bytes);
  std::memset(row + bytes, 0, maxRowBytes - bytes);
}

void zeroRowsFrom(Tile &tile, unsigned row) {
  std::memset(tile.row[row], 0, (maxRows - row) * maxRowBytes);
}

/// Bytes 0 and 2, or 1 and 3, of each 4 as numbers of 16 bits.
template <bool isSigned> __m256i evenBytes(__m256i x) {
  return isSigned ? _mm256_srai_epi16(_mm256_slli_epi16(x, 8), 8)
                  : _mm256_and_si256(x, _mm256_set1_epi16(0xFF));
}
template <bool isSigned> __m256i oddBytes(__m256i x) {
  return isSigned ? _mm256_srai_epi16(x, 8) : _mm256_srli_epi16(x, 8);
}

template <bool leftSigned, bool rightSigned> __m256i dot4(__m256i left, __m256i right) {
  return _mm256_add_epi32(
      _mm256_madd_epi16(evenBytes<leftSigned>(left), evenBytes<rightSigned>(right)),
      _mm256_madd_epi16(oddBytes<leftSigned>(left), oddBytes<rightSigned>(right)));
}

template <bool leftSigned, bool rightSigned>
void multiplyBytes(Shape shape, Tile &target, const Tile &left, const Tile &right) {
  for (unsigned m = 0; m < shape.rows; ++m) {
    __m256i low = load(target.row[m]), high = load(target.row[m] + 32);
    for (unsigned k = 0; k < shape.depth; ++k) {
      const __m256i group = broadcast(left.row[m] + 4 * k);
      low = _mm256_add_epi32(low, dot4<leftSigned, rightSigned>(group, load(right.row[k])));
      high = _mm256_add_epi32(high, dot4<leftSigned, rightSigned>(group, load(right.row[k] + 32)));
    }
    writeRow(target.row[m], shape.rowBytes, low, high);
  }
}

struct Pairs {
  __m256 first, second;
};

Pairs widenBfloats(__m256i x) {
  return {_mm256_castsi256_ps(_mm256_slli_epi32(x, 16)),
          _mm256_castsi256_ps(_mm256_and_si256(x, _mm256_set1_epi32(int(0xFFFF0000))))};
}

// Narrows 8 numbers below 2^16 to 16 bits each.
__m128i narrow(__m256i x) {
  return _mm_packus_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

Pairs widenHalves(__m256i x) {
  return {_mm256_cvtph_ps(narrow(_mm256_and_si256(x, _mm256_set1_epi32(0xFFFF)))),
          _mm256_cvtph_ps(narrow(_mm256_srli_epi32(x, 16)))};
}

template <Pairs (*widen)(__m256i)>
void multiplyPairs(Shape shape, Tile &target, const Tile &left, const Tile &right) {
  for (unsigned m = 0; m < shape.rows; ++m) {
    Pairs low = {_mm256_setzero_ps(), _mm256_setzero_ps()}, high = low;
    for (unsigned k = 0; k < shape.depth; ++k) {
      const Pairs group = widen(broadcast(left.row[m] + 4 * k));
      const Pairs rightLow = widen(load(right.row[k])), rightHigh = widen(load(right.row[k] + 32));
      low.first = _mm256_fmadd_ps(group.first, rightLow.first, low.first);
      low.second = _mm256_fmadd_ps(group.second, rightLow.second, low.second);
      high.first = _mm256_fmadd_ps(group.first, rightHigh.first, high.first);
      high.second = _mm256_fmadd_ps(group.second, rightHigh.second, high.second);
    }
    const __m256 sumLow = _mm256_add_ps(low.first, low.second);
    const __m256 sumHigh = _mm256_add_ps(high.first, high.second);
    const __m256 oldLow = _mm256_castsi256_ps(load(target.row[m]));
    const __m256 oldHigh = _mm256_castsi256_ps(load(target.row[m] + 32));
    writeRow(target.row[m], shape.rowBytes, _mm256_castps_si256(_mm256_add_ps(oldLow, sumLow)),
             _mm256_castps_si256(_mm256_add_ps(oldHigh, sumHigh)));
  }
}

// The 13 low bits of the mantissa are cut off, but a NaN stays one.
__m256 toTf32(__m256i x) {
  const __m256 value = _mm256_castsi256_ps(x);
  const __m256i isNan = _mm256_castps_si256(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
  const __m256i quiet = _mm256_or_si256(x, _mm256_and_si256(isNan, _mm256_set1_epi32(0x00400000)));
  return _mm256_castsi256_ps(_mm256_and_si256(quiet, _mm256_set1_epi32(int(0xFFFFE000))));
}

void multiplyTf32(Shape shape, Tile &target, const Tile &left, const Tile &right) {
  for (unsigned m = 0; m < shape.rows; ++m) {
    __m256 low = _mm256_setzero_ps(), high = low;
    for (unsigned k = 0; k < shape.depth; ++k) {
      const __m256 factor = toTf32(broadcast(left.row[m] + 4 * k));
      low = _mm256_fmadd_ps(factor, toTf32(load(right.row[k])), low);
      high = _mm256_fmadd_ps(factor, toTf32(load(right.row[k] + 32)), high);
    }
    low = _mm256_add_ps(low, _mm256_castsi256_ps(load(target.row[m])));
    high = _mm256_add_ps(high, _mm256_castsi256_ps(load(target.row[m] + 32)));
    writeRow(target.row[m], shape.rowBytes, _mm256_castps_si256(low), _mm256_castps_si256(high));
  }
}

} // namespace

void multiplyTiles(Operation operation, unsigned rows, unsigned rowBytes, unsigned depth,
                   Tile &target, const Tile &left, const Tile &right) {
  const FloatEnvironment environment;
  const Shape shape = {rows, rowBytes, depth};
  switch (operation) {
  case Operation::tdpbssd:
    multiplyBytes<true, true>(shape, target, left, right);
    break;
  case Operation::tdpbsud:
    multiplyBytes<true, false>(shape, target, left, right);
    break;
  case Operation::tdpbusd:
    multiplyBytes<false, true>(shape, target, left, right);
    break;
  case Operation::tdpbuud:
    multiplyBytes<false, false>(shape, target, left, right);
    break;
  case Operation::tdpbf16ps:
    multiplyPairs<widenBfloats>(shape, target, left, right);
    break;
  case Operation::tdpfp16ps:
    multiplyPairs<widenHalves>(shape, target, left, right);
    break;
  case Operation::tmmultf32ps:
    multiplyTf32(shape, target, left, right);
    break;
  default:
    return;
  }
  zeroRowsFrom(target, rows);
}

} // namespace heddle::amx
