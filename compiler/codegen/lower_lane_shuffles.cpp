#include "compiler/codegen/lower_lane_shuffles.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned countOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

unsigned bitsOf(const Value *vector) { return vector->getType()->getScalarSizeInBits(); }

/// The permutations of one register, by the bits of an element and of the register.
struct Permutation {
  unsigned elementBits, registerBits;
  Intrinsic::ID one; ///< (values, numbers)
  Intrinsic::ID two; ///< (values, numbers, more values), or none
};

constexpr Permutation avx512Permutations[] = {
    {16, 128, Intrinsic::x86_avx512_permvar_hi_128, Intrinsic::x86_avx512_vpermi2var_hi_128},
    {16, 256, Intrinsic::x86_avx512_permvar_hi_256, Intrinsic::x86_avx512_vpermi2var_hi_256},
    {16, 512, Intrinsic::x86_avx512_permvar_hi_512, Intrinsic::x86_avx512_vpermi2var_hi_512},
    {32, 256, Intrinsic::x86_avx2_permd, Intrinsic::x86_avx512_vpermi2var_d_256},
    {32, 512, Intrinsic::x86_avx512_permvar_si_512, Intrinsic::x86_avx512_vpermi2var_d_512},
    {64, 512, Intrinsic::x86_avx512_permvar_di_512, Intrinsic::x86_avx512_vpermi2var_q_512},
};

constexpr Permutation vbmiPermutations[] = {
    {8, 128, Intrinsic::x86_avx512_permvar_qi_128, Intrinsic::x86_avx512_vpermi2var_qi_128},
    {8, 256, Intrinsic::x86_avx512_permvar_qi_256, Intrinsic::x86_avx512_vpermi2var_qi_256},
    {8, 512, Intrinsic::x86_avx512_permvar_qi_512, Intrinsic::x86_avx512_vpermi2var_qi_512},
};

constexpr Permutation avx2Permutations[] = {
    {32, 256, Intrinsic::x86_avx2_permd, Intrinsic::not_intrinsic},
};

class Lowering {
public:
  Lowering(CallInst &call, ShuffleFeatures features) : builder(&call), features(features) {}

  /// Element l of the result is values[numbers[l]].
  Value *shuffle(Value *values, Value *numbers) {
    if (auto *constant = dyn_cast<Constant>(numbers))
      return byConstants(values, constant);
    Type *type = values->getType();
    if (type->getScalarType()->isIntegerTy(1)) {
      Value *bytes = builder.CreateZExt(values, type->getWithNewType(builder.getInt8Ty()));
      return builder.CreateTrunc(shuffle(bytes, numbers), ofLanes(type, countOf(numbers)));
    }
    Type *integer = builder.getIntNTy(typeBits(type));
    Value *bits = type->isPtrOrPtrVectorTy()
                      ? builder.CreatePtrToInt(values, type->getWithNewType(integer))
                      : builder.CreateBitCast(values, type->getWithNewType(integer));
    Value *result = shuffleIntegers(bits, numbers);
    Type *resultType = ofLanes(type, countOf(numbers));
    return type->isPtrOrPtrVectorTy() ? builder.CreateIntToPtr(result, resultType)
                                      : builder.CreateBitCast(result, resultType);
  }

private:
  Type *ofLanes(Type *vector, unsigned count) {
    return FixedVectorType::get(vector->getScalarType(), count);
  }

  unsigned typeBits(Type *vector) {
    return vector->isPtrOrPtrVectorTy() ? 64 : vector->getScalarSizeInBits();
  }

  Value *byConstants(Value *values, Constant *numbers) {
    SmallVector<int, 32> picks;
    for (unsigned lane = 0; lane < countOf(numbers); ++lane) {
      auto *number = dyn_cast_or_null<ConstantInt>(numbers->getAggregateElement(lane));
      picks.push_back(number ? static_cast<int>(number->getZExtValue() % countOf(values))
                             : PoisonMaskElem);
    }
    return builder.CreateShuffleVector(values, picks);
  }

  Value *slice(Value *vector, unsigned begin, unsigned count) {
    if (begin == 0 && count == countOf(vector))
      return vector;
    SmallVector<int, 64> picks(count);
    for (unsigned i = 0; i < count; ++i)
      picks[i] = begin + i < countOf(vector) ? static_cast<int>(begin + i) : PoisonMaskElem;
    return builder.CreateShuffleVector(vector, picks);
  }

