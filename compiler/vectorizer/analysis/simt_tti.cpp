#include "compiler/vectorizer/analysis/simt_tti.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/long_function.hpp"
#include "compiler/vectorizer/analysis/register_arrays.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
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

/// A loop that may wait in its rounds, for as long as others want.
bool hasWaitingRounds(const Loop &loop, ScalarEvolution &evolution) {
  return any_of(loop.getSubLoops(), [&](const Loop *inner) {
    return hasWaitingRounds(*inner, evolution) ||
           (!evolution.hasLoopInvariantBackedgeTakenCount(inner) &&
            any_of(inner->blocks(), [](const BasicBlock *block) {
              return any_of(*block, [](const Instruction &instruction) {
                return instruction.isAtomic() || instruction.isVolatile();
              });
            }));
  });
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

void SimtTTI::getUnrollingPreferences(Loop *loop, ScalarEvolution &evolution,
                                      TargetTransformInfo::UnrollingPreferences &preferences,
                                      OptimizationRemarkEmitter *) const {
  // All loops of a function together: what is long already grows as it would elsewhere.
  const unsigned length = loop->getHeader()->getParent()->getInstructionCount();
  const unsigned left = length < longFunction ? longFunction - length : 0;
  if (left > preferences.Threshold && fillsRegisters(*loop, evolution))
    preferences.Threshold =
        std::max(preferences.Threshold, std::min(left, privateArrayUnrollThreshold));
  else if (hasWaitingRounds(*loop, evolution))
    // Each wait ends a region of the code, and has copies of what comes behind it.
    preferences.Threshold = preferences.PartialThreshold = 0;
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
