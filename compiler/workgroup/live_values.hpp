// What is computed before a suspension and used behind it.
#ifndef HEDDLE_COMPILER_WORKGROUP_LIVE_VALUES_HPP
#define HEDDLE_COMPILER_WORKGROUP_LIVE_VALUES_HPP

#include "compiler/workgroup/region_blocks.hpp"

#include "llvm/ADT/SetVector.h"

namespace heddle::compiler {

/// Values at the start of each region, private variables left out.
using LiveValues = std::map<unsigned, llvm::SetVector<llvm::Instruction *>>;

LiveValues findLiveValues(const RegionBlocks &regions);

} // namespace heddle::compiler

#endif
