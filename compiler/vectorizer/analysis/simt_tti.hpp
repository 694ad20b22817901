// What LLVM's analyses are told about a machine whose lanes are the work-items of a sub-group.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_SIMT_TTI_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_SIMT_TTI_HPP

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On a parameter of the scalar function that its vector form is made from: the lanes differ in it.
inline constexpr char divergentAttribute[] = "heddle-divergent";

/// The cost model for everything before widening: branches may diverge, and each value is known to
/// be one per sub-group, one per lane, or as uniform as its operands. It has no vector registers,
/// so ordinary pipelines neither loop- nor SLP-vectorize under it.
class SimtTTI : public llvm::TargetTransformInfoImplCRTPBase<SimtTTI> {
public:
  explicit SimtTTI(const llvm::DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const llvm::Function *) const override { return true; }
  llvm::InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override;
  unsigned getFlatAddressSpace() const override { return 4; }
  /// Volatile accesses through generic pointers may be made through others.
  bool hasVolatileVariant(llvm::Instruction *, unsigned) const override { return true; }
  void getUnrollingPreferences(llvm::Loop *loop, llvm::ScalarEvolution &evolution,
                               llvm::TargetTransformInfo::UnrollingPreferences &preferences,
                               llvm::OptimizationRemarkEmitter *) const override;
  llvm::InstructionCost getVectorInstrCost(unsigned opcode, llvm::Type *vector,
                                           llvm::TargetTransformInfo::TargetCostKind kind,
                                           unsigned index, const llvm::Value *first,
                                           const llvm::Value *second) const override;
  // The other ways to ask.
  using TargetTransformInfoImplCRTPBase::getVectorInstrCost;
};

/// Gives the manager this cost model. Must come before PassBuilder::registerFunctionAnalyses, since
/// the first registration of an analysis wins.
void registerSimtTargetInfo(llvm::FunctionAnalysisManager &manager);

} // namespace heddle::compiler

#endif
