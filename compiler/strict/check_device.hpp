// Checks of what the device that HEDDLE_STRICT_DEVICE names does not have.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_DEVICE_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_DEVICE_HPP

#include "runtime/abi/strict_device.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts findings in front of matrix functions, cooperative matrices and 2D blocks that the device
/// has not, and at the beginning of kernels that require a sub-group size which it has not; and
/// checks there of the work-group's size and its local memory.
///
/// Expects: kernels with all functions inlined.
/// Leaves:  `finding` operations.
/// Placed beside check-accesses.
class CheckDevicePass : public llvm::PassInfoMixin<CheckDevicePass> {
public:
  explicit CheckDevicePass(const abi::StrictDevice &device) : device(device) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  const abi::StrictDevice &device;
};

} // namespace heddle::compiler

#endif
