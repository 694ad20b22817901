// What a kernel takes as lanes, and what with one work-item after another: the cost model for the
// choice between the two.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LANE_COSTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LANE_COSTS_HPP

#include "llvm/IR/Function.h"

#include <optional>

namespace heddle::compiler {

struct LaneCosts {
  double asLanes = 0;   ///< cycles of a work-item that is one of the lanes of a register
  double workItems = 0; ///< of one by itself
  double shortRows = 0; ///< the same where rounds that could lie side by side are too few for it
  /// Whether there is anything that lanes could lose by.
  bool mayLose = false;
  /// Whether loops in which each work-item walks along memory of its own are what lanes lose by.
  bool walksRows = false;
  /// Whether the rounds of such a loop can lie side by side.
  bool fillsVectors = false;
  /// Whether lanes spend most of their time on gathers and scatters, which more lanes do not hide.
  bool gathers = false;
  /// Whether loops read or write rows whose length the code does not say, and which the estimate
  /// takes for long. Where one ends inside of a sub-group lanes reach for memory one by one, and
  /// the more lanes the more often.
  bool walksAcrossRows = false;
  /// KernelMetadata::goesAlongRows.
  bool goesAlongRows = false;
  /// Whether work-items meet in barriers. Then each begins anew behind every one of them, with what
  /// it has kept in memory.
  bool meets = false;
};

/// An estimate, from how often LLVM expects each block to run. Lanes share the work, and pay where
/// they part: a gather or scatter takes a step for each of them, both sides of a branch are run,
/// and a loop lasts as long as the longest of theirs. A work-item by itself reads and writes one
/// element as cheaply as another, skips what it need not do, and its rounds may lie side by side as
/// lanes would (loop_rounds.hpp); it guesses branches, sometimes wrongly, and waits for its own
/// results.
///
/// quickGathers: TargetInfo::quickGathers().
///
/// Nothing where functions are called whose memory is not in sight.
std::optional<LaneCosts> laneCosts(llvm::Function &kernel, unsigned floatLanes, bool quickGathers);

} // namespace heddle::compiler

#endif
