#include "compiler/vectorizer/analysis/simt_tti.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <memory>

using namespace llvm;

namespace heddle::compiler {

namespace {

InstructionUniformity uniformityOfCall(const CallBase &call) {
  if (std::optional<InternalOp> op = internalOp(call)) {
    switch (internalOpUniformity(*op)) {
    case Uniformity::uniform:
      return InstructionUniformity::AlwaysUniform;
    case Uniformity::operands:
      return InstructionUniformity::Default;
    case Uniformity::divergent:
      return InstructionUniformity::NeverUniform;
    }
  }
  // A call that leaves a trace in memory happens once for each lane, whatever its operands.
  if (!isa<IntrinsicInst>(call) && !call.onlyReadsMemory())
    return InstructionUniformity::NeverUniform;
  return InstructionUniformity::Default;
}

/// Instructions that a loop over a private array may become. 300 is LLVM's number for other loops;
/// register-blocked kernels of 8 by 8 matrices need some thousands.
constexpr unsigned privateArrayUnrollThreshold = 8000;
/// Bytes of a work-item's array that may live in registers: times the lanes of a sub-group, that
/// is already several times what a processor has. Loops over larger ones would only become long.
constexpr std::uint64_t maxRegisterArrayBytes = 1024;

bool mayLiveInRegisters(const AllocaInst &variable) {
  std::optional<TypeSize> size = variable.getAllocationSize(variable.getDataLayout());
  return size && size->getFixedValue() <= maxRegisterArrayBytes;
}

/// True if a private variable that may live in registers is accessed at an index that changes in
/// the loop.
bool indexesPrivateArray(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address || address->hasAllConstantIndices())
        continue;
      const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
      if (!variable || !mayLiveInRegisters(*variable))
        continue;
      if (any_of(address->indices(),
                 [&](const Use &index) { return !loop.isLoopInvariant(index); }))
        return true;
    }
  return false;
}

} // namespace

InstructionUniformity SimtTTI::getInstructionUniformity(const Value *value) const {
  // A private variable has one address for each lane, and so have loads from it.
  if (isa<AllocaInst>(value))
    return InstructionUniformity::NeverUniform;
  if (auto *argument = dyn_cast<Argument>(value))
    return argument->hasAttribute(divergentAttribute) ? InstructionUniformity::NeverUniform
                                                      : InstructionUniformity::Default;
  // Lanes perform an atomic operation one after the other and see different old values.
  if (isa<AtomicRMWInst>(value) || isa<AtomicCmpXchgInst>(value))
    return InstructionUniformity::NeverUniform;
  // A cooperative matrix belongs to the sub-group as a whole.
  if (auto *type = dyn_cast<TargetExtType>(value->getType()))
    if (type->getName() == "spirv.CooperativeMatrixKHR")
      return InstructionUniformity::AlwaysUniform;
  if (auto *call = dyn_cast<CallBase>(value))
    return uniformityOfCall(*call);
  return InstructionUniformity::Default;
}

void SimtTTI::getUnrollingPreferences(Loop *loop, ScalarEvolution &,
                                      TargetTransformInfo::UnrollingPreferences &preferences,
                                      OptimizationRemarkEmitter *) const {
  // A private array lives in registers once all its indices are constants.
  if (indexesPrivateArray(*loop))
    preferences.Threshold = std::max(preferences.Threshold, privateArrayUnrollThreshold);
}

InstructionCost SimtTTI::getVectorInstrCost(unsigned, Type *vector,
                                            TargetTransformInfo::TargetCostKind, unsigned,
                                            const Value *, const Value *) const {
  // Components of vectors are free where a lane's vector is one word of a gather. Loads of single
  // bytes in their place would be gathers that no processor has.
  const unsigned bits = vector->getPrimitiveSizeInBits().getFixedValue();
  return vector->getScalarSizeInBits() < 32 && (bits == 32 || bits == 64) ? 0 : 1;
}

void registerSimtTargetInfo(FunctionAnalysisManager &manager) {
  manager.registerPass([] {
    return TargetIRAnalysis([](const Function &function) {
      return TargetTransformInfo(std::make_unique<SimtTTI>(function.getDataLayout()));
    });
  });
}

} // namespace heddle::compiler
