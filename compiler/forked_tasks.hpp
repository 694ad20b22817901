// Work side by side, in copies of this process.
#ifndef HEDDLE_COMPILER_FORKED_TASKS_HPP
#define HEDDLE_COMPILER_FORKED_TASKS_HPP

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::compiler {

/// The processors that this process may use; at least 1.
unsigned availableProcessors();

/// Runs task(0) to task(count - 1), each in a forked copy of this process, at most `processes` at a
/// time, and returns what they returned. When one dies, this process dies in the same way, and so
/// do the others: a crash stays a crash. The copies end with this process. Nothing when not even
/// one copy could be made.
///
/// Each copy has this process's limits of memory and of processor time for itself. LLVM is not in
/// more than one thread here, so that a copy is a whole one.
std::optional<std::vector<std::string>> runForked(unsigned count, unsigned processes,
                                                  llvm::function_ref<std::string(unsigned)> task);

} // namespace heddle::compiler

#endif
