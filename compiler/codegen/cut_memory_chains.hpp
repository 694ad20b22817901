// Long blocks, as code generation can bear them.
#ifndef HEDDLE_COMPILER_CODEGEN_CUT_MEMORY_CHAINS_HPP
#define HEDDLE_COMPILER_CODEGEN_CUT_MEMORY_CHAINS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts fences for the compiler alone between the accesses to memory of long blocks. Instruction
/// selection compares each load with all others that nothing orders, and so does the scheduler, so
/// that straight code of some thousand loads took minutes; no instruction comes of the fences, and
/// nothing has to move that far. Blocks that are longer still become several: their nodes are
/// combined again whenever one of many users of a value goes.
class CutMemoryChainsPass : public llvm::PassInfoMixin<CutMemoryChainsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
