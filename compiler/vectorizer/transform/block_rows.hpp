// Rows of a block as vectors: cut, joined, packed for matrix products, transposed.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_BLOCK_ROWS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_BLOCK_ROWS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

unsigned countOf(llvm::Value *vector);
llvm::Value *cut(llvm::IRBuilderBase &builder, llvm::Value *vector, unsigned first, unsigned count);
/// With zeros behind what is there.
llvm::Value *pad(llvm::IRBuilderBase &builder, llvm::Value *vector, unsigned count);
llvm::Value *join(llvm::IRBuilderBase &builder, llvm::Value *low, llvm::Value *high);
/// All of them, one behind the other; the last one may be shorter.
llvm::Value *joinPieces(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> pieces);
/// low[0], high[0], low[1], high[1], …
llvm::Value *interleave(llvm::IRBuilderBase &builder, llvm::Value *low, llvm::Value *high);
llvm::Value *asIntegers(llvm::IRBuilderBase &builder, llvm::Value *vector, unsigned bytes);

/// Rows of elements, in groups of 4 / elementBytes, to rows of words; missing rows are zeros.
llvm::SmallVector<llvm::Value *>
packRows(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> rows, unsigned elementBytes);
/// The reverse: rows of integers of elementBytes, 4 / elementBytes for each row of words.
llvm::SmallVector<llvm::Value *> unpackRows(llvm::IRBuilderBase &builder,
                                            llvm::ArrayRef<llvm::Value *> words,
                                            unsigned elementBytes);

/// Rows of a power of two of elements to `columns` rows of the next power of two of what were rows.
llvm::SmallVector<llvm::Value *> transposed(llvm::IRBuilderBase &builder,
                                            llvm::ArrayRef<llvm::Value *> rows, unsigned columns);

} // namespace heddle::compiler

#endif
