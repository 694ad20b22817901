// What was written to a place in local memory, computed once more where it is read.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_STAGED_VALUES_HPP

#include "compiler/matrix/staging/rounds.hpp"
#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ValueHandle.h"

namespace heddle::compiler {

/// Makes the value of one read.
class StagedValue : Again {
public:
  /// before: what was written so many rounds before the read.
  /// guarded: gets the choices one of whose values must be computed only where it is chosen.
  StagedValue(const StagedWrite &write, llvm::LoadInst &read, const Rounds &rounds, unsigned before,
              llvm::SmallVectorImpl<llvm::WeakVH> &guarded)
      : Again(rounds, read, before), write(write), read(read), forms(rounds.forms),
        guarded(guarded) {}

  /// offset: bytes from the first element to what is read. Null if it cannot be done.
  llvm::Value *at(const AddressPolynomial &offset);

private:
  /// Loads, and elements of vectors, that lie further on in one value than in another that is made
  /// alike: for each index so many bytes, or one element.
  using Shifts = llvm::DenseMap<const llvm::Value *, std::int64_t>;
  struct Likeness {
    explicit Likeness(IndexForms &forms) : forms(forms) {}
    bool holds(llvm::Value &first, llvm::Value &other, std::int64_t distance);
    bool isConsistent() const;

    IndexForms &forms;
    Shifts shifts;
    llvm::SetVector<const llvm::Value *> same;
    unsigned compared = 0;
  };

  std::optional<AddressPolynomial> unswizzle(const StagedDigit &digit, unsigned bytes,
                                             unsigned side);
  bool decode(const AddressPolynomial &offset, unsigned bytes);
  bool decode(const AddressPolynomial &offset, unsigned bytes, unsigned side);
  std::optional<AddressPolynomial> numberOf(unsigned factor);
  std::optional<AddressPolynomial> numberOf(const AddressPolynomial &form);
  std::optional<std::pair<AddressPolynomial, std::int64_t>> bytesOf(unsigned factor,
                                                                    std::int64_t each);
  llvm::Value *fromSource();
  llvm::Value *addressOf(llvm::Value &from, const AddressPolynomial &source, AddressPolynomial more,
                         std::optional<unsigned> without = std::nullopt);
  llvm::Value *fromElement(unsigned bytes, llvm::Type *type);
  llvm::Value *loadAt(llvm::LoadInst &load, llvm::Type *type, const AddressPolynomial &element,
                      std::int64_t each);
  llvm::Value *oneOf(llvm::ArrayRef<llvm::Value *> values, const AddressPolynomial &index,
                     llvm::function_ref<llvm::Value *(llvm::Value *)> make);
  llvm::Value *elementOf(llvm::Value &vector, const AddressPolynomial &index);
  llvm::Value *elementwise(llvm::Instruction &instruction, const AddressPolynomial &index);
  std::optional<llvm::Value *> existing(llvm::Instruction &instruction) override;
  llvm::Value *globalId(llvm::CallInst &call);
  llvm::Value *chosen(const GuardedValue &value,
                      llvm::function_ref<llvm::Value *(llvm::Value *)> make);

  const StagedWrite &write;
  llvm::LoadInst &read;
  IndexForms &forms;
  llvm::SmallVectorImpl<llvm::WeakVH> &guarded;

  llvm::DenseMap<unsigned, AddressPolynomial> numbers; ///< what is known of factors
  AddressPolynomial inLast; ///< the offset without all digits but the last
  Shifts shifts;
  std::optional<AddressPolynomial> shiftedBy; ///< those of `shifts`, at the moment
  unsigned count = 0;
};

/// Puts a branch around the load that such a choice takes.
void guardLoad(llvm::SelectInst &choice);

} // namespace heddle::compiler

#endif
