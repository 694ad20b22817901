#include "compiler/vectorizer/transform/store_exchanges.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses StoreExchangesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *exchange = dyn_cast<AtomicRMWInst>(&instruction);
    if (!exchange || exchange->getOperation() != AtomicRMWInst::Xchg || !exchange->use_empty() ||
        isAcquireOrStronger(exchange->getOrdering()))
      continue;
    IRBuilder<> builder(exchange);
    StoreInst *store =
        builder.CreateAlignedStore(exchange->getValOperand(), exchange->getPointerOperand(),
                                   exchange->getAlign(), exchange->isVolatile());
    store->setAtomic(exchange->getOrdering(), exchange->getSyncScopeID());
    store->copyMetadata(*exchange);
    exchange->eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
