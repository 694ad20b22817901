// A block of sums as a loop over the words of K:
//
//                 B word row    b0 …   b1 …   b2 …   b3 …      registers of 16 words
//   row 0 of A    a0 a0 a0 …    c00    c01    c02    c03
//   row 1 of A    a1 a1 a1 …    c10    c11    c12    c13       c += dot products of a and b
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_WORD_LOOP_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_WORD_LOOP_HPP

#include "compiler/matrix/plan/word_products.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// What a loop over K needs to find a part of a word: an address for word 0, and how far to 1.
struct WordsInMemory {
  llvm::Value *address;
  llvm::Value *stride; ///< bytes
  llvm::Align alignment;
};

/// What a block of sums adds up of a piece of B.
struct BlockExcess {
  unsigned piece; ///< of the block
  llvm::Value *value;
  llvm::Value **place; ///< where it goes in the end
};

/// Adds the products of `count` words to the sums of a block of rows and pieces, and what they make
/// too much to the excess of the pieces, if it is asked for. The parts of the words of a row of A,
/// or of a piece of B, are side by side in `wordsOfA` and `wordsOfB`.
void addWords(llvm::IRBuilder<> &builder, const WordProduct &product,
              llvm::MutableArrayRef<llvm::Value *> sums, llvm::MutableArrayRef<BlockExcess> excess,
              llvm::ArrayRef<WordsInMemory> wordsOfA, llvm::ArrayRef<WordsInMemory> wordsOfB,
              unsigned count);

} // namespace heddle::compiler

#endif
