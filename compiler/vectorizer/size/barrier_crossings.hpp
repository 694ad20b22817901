// What each work-item keeps in memory while it waits in barriers, for the cost model.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_BARRIER_CROSSINGS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_BARRIER_CROSSINGS_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace heddle::compiler {

/// For each barrier of the kernel how many values that `isOwn` are wanted on both sides of it.
/// Addresses and conversions are computed again.
llvm::DenseMap<const llvm::Instruction *, unsigned>
valuesAcrossBarriers(const llvm::Function &kernel,
                     llvm::function_ref<bool(const llvm::Instruction &)> isOwn);

} // namespace heddle::compiler

#endif
