#include "compiler/codegen/outline_masked_memory.hpp"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <cstdint>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Access {
  unsigned pointer, mask; ///< operand numbers
};

std::optional<Access> accessOf(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return Access{0, 1};
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return Access{1, 2};
  default:
    return std::nullopt;
  }
}

bool isTakenApart(const IntrinsicInst &call, const Access &access, const TargetTransformInfo &tti) {
  bool loads = !call.getType()->isVoidTy();
  auto *data = cast<VectorType>(loads ? call.getType() : call.getArgOperand(0)->getType());
  Align alignment = call.getParamAlign(access.pointer).valueOrOne();
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return !tti.isLegalMaskedLoad(
        data, alignment, call.getArgOperand(access.pointer)->getType()->getPointerAddressSpace());
  case Intrinsic::masked_store:
    return !tti.isLegalMaskedStore(
        data, alignment, call.getArgOperand(access.pointer)->getType()->getPointerAddressSpace());
  case Intrinsic::masked_gather:
    return !tti.isLegalMaskedGather(data, alignment) ||
           tti.forceScalarizeMaskedGather(data, alignment);
  default:
    return !tti.isLegalMaskedScatter(data, alignment) ||
           tti.forceScalarizeMaskedScatter(data, alignment);
  }
}

/// Memory is there or not there by the page: where an active lane's element lies, all of the page
/// may be read.
constexpr std::uint64_t pageBytes = 4096;

/// Writes `entry`, which goes on to the access of all lanes at once where that may be, and else
/// leaves the builder where it has to be taken apart.
void tryWhole(IRBuilder<> &builder, Function &helper, const Access &access, bool isLoad) {
  LLVMContext &context = helper.getContext();
  Value *pointer = helper.getArg(access.pointer), *mask = helper.getArg(access.mask);
  auto *type = cast<FixedVectorType>(isLoad ? helper.getReturnType() : helper.getArg(0)->getType());
  const std::uint64_t bytes = helper.getDataLayout().getTypeStoreSize(type).getFixedValue();
  const Align alignment = helper.getParamAlign(access.pointer).valueOrOne();
  BasicBlock *whole = BasicBlock::Create(context, "whole", &helper);
  BasicBlock *lanes = BasicBlock::Create(context, "lanes", &helper);

  Type *bitsType = builder.getIntNTy(type->getNumElements());
  Value *bits = builder.CreateBitCast(mask, bitsType);
  Value *isWhole = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bitsType));
  if (isLoad) {
    Value *offset = builder.CreateAnd(builder.CreatePtrToInt(pointer, builder.getInt64Ty()),
                                      builder.getInt64(pageBytes - 1));
    Value *inPage = builder.CreateICmpULE(offset, builder.getInt64(pageBytes - bytes));
    isWhole = builder.CreateOr(isWhole, builder.CreateAnd(builder.CreateIsNotNull(bits), inPage));
  }
  builder.CreateCondBr(isWhole, whole, lanes);

  builder.SetInsertPoint(whole);
  if (isLoad) {
    Value *loaded = builder.CreateAlignedLoad(type, pointer, alignment);
    builder.CreateRet(builder.CreateSelect(mask, loaded, helper.getArg(2)));
  } else {
    builder.CreateAlignedStore(helper.getArg(0), pointer, alignment);
    builder.CreateRetVoid();
  }
  builder.SetInsertPoint(lanes);
}

/// Where elements lie, as a gather of AVX2 has it: at base + index * scale.
struct Places {
  Value *base, *index; ///< the index of 32 bits with sign, or of 64 bits
  std::uint64_t scale;
};

