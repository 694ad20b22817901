// How often a loop of products runs.
#ifndef HEDDLE_COMPILER_MATRIX_PANELS_NUMBER_OF_ROUNDS_HPP
#define HEDDLE_COMPILER_MATRIX_PANELS_NUMBER_OF_ROUNDS_HPP

namespace llvm {
class DominatorTree;
class Instruction;
class Loop;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace heddle::compiler {

/// An i64 in front of the loop; null where nobody knows. Of loops that go on from where another one
/// ended as well, whose counter LLVM has made wider and compares as a narrow number.
const llvm::SCEV *numberOfRounds(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// True if what the expression divides by was divided by before: numbers of work-groups, in loops
/// over as many rounds as a work-group's number says.
bool isDividedBefore(const llvm::SCEV *count, llvm::Instruction &place,
                     llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators);

} // namespace heddle::compiler

#endif
