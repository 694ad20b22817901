#include "compiler/vectorizer/analysis/simt_tti.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/transform/vector_functions.hpp"

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

void registerSimtTargetInfo(FunctionAnalysisManager &manager) {
  manager.registerPass([] {
    return TargetIRAnalysis([](const Function &function) {
      return TargetTransformInfo(std::make_unique<SimtTTI>(function.getDataLayout()));
    });
  });
}

} // namespace heddle::compiler
