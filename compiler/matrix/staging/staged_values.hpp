// What was written to a place in local memory, computed once more where it is read.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP

#include "compiler/matrix/staging/rounds.hpp"
#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/IR/ValueHandle.h"

namespace heddle::compiler {

/// Makes the value of one read.
class StagedValue : Again {
public:
  /// roundBefore: what was written in the round before the read.
  /// guarded: gets the choices one of whose values must be computed only where it is chosen.
  StagedValue(const StagedWrite &write, llvm::LoadInst &read, const Rounds &rounds,
              bool roundBefore, llvm::SmallVectorImpl<llvm::WeakVH> &guarded)
      : Again(rounds, read, roundBefore), write(write), read(read), forms(rounds.forms),
        guarded(guarded) {}

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
  std::optional<llvm::Value *> existing(llvm::Instruction &instruction) override;
  llvm::Value *globalId(llvm::CallInst &call);
  llvm::Value *chosen(const GuardedValue &value);

  const StagedWrite &write;
  llvm::LoadInst &read;
  IndexForms &forms;
  llvm::SmallVectorImpl<llvm::WeakVH> &guarded;

  llvm::DenseMap<unsigned, Part> parts;
  AddressPolynomial inLast; ///< the offset without all digits but the last
  unsigned count = 0;
};

/// Puts a branch around the load that such a choice takes.
void guardLoad(llvm::SelectInst &choice);

} // namespace heddle::compiler

#endif
