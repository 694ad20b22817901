// How far values grow from one work-item to the next, before there are lanes.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LANE_STRIDES_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LANE_STRIDES_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// Bytes, or units of a number, from one lane to the next; nothing where that is no one number.
using LaneStep = std::optional<std::int64_t>;

/// An estimate for the choice of the sub-group's size: what may wrap is taken not to.
/// (analysis/strides, which code is made by, proves it, for the shape and the lanes chosen.)
class LaneStrides {
public:
  LaneStrides(const llvm::DataLayout &layout, const llvm::DominatorTree &dominators,
              const llvm::PostDominatorTree &postDominators, const llvm::LoopInfo &loops,
              llvm::UniformityInfo &uniformity)
      : layout(layout), dominators(dominators), postDominators(postDominators), loops(loops),
        uniformity(uniformity) {}

  LaneStep of(const llvm::Value *value);
  /// Whether lanes may go on to different blocks.
  bool parts(const llvm::BasicBlock &block);
  /// Quotients and remainders whose steps hold in rows only, of a length that the code does not
  /// say.
  llvm::ArrayRef<const llvm::Instruction *> placesInRows() const { return inRows; }

private:
  LaneStep compute(const llvm::Instruction &instruction);
  LaneStep ofPhi(const llvm::PHINode &phi);
  LaneStep ofAddress(const llvm::GEPOperator &address);
  void remember(const llvm::Instruction &instruction, LaneStep step);
  LaneStep whereUniform(const llvm::Instruction &instruction);
  bool holdsOneForAll(const llvm::AllocaInst &variable);
  bool comesTogether(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  LaneStep ofBits(const llvm::Instruction &instruction);
  static LaneStep ofQuotient(std::int64_t step, std::int64_t unit);
  LaneStep ofBounded(const llvm::MinMaxIntrinsic &bounded);
  static LaneStep insideOfBounds(LaneStep a, LaneStep b);
  bool isBoundsCheck(const llvm::Value &condition, unsigned depth = 0);
  /// Whether lanes are together in `to` again as they were in `from`.
  bool sameLoops(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  /// Whether lanes that were together in `from` come to `to`, which that dominates, on several
  /// ways.
  bool comesOnSeveralWays(const llvm::BasicBlock &from, const llvm::BasicBlock &to);

  const llvm::DataLayout &layout;
  const llvm::DominatorTree &dominators;
  const llvm::PostDominatorTree &postDominators;
  const llvm::LoopInfo &loops;
  llvm::UniformityInfo &uniformity;
  llvm::DenseMap<const llvm::Instruction *, LaneStep> known;
  llvm::SmallVector<const llvm::Instruction *, 0> order; ///< in which they became known
  llvm::SmallPtrSet<const llvm::PHINode *, 8> open;      ///< that are being computed
  llvm::DenseMap<const llvm::AllocaInst *, bool> oneForAll;
  llvm::SmallVector<const llvm::Instruction *, 0> inRows;
};

} // namespace heddle::compiler

#endif
