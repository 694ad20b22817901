#include "compiler/workgroup/work_group_uniformity.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"

#include <memory>

using namespace llvm;

namespace heddle::compiler {

namespace {

InstructionUniformity uniformityOfCall(const CallBase &call) {
  switch (internalOp(call).value_or(InternalOp::workDim)) {
  case InternalOp::subGroupId:
  case InternalOp::firstLocalId:
  case InternalOp::activeLanes:
    return InstructionUniformity::NeverUniform;
  default:
    break;
  }
  // A call that leaves a trace in memory happens once for each sub-group.
  if (!call.onlyReadsMemory())
    return InstructionUniformity::NeverUniform;
  return InstructionUniformity::Default;
}

bool hasUndefinedInput(const Value &value) {
  auto *phi = dyn_cast<PHINode>(&value);
  return phi && any_of(phi->incoming_values(), [](const Value *in) { return isa<UndefValue>(in); });
}

class WorkGroupTTI : public TargetTransformInfoImplCRTPBase<WorkGroupTTI> {
public:
  explicit WorkGroupTTI(const DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    if (isa<AllocaInst>(value) || isa<AtomicRMWInst>(value) || isa<AtomicCmpXchgInst>(value))
      return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(value); load && !load->isSimple())
      return InstructionUniformity::NeverUniform;
    // Where some sub-groups have poison and may take anything, they need not take the same.
    if (isa<FreezeInst>(value) || hasUndefinedInput(*value))
      return InstructionUniformity::NeverUniform;
    if (auto *call = dyn_cast<CallBase>(value))
      return uniformityOfCall(*call);
    return InstructionUniformity::Default;
  }
};

} // namespace

void registerUniformityAnalyses(FunctionAnalysisManager &analyses) {
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
}

WorkGroupUniformity::WorkGroupUniformity(Function &variant) {
  analyses.registerPass([] {
    return TargetIRAnalysis([](const Function &function) {
      return TargetTransformInfo(std::make_unique<WorkGroupTTI>(function.getDataLayout()));
    });
  });
  registerUniformityAnalyses(analyses);
  uniformity = &analyses.getResult<UniformityInfoAnalysis>(variant);
}

bool WorkGroupUniformity::isUniform(const Instruction &value) const {
  return !uniformity->isDivergent(&value) &&
         none_of(value.uses(), [&](const Use &use) { return uniformity->isDivergentUse(use); });
}

bool WorkGroupUniformity::hasDivergentTerminator(const BasicBlock &block) const {
  return uniformity->hasDivergentTerminator(block);
}

} // namespace heddle::compiler
