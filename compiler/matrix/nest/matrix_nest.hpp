// What the matrix operations of a loop are together: the grid of sums, the factors that they
// share, and how both go on from round to round.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_MATRIX_NEST_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_MATRIX_NEST_HPP

#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace heddle::compiler {

/// One sum of a nest: the operations that add to it, and what carries it from one to the next.
struct NestSum {
  llvm::SmallVector<llvm::CallBase *> operations; ///< in the order of the code
  /// The operations, and the phis and cuts of rows between them, in this round and the next.
  llvm::SmallSetVector<llvm::Instruction *, 32> values;
  unsigned row = 0, column = 0; ///< factorsA and factorsB of the first operation
  /// Nothing else in the nest takes it, whole or in part.
  bool isOnlyAddedTo = true;
};

/// Where a factor is when an operation wants it.
enum class FactorSource {
  rows,    ///< in memory, at equal distances
  outside, ///< put together, but not in the nest
  values,  ///< put together in the nest
};

struct NestFactor {
  llvm::Value *matrix = nullptr;
  MatrixElement element{};
  TileShape shape; ///< rows of A, packed rows of B
  FactorSource source = FactorSource::values;
  bool goesOn = false;  ///< each round's rows begin in memory where those of the last one end
  unsigned inRound = 1; ///< so many factors of a round that follow one another go on together
  /// Another factor of its side, whose rows begin in memory where those of this one end.
  const llvm::Value *next = nullptr;
};

/// The operations of a loop, those of loops inside of it as well, or of a block in no loop.
class MatrixNest {
public:
  /// Nothing without operations. Invalidated by any change of them or of what is between them.
  static std::optional<MatrixNest> create(llvm::Loop &loop);
  static std::optional<MatrixNest> create(llvm::BasicBlock &block);
  /// Each loop with operations that has none inside that has them, and each such block that is in
  /// no such loop, in the order of the function.
  static std::vector<MatrixNest> findInnermost(llvm::Function &function,
                                               const llvm::LoopInfo &loops);

  llvm::Loop *loop = nullptr;                     ///< none for straight code
  llvm::BasicBlock *block = nullptr;              ///< of its operations, if it is one block alone
  llvm::SmallVector<llvm::CallBase *> operations; ///< in the order of the code
  std::vector<NestSum> sums;
  std::vector<NestFactor> factorsA, factorsB; ///< each once
  bool readsOnly = false;                     ///< writes no memory that anybody else can see
  bool sumsMeet = false;                      ///< parts of two sums are in what follows from both

  /// Looks where the factors come from. throughWindows: see AddressPolynomials.
  void findSources(bool throughWindows);

  /// How much of K all operations of the first sum take in a round.
  unsigned depth() const;
  /// How many rows and columns of factors begin sums.
  std::pair<unsigned, unsigned> grid() const;
  bool contains(const llvm::Instruction &instruction) const;

  /// A line for the sums, one for the factors of each side.
  void print(llvm::raw_ostream &stream) const;

private:
  MatrixNest() = default;
  bool collect(llvm::ArrayRef<llvm::BasicBlock *> blocks);
  void follow(NestSum &sum) const;
};

} // namespace heddle::compiler

#endif
