// How the private variables that SROA left are laid out for all lanes of a sub-group.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_PRIVATE_MEMORY_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_PRIVATE_MEMORY_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstdint>

namespace heddle::compiler {

/// Two layouts, shown for four lanes and a variable of elements a b c:
///
///   blocks       a0 b0 c0  a1 b1 c1  a2 b2 c2  a3 b3 c3     each lane has an ordinary object
///   interleaved  a0 a1 a2 a3  b0 b1 b2 b3  c0 c1 c2 c3      one index in all lanes: one vector
///
/// Interleaving is possible when every access is of one element size and no address gets out of
/// sight: the byte offset o of a lane's pointer becomes o * lanes.
struct PrivateLayout {
  /// Bytes of an element, or 0 for the layout in blocks.
  uint64_t elementSize = 0;
  /// Bytes of the variable, rounded up to its alignment: the distance of two blocks.
  uint64_t blockSize = 0;

  bool isInterleaved() const { return elementSize != 0; }
};

/// Bytes of the elements that a private variable could be interleaved by, if its fills and copies
/// were loads and stores of such; 0 where something else forbids that. visit: gets these.
uint64_t elementSizeBesides(const llvm::AllocaInst &variable,
                            llvm::function_ref<void(llvm::MemIntrinsic &)> visit);

class PrivateMemory {
public:
  void analyze(llvm::Function &function);

  const PrivateLayout &layout(const llvm::AllocaInst &variable) const;
  /// Whether the pointer leads into an interleaved variable, so that its offsets count for all
  /// lanes.
  bool isInterleaved(const llvm::Value *pointer) const {
    return interleavedPointers.contains(pointer);
  }

private:
  llvm::DenseMap<const llvm::AllocaInst *, PrivateLayout> layouts;
  llvm::DenseMap<const llvm::Value *, uint64_t> interleavedPointers; // pointer -> element size
};

} // namespace heddle::compiler

#endif
