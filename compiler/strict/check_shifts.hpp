// Checks of how far integers are shifted.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_SHIFTS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_SHIFTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of each shift by a number that may not be below the width. OpenCL C takes
/// it by that width, and its front end says so, so that only modules of other compilers have such
/// shifts. Here they are by the number without its upper bits then, too.
///
/// Expects: functions as they were read. The library's are not there: it knows what it does.
/// Leaves:  `finding` operations.
class CheckShiftsPass : public llvm::PassInfoMixin<CheckShiftsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
