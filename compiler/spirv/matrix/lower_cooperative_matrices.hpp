// Cooperative matrices as vectors of one work-item's components (ir/cooperative_matrix.hpp).
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_COOPERATIVE_MATRICES_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_COOPERATIVE_MATRICES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Gives each kernel with cooperative matrices its sub-group size, since what a work-item holds
/// depends on it, and replaces matrices and their instructions in it and in the functions that it
/// calls: by vectors, internal operations and ordinary code. A function that kernels of several
/// sizes call gets a copy for each.
///
/// It comes first of all passes: others would take a matrix for something of a known size.
class LowerCooperativeMatricesPass : public llvm::PassInfoMixin<LowerCooperativeMatricesPass> {
public:
  /// `warnsOfShapes`: of products that the device does not report.
  explicit LowerCooperativeMatricesPass(bool warnsOfShapes = false)
      : warnsOfShapes(warnsOfShapes) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const bool warnsOfShapes;
};

} // namespace heddle::compiler

#endif
