// What was written to a place in local memory, computed once more where it is read.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP

#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// Makes the value of one read.
class StagedValue {
public:
  /// roundBefore: what was written in the round before the read.
  StagedValue(const StagedWrite &write, llvm::LoadInst &read, const llvm::Loop &rounds,
              bool roundBefore, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
              IndexForms &forms)
      : write(write), read(read), rounds(rounds), roundBefore(roundBefore), loops(loops),
        dominators(dominators), forms(forms), builder(&read) {}

  /// offset: bytes from the first element to what is read. Null if it cannot be done.
  llvm::Value *at(const AddressPolynomial &offset);

private:
  /// A digit, or what a quotient or remainder of it is: (form / scale) * step, below count * step.
  struct Part {
    AddressPolynomial form;
    std::int64_t scale, count, step;
  };

  bool decode(AddressPolynomial offset, unsigned bytes);
  std::optional<Part> partOf(unsigned factor);
  llvm::Value *numberOf(const Part &part, llvm::Type *type);
  llvm::Value *fromSource();
  llvm::Value *fromElement(unsigned bytes, llvm::Type *type);
  llvm::Value *remake(llvm::Value *value);
  llvm::Value *remakeInstruction(llvm::Instruction &instruction);

  const StagedWrite &write;
  llvm::LoadInst &read;
  const llvm::Loop &rounds;
  const bool roundBefore;
  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &dominators;
  IndexForms &forms;
  llvm::IRBuilder<> builder;

  llvm::DenseMap<unsigned, Part> parts;
  AddressPolynomial inLast; ///< the offset without all digits but the last
  llvm::DenseMap<llvm::Value *, llvm::Value *> made;
  unsigned count = 0;
};

} // namespace heddle::compiler

#endif