  /// What is made of the one number of all lanes stands where the number comes from, for nothing
  /// takes it out of loops any more.
  void moveBehind(Value *value) {
    if (auto *instruction = dyn_cast<Instruction>(value)) {
      if (std::optional<BasicBlock::iterator> place = instruction->getInsertionPointAfterDef())
        builder.SetInsertPoint(*place);
    } else if (isa<Argument>(value)) {
      BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    }
  }

  /// The one number of all lanes, as large as theirs in `numbers` and as often.
  Value *splatLike(Value *numbers) {
    IRBuilder<>::InsertPointGuard restore(builder);
    moveBehind(same);
    Value *number = builder.CreateZExtOrTrunc(same, numbers->getType()->getScalarType());
    return builder.CreateVectorSplat(countOf(numbers), number);
  }

  Value *twice(Value *vector) {
    SmallVector<int, 64> picks;
    for (unsigned i = 0, count = countOf(vector); i < 2 * count; ++i)
      picks.push_back(static_cast<int>(i % count));
    return builder.CreateShuffleVector(vector, picks);
  }

  Value *constantLike(Value *vector, uint64_t value) {
    return ConstantInt::get(vector->getType(), value);
  }

  /// The permutation of the smallest register that holds all results, else of the largest.
  const Permutation *permutationFor(unsigned elementBits, unsigned resultBits) const {
    const Permutation *best = nullptr;
    auto consider = [&](ArrayRef<Permutation> permutations) {
      for (const Permutation &permutation : permutations)
        if (permutation.elementBits == elementBits && (!best || best->registerBits < resultBits))
          best = &permutation;
    };
    if (features.avx512Vbmi)
      consider(vbmiPermutations);
    if (features.avx512)
      consider(avx512Permutations);
    else
      consider(avx2Permutations);
    return best;
  }

  Value *shuffleIntegers(Value *values, Value *numbers) {
    // All lanes want the same: what one register holds is enough, many times over. Which register
    // it comes from is chosen first.
    unsigned count = countOf(numbers), bits = bitsOf(values);
    if (Value *number = getSplatValue(numbers)) {
      unsigned needed = std::min(count, 256 / bits);
      same = number;
      Value *some = permute(values, slice(numbers, 0, needed));
      SmallVector<int, 32> picks(count, 0);
      return builder.CreateShuffleVector(some, picks);
    }
    return permute(values, numbers);
  }

  Value *permute(Value *values, Value *numbers) {
    unsigned bits = bitsOf(values), count = countOf(numbers);
    if (const Permutation *permutation = permutationFor(bits, bits * count))
      return byRegisters(values, numbers, *permutation);
    if (bits == 64)
      return asHalves(values, numbers);
    if (bits == 16)
      return asBytes(values, numbers);
    return byTables(values, numbers);
  }

  /// Elements of 64 bits as two of 32, the lower halves of all and the upper halves. A register of
  /// halves has twice as many lanes, and what the numbers say is found out once for both.
  Value *asHalves(Value *values, Value *numbers) {
    unsigned count = countOf(values), wanted = countOf(numbers);
    Value *halves =
        builder.CreateBitCast(values, FixedVectorType::get(builder.getInt32Ty(), 2 * count));
    Value *lower =
        permute(builder.CreateShuffleVector(halves, createStrideMask(0, 2, count)), numbers);
    Value *upper =
        permute(builder.CreateShuffleVector(halves, createStrideMask(1, 2, count)), numbers);
    Value *both = builder.CreateShuffleVector(lower, upper, createInterleaveMask(wanted, 2));
    return builder.CreateBitCast(both, ofLanes(values->getType(), wanted));
  }

  /// Elements of 16 bits as pairs of 8.
  Value *asBytes(Value *values, Value *numbers) {
    Type *i8 = builder.getInt8Ty(), *i16 = builder.getInt16Ty();
    unsigned count = countOf(numbers);
    same = nullptr; // the two bytes of an element have different ones
    Value *bytes = builder.CreateBitCast(values, FixedVectorType::get(i8, 2 * countOf(values)));
    Value *words = builder.CreateTrunc(numbers, FixedVectorType::get(i16, count));
    words = builder.CreateAdd(builder.CreateMul(words, constantLike(words, 0x0202)),
                              constantLike(words, 0x0100));
    Value *both = builder.CreateBitCast(words, FixedVectorType::get(i8, 2 * count));
    return builder.CreateBitCast(byTables(bytes, both), ofLanes(values->getType(), count));
  }

