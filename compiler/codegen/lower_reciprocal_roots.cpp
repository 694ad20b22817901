#include "compiler/codegen/lower_reciprocal_roots.hpp"

#include "compiler/codegen/vector_parts.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned fewestBits = 128, mostBits = 512; ///< of an instruction

Intrinsic::ID estimateOf(bool isDouble, unsigned bits) {
  if (bits == mostBits)
    return isDouble ? Intrinsic::x86_avx512_rsqrt14_pd_512 : Intrinsic::x86_avx512_rsqrt14_ps_512;
  if (bits == fewestBits)
    return isDouble ? Intrinsic::x86_avx512_rsqrt14_pd_128 : Intrinsic::x86_avx512_rsqrt14_ps_128;
  return isDouble ? Intrinsic::x86_avx512_rsqrt14_pd_256 : Intrinsic::x86_avx512_rsqrt14_ps_256;
}

/// For as many elements as an instruction has.
Value *estimateOfPart(IRBuilder<> &builder, Value *part) {
  auto *type = cast<FixedVectorType>(part->getType());
  const bool isDouble = type->getElementType()->isDoubleTy();
  const unsigned count = type->getNumElements();
  // A bit for each element, and 8 at least.
  Constant *all = ConstantInt::getAllOnesValue(builder.getIntNTy(std::max(8u, count)));
  return builder.CreateIntrinsic(type, estimateOf(isDouble, count * type->getScalarSizeInBits()),
                                 {part, Constant::getNullValue(type), all});
}

/// For a scalar, or a vector of any length.
Value *estimate(IRBuilder<> &builder, Value *x) {
  auto *type = dyn_cast<FixedVectorType>(x->getType());
  const unsigned bits = x->getType()->getScalarSizeInBits();
  if (!type) {
    auto *filled = FixedVectorType::get(x->getType(), fewestBits / bits);
    Value *vector = builder.CreateInsertElement(filled, x, std::uint64_t(0));
    return builder.CreateExtractElement(estimateOfPart(builder, vector), std::uint64_t(0));
  }
  const std::uint64_t whole = std::clamp<std::uint64_t>(PowerOf2Ceil(type->getNumElements()),
                                                        fewestBits / bits, mostBits / bits);
  return inParts(builder, x, static_cast<unsigned>(whole),
                 [&](ArrayRef<Value *> parts) { return estimateOfPart(builder, parts.front()); });
}

Value *reciprocalRoot(IRBuilder<> &builder, Value *x) {
  Type *type = x->getType();
  Value *first = estimate(builder, x), *root = first, *rest = nullptr;
  const unsigned steps = type->getScalarType()->isDoubleTy() ? 2 : 1;
  for (unsigned step = 0; step < steps; ++step) {
    // What x root^2 lacks to be one, half of which the root lacks.
    Value *product = builder.CreateFNeg(builder.CreateFMul(x, root));
    rest = builder.CreateIntrinsic(Intrinsic::fma, {type},
                                   {product, root, ConstantFP::get(type, 1.0)});
    Value *half = builder.CreateFMul(root, ConstantFP::get(type, 0.5));
    root = builder.CreateIntrinsic(Intrinsic::fma, {type}, {half, rest, root});
  }
  // Zero times infinity is none; there the estimate is right.
  return builder.CreateSelect(builder.CreateFCmpORD(rest, rest), root, first);
}

/// What the division divides by the root of, or null where it is not for us.
Value *radicandOf(BinaryOperator &division) {
  Value *x = nullptr;
  if (division.getOpcode() != Instruction::FDiv || !division.hasApproxFunc() ||
      !match(division.getOperand(1), m_Sqrt(m_Value(x))) ||
      !(division.hasAllowReciprocal() || match(division.getOperand(0), m_FPOne())))
    return nullptr;
  Type *element = x->getType()->getScalarType();
  return element->isFloatTy() || element->isDoubleTy() ? x : nullptr;
}

} // namespace

PreservedAnalyses LowerReciprocalRootsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Instruction &instruction : instructions(function))
    if (auto *division = dyn_cast<BinaryOperator>(&instruction); division && radicandOf(*division))
      divisions.push_back(division);
  for (BinaryOperator *division : divisions) {
    IRBuilder<> builder(division);
    Value *result = reciprocalRoot(builder, radicandOf(*division));
    if (Value *dividend = division->getOperand(0); !match(dividend, m_FPOne()))
      result = builder.CreateFMul(dividend, result);
    result->takeName(division);
    division->replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(division);
  }
  if (divisions.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
