// The function of a kernel that the executor calls: HeddleKernelEntry (runtime/abi/entry_point.h).
#ifndef HEDDLE_COMPILER_IR_ENTRY_FUNCTION_HPP
#define HEDDLE_COMPILER_IR_ENTRY_FUNCTION_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Behind the kernel's name.
inline constexpr char entrySuffix[] = ".entry";

/// Its parameters.
enum EntryParameter : unsigned {
  entryArguments,
  entryNdRange,
  entryFirstGroup,
  entryGroupCount,
  entryWorker,
  numEntryParameters,
};

inline bool isEntryFunction(const llvm::Function &function) {
  return function.getName().ends_with(entrySuffix) && !function.isDeclaration() &&
         function.arg_size() == numEntryParameters;
}

} // namespace heddle::compiler

#endif
