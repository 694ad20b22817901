// Cutting and joining long vectors without leaving shuffles behind where the pieces are at hand.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_LANE_VECTORS_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_LANE_VECTORS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <utility>

namespace heddle::compiler {

/// Lanes [first, first + count) of a vector. Looks through the shuffles that joined it, so that a
/// row of a matrix is the very value that went in.
llvm::Value *extractLanes(llvm::IRBuilderBase &builder, llvm::Value *vector, unsigned first,
                          unsigned count);

/// The same if nothing has to be cut or made, else null.
llvm::Value *findLanes(llvm::Value *vector, unsigned first, unsigned count);

/// The value whose lanes [first, first + its number of lanes) these are, and `first` in it: what
/// extractLanes would cut.
std::pair<llvm::Value *, unsigned> sourceOfLanes(llvm::Value *vector, unsigned first,
                                                 unsigned count);

/// What a vector was before it got another type of as many lanes.
llvm::Value *withoutBitCasts(llvm::Value *vector);

/// The pieces one after another; all have one type.
llvm::Value *joinLanes(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> pieces);

/// Replaces `vector` by pieces of `pieceLanes` lanes each: users that take whole pieces out of it
/// get them, others the joined vector. Erases `vector` and the users that are replaced.
void replaceByPieces(llvm::Instruction *vector, llvm::ArrayRef<llvm::Value *> pieces,
                     unsigned pieceLanes);

} // namespace heddle::compiler

#endif
