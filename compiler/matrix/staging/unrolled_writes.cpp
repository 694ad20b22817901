#include "compiler/matrix/staging/unrolled_writes.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

bool haveEqualDigits(const StagedWrite &a, const StagedWrite &b) {
  return std::ranges::equal(a.digits, b.digits, [](const StagedDigit &x, const StagedDigit &y) {
    return x.factor == y.factor && x.scale == y.scale && x.count == y.count && x.step == y.step &&
           x.swizzle == y.swizzle;
  });
}

/// One of several alike, and how far from the first it writes and reads.
struct Copy {
  std::int64_t place;
  AddressPolynomial source;
  std::size_t index;
};

std::optional<Copy> copyLike(const StagedWrite &first, const StagedWrite &write,
                             std::size_t index) {
  if (write.sourceBase != first.sourceBase || write.unit != first.unit ||
      write.sourceAlign != first.sourceAlign || write.begin != first.begin ||
      write.instruction->getParent() != first.instruction->getParent() ||
      !haveEqualDigits(first, write))
    return std::nullopt;
  const auto haveEqualValues = [&] {
    return write.values.size() == 1 && first.values.size() == 1 &&
           write.values.front()->getType() == first.values.front()->getType();
  };
  if (!write.sourceBase && !haveEqualValues())
    return std::nullopt;
  const auto place = (write.place - first.place).constant();
  return place ? std::optional(Copy{*place, write.source - first.source, index}) : std::nullopt;
}

/// Whether between these stores, which are in one block, nothing sees or waits for some of them.
bool areOneStep(ArrayRef<const Instruction *> stores, ArrayRef<LoadInst *> reads) {
  const auto isEarlier = [](const Instruction *a, const Instruction *b) {
    return a->comesBefore(b);
  };
  const Instruction *first = *std::ranges::min_element(stores, isEarlier);
  const Instruction *last = *std::ranges::max_element(stores, isEarlier);
  for (const Instruction *next = first; next != last; next = next->getNextNode()) {
    const std::optional<InternalOp> op = internalOp(*next);
    if ((op && isSuspension(*op)) || is_contained(reads, next))
      return false;
  }
  return true;
}

/// The coefficient of a factor that stands alone in the source and nowhere else.
std::optional<std::int64_t> coefficientOf(unsigned factor, const AddressPolynomial &source) {
  std::optional<std::int64_t> found;
  for (const auto &[product, coefficient] : source.products())
    if (product.size() == 1 && product.front() == factor)
      found = std::int64_t(coefficient);
    else if (is_contained(product, factor))
      return std::nullopt;
  return found;
}

/// One digit with the next smaller one.
bool joinOnce(StagedWrite &write, IndexForms &forms) {
  for (std::size_t i = 0; i + 1 < write.digits.size(); ++i) {
    const StagedDigit upper = write.digits[i], lower = write.digits[i + 1];
    if (upper.scale != lower.scale * lower.count || upper.isSwizzled() || lower.isSwizzled())
      continue;
    const auto above = coefficientOf(upper.factor, write.source);
    const auto below = coefficientOf(lower.factor, write.source);
    if (!above || !below || *above * upper.step != *below * lower.step * lower.count)
      continue;
    const unsigned factor = forms.newFactor(upper.count * lower.count);
    const StagedDigit both{factor, lower.scale, upper.count * lower.count, 1, factor};
    write.source.add({upper.factor}, -std::uint64_t(*above));
    write.source.add({lower.factor}, -std::uint64_t(*below));
    write.source.add({both.factor}, std::uint64_t(*below * lower.step));
    write.digits[i] = both;
    write.digits.erase(write.digits.begin() + i + 1);
    return true;
  }
  return false;
}

/// The first of the copies, which are in the order of their places, with a digit for which it is.
std::optional<StagedWrite> joined(ArrayRef<StagedWrite> writes, ArrayRef<Copy> copies,
                                  IndexForms &forms) {
  const std::int64_t place = copies[1].place - copies[0].place;
  const AddressPolynomial source = copies[1].source - copies[0].source;
  const bool isPutTogether = !writes[copies[0].index].sourceBase;
  if (place <= 0 || (!isPutTogether && source.constant().value_or(1) <= 0))
    return std::nullopt;
  for (auto [i, copy] : enumerate(copies))
    if (copy.place - copies[0].place != std::int64_t(i) * place ||
        !(copy.source - copies[0].source == source * std::int64_t(i)))
      return std::nullopt;
  StagedWrite result = writes[copies[0].index];
  const auto count = static_cast<std::int64_t>(copies.size());
  const unsigned factor = forms.newFactor(count);
  const StagedDigit digit{factor, place, count, 1, factor};
  result.values.clear();
  if (isPutTogether) {
    for (const Copy &copy : copies)
      result.values.push_back(writes[copy.index].values.front());
    result.copy = factor;
  }
  for (const auto &[product, coefficient] : source.products()) {
    AddressPolynomial::Product times = product;
    times.push_back(digit.factor);
    llvm::sort(times);
    result.source.add(times, coefficient);
  }
  result.digits.push_back(digit);
  std::ranges::sort(result.digits, std::greater(), &StagedDigit::scale);
  for (auto [upper, lower] : zip(drop_end(result.digits), drop_begin(result.digits)))
    if (lower.scale * lower.count > upper.scale)
      return std::nullopt;
  if (result.digits.back().scale < result.unit)
    return std::nullopt;
  joinDigits(result, forms);
  return result;
}

} // namespace

bool joinDigits(StagedWrite &write, IndexForms &forms) {
  if (!write.sourceBase || !joinOnce(write, forms))
    return false;
  write.values.clear();
  while (joinOnce(write, forms))
    ;
  return true;
}

void joinUnrolledWrites(std::vector<StagedWrite> &writes, ArrayRef<LoadInst *> reads,
                        bool arePutTogether, IndexForms &forms) {
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (!writes[i].sourceBase != arePutTogether)
      continue;
    SmallVector<Copy> copies;
    SmallVector<const Instruction *> stores;
    for (std::size_t j = i; j < writes.size(); ++j)
      if (const std::optional<Copy> copy = copyLike(writes[i], writes[j], j)) {
        copies.push_back(*copy);
        stores.push_back(writes[j].instruction);
      }
    if (copies.size() < 2 || !areOneStep(stores, reads))
      continue;
    std::ranges::sort(copies, std::less(), &Copy::place);
    std::optional<StagedWrite> one = joined(writes, copies, forms);
    if (!one)
      continue;
    writes[i] = std::move(*one);
    std::ranges::sort(copies, std::greater(), &Copy::index);
    for (const Copy &copy : drop_end(copies))
      writes.erase(writes.begin() + copy.index);
  }
}

} // namespace heddle::compiler
