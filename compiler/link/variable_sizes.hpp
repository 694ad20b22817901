// Refuses variables that nothing later could place.
#ifndef HEDDLE_COMPILER_LINK_VARIABLE_SIZES_HPP
#define HEDDLE_COMPILER_LINK_VARIABLE_SIZES_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// An error for each function whose private variables, and for each local variable that, takes more
/// than 4 GiB, and for variables aligned to more than a page. All sub-groups of a work-group have
/// private variables of their own: up to here their sum fits into 64 bits. What a device really has
/// is checked later.
void checkVariableSizes(const llvm::Module &module);

} // namespace heddle::compiler

#endif
