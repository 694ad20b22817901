// How many sums are done together in registers.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_BLOCK_SHAPE_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_BLOCK_SHAPE_HPP

namespace heddle::compiler {

/// Rows and registers of a row that are done together.
struct BlockShape {
  unsigned rows = 1;
  unsigned pieces = 1;
};

/// The blocks with the fewest loads: each row of blocks loads all of B, each column all of A.
/// `registers` are for a block's sums and a word row of B.
BlockShape chooseBlockShape(unsigned rows, unsigned pieces, unsigned registers);

/// How many parts each sum of integers of a block is added up in, a power of two: instructions that
/// wait for one another keep a processor busy only if there are many sums. steps: of each sum.
unsigned partsOfSums(unsigned sums, unsigned steps);

} // namespace heddle::compiler

#endif
