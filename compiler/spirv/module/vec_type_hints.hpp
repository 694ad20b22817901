// SPIR-V's VecTypeHint does not say whether integers are signed, and CL_KERNEL_ATTRIBUTES must.
// Unsigned hints are written beside it as strings, OpString "heddle.unsigned_vec_type_hint.KERNEL",
// which other readers ignore; the translator does the same for the types of arguments.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VEC_TYPE_HINTS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VEC_TYPE_HINTS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace heddle::compiler {

/// The kernels whose hint is unsigned. To be asked before the translator changes the module.
std::vector<std::string> kernelsWithUnsignedHint(const llvm::Module &module);

/// The words of the module with a string for each of the kernels.
std::string addUnsignedHints(std::string words, const std::vector<std::string> &kernels);

/// Gives the kernels of a module that was read from `words` their hints back.
void restoreUnsignedHints(llvm::Module &module, llvm::StringRef words);

} // namespace heddle::compiler

#endif
