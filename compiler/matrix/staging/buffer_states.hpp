// Which of several buffers is which in the rounds of a loop.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_BUFFER_STATES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_BUFFER_STATES_HPP

#include "compiler/matrix/staging/index_forms.hpp"

#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

/// Numbers of buffers, and their addresses, begin as constants and come back to these after a few
/// rounds: the states that these phis of the loop's header go through.
class BufferStates {
public:
  BufferStates(const llvm::Loop &rounds, llvm::Value &memory, IndexForms &forms);

  /// None if it is not known which buffer is which.
  unsigned count() const { return unsigned(states.size()); }

  /// A place with all that is known of it in a round.
  AddressPolynomial in(const AddressPolynomial &place, unsigned round) const;

private:
  using State = llvm::DenseMap<const llvm::PHINode *, llvm::Constant *>;

  bool find(const llvm::Loop &rounds);
  llvm::Constant *placeInMemory(llvm::Value &address) const;
  llvm::Constant *valueIn(llvm::Value *value, const State &state, unsigned depth = 0) const;

  llvm::Value &memory;
  IndexForms &forms;
  llvm::SmallVector<State> states;
};

} // namespace heddle::compiler

#endif
