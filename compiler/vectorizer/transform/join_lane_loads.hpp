// Loads of neighbouring elements, at places that differ from lane to lane, as loads of vectors.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_LANE_LOADS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_LANE_LOADS_HPP

#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Whether an address space holds what lanes share.
bool isSharedMemory(unsigned space);

/// Whether a load of one element of 4 or 8 bytes, in memory that lanes share, reads places that are
/// far apart.
bool isGathered(const llvm::LoadInst &load, const Strides &strides);

/// The matrix lowering knows factors by their gathers.
bool hasMatrixProducts(llvm::Function &function);

/// Work-items that walk along rows of their own, several elements a round, as the unrolled loops of
/// matrix products do: `row[k]`, `row[k + 1]`, `row[k + 2]`, `row[k + 3]` are four gathers. As one
/// load of a vector it is a load for each lane and some shuffles, and two elements are one gather
/// (transform/widen_vector_memory.cpp).
///
/// Expects: the scalar function that is about to be widened, and its strides.
/// Leaves:  vectors of two or four elements where nothing between the loads may write. Whether
///          there are any.
bool joinLaneLoads(llvm::Function &function, const Strides &strides,
                   llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
