// vpdpbusd multiplies unsigned bytes by signed ones, and is exact modulo 2^32. For the other signs:
//
//   i8 * i8   (a + 128) * b - 128 * b, where a + 128 is a with its sign bit inverted, unsigned
//   u8 * u8   b * (a - 128) + 128 * b, where a - 128 is a with its upper bit inverted, signed
//
// with a second vpdpbusd for what has to be taken off. vpdpbssd and its like need none of this.
// Of a word that goes to all lanes and a vector of words it is the one word whose bytes are
// changed: what has to be taken off is the same for all words that meet the vector.
//
// Without them bytes become integers of 16 bits, the even ones and the odd ones of a word apart,
// and two vpmaddwd multiply these. vpmaddubsw would do with one, but saturates.

#include "compiler/codegen/lower_byte_dots.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class Lowering {
public:
  Lowering(Instruction *position, VectorFeatures features)
      : builder(position), features(features) {}

  /// Whether an instruction adds the product of such words to a sum that saturates.
  static bool canSaturate(const Type *words, unsigned signs, VectorFeatures features) {
    const auto *type = dyn_cast<FixedVectorType>(words);
    return type && type->getNumElements() % 8 == 0 && !hasSameSigns(signs) &&
           (isWide(*type, features) ? features.wideBytes : features.narrowBytes);
  }

  /// sum + a · b
  Value *dot(Value *a, Value *b, unsigned signs, Value *sum, bool saturates) {
    auto *type = dyn_cast<FixedVectorType>(a->getType());
    if (!type || type->getNumElements() % 8)
      return builder.CreateAdd(sum, plain(a, b, signs));
    if (hasSameSigns(signs) && !getSplatValue(a) && getSplatValue(b))
      std::swap(a, b);
    const unsigned count = type->getNumElements();
    const bool wide = isWide(*type, features);
    const unsigned lanes = wide ? 16 : 8;
    const bool hasBytes = wide ? features.wideBytes : features.narrowBytes;
    SmallVector<Value *> pieces;
    for (unsigned begin = 0; begin < count; begin += lanes) {
      Value *left = slice(a, begin, lanes), *right = slice(b, begin, lanes);
      Value *start = slice(sum, begin, lanes);
      pieces.push_back(hasBytes ? byBytes(left, right, signs, start, saturates)
                                : byPairs(left, right, signs, start));
    }
    return concatenateVectors(builder, pieces);
  }

