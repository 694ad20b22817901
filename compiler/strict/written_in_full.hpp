// Private variables of which all is written before anything is read.
#ifndef HEDDLE_COMPILER_STRICT_WRITTEN_IN_FULL_HPP
#define HEDDLE_COMPILER_STRICT_WRITTEN_IN_FULL_HPP

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class AllocaInst;
class DominatorTree;
class Instruction;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace heddle::compiler {

struct LoopAnalyses {
  llvm::DominatorTree &dominators;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
};

/// Whether the instruction stores what nobody has set, which says that a variable begins there.
bool storesNothing(const llvm::Instruction &access);

/// Whether each read of the variable stands behind stores that have written all bytes of it, by
/// themselves or as rounds of loops of which the number is constant:
///
///   float sums[4][8];
///   for (int i = 0; i < 4; ++i)
///     for (int j = 0; j < 8; ++j)
///       sums[i][j] = 0;
///
/// accesses: all loads, stores and calls that a pointer into the variable comes to.
bool isWrittenInFull(llvm::AllocaInst &variable, std::uint64_t bytes,
                     llvm::ArrayRef<llvm::Instruction *> accesses, LoopAnalyses analyses);

} // namespace heddle::compiler

#endif
