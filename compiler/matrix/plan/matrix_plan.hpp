// What is to be done with a nest.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_PLAN_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_PLAN_HPP

#include "compiler/matrix/plan/matrix_cost.hpp"

#include <string>
#include <vector>

namespace heddle::compiler {

/// What multiplies: tiles; dot products and multiply-adds of whole registers, word by word; or
/// vector code of any width.
enum class MatrixUnit { tiles, words, generic };

struct MatrixPlan {
  MatrixUnit unit = MatrixUnit::generic;
  /// The sums of each run of the loop, which runs once for each part (split-matrix-loops).
  std::vector<llvm::SmallVector<unsigned>> parts;
  /// How many rounds of a part are taken together (unroll-matrix-loops).
  unsigned rounds = 1;
  /// Of a round of the kernel; nothing for generic code.
  MatrixCost cost;
  /// Share of the peak of the unit's instruction, at most 1.
  double ofPeak = 0;

  /// "tiles, in 2 parts, 2 rounds together; 64 cycles with all data …"
  std::string describe() const;
};

/// The plan for a nest. Finds the nest's sources.
MatrixPlan planNest(MatrixNest &nest, const MatrixTarget &target);

/// Its parts alone, and its rounds, for those who carry them out.
std::vector<llvm::SmallVector<unsigned>> partsOfNest(const MatrixNest &nest,
                                                     const MatrixTarget &target);
unsigned roundsOfNest(MatrixNest &nest, const MatrixTarget &target);

} // namespace heddle::compiler

#endif