private:
  static bool isWide(const FixedVectorType &words, VectorFeatures features) {
    return words.getNumElements() % 16 == 0 &&
           (features.wideBytes || (features.wide && !features.narrowBytes));
  }

  /// Whether the factors may change places.
  static bool hasSameSigns(unsigned signs) {
    return signs == 0 || signs == (firstIsSigned | secondIsSigned);
  }

  Value *slice(Value *vector, unsigned begin, unsigned count) {
    if (cast<FixedVectorType>(vector->getType())->getNumElements() == count)
      return vector;
    return builder.CreateShuffleVector(vector, createSequentialMask(begin, count, 0));
  }

  /// Words or vectors of any length, as LLVM has it.
  Value *plain(Value *a, Value *b, unsigned signs) {
    Value *sum = nullptr;
    for (unsigned i = 0; i < 4; ++i) {
      Value *product = builder.CreateMul(byteOf(a, i, signs & firstIsSigned),
                                         byteOf(b, i, signs & secondIsSigned));
      sum = sum ? builder.CreateAdd(sum, product) : product;
    }
    return sum;
  }

  Value *byteOf(Value *words, unsigned index, bool isSigned) {
    if (!isSigned)
      return builder.CreateAnd(builder.CreateLShr(words, 8 * index), 0xFF);
    return builder.CreateAShr(builder.CreateShl(words, 24 - 8 * index), 24);
  }

  Value *asVectorOf(Value *words, unsigned bits) {
    const unsigned count = cast<FixedVectorType>(words->getType())->getNumElements();
    return builder.CreateBitCast(words,
                                 FixedVectorType::get(builder.getIntNTy(bits), count * 32 / bits));
  }

  Value *multiplyAdd(Intrinsic::ID instruction, Value *sum, Value *first, Value *second) {
    return builder.CreateIntrinsic(instruction, {},
                                   {sum, asVectorOf(first, 8), asVectorOf(second, 8)});
  }

  Value *byBytes(Value *a, Value *b, unsigned signs, Value *sum, bool saturates) {
    const bool isWide = cast<FixedVectorType>(a->getType())->getNumElements() == 16;
    if (!(signs & firstIsSigned) && (signs & secondIsSigned)) {
      std::swap(a, b);
      signs = firstIsSigned;
    }
    // Mixed signs from here on: a signed, b unsigned.
    const Intrinsic::ID mixed =
        isWide ? Intrinsic::x86_avx512_vpdpbusd_512 : Intrinsic::x86_avx512_vpdpbusd_256;
    if (saturates)
      return multiplyAdd(isWide ? Intrinsic::x86_avx512_vpdpbusds_512
                                : Intrinsic::x86_avx512_vpdpbusds_256,
                         sum, b, a);
    if (signs == firstIsSigned)
      return multiplyAdd(mixed, sum, b, a);
    const bool areSigned = signs == (firstIsSigned | secondIsSigned);
    if (!isWide && features.narrowSignedBytes)
      return multiplyAdd(areSigned ? Intrinsic::x86_avx2_vpdpbssd_256
                                   : Intrinsic::x86_avx2_vpdpbuud_256,
                         sum, a, b);
    Value *bias = ConstantInt::get(a->getType(), 0x80808080u);
    Value *biased = withOtherUpperBits(a);
    Value *none = Constant::getNullValue(a->getType());
    if (areSigned)
      return builder.CreateSub(multiplyAdd(mixed, sum, biased, b),
                               multiplyAdd(mixed, none, bias, b));
    return builder.CreateSub(multiplyAdd(mixed, sum, b, biased), multiplyAdd(mixed, none, b, bias));
  }

  /// Of an element that goes to all lanes in its vector: all of them may go somewhere.
  Value *withOtherUpperBits(Value *words) {
    constexpr unsigned upperBits = 0x80808080u;
    Value *element = getSplatValue(words);
    if (!element)
      return builder.CreateXor(words, ConstantInt::get(words->getType(), upperBits));
    const unsigned count = cast<FixedVectorType>(words->getType())->getNumElements();
    Value *changed;
    if (auto *extract = dyn_cast<ExtractElementInst>(element)) {
      Value *vector = extract->getVectorOperand();
      changed = builder.CreateExtractElement(
          builder.CreateXor(vector, ConstantInt::get(vector->getType(), upperBits)),
          extract->getIndexOperand());
    } else {
      changed = builder.CreateXor(element, upperBits);
    }
    return builder.CreateVectorSplat(count, changed);
  }

  /// The even bytes of words as integers of 16 bits, or the odd ones.
  Value *halves(Value *words, bool isOdd, bool isSigned) {
    Value *pairs = asVectorOf(words, 16);
    if (!isSigned)
      return isOdd ? builder.CreateLShr(pairs, 8) : builder.CreateAnd(pairs, 0xFF);
    return builder.CreateAShr(isOdd ? pairs : builder.CreateShl(pairs, 8), 8);
  }

  Value *byPairs(Value *a, Value *b, unsigned signs, Value *sum) {
    const Intrinsic::ID instruction = cast<FixedVectorType>(a->getType())->getNumElements() == 16
                                          ? Intrinsic::x86_avx512_pmaddw_d_512
                                          : Intrinsic::x86_avx2_pmadd_wd;
    for (bool isOdd : {false, true})
      sum = builder.CreateAdd(sum,
                              builder.CreateIntrinsic(instruction, {},
                                                      {halves(a, isOdd, signs & firstIsSigned),
                                                       halves(b, isOdd, signs & secondIsSigned)}));
    return sum;
  }

  IRBuilder<> builder;
  const VectorFeatures features;
};

/// The only use of the product if it adds it to something else.
BinaryOperator *additionOf(CallInst &call) {
  if (!call.hasOneUse())
    return nullptr;
  auto *addition = dyn_cast<BinaryOperator>(*call.user_begin());
  return addition && addition->getOpcode() == Instruction::Add ? addition : nullptr;
}

/// The only use of the product if it adds it to a signed sum that saturates.
IntrinsicInst *saturatingAdditionOf(CallInst &call) {
  auto *addition = call.hasOneUse() ? dyn_cast<IntrinsicInst>(*call.user_begin()) : nullptr;
  return addition && addition->getIntrinsicID() == Intrinsic::sadd_sat ? addition : nullptr;
}

void lower(CallInst &call, VectorFeatures features) {
  const auto signs = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
  Instruction *addition = additionOf(call);
  const bool saturates = !addition && Lowering::canSaturate(call.getType(), signs, features) &&
                         saturatingAdditionOf(call);
  if (saturates)
    addition = saturatingAdditionOf(call);
  Instruction *replaced = &call;
  Value *sum = Constant::getNullValue(call.getType());
  if (addition) {
    replaced = addition;
    sum = addition->getOperand(addition->getOperand(0) == &call ? 1 : 0);
  }
  Value *result = Lowering(replaced, features)
                      .dot(call.getArgOperand(0), call.getArgOperand(1), signs, sum, saturates);
  replaced->replaceAllUsesWith(result);
  replaced->eraseFromParent();
  if (addition)
    call.eraseFromParent();
}

} // namespace

PreservedAnalyses LowerByteDotsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (internalOp(function) != InternalOp::byteDot)
      continue;
    SmallVector<CallInst *> calls;
    for (User *user : function.users())
      calls.push_back(cast<CallInst>(user));
    for (CallInst *call : calls)
      lower(*call, features);
    function.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
