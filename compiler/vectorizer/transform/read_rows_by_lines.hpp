// Rows that each lane walks along by itself are read a line of the cache at a time.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_READ_ROWS_BY_LINES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_READ_ROWS_BY_LINES_HPP

#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A loop in which a work-item goes along a row of a matrix, as in `sum += a[row * n + k] * x[k]`,
/// is a gather in each round for lanes that have a row each. What a gather brings of a line is 4 of
/// its 64 bytes, and where the rows lie a power of two apart, lines of 16 rows or more do not stay
/// in the first cache until the next round. So in every 16th round 64 bytes of each lane's row are
/// loaded as vectors, transposed and kept in a private array, from which the rounds read:
///
///   if (round % 16 == 0)
///     if (16 rounds are left) line[0..15] = row[round..round + 15];
///     else                    the same for the rounds that are left
///   sum += line[round % 16] * x[k];
///
/// Elements of 1 or 2 bytes are kept in words of 4, in lines of 16 bytes where the number of rounds
/// is not known: what is left of a line is read one by one.
///
/// Only what the loop would read anyway is read, so the loop must not write memory, its rounds must
/// be counted in front of it, and each must read all of its part of the row. The walk may go
/// through an inner loop of constant length.
///
/// Expects: the scalar function that is about to be widened with all lanes, and what is known of
/// it. Leaves:  loads of neighbouring elements for join_lane_loads. Whether anything changed.
bool readRowsByLines(llvm::Function &function, const llvm::UniformityInfo &uniformity,
                     const Strides &strides, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
