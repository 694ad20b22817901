// Loaded vectors whose elements LLVM must not load once more.
#ifndef HEDDLE_COMPILER_CODEGEN_FREEZE_LOADED_VECTORS_HPP
#define HEDDLE_COMPILER_CODEGEN_FREEZE_LOADED_VECTORS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a `freeze` behind loads of vectors whose elements go to all lanes of vectors of several
/// widths.
///
/// Where an element of a loaded vector is to fill another vector, LLVM's x86 back end loads the
/// element once more, with a broadcast, and orders these loads. Two that differ in width only it
/// makes one (combineBROADCAST_LOAD), and where their order was recorded before, the record becomes
/// its own operand: instruction selection goes round in it until the stack ends. A `freeze` is a
/// move of registers that is not looked through, so the elements come from the loaded vector.
///
/// With optimization only loads are taken of which an element can be seen to go to several widths,
/// since broadcasts from memory are what products of matrices live on. Without it nothing has
/// simplified what the elements went through, and every load is taken whose elements are moved.
///
/// Expects: what goes to code generation.
/// Leaves:  the same values. Nothing that simplifies `freeze` may come behind it.
/// Placed last before code generation.
class FreezeLoadedVectorsPass : public llvm::PassInfoMixin<FreezeLoadedVectorsPass> {
public:
  FreezeLoadedVectorsPass(unsigned registerBits, bool optimize)
      : registerBits(registerBits), optimize(optimize) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  unsigned registerBits; ///< of the widest vector register in use
  bool optimize;
};

} // namespace heddle::compiler

#endif
