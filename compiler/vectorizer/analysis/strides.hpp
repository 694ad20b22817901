// Which values grow by a constant from lane to lane.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_STRIDES_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_STRIDES_HPP

#include "compiler/vectorizer/analysis/control_flow_shape.hpp"
#include "compiler/vectorizer/analysis/private_memory.hpp"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// An affine value: in every active lane it equals "value of lane 0" + lane * step, in the
/// arithmetic of its own width (pointers: bytes), where the value of lane 0 is what lane 0 would
/// compute whether it is active or not.
///
/// `guarded`: this holds only when a condition holds that is known at run time. It comes from
/// widening a 32-bit index, which may wrap between two lanes (`int i = get_global_id(0); a[i]`),
/// from local ids of sub-groups that may span several rows, from `i % width` and `i / width`, from
/// indices that are kept within bounds, `min(i, n - 1)` and `i == n ? 0 : i`, from those of
/// butterflies, `i ^ distance` and `i & (width - 1)`, and from increments that a launch gives.
struct Stride {
  int64_t step = 0;
  bool guarded = false;

  bool operator==(const Stride &) const = default;
};

class Strides {
public:
  Strides(const llvm::UniformityInfo &uniformity, const ControlFlowShape &shape,
          const PrivateMemory &privateMemory, unsigned lanes, bool lanesShareRow)
      : uniformity(uniformity), shape(shape), privateMemory(privateMemory), lanes(lanes),
        lanesShareRow(lanesShareRow) {}

  void analyze(llvm::Function &function);

  /// Nothing when the value is not affine. Uniform values have step 0.
  std::optional<Stride> of(const llvm::Value *value) const;

  /// Whether sign- or zero-extending needs no run-time check because the value is a local id or a
  /// lane number, which are never near the end of 31 bits.
  static bool isSmallId(const llvm::Value *value);

  /// Whether this is `divisor == -1 ? -x : x / divisor`, as divisions by unknown numbers are
  /// written. Its stride is that of the quotient, and holds when the condition does not.
  static bool isGuardedQuotient(const llvm::SelectInst &select);

  /// Whether a mask that nobody knows looks like one of high bits, `~(width - 1)`; as few do.
  static bool clearsLowBits(const llvm::Value *mask);

  /// The comparison by which a choice is made that all lanes make alike where two strides of 0
  /// hold: `y == n - 1 ? 0 : y + 1` with `y = i / width`. Null for all else.
  const llvm::ICmpInst *guardedCondition(const llvm::SelectInst &select) const;

  /// Of a minimum or maximum of something that grows by `step`, and `same` for all lanes: whether
  /// it is the latter but at a border. So it is with how far a window around `x` reaches in an
  /// image, from `-min(half, x)` to `min(half, width - 1 - x)`.
  static bool isReach(const llvm::MinMaxIntrinsic &bounded, const llvm::Value &same, int64_t step);

  /// The operand that a minimum, a maximum or a choice by lane equals but at a border, where its
  /// stride is that one's: it holds when all active lanes take that operand. Null for all else.
  const llvm::Value *insideOfBounds(const llvm::Instruction &instruction) const;

  /// What an argument multiplies an index by that lanes are consecutive in, if the argument is 1:
  /// the condition of the product's stride. Null for all else.
  const llvm::Value *increment(const llvm::Instruction &product) const;

  /// Such an argument in what an address is made of.
  const llvm::Value *incrementIn(const llvm::Value &address, unsigned depth = 0) const;

private:
  enum class State { unknown, affine, other };
  struct Entry {
    State state = State::unknown;
    Stride stride;
  };

  Entry lookUp(const llvm::Value *value) const;
  Entry evaluate(const llvm::Instruction &instruction) const;
  Entry evaluatePhi(const llvm::PHINode &phi) const;
  Entry evaluateGep(const llvm::Instruction &gep) const;
  Entry evaluateExtension(const llvm::Instruction &extension) const;
  Entry evaluateBits(const llvm::Instruction &instruction) const;
  Entry evaluateBounded(const llvm::Instruction &instruction) const;
  bool isBoundsCheck(const llvm::Value *condition, unsigned depth = 0) const;
  Entry sameQuotient(Entry value, const llvm::APInt &divisor) const;

  const llvm::UniformityInfo &uniformity;
  const ControlFlowShape &shape;
  const PrivateMemory &privateMemory;
  unsigned lanes;
  bool lanesShareRow;
  bool hasMatrices = false;
  llvm::DenseMap<const llvm::Value *, Entry> entries;
};

} // namespace heddle::compiler

#endif
