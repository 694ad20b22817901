// Stores of results that no cache could keep.
#ifndef HEDDLE_COMPILER_CODEGEN_STREAM_STORES_HPP
#define HEDDLE_COMPILER_CODEGEN_STREAM_STORES_HPP

#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace heddle::compiler {

/// Lets the executor decide whether a launch writes past the caches.
///
/// A store to memory that is in no cache reads the line first: a copy of large buffers moves half
/// as much again as it must. A non-temporal store does not, if whole lines are written one behind
/// the other. In caches that hold it all it is several times slower, though, and only measuring
/// tells (runtime/executor/stream_trial.hpp).
///
/// Expects: the functions that the executor calls, optimized.
/// Leaves:  vector stores of the sub-group loops twice, where they fill lines of a buffer that the
///          kernel does not read: as they were, and non-temporal for aligned addresses if
///          HeddleWorkerContext::streams says so. Such a function ends in an sfence: others see
///          what it wrote before they see that it is done. Kernels with atomics, fences, or calls
///          through pointers are left alone.
/// Placed behind everything that changes alignments of stores.
class StreamStoresPass : public llvm::PassInfoMixin<StreamStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// KernelMetadata::streamedBytes of a kernel.
std::uint32_t streamedBytes(const llvm::Function &entry);

} // namespace heddle::compiler

#endif
