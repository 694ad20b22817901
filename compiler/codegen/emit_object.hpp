// Machine code from optimized IR.
#ifndef HEDDLE_COMPILER_CODEGEN_EMIT_OBJECT_HPP
#define HEDDLE_COMPILER_CODEGEN_EMIT_OBJECT_HPP

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

namespace heddle::compiler {

/// An ELF relocatable object, or assembly text.
llvm::Expected<std::string> emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                                     llvm::CodeGenFileType type);

} // namespace heddle::compiler

#endif
