// What a private variable holds before anybody sets it, for check-initialized.
#ifndef HEDDLE_COMPILER_STRICT_MARK_UNSET_VARIABLES_HPP
#define HEDDLE_COMPILER_STRICT_MARK_UNSET_VARIABLES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Stores unset values (unset_values.hpp) where the life of a variable begins, into each number and
/// vector that it is made of, so that what is read too early can be followed when variables are in
/// registers.
///
/// Expects: functions as they were read, before anything is promoted.
/// Leaves:  unset values, for check-initialized. Variables of many parts stay as they are:
///          they remain in memory.
class MarkUnsetVariablesPass : public llvm::PassInfoMixin<MarkUnsetVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
