// Blocks and matrices of a sub-group in local memory, as what each of its work-items reads or
// writes.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_LOCAL_BLOCKS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_LOCAL_BLOCKS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/ValueHandle.h"

namespace heddle::compiler {

/// Block reads and writes of local memory by elements.
void expandLocalBlocks(llvm::Function &function, const llvm::UniformityInfo &uniformity,
                       unsigned lanes);

/// Factors that are cooperative matrices in local memory, read by elements: component by component
/// as `cooperative_matrix.hpp` deals them out. A matrix is read as a whole again where that memory
/// has kept what is staged: `restore` looks for the loads.
class LocalMatrices {
public:
  LocalMatrices(llvm::Function &function, unsigned lanes);
  void restore();

private:
  struct Matrix {
    llvm::Function *load; ///< heddle.cooperative_load
    llvm::SmallVector<llvm::WeakTrackingVH> operands;
    llvm::WeakTrackingVH elements; ///< what is there in its place
    llvm::SmallVector<llvm::WeakVH> loads;
  };
  Matrix expand(llvm::CallBase &call, unsigned lanes);

  llvm::SmallVector<Matrix> matrices;
};

} // namespace heddle::compiler

#endif