  /// Bytes by vpshufb, which looks them up in tables of 16.
  Value *byTables(Value *values, Value *numbers) {
    constexpr unsigned tableSize = 16;
    unsigned count = countOf(numbers);
    numbers = builder.CreateZExtOrTrunc(numbers, FixedVectorType::get(builder.getInt8Ty(), count));
    unsigned pieceSize = count > tableSize ? 2 * tableSize : tableSize;
    SmallVector<Value *> tables;
    for (unsigned begin = 0; begin < countOf(values); begin += tableSize) {
      Value *table = slice(values, begin, tableSize);
      tables.push_back(pieceSize == tableSize ? table : twice(table));
    }
    SmallVector<Value *> pieces;
    for (unsigned begin = 0; begin < count; begin += pieceSize) {
      Value *piece = slice(numbers, begin, pieceSize);
      if (same) {
        piece = splatLike(piece);
        tables = {choose(tables, piece, tableSize)};
      }
      SmallVector<Value *> found;
      for (Value *table : tables)
        found.push_back(builder.CreateIntrinsic(
            pieceSize == tableSize ? Intrinsic::x86_ssse3_pshuf_b_128 : Intrinsic::x86_avx2_pshuf_b,
            {}, {table, piece}));
      pieces.push_back(choose(found, piece, tableSize));
    }
    return slice(concatenateVectors(builder, pieces), 0, count);
  }

  Value *byRegisters(Value *values, Value *numbers, const Permutation &permutation) {
    unsigned bits = bitsOf(values), count = countOf(numbers);
    unsigned size = permutation.registerBits / bits;
    numbers =
        builder.CreateZExtOrTrunc(numbers, FixedVectorType::get(builder.getIntNTy(bits), count));
    SmallVector<Value *> sources;
    for (unsigned begin = 0; begin < countOf(values); begin += size)
      sources.push_back(slice(values, begin, size));
    SmallVector<Value *> pieces;
    for (unsigned begin = 0; begin < count; begin += size) {
      Value *piece = slice(numbers, begin, size);
      SmallVector<Value *> found;
      bool byPairs = permutation.two != Intrinsic::not_intrinsic && sources.size() > 1;
      if (same && !byPairs) {
        piece = splatLike(piece);
        sources = {choose(sources, piece, size)};
      }
      for (unsigned i = 0; i < sources.size(); i += byPairs ? 2 : 1)
        found.push_back(
            byPairs
                ? builder.CreateIntrinsic(permutation.two, {}, {sources[i], piece, sources[i + 1]})
                : builder.CreateIntrinsic(permutation.one, {}, {sources[i], piece}));
      pieces.push_back(choose(found, piece, byPairs ? 2 * size : size));
    }
    return slice(concatenateVectors(builder, pieces), 0, count);
  }

  /// Of what was found in each part of `size` values, the one that the numbers mean.
  Value *choose(SmallVector<Value *> found, Value *numbers, unsigned size) {
    // The sign is what blends look at.
    unsigned bits = bitsOf(numbers);
    for (unsigned bit = Log2_32(size); found.size() > 1; ++bit) {
      Value *toSign = nullptr;
      {
        IRBuilder<>::InsertPointGuard restore(builder);
        if (same)
          moveBehind(numbers);
        toSign = builder.CreateShl(numbers, bits - 1 - bit);
      }
      Value *isUpper = builder.CreateICmpSLT(toSign, Constant::getNullValue(toSign->getType()));
      SmallVector<Value *> chosen;
      for (unsigned i = 0; i < found.size(); i += 2)
        chosen.push_back(builder.CreateSelect(isUpper, found[i + 1], found[i]));
      found = chosen;
    }
    return found.front();
  }

  IRBuilder<> builder;
  const ShuffleFeatures features;
  Value *same = nullptr; ///< the number of all lanes, if it is one
};

} // namespace

PreservedAnalyses LowerLaneShufflesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (internalOp(function) != InternalOp::simdShuffle)
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto &call = *cast<CallInst>(user);
      Value *result =
          Lowering(call, features).shuffle(call.getArgOperand(0), call.getArgOperand(1));
      call.replaceAllUsesWith(result);
      call.eraseFromParent();
    }
    function.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