Places placesOf(IRBuilder<> &builder, Value *pointers) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  if (auto *address = dyn_cast<GEPOperator>(pointers);
      address && address->getNumIndices() == 1 && !address->getPointerOperandType()->isVectorTy()) {
    const std::uint64_t scale = layout.getTypeAllocSize(address->getSourceElementType());
    Value *index = address->getOperand(1);
    if (auto *extended = dyn_cast<CastInst>(index);
        extended && extended->getSrcTy()->getScalarSizeInBits() == 32 &&
        (isa<SExtInst>(extended) || (isa<ZExtInst>(extended) && extended->hasNonNeg())))
      index = extended->getOperand(0);
    if (is_contained({32, 64}, index->getType()->getScalarSizeInBits()) &&
        is_contained({1, 2, 4, 8}, scale))
      return {builder.CreateAddrSpaceCast(address->getPointerOperand(), builder.getPtrTy()), index,
              scale};
  }
  auto *words = VectorType::get(builder.getInt64Ty(), cast<VectorType>(pointers->getType()));
  return {ConstantPointerNull::get(builder.getPtrTy()), builder.CreatePtrToInt(pointers, words), 1};
}

/// Whether AVX2 has one for such elements.
bool hasGather(const FixedVectorType &type) {
  return is_contained({32, 64}, type.getScalarSizeInBits()) &&
         isPowerOf2_32(type.getNumElements()) && type.getNumElements() >= 4;
}

/// AVX2's gathers, which code generation only takes where they are no slower than a load for each
/// lane: under a mask that would be a branch for each as well.
Value *gatherUnderMask(IntrinsicInst &call) {
  constexpr unsigned registerBits = 256;
  auto *type = cast<FixedVectorType>(call.getType());
  const unsigned bits = type->getScalarSizeInBits(), lanes = type->getNumElements();
  IRBuilder<> builder(&call);
  const auto [base, index, scale] = placesOf(builder, call.getArgOperand(0));
  const unsigned indexBits = index->getType()->getScalarSizeInBits();
  const unsigned step = std::min(lanes, registerBits / std::max(bits, indexBits));
  Intrinsic::ID id;
  if (bits == 64)
    id =
        indexBits == 32 ? Intrinsic::x86_avx2_gather_d_pd_256 : Intrinsic::x86_avx2_gather_q_pd_256;
  else if (indexBits == 64)
    id = Intrinsic::x86_avx2_gather_q_ps_256;
  else
    id = step == 8 ? Intrinsic::x86_avx2_gather_d_ps_256 : Intrinsic::x86_avx2_gather_d_ps;
  Type *element = bits == 64 ? builder.getDoubleTy() : builder.getFloatTy();
  auto *floats = FixedVectorType::get(element, lanes);
  Value *mask = builder.CreateBitCast(
      builder.CreateSExt(call.getArgOperand(1),
                         FixedVectorType::get(builder.getIntNTy(bits), lanes)),
      floats);
  Value *others = builder.CreateBitCast(call.getArgOperand(2), floats);
  SmallVector<Value *> parts;
  for (unsigned lane = 0; lane < lanes; lane += step) {
    const auto part = [&, lane = lane](Value *whole) {
      return builder.CreateShuffleVector(whole, createSequentialMask(lane, step, 0));
    };
    parts.push_back(builder.CreateIntrinsic(
        id, {part(others), base, part(index), part(mask), builder.getInt8(std::uint8_t(scale))}));
  }
  return builder.CreateBitCast(concatenateVectors(builder, parts), type);
}

