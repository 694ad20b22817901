// What the work-items of a work-group write to local memory together.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_STAGED_WRITES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_STAGED_WRITES_HPP

#include "compiler/matrix/staging/index_forms.hpp"

namespace heddle::compiler {

/// Whether a value may change while the rounds of the loop stay the same: with the counters of
/// loops around a write.
bool variesInRound(const llvm::Value &value, const llvm::Loop &rounds, const llvm::LoopInfo &loops);

/// A factor of an address that takes all of some values, each once, as work-items and rounds of
/// loops go by: factor = step * d, with 0 <= d < count, and `scale` bytes from one d to the next.
/// It is all of `whole`, or a part: whole = ... + factor * low + ...
struct StagedDigit {
  unsigned factor;
  std::int64_t scale, count, step;
  unsigned whole;
  std::int64_t low = 1;
  /// The exclusive or with this, which does not depend on it, is what the place has in its stead.
  AddressPolynomial swizzle = {};

  bool isSwizzled() const { return !swizzle.products().empty(); }
};

/// A store of all work-items, in loops or not, or a copy of rows: the digits say which element of
/// `unit` bytes is meant, and each is written once.
struct StagedWrite {
  llvm::Instruction *instruction = nullptr;
  llvm::BasicBlock *begin = nullptr;     ///< its own, or the header of the outermost loop it is in
  AddressPolynomial place;               ///< in bytes from where the memory begins, without digits
  llvm::SmallVector<StagedDigit> digits; ///< those of larger scale first
  unsigned unit = 0;
  llvm::SmallVector<llvm::Value *, 1> values; ///< of a store, or of several
  std::optional<unsigned> copy;               ///< the digit that says which of several
  std::optional<unsigned> lane;      ///< the digit that says which element of a vector it is
  llvm::Value *sourceBase = nullptr; ///< where the element comes from in memory: this pointer
  AddressPolynomial source;          ///< and so many bytes
  unsigned sourceAlign = 1;

  /// Of all elements, in bytes.
  std::int64_t span() const;
};

/// What a store or copy to the local memory writes around or in a round of the loop; nothing if it
/// is not known which element is written by whom.
std::optional<StagedWrite> stagedWrite(llvm::Instruction &write, llvm::Value &memory,
                                       const llvm::Loop &rounds, const llvm::LoopInfo &loops,
                                       IndexForms &forms);

/// Lets another digit say which element of the vectors that it writes is meant, of which each is
/// put together by itself. Whether it writes any.
bool divideIntoElements(StagedWrite &write, IndexForms &forms);

/// The pointer that address arithmetic begins with.
llvm::Value *baseOf(llvm::Value *pointer);

/// True for loads of global and constant memory that can be done once more elsewhere.
bool isGlobalRead(const llvm::Value &value);

} // namespace heddle::compiler

#endif
