// What a function reaches, through those that it calls and through constants.
#ifndef HEDDLE_COMPILER_IR_REACHED_GLOBALS_HPP
#define HEDDLE_COMPILER_IR_REACHED_GLOBALS_HPP

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace heddle::compiler {

struct ReachedGlobals {
  llvm::SmallSetVector<const llvm::Function *, 8> functions; ///< with the one that was asked about
  llvm::SmallSetVector<const llvm::GlobalVariable *, 8> variables;
};

ReachedGlobals reachedGlobals(const llvm::Function &from);

} // namespace heddle::compiler

#endif
