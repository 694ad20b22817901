// Cuts a vectorized kernel where its sub-groups wait: at work-group barriers and other suspensions.
#ifndef HEDDLE_COMPILER_WORKGROUP_BARRIER_REGIONS_HPP
#define HEDDLE_COMPILER_WORKGROUP_BARRIER_REGIONS_HPP

#include "compiler/workgroup/suspensions.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Alignment.h"

#include <cstdint>
#include <map>
#include <memory>

namespace heddle::compiler {

/// What one variant of a kernel has become: a function for each place where a sub-group goes on,
/// which is the start of the kernel (region 0) and behind each barrier or other suspension (the
/// number that the vectorizer gave it). A region runs one sub-group to its next suspension or to
/// its end:
///
///   {i32 next, shared…} region(the kernel's parameters…, ptr frame, shared…)
///
/// `next` is the region to go on with, or `finished`. What a sub-group needs of its own behind a
/// barrier lies in its frame. What is the same for the whole work-group (`shared`: loop counters,
/// say) is handed from region to region instead; the values that one region returns become the
/// arguments of the next after all sub-groups have run it.
struct BarrierRegions {
  static constexpr unsigned finished = ~0u;

  struct Region {
    llvm::Function *function = nullptr;
    llvm::SmallVector<unsigned, 2> successors; ///< sorted; `finished` is one of them where it ends
    Wait wait = Wait::workGroup;               ///< what has to come before it; not of region 0
  };

  /// Whether a region comes behind such a suspension.
  bool waitsFor(Wait wait) const;

  std::map<unsigned, Region> regions;
  llvm::SmallVector<llvm::Type *, 4> shared;

  /// All sub-groups go from a region to the same next one, and that is known from the code: the
  /// branches that decide have the same condition in the whole work-group. Otherwise each sub-group
  /// keeps its own `next` in its frame (SubGroupState), since programs with sub-groups that end
  /// before a barrier are common, and nothing is shared.
  bool inStep = true;

  std::uint64_t frameSize = 0; ///< bytes for each sub-group
  llvm::Align frameAlignment;
};

/// True when sub-groups wait for others in the function.
bool hasSuspensions(const llvm::Function &variant);

/// Cuts one variant, whose body is taken apart on the way: it must not be used afterwards.
class BarrierCutter {
public:
  /// `state`: what the frames begin with, for all variants of the kernel.
  BarrierCutter(llvm::Function &variant, const SubGroupState &state);
  ~BarrierCutter();

  /// Whether the code itself shows that the sub-groups stay in step, and waits for nothing that
  /// needs turns.
  bool staysInStep() const;

  /// Builds the regions. Reports an error, and gives none, when a value that lives across a barrier
  /// cannot be kept in memory. All variants of a kernel are cut with the same inStep; false is
  /// always right.
  BarrierRegions cut(bool inStep);

  class Implementation;

private:
  std::unique_ptr<Implementation> implementation;
};

} // namespace heddle::compiler

#endif
