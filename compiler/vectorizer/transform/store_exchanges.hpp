// Atomic exchanges of which nobody wants what was there.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_STORE_EXCHANGES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_STORE_EXCHANGES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes an exchange that orders nothing behind it, and whose old value has no use, a store: OpenCL
/// C before 2.0 has no other atomic store. x86 stores in order, so those who see it see all that an
/// exchange lets them see; and lanes store at once what they exchange one after another.
class StoreExchangesPass : public llvm::PassInfoMixin<StoreExchangesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
