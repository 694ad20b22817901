#include "compiler/vectorizer/transform/find_byte_dots.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// A byte extended to 32 bits: byte `index` of a word, or of a vector of bytes.
struct ExtendedByte {
  Value *source;
  bool isSigned;
  std::uint64_t index;

  std::uint64_t word() const { return index / 4; }
};

/// Whose words these are: i32, or a vector of whole words of bytes.
bool hasWords(Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return type->isIntegerTy(32) ||
         (vector && vector->getElementType()->isIntegerTy(8) && vector->getNumElements() % 4 == 0);
}

/// What is extended from 8 bits.
std::optional<ExtendedByte> narrowByte(Value *byte, bool isSigned) {
  Value *source;
  std::uint64_t index = 0;
  if (match(byte, m_ExtractElt(m_Value(source), m_ConstantInt(index))) &&
      isa<FixedVectorType>(source->getType()) && hasWords(source->getType()))
    return ExtendedByte{source, isSigned, index};
  std::uint64_t shift = 0;
  if (match(byte, m_Trunc(m_Value(source))) && source->getType()->isIntegerTy(32)) {
    Value *word;
    if (match(source, m_Shr(m_Value(word), m_ConstantInt(shift))) && shift % 8 == 0 && shift < 32)
      return ExtendedByte{word, isSigned, shift / 8};
    return ExtendedByte{source, isSigned, 0};
  }
  return std::nullopt;
}

std::optional<ExtendedByte> extendedByte(Value *value) {
  Value *inner, *word;
  std::uint64_t index = 0, shift = 0;
  if (match(value, m_ZExtOrSExt(m_Value(inner))) && inner->getType()->isIntegerTy(8))
    return narrowByte(inner, isa<SExtInst>(value));
  // A vector of bytes that is extended as a whole.
  if (match(value, m_ExtractElt(m_ZExtOrSExt(m_Value(inner)), m_ConstantInt(index))) &&
      inner->getType()->getScalarType()->isIntegerTy(8) && hasWords(inner->getType()))
    return ExtendedByte{inner, isa<SExtInst>(cast<ExtractElementInst>(value)->getVectorOperand()),
                        index};
  // (word >> 8) & 0xFF, word >> 24 and word << 16 >> 24
  if (match(value, m_And(m_Value(inner), m_SpecificInt(0xFF)))) {
    if (match(inner, m_LShr(m_Value(word), m_ConstantInt(shift))) && shift % 8 == 0 && shift < 32)
      return ExtendedByte{word, false, shift / 8};
    return ExtendedByte{inner, false, 0};
  }
  if (match(value, m_LShr(m_Value(word), m_SpecificInt(24))))
    return ExtendedByte{word, false, 3};
  if (match(value, m_AShr(m_Value(inner), m_SpecificInt(24)))) {
    if (match(inner, m_Shl(m_Value(word), m_ConstantInt(shift))) && shift % 8 == 0 && shift < 32)
      return ExtendedByte{word, true, 3 - shift / 8};
    return ExtendedByte{inner, true, 3};
  }
  return std::nullopt;
}

/// Two words whose bytes are multiplied: where each is, and `ByteDotSigns`.
using Words = std::tuple<Value *, std::uint64_t, Value *, std::uint64_t, unsigned>;

Words inOtherOrder(const Words &words) {
  const auto &[first, firstWord, second, secondWord, signs] = words;
  return {second, secondWord, first, firstWord,
          (signs & firstIsSigned ? secondIsSigned : 0u) |
              (signs & secondIsSigned ? firstIsSigned : 0u)};
}

struct ByteProduct {
  Words words;
  unsigned index;
};

std::optional<ByteProduct> byteProduct(Value *value) {
  std::optional<ExtendedByte> first, second;
  Value *a, *b, *product;
  std::uint64_t index = 0;
  if (match(value, m_Mul(m_Value(a), m_Value(b)))) {
    first = extendedByte(a);
    second = extendedByte(b);
  } else if (match(value, m_ExtractElt(m_Value(product), m_ConstantInt(index))) &&
             match(product, m_Mul(m_ZExtOrSExt(m_Value(a)), m_ZExtOrSExt(m_Value(b)))) &&
             a->getType() == b->getType() && hasWords(a->getType()) &&
             a->getType()->getScalarType()->isIntegerTy(8)) {
    auto *multiplication = cast<BinaryOperator>(product);
    first = {a, isa<SExtInst>(multiplication->getOperand(0)), index};
    second = {b, isa<SExtInst>(multiplication->getOperand(1)), index};
  }
  if (!first || !second || first->index % 4 != second->index % 4)
    return std::nullopt;
  return ByteProduct{
      {first->source, first->word(), second->source, second->word(),
       (first->isSigned ? firstIsSigned : 0u) | (second->isSigned ? secondIsSigned : 0u)},
      static_cast<unsigned>(first->index % 4)};
}

BinaryOperator *additionOfWords(Value *value) {
  auto *addition = dyn_cast<BinaryOperator>(value);
  return addition && addition->getOpcode() == Instruction::Add &&
                 addition->getType()->isIntegerTy(32)
             ? addition
             : nullptr;
}

