// How long matrix operations take: the model by which plans are made, and which --explain prints.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_COST_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_MATRIX_COST_HPP

#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/matrix_nest.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::compiler {

/// Cycles of one round, with all data in the first cache. What loads and stores is done beside what
/// multiplies.
struct MatrixCost {
  double busy = 0;     ///< what the products take at the instruction's peak
  double multiply = 0; ///< what they take: those of one sum wait for one another
  double convert = 0;  ///< factors, in vector registers
  double transfer = 0; ///< between vector registers and tiles
  double memory = 0;   ///< factors and those sums that no register holds

  double cycles() const { return std::max(multiply + convert, memory) + transfer; }
  MatrixCost &operator+=(const MatrixCost &other);
};

/// Operations of a nest that run as one loop, each with a tile instruction. nest: with sources.
MatrixCost costOnTiles(const MatrixNest &nest, llvm::ArrayRef<unsigned> sums,
                       const MatrixTarget &target);

/// All operations of a nest, each with a WordProduct. rounds: that are done together.
MatrixCost costInWords(const MatrixNest &nest, unsigned rounds, const MatrixTarget &target);

/// True if operations on halves or tf32, that are all sums of two bfloats, take less time on tiles
/// of these: if converting the factors takes less than the multiply-adds of the vector code at the
/// processor's peak. So two operations of 16 rows that share one B do not pay, two by two do, and a
/// single one never does.
bool payAsBFloats(llvm::ArrayRef<llvm::CallBase *> operations, const MatrixTarget &target);

/// Operations whose sums of halves or tf32 begin with zeros in each round, as scores of attention,
/// if they take no less time on tiles of bfloats though their factors are packed: with few sums,
/// what is done with them waits for products that wait for one another.
llvm::SmallPtrSet<llvm::CallBase *, 16> slowAsBFloats(llvm::ArrayRef<MatrixChain> chains,
                                                      const MatrixTarget &target);

} // namespace heddle::compiler

#endif
