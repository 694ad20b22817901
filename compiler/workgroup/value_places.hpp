// How a value comes from one region to another, in the order of preference:
//
//   computed again   queries of the work-group, and short pure expressions over them
//   shared           what is the same for the whole work-group, when the sub-groups are in step
//   the frame        stored when a sub-group reaches a barrier behind which the value is used,
//                    loaded where it goes on
//
// A private variable moves into the frame when more than one region, or a region that can be run
// again, uses it.
#ifndef HEDDLE_COMPILER_WORKGROUP_VALUE_PLACES_HPP
#define HEDDLE_COMPILER_WORKGROUP_VALUE_PLACES_HPP

#include "compiler/workgroup/live_values.hpp"

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Alignment.h"

#include <cstdint>

namespace heddle::compiler {

/// The places of all that lives across the barriers of one variant. What has none is computed
/// again, or a variable of one region.
struct ValuePlaces {
  /// A place in the frame; its offset.
  std::uint64_t reserveFrame(std::uint64_t size, llvm::Align alignment);

  std::uint64_t frameSize = 0;
  llvm::Align frameAlignment;
  llvm::DenseMap<const llvm::AllocaInst *, std::uint64_t>
      variableOffsets; ///< of those in the frame
  llvm::DenseMap<const llvm::Instruction *, std::uint64_t> frameOffsets;
  llvm::DenseMap<const llvm::Instruction *, unsigned> sharedIndices;
  llvm::SmallVector<llvm::Type *, 4> shared; ///< their types
};

/// Of a value's place in a frame: a line of the cache is enough for any vector.
inline llvm::Align slotAlignment(const llvm::DataLayout &layout, llvm::Type *type) {
  return std::min(layout.getABITypeAlign(type), llvm::Align(64));
}

/// Adds the private variables that must be in the frame.
void placePrivateVariables(const RegionBlocks &regions, ValuePlaces &places);

/// Adds the live values; `inStep`: values may be shared. Those of each region are in the order of
/// their places afterwards.
void placeLiveValues(const RegionBlocks &regions, LiveValues &live, bool inStep,
                     ValuePlaces &places);

} // namespace heddle::compiler

#endif