/// Whether the addition only makes a part of the sum that another one in its block makes.
bool isPartOfSum(BinaryOperator &addition) {
  if (!addition.hasOneUse())
    return false;
  auto *user = cast<Instruction>(addition.user_back());
  return additionOfWords(user) && user->getParent() == addition.getParent();
}

/// What a sum adds, in the order of the code.
void collectTerms(BinaryOperator &sum, SmallVectorImpl<Value *> &terms) {
  for (Value *operand : sum.operands())
    if (BinaryOperator *inner = additionOfWords(operand);
        inner && inner->getParent() == sum.getParent() && isPartOfSum(*inner))
      collectTerms(*inner, terms);
    else
      terms.push_back(operand);
}

Value *wordOf(IRBuilder<> &builder, Value *source, std::uint64_t index) {
  Type *word = builder.getInt32Ty();
  if (source->getType() == word)
    return source;
  const unsigned count = cast<FixedVectorType>(source->getType())->getNumElements() / 4;
  Type *type = count == 1 ? word : FixedVectorType::get(word, count);
  Value *inner;
  Value *words = match(source, m_BitCast(m_Value(inner))) && inner->getType() == type
                     ? inner
                     : builder.CreateBitCast(source, type);
  return count == 1 ? words : builder.CreateExtractElement(words, builder.getInt32(index));
}

/// Bytes that are read for dots alone are read as words.
void readWords(Instruction &bytes) {
  auto *load = dyn_cast<LoadInst>(&bytes);
  if (!load || !load->isSimple() || load->use_empty())
    return;
  Type *type = load->user_back()->getType();
  if (!all_of(load->users(),
              [&](const User *user) { return isa<BitCastInst>(user) && user->getType() == type; }))
    return;
  IRBuilder<> builder(load);
  LoadInst *words = builder.CreateAlignedLoad(type, load->getPointerOperand(), load->getAlign());
  AAMDNodes aliases = load->getAAMetadata();
  words->setAAMetadata(aliases);
  for (User *user : make_early_inc_range(load->users())) {
    user->replaceAllUsesWith(words);
    cast<Instruction>(user)->eraseFromParent();
  }
  load->eraseFromParent();
}

/// Which terms of a sum multiply the four bytes of two words.
using Places = std::array<int, 4>;
constexpr int noPlace = -1;

class DotFinder {
public:
  explicit DotFinder(Function &function) : function(function) {}

  bool run() {
    SmallVector<BinaryOperator *> sums;
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (BinaryOperator *sum = additionOfWords(&instruction); sum && !isPartOfSum(*sum))
          sums.push_back(sum);
    bool changed = false;
    for (BinaryOperator *sum : sums)
      changed |= replace(*sum);
    for (WeakVH &source : sources)
      if (source)
        if (auto *bytes = dyn_cast<Instruction>(source))
          readWords(*bytes);
    return changed;
  }

private:
  bool replace(BinaryOperator &sum) {
    SmallVector<Value *> terms;
    collectTerms(sum, terms);
    // The terms of each pair of words, byte by byte.
    MapVector<Words, Places> products;
    for (auto [place, term] : enumerate(terms)) {
      const auto *computed = dyn_cast<Instruction>(term);
      if (!computed || computed->getParent() != sum.getParent() || !term->hasOneUse())
        continue;
      if (const std::optional<ByteProduct> product = byteProduct(term)) {
        const Words other = inOtherOrder(product->words);
        const bool isTurned = !products.contains(product->words) && products.contains(other);
        auto [found, isNew] = products.try_emplace(isTurned ? other : product->words, Places());
        if (isNew)
          found->second.fill(noPlace);
        found->second[product->index] = static_cast<int>(place);
      }
    }
    products.remove_if([](const auto &entry) { return is_contained(entry.second, noPlace); });
    if (products.empty())
      return false;
    IRBuilder<> builder(&sum);
    for (const auto &[words, places] : products)
      for (const int place : places)
        terms[place] = nullptr;
    Value *total = nullptr;
    for (Value *term : terms)
      if (term)
        total = total ? builder.CreateAdd(total, term) : term;
    for (const auto &[words, places] : products) {
      Value *product = dot(builder, words);
      total = total ? builder.CreateAdd(total, product) : product;
    }
    sum.replaceAllUsesWith(total);
    RecursivelyDeleteTriviallyDeadInstructions(&sum);
    return true;
  }

  Value *dot(IRBuilder<> &builder, const Words &words) {
    const auto &[first, firstWord, second, secondWord, signs] = words;
    Type *word = builder.getInt32Ty();
    auto *type = FunctionType::get(word, {word, word, word}, /*isVarArg=*/false);
    sources.push_back(first);
    sources.push_back(second);
    return builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::byteDot, type),
                              {wordOf(builder, first, firstWord),
                               wordOf(builder, second, secondWord), builder.getInt32(signs)});
  }

  Function &function;
  SmallVector<WeakVH> sources;
};

} // namespace

PreservedAnalyses FindByteDotsPass::run(Function &function, FunctionAnalysisManager &) {
  if (subGroupSize(function) == 1 || !DotFinder(function).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
