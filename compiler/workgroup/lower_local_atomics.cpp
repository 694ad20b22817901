#include "compiler/workgroup/lower_local_atomics.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses LowerLocalAtomicsPass::run(Module &module, ModuleAnalysisManager &) {
  constexpr unsigned localAddressSpace = 3;
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        if (update->getPointerAddressSpace() == localAddressSpace)
          changed |= lowerAtomicRMWInst(update);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (exchange->getPointerAddressSpace() == localAddressSpace)
          changed |= lowerAtomicCmpXchgInst(exchange);
      }
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
