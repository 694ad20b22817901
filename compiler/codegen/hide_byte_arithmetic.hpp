// Arithmetic on bytes that LLVM would move past broadcasts for ever.
#ifndef HEDDLE_COMPILER_CODEGEN_HIDE_BYTE_ARITHMETIC_HPP
#define HEDDLE_COMPILER_CODEGEN_HIDE_BYTE_ARITHMETIC_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts an empty assembly statement between arithmetic on the 64 bytes of a register and the
/// broadcast of a group of them: of a word, say, whose bytes were biased for a product.
///
/// LLVM's x86 back end moves such a broadcast in front of the arithmetic, whose operands it then
/// broadcasts, and finds two broadcasts that it can move behind it; instruction selection goes
/// round in it for ever. Broadcasting the operands here would begin in the middle of the same
/// round, and a `freeze` is looked through.
///
/// Expects: what goes to code generation, for registers of 512 bits.
/// Leaves:  the same values. No instruction comes of it.
/// Placed behind the optimizer.
class HideByteArithmeticPass : public llvm::PassInfoMixin<HideByteArithmeticPass> {
public:
  explicit HideByteArithmeticPass(unsigned registerBits) : registerBits(registerBits) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  unsigned registerBits; ///< of the widest vector register in use
};

} // namespace heddle::compiler

#endif
