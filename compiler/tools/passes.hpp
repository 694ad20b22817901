// Runs passes by their names in compiler/passes.def, under the cost model of the stages before
// widening.
#ifndef HEDDLE_COMPILER_TOOLS_PASSES_HPP
#define HEDDLE_COMPILER_TOOLS_PASSES_HPP

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// `passes` as LLVM's opt takes them; LLVM's own names are known too. The error names what is not.
llvm::Error runPasses(llvm::Module &module, llvm::StringRef passes);

} // namespace heddle::compiler

#endif
