// Copies to local memory whose loop was unrolled are one copy again.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_UNROLLED_WRITES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_UNROLLED_WRITES_HPP

#include "compiler/matrix/staging/staged_writes.hpp"

#include <vector>

namespace heddle::compiler {

/// Each work-item often copies some elements by stores behind one another: a loop of a few rounds
/// that LLVM has unrolled, or several statements. A read of more bytes than one of them writes, or
/// at an index of the lane, sees several. Stores that differ in where they write by multiples of a
/// constant, and in where they read by those of one distance, become one with another digit.
///
/// reads: of the same memory; stores with one in between stay as they are.
/// arePutTogether: of stores of what is put together, which may be other things in each of them, or
/// of those of what is in memory.
void joinUnrolledWrites(std::vector<StagedWrite> &writes, llvm::ArrayRef<llvm::LoadInst *> reads,
                        bool arePutTogether, IndexForms &forms);

/// Makes one digit of those that count on in both places, so that all elements that lie side by
/// side come from places side by side, whoever writes them in which round. Whether there are any;
/// then the source alone says what the elements are.
bool joinDigits(StagedWrite &write, IndexForms &forms);

} // namespace heddle::compiler

#endif
