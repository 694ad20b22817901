// Which kernels are better off without lanes because each work-item walks along memory of its own.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_ROW_WALKS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_ROW_WALKS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether the kernel should run one work-item after another, because its loops spend their time on
/// memory that lies apart for the lanes of a sub-group: rows of a sparse matrix, edges of a graph,
/// lines that a work-item rewrites from one end to the other. A gather or scatter takes a step for
/// each lane, as a scalar load does, but of lines that are a row apart; and the lanes wait for
/// the longest of their rows.
///
/// Loops that all lanes run equally often and that only load keep their lanes: such loads hide
/// behind one another, and the rest of the loop is done for all lanes at once. Unless a work-item's
/// rounds can lie side by side as its lanes would (loop_rounds.hpp).
bool walksRows(llvm::Function &kernel, unsigned floatLanes);

} // namespace heddle::compiler

#endif
