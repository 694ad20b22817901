// Extensions that the optimizer has hidden in shifts.
#ifndef HEDDLE_COMPILER_IR_EXPOSE_EXTENSIONS_HPP
#define HEDDLE_COMPILER_IR_EXPOSE_EXTENSIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Writes an extension from the low bits of a value as what it is.
///
/// "int i = get_global_id(0); a[i]" asks for sext(trunc(id)). InstCombine makes ashr(shl(id, 32), 32)
/// of it, and the and of a mask of the unsigned form; the stride analysis, which reasons about the
/// wrap at the truncation, knows the extension.
///
/// Expects: optimized scalar kernels.
/// Leaves:  no ashr of a shl by the same amount, and no mask of 8, 16 or 32 low bits, whose narrow
///          type is one that the CPU has.
/// Placed right before the vectorizer; InstCombine would undo it.
class ExposeExtensionsPass : public llvm::PassInfoMixin<ExposeExtensionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
