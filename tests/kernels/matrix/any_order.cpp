#include "tests/kernels/matrix/any_order.hpp"

#include <algorithm>
#include <cpuid.h>
#include <cstdlib>
#include <vector>

namespace heddle::test {

namespace {

bool contains(const std::string &text, const char *word) {
  return text.find(word) != std::string::npos;
}

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

struct Leaf7 {
  unsigned edx = 0, eax1 = 0;
  Leaf7() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
      edx = d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
      eax1 = a;
  }
};

/// The greatest finite number of an accumulator, and its rounding's share of a number.
double greatest(Format format) {
  return format == Format::f16 ? 65504 : format == Format::bf16 ? 0x1.FEp127 : 0x1.FFFFFEp127;
}
double roundingOf(Format format) {
  return format == Format::f16 ? 0x1p-11 : format == Format::bf16 ? 0x1p-8 : 0x1p-24;
}

bool isDenormal(double value) { return value != 0 && std::fabs(value) < 0x1p-126; }

/// What a factor may lose where denormals are zero: itself, or the lower bits that were cut off for
/// a bfloat of their own.
double lossOf(double value, Format format) {
  if (isDenormal(value))
    return std::fabs(value);
  return format == Format::tf32 && std::fabs(value) < 0x1p-115 ? 0x1p-126 : 0;
}

} // namespace

bool sumsInReferenceOrder(Format factor) {
  if (isInteger(factor) || factor == Format::f32)
    return true;
  // Tiles of bfloats take all other floats as well.
  std::vector<const char *> instructions = {"+amx-bf16"};
  if (factor == Format::bf16)
    instructions.push_back("+avx512bf16");
  if (factor == Format::f16)
    instructions.push_back("+amx-fp16");
  if (factor == Format::tf32)
    instructions.push_back("+amx-tf32");
  const Leaf7 leaf;
  std::string target = variable("HEDDLE_TARGET");
  if (target.empty() || target.starts_with("native")) {
    target += variable("HEDDLE_ASSUME_CPU");
    // AMX-BF16, which those with the other products of tiles have as well, and AVX512-BF16.
    if ((leaf.edx >> 22 & 1) || (factor == Format::bf16 && (leaf.eax1 >> 5 & 1)))
      return false;
  } else if (!target.starts_with("x86-64-v")) {
    return false; // a processor by its name: it may have anything
  }
  return std::none_of(instructions.begin(), instructions.end(),
                      [&](const char *name) { return contains(target, name); });
}

AnyOrderSums::AnyOrderSums(const Matrix &c)
    : columns(c.columns), format(c.format), sums(c.bits.size()) {
  for (unsigned row = 0; row < c.rows; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      const double value = c.real(row, column);
      addTerm(sums[row * columns + column], value, isDenormal(value));
    }
}

void AnyOrderSums::addTerm(Sum &sum, double term, bool denormal) const {
  ++sum.terms;
  if (std::isnan(term)) {
    // 0 times infinity is NaN anyway; NaN otherwise comes from an operand.
    sum.isNaN = true;
    return;
  }
  sum.value += term;
  (term < 0 ? sum.negative : sum.positive) += std::fabs(term);
  if (denormal && std::isinf(term))
    sum.maybeNaN = true; // as zero times infinity
  else if (denormal)
    sum.lost += std::fabs(term);
}

void AnyOrderSums::add(const Matrix &a, const Matrix &b) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    ++sums[i].products;
    for (unsigned k = 0; k < a.columns; ++k) {
      const double x = a.real(unsigned(i) / columns, k), y = b.real(k, unsigned(i) % columns);
      addTerm(sums[i], x * y, isDenormal(x) || isDenormal(y));
      // Cut in two, an element makes four products, in chains that are as much longer.
      if (a.format != Format::tf32)
        continue;
      ++sums[i].terms;
      if (std::isfinite(x) && std::isfinite(y))
        sums[i].lost += lossOf(x, a.format) * std::fabs(y) + std::fabs(x) * lossOf(y, b.format);
    }
  }
}

bool AnyOrderSums::possible(const Sum &sum, double found) const {
  // Each partial sum is at most all magnitudes together. The chains meet in two more sums for each
  // product, and narrow accumulators are rounded there.
  const double size = sum.positive + sum.negative;
  const double share =
      (sum.terms + 2 * sum.products) * 0x1p-24 + (sum.products + 1) * roundingOf(format);
  const double most = greatest(format);
  const bool up = sum.positive * (1 + share) >= most, down = sum.negative * (1 + share) >= most;
  if (std::isnan(found))
    return sum.isNaN || sum.maybeNaN || (up && down);
  if (sum.isNaN)
    return false;
  if (std::isinf(found))
    return found > 0 ? up : down;
  if (std::isinf(size))
    return false;
  // A sum that is denormal itself becomes zero, at each step; there are four where elements are
  // cut.
  const double least = 4 * (sum.terms + 2 * sum.products) * 0x1p-126;
  return std::fabs(found - sum.value) <= share * size + sum.lost + least;
}

std::string AnyOrderSums::difference(const Matrix &found) const {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const unsigned row = unsigned(i) / columns, column = unsigned(i) % columns;
    if (possible(sums[i], found.real(row, column)))
      continue;
    char text[160];
    std::snprintf(text, sizeof text, "D[%u][%u] is %a, expected about %a%s", row, column,
                  double(found.real(row, column)), sums[i].value, sums[i].isNaN ? " (NaN)" : "");
    return text;
  }
  return "";
}

} // namespace heddle::test
