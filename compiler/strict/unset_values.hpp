// What a private variable holds before anybody has set it: a call that mark-unset-variables makes
// and check-initialized takes away. Passes between them take it for a function that they do not
// know and that touches no memory.
#ifndef HEDDLE_COMPILER_STRICT_UNSET_VALUES_HPP
#define HEDDLE_COMPILER_STRICT_UNSET_VALUES_HPP

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// `isField`: of a structure, which may be copied with fields that nobody has set.
llvm::CallInst *createUnset(llvm::IRBuilder<> &builder, llvm::Type *type, bool isField,
                            const llvm::Twine &variable);

bool isUnset(const llvm::Value &value);
bool isUnsetField(const llvm::Value &value);
/// The name of the variable.
llvm::StringRef unsetVariable(const llvm::Value &unset);

/// Leaves undefined values in their place.
bool forgetUnset(llvm::Function &function);

} // namespace heddle::compiler

#endif
