// What the vectorizer cannot do with a kernel, and what it then must not give up.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REFUSALS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REFUSALS_HPP

#include "llvm/IR/Function.h"

#include <optional>
#include <string>

namespace heddle::compiler {

struct Refusal {
  const llvm::Instruction *instruction; // null: the kernel as a whole
  std::string reason;
};

/// The first thing in the kernel that has no vector form. Nothing when all has.
std::optional<Refusal> findRefusal(const llvm::Function &kernel);

/// The same of a function that kernels reach, before calls are inlined and the library is linked:
/// all of what it calls by name is taken to have one.
std::optional<Refusal> findRefusalBesideCalls(const llvm::Function &function);

/// Why the kernel cannot run lane by lane instead: it asks for a sub-group size, or calls an
/// operation that needs all lanes at once. Nothing when it can.
std::optional<Refusal> findNeedOfAllLanes(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
