// Inline assembly without an instruction, which programs write to stop optimizations.
#ifndef HEDDLE_COMPILER_FRONTEND_DROP_EMPTY_ASSEMBLY_HPP
#define HEDDLE_COMPILER_FRONTEND_DROP_EMPTY_ASSEMBLY_HPP

namespace clang {
class AsmStmt;
}

namespace llvm {
class Module;
}

namespace heddle::compiler {

/// Whether a statement executes nothing and gives nothing but what it is given:
/// `__asm__ volatile("" : "+rw"(sum))`, whose constraints are those of Intel's GPUs.
bool isEmptyAssembly(const clang::AsmStmt &statement);

/// Takes such statements out: what they stop is another compiler's, and SPIR-V cannot hold them.
void dropEmptyAssembly(llvm::Module &module);

} // namespace heddle::compiler

#endif
