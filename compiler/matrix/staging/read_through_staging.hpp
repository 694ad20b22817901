// What a kernel stages in local memory is read where it comes from.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_READ_THROUGH_STAGING_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_READ_THROUGH_STAGING_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On a kernel whose staging can be read through if its work-groups have one known size.
inline constexpr char wantsLocalSizeAttribute[] = "heddle-wants-local-size";

/// On a GPU the work-items of a work-group copy what they multiply to local memory, because all
/// read it from there more quickly. Here both are caches, and what the copy brings is a second
/// copy, barriers in front of which the sums of each sub-group go to memory, and factors of which
/// nobody knows any more where they are from.
///
///   for (k) {
///     for (i = item; i < 1024; i += items) tile[i] = f(i, k);
///     barrier;  sum += tile[g] * …;  barrier;
///   }
///
/// Here tile[g] becomes f(g, k), and the tile goes: what it was written for is a number that g
/// says, by division where it is put together of several (ids of work-items, counters of loops),
/// and with the exclusive or undone with which rows swizzle columns. Of what is converted by
/// vectors, or unpacked by several stores, it is the element or the store that is meant.
/// For buffers that are written some rounds ahead, that is f of so many rounds before, which must
/// be what was written in front of the loop, too. A barrier is put behind the loop, so that nobody
/// overwrites what others still read; those in the loop have nothing to order any more.
///
/// Expects: kernels with matrix operations before they are simplified, functions inlined, loops as
///          the front end makes them.
/// Leaves:  local memory for which any of that is not known for certain; wantsLocalSizeAttribute
///          where what is not known is the size of the work-group.
/// Placed before all that looks at indices and loops, and before remove-idle-barriers.
class ReadThroughStagingPass : public llvm::PassInfoMixin<ReadThroughStagingPass> {
public:
  /// wholeGroups: all work-groups have the required size, unless nonUniformAttribute says
  /// otherwise; wholeSubGroups: other code is made for launches with smaller ones.
  explicit ReadThroughStagingPass(bool wholeGroups = true, bool wholeSubGroups = true)
      : wholeGroups(wholeGroups), wholeSubGroups(wholeSubGroups) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool wholeGroups, wholeSubGroups;
};

} // namespace heddle::compiler

#endif
