#include "compiler/codegen/lower_wide_products.hpp"

#include "compiler/codegen/upper_half.hpp"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstdint>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Fewer are as quick by themselves.
constexpr unsigned fewestElements = 4;
constexpr unsigned bitsOfHalf = 64, bitsOfProduct = 128;

/// An operand of a product, in front of it.
std::optional<WideFactor> factorOf(IRBuilder<> &builder, Value *operand) {
  Type *half = operand->getType()->getWithNewBitWidth(bitsOfHalf);
  // What all elements have has been widened before it was copied.
  Value *splat = getSplatValue(operand), *widened = splat ? splat : operand, *narrow = nullptr;
  if (match(widened, m_ZExtOrSExt(m_Value(narrow))) &&
      narrow->getType()->getScalarSizeInBits() <= bitsOfHalf) {
    const bool hasSign = isa<SExtInst>(widened);
    Value *value = builder.CreateIntCast(narrow, splat ? half->getScalarType() : half, hasSign);
    if (splat)
      value = builder.CreateVectorSplat(cast<FixedVectorType>(half)->getNumElements(), value);
    return WideFactor{value, hasSign};
  }
  const APInt *constant = nullptr;
  if (match(operand, m_APInt(constant)) &&
      (constant->isIntN(bitsOfHalf) || constant->isSignedIntN(bitsOfHalf)))
    return WideFactor{ConstantInt::get(half, constant->trunc(bitsOfHalf)),
                      !constant->isIntN(bitsOfHalf)};
  return std::nullopt;
}

/// What is wanted of a product: the bits from here on, in 64 bits or fewer.
struct Part {
  TruncInst *use;
  std::uint64_t from;
};

/// Nothing where it is more than one of the halves each time.
std::optional<SmallVector<Part>> partsOf(BinaryOperator &product) {
  SmallVector<Part> parts;
  const auto add = [&](User *user, std::uint64_t from) {
    auto *use = dyn_cast<TruncInst>(user);
    if (!use || use->getType()->getScalarSizeInBits() > bitsOfHalf ||
        (from > 0 && from < bitsOfHalf))
      return false;
    parts.push_back({use, from});
    return true;
  };
  for (User *user : product.users()) {
    const APInt *amount = nullptr;
    if (!match(user, m_Shr(m_Specific(&product), m_APInt(amount)))) {
      if (!add(user, 0))
        return std::nullopt;
      continue;
    }
    // What is shifted in differs by the kind of the shift, so none of it may be wanted.
    for (User *ofShift : user->users())
      if (!amount->ult(bitsOfProduct) || !add(ofShift, amount->getZExtValue()) ||
          amount->getZExtValue() + ofShift->getType()->getScalarSizeInBits() > bitsOfProduct)
        return std::nullopt;
  }
  return parts;
}

bool lower(BinaryOperator &product) {
  const std::optional<SmallVector<Part>> parts = partsOf(product);
  if (!parts)
    return false;
  IRBuilder<> builder(&product);
  const std::optional<WideFactor> a = factorOf(builder, product.getOperand(0)),
                                  b = factorOf(builder, product.getOperand(1));
  if (!a || !b)
    return false;
  const DataLayout &layout = product.getDataLayout();
  Value *low = nullptr, *high = nullptr;
  for (const Part &part : *parts) {
    Value *&whole = part.from == 0 ? low : high;
    if (!whole)
      whole = part.from == 0 ? builder.CreateMul(a->value, b->value)
                             : upperHalfOfProduct(builder, *a, *b, layout);
    IRBuilder<> there(part.use);
    Value *result =
        part.from <= bitsOfHalf ? whole : there.CreateLShr(whole, part.from - bitsOfHalf);
    part.use->replaceAllUsesWith(there.CreateTrunc(result, part.use->getType()));
    part.use->eraseFromParent();
  }
  for (User *shift : make_early_inc_range(product.users()))
    cast<Instruction>(shift)->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(&product);
  return true;
}

} // namespace

PreservedAnalyses LowerWideProductsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *> products;
  for (Instruction &instruction : instructions(function)) {
    const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    if (instruction.getOpcode() == Instruction::Mul && type &&
        type->getScalarSizeInBits() == bitsOfProduct && type->getNumElements() >= fewestElements)
      products.push_back(cast<BinaryOperator>(&instruction));
  }
  bool changed = false;
  for (BinaryOperator *product : products)
    changed |= lower(*product);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
