// Private arrays that registers can hold once loops are unrolled.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REGISTER_ARRAYS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REGISTER_ARRAYS_HPP

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace heddle::compiler {

/// True if the loop indexes a small private array by what changes from round to round, and every
/// index that the kernel has for that array is a constant where loops of known length are unrolled.
/// One index that depends on data keeps the whole array in memory, and long code would be all there
/// is to gain.
bool fillsRegisters(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace heddle::compiler

#endif
