// The function that one region becomes.
#ifndef HEDDLE_COMPILER_WORKGROUP_REGION_BUILDER_HPP
#define HEDDLE_COMPILER_WORKGROUP_REGION_BUILDER_HPP

#include "compiler/workgroup/value_places.hpp"

#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

/// Copies the blocks of the region into a function of this type, which finds what lives across
/// barriers in its place at the start and puts it there at its exits. A block that belongs to
/// several regions is copied into each.
llvm::Function *buildRegion(unsigned region, const RegionBlocks &regions, const LiveValues &live,
                            const ValuePlaces &places, llvm::FunctionType *type);

} // namespace heddle::compiler

#endif
