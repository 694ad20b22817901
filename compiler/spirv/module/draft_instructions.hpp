// Instructions of published drafts that the translator does not know.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_DRAFT_INSTRUCTIONS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_DRAFT_INSTRUCTIONS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace heddle::compiler {

/// A checked module with the instructions, capabilities and extensions of drafts replaced by what
/// the translator reads: each instruction becomes a call of an imported function with the name that
/// the SPIR-V-friendly dialect would give it,
/// _Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL…(K, A, B, C, scale A, scale B[,
/// operands]). All other modules are returned as they are. Fails when an
/// operand of such an instruction is no value.
llvm::Expected<std::string> withoutDrafts(llvm::StringRef bytes);

} // namespace heddle::compiler

#endif
