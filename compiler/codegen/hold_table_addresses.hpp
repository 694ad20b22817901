// The addresses of tables, in registers.
#ifndef HEDDLE_COMPILER_CODEGEN_HOLD_TABLE_ADDRESSES_HPP
#define HEDDLE_COMPILER_CODEGEN_HOLD_TABLE_ADDRESSES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Ciphers look up hundreds of words of a table in a round. LLVM counts the address of a variable
/// as something that can be made anew at any time: where a round has more values than registers,
/// each lookup gets an instruction that makes it, so that a third of AES were such. Here the
/// address goes through an empty assembly statement in front of the loop, of which nothing can be
/// made anew: it stays in a register, as what is wanted most often. Several tables of one loop
/// become one before, whose address serves them all.
///
/// Expects: what goes to code generation.
/// Leaves:  the same values. Elements that are known when the kernel is compiled need no register.
class HoldTableAddressesPass : public llvm::PassInfoMixin<HoldTableAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
