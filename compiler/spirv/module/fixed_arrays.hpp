// Private arrays that a module makes where it runs, as of a size that only the run knows.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_FIXED_ARRAYS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_FIXED_ARRAYS_HPP

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Arrays of OpVariableLengthArrayINTEL become variables of their functions, as all others are.
/// Compilers write the instruction for a number that is known, too, or for a specialization
/// constant, and often in a loop, with a new array in each round. An error where the size is not
/// known, or where arrays of several rounds may be in use at once.
llvm::Error fixArrays(llvm::Module &module);

} // namespace heddle::compiler

#endif
