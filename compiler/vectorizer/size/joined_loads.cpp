#include "compiler/vectorizer/size/joined_loads.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

// Each is compared with each. The block is not counted to its end for each of its loads.
constexpr std::size_t longBlock = 500;
constexpr std::int64_t mostElements = 4;

/// A pointer as a base, multiples of values, and bytes.
struct Address {
  const Value *base;
  SmallMapVector<const Value *, std::int64_t, 4> multiples;
  std::int64_t bytes = 0;
};

Address addressOf(const LoadInst &load) {
  const DataLayout &layout = load.getDataLayout();
  Address address{load.getPointerOperand(), {}};
  const unsigned bits = layout.getIndexTypeSizeInBits(address.base->getType());
  while (const auto *step = dyn_cast<GEPOperator>(address.base)) {
    SmallMapVector<Value *, APInt, 4> indices;
    APInt bytes(bits, 0);
    if (!step->collectOffset(layout, bits, indices, bytes))
      break;
    address.base = step->getPointerOperand();
    address.bytes += bytes.getSExtValue();
    for (const auto &[index, size] : indices) {
      // i + 1 in whatever width, without a look at whether that may wrap.
      const Value *value = index;
      for (const APInt *more = nullptr;;)
        if (match(value, m_AddLike(m_Value(value), m_APInt(more))))
          address.bytes += more->getSExtValue() * size.getSExtValue();
        else if (!match(value, m_ZExtOrSExt(m_Value(value))))
          break;
      address.multiples[value] += size.getSExtValue();
    }
  }
  return address;
}

bool haveEqualMultiples(const Address &a, const Address &b) {
  return a.multiples.size() == b.multiples.size() && all_of(a.multiples, [&](const auto &multiple) {
           return b.multiples.lookup(multiple.first) == multiple.second;
         });
}

} // namespace

unsigned joinedElements(const LoadInst &load) {
  const std::int64_t size = load.getType()->getScalarSizeInBits() / 8;
  if (load.getType()->isVectorTy() || (size != 4 && size != 8) ||
      hasNItemsOrMore(load.getParent()->begin(), load.getParent()->end(), longBlock))
    return 1;
  const Address address = addressOf(load);
  std::int64_t elements = 1;
  for (const Instruction &instruction : *load.getParent()) {
    const auto *other = dyn_cast<LoadInst>(&instruction);
    if (!other || other == &load || other->getType() != load.getType())
      continue;
    const Address there = addressOf(*other);
    if (there.base != address.base || !haveEqualMultiples(there, address))
      continue;
    const std::int64_t apart = there.bytes - address.bytes;
    elements += apart != 0 && apart % size == 0 && std::abs(apart) < mostElements * size;
  }
  return elements >= mostElements ? mostElements : elements >= 2 ? 2 : 1;
}

} // namespace heddle::compiler