/// Elements of less than a word by gathers of the words that they lie in, for which there are
/// instructions: a word does not cross pages. Null where there are none for them either.
Value *gatherInWords(IntrinsicInst &call, const TargetTransformInfo &tti, bool underMask) {
  constexpr std::uint64_t wordBytes = 4;
  IRBuilder<> builder(&call);
  auto *type = cast<FixedVectorType>(call.getType());
  const Align alignment = call.getParamAlign(0).valueOrOne();
  const unsigned bits = type->getScalarSizeInBits();
  auto *words = FixedVectorType::get(builder.getInt32Ty(), type->getNumElements());
  const bool isLegal = tti.isLegalMaskedGather(words, Align(wordBytes)) &&
                       !tti.forceScalarizeMaskedGather(words, Align(wordBytes));
  // Pointers have no bits of their own.
  if (bits == 0 || bits % 8 || bits >= 8 * wordBytes || alignment.value() * 8 < bits ||
      !(isLegal || (underMask && hasGather(*words))))
    return nullptr;
  Value *pointers = call.getArgOperand(0), *mask = call.getArgOperand(1);
  auto *addressType = FixedVectorType::get(builder.getInt64Ty(), type->getNumElements());
  Value *addresses = builder.CreatePtrToInt(pointers, addressType);
  Value *begin = builder.CreateAnd(addresses, ConstantInt::get(addressType, -wordBytes));
  CallInst *gather =
      builder.CreateMaskedGather(words, builder.CreateIntToPtr(begin, pointers->getType()),
                                 Align(wordBytes), mask, Constant::getNullValue(words));
  Value *loaded = gather;
  if (!isLegal) {
    loaded = gatherUnderMask(*cast<IntrinsicInst>(gather));
    gather->eraseFromParent();
  }
  Value *shift = builder.CreateShl(builder.CreateAnd(builder.CreateTrunc(addresses, words),
                                                     ConstantInt::get(words, wordBytes - 1)),
                                   3);
  Value *elements =
      builder.CreateTrunc(builder.CreateLShr(loaded, shift),
                          FixedVectorType::get(builder.getIntNTy(bits), type->getNumElements()));
  return builder.CreateSelect(mask, builder.CreateBitCast(elements, type), call.getArgOperand(2));
}

/// The function that makes one access. It is named after the intrinsic and the alignment, which
/// tell everything about it.
Function *helperFor(IntrinsicInst &call, const Access &access) {
  Module &module = *call.getModule();
  StringRef intrinsic = call.getCalledFunction()->getName();
  intrinsic.consume_front("llvm.");
  Align alignment = call.getParamAlign(access.pointer).valueOrOne();
  std::string name = ("heddle." + intrinsic + ".align" + Twine(alignment.value())).str();
  if (Function *existing = module.getFunction(name))
    return existing;
  Function *helper =
      Function::Create(call.getFunctionType(), GlobalValue::InternalLinkage, name, module);
  helper->addFnAttr(Attribute::NoInline);
  helper->addFnAttr(Attribute::NoUnwind);
  helper->setUWTableKind(UWTableKind::Default);
  helper->addParamAttr(access.pointer, Attribute::getWithAlignment(module.getContext(), alignment));
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", helper));
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::masked_load || id == Intrinsic::masked_store)
    tryWhole(builder, *helper, access, id == Intrinsic::masked_load);
  SmallVector<Value *> arguments;
  for (Argument &argument : helper->args())
    arguments.push_back(&argument);
  CallInst *inner = builder.CreateCall(call.getCalledFunction(), arguments);
  inner->addParamAttr(access.pointer, Attribute::getWithAlignment(module.getContext(), alignment));
  if (inner->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(inner);
  return helper;
}

} // namespace

PreservedAnalyses OutlineMaskedMemoryPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<IntrinsicInst *> calls;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const auto &tti = functionAnalyses.getResult<TargetIRAnalysis>(function);
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      std::optional<Access> access = call ? accessOf(*call) : std::nullopt;
      if (!access || !isTakenApart(*call, *access, tti))
        continue;
      if (!isa<Constant>(call->getArgOperand(access->mask)) ||
          (quickGathers && call->getIntrinsicID() == Intrinsic::masked_gather))
        calls.push_back(call);
    }
  }
  for (IntrinsicInst *call : calls) {
    Value *replacement = nullptr;
    const bool isMasked = !isa<Constant>(call->getArgOperand(accessOf(*call)->mask));
    if (call->getIntrinsicID() == Intrinsic::masked_gather) {
      const bool underMask = isMasked && hasAvx2;
      if (underMask && hasGather(*cast<FixedVectorType>(call->getType())))
        replacement = gatherUnderMask(*call);
      else
        replacement = gatherInWords(
            *call, functionAnalyses.getResult<TargetIRAnalysis>(*call->getFunction()), underMask);
    }
    if (!replacement && !isMasked)
      continue;
    if (!replacement) {
      SmallVector<Value *> arguments(call->args());
      CallInst *outlined =
          CallInst::Create(helperFor(*call, *accessOf(*call)), arguments, "", call->getIterator());
      outlined->setDebugLoc(call->getDebugLoc());
      replacement = outlined;
    }
    replacement->takeName(call);
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
