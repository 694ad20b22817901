// Vectors at addresses that are multiples of their elements only.
#ifndef HEDDLE_COMPILER_CODEGEN_ALLOW_MISALIGNED_VECTORS_HPP
#define HEDDLE_COMPILER_CODEGEN_ALLOW_MISALIGNED_VECTORS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Lowers the alignment of loads and stores of vectors, and of copies, to that of an element.
///
/// `*(global float4 *)(p + 1)` is undefined, and works on the GPUs that such kernels were written
/// for. LLVM's code generator would take an instruction that faults there; the one that does not
/// costs nothing more where the address is aligned.
///
/// Expects: what goes to code generation, for a target with AVX.
/// Leaves:  the same accesses, apart from those that are not temporal.
/// Placed behind everything that decides by alignment.
class AllowMisalignedVectorsPass : public llvm::PassInfoMixin<AllowMisalignedVectorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
