// Where work-items hand each other what is in local memory with no barrier in between.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_MISSING_BARRIERS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_MISSING_BARRIERS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether plain accesses of a kernel to local memory are right only as long as several work-items
/// go on in step, as those of a small work-group do on a GPU:
///
///     part[7 * l + i] = …                          // each has a row of its own
///     barrier
///     sum = part[l] + part[7 + l] + part[14 + l]   // of a column, and then round again
///
///     part[l] += part[l + 8]; part[l] += part[l + 4];
///
///     part[l] = …; first = part[l / 4 * 4];
///
///     total = part[0]; part[l] = …
///
///     barrier; x = part[l ^ 4]; part[l] = …        // the next exchange of all work-items
///
/// What is read in steps from work-item to work-item, and written in others, is of several of them.
/// So is what one has written when the one next to it, or not far from it, reads. Reading what one
/// further on writes later does not count: in `if (l < 8) part[l] += part[l + 8]` nobody writes
/// that. Neither do places that other memory tells, such as those of a table.
bool handsOnWithoutBarrier(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
