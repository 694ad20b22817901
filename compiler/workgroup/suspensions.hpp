// Where a sub-group waits for others of its work-group, for what, and what it keeps in its frame to
// be found by them.
#ifndef HEDDLE_COMPILER_WORKGROUP_SUSPENSIONS_HPP
#define HEDDLE_COMPILER_WORKGROUP_SUSPENSIONS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Alignment.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// What a suspended sub-group waits for.
enum class Wait {
  workGroup,    ///< until all sub-groups that have not ended wait for the work-group
  partner,      ///< until the other sub-group of its pair has made as many exchanges, or has ended
  namedBarrier, ///< until as many sub-groups have come as the barrier was made for
  turn,         ///< for nothing: the others get their turn
};

/// What the sub-group waits for at this instruction; nothing: it is no suspension, or one that
/// lowerSuspensions has still to write out.
std::optional<Wait> waitAt(const llvm::Instruction &instruction);

/// The beginning of each frame, the same in all variants of a kernel.
struct SubGroupState {
  /// i32: the region to go on with, where sub-groups are not in step.
  static constexpr std::uint64_t next = 0;
  /// i32: exchanges with the partner so far.
  static constexpr std::uint64_t exchanges = 4;
  /// i32: how often the named barrier had opened when the sub-group came to it.
  static constexpr std::uint64_t openings = 8;
  /// ptr: the named barrier that it waits at.
  static constexpr std::uint64_t namedBarrier = 16;
  /// Two buffers of `joinedBytes`, in the frames of even sub-groups: what a pair joins. A partner
  /// may be one exchange ahead, so two are enough.
  static constexpr std::uint64_t joined = 64;

  std::uint64_t joinedBytes = 0;
  bool isNeeded = false; ///< by more than work-group barriers

  std::uint64_t size() const { return joined + 2 * joinedBytes; }
  llvm::Align alignment() const { return llvm::Align(64); }
};

/// A named barrier in local memory: three i32.
struct NamedBarrier {
  static constexpr std::uint64_t expected = 0, arrived = 4, openings = 8, size = 12;
};

/// The state that the kernel with these variants needs.
SubGroupState describeState(llvm::ArrayRef<llvm::Function *> variants);

/// Writes out what happens around the suspensions of one variant: simd_pair_join puts rows into the
/// frame of the pair, waits with pair_wait and reads the rows of both; named_barrier counts the
/// sub-group before it waits. Frames are named by sub_group_frame until the entry point knows them.
void lowerSuspensions(llvm::Function &variant, const SubGroupState &state);

} // namespace heddle::compiler

#endif
