// How a stage tells the user something: through the LLVMContext's diagnostic handler, which the
// driver turns into lines of the build log. An error makes the build fail once the stage is over;
// a note is shown with -v.
#ifndef HEDDLE_COMPILER_IR_DIAGNOSTICS_HPP
#define HEDDLE_COMPILER_IR_DIAGNOSTICS_HPP

#include "llvm/ADT/Twine.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"

#include <string>

namespace heddle::compiler {

/// "kernel 'gemm': <message>" (or "function 'f': …"), with the source position when there is one.
void reportError(const llvm::Function &function, const llvm::Twine &message);
void reportError(const llvm::Instruction &instruction, const llvm::Twine &message);
/// "variable 'table': <message>"
void reportError(const llvm::GlobalVariable &variable, const llvm::Twine &message);
void reportWarning(const llvm::Instruction &instruction, const llvm::Twine &message);
void reportNote(const llvm::Function &function, const llvm::Twine &message);
void reportNote(const llvm::Instruction &instruction, const llvm::Twine &message);

/// The name of the file that something of it stands in, with its folder where that is known:
/// headers of several folders have one name.
std::string sourceFileOf(const llvm::DIScope &scope);
/// Likewise, of what line tables have.
std::string sourceFile(llvm::StringRef folder, llvm::StringRef name);

/// The kernel that the text of such a message is about; empty when it names none.
llvm::StringRef kernelOf(llvm::StringRef text);

} // namespace heddle::compiler

#endif
