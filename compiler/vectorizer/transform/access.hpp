// What a load or store accesses for each lane.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_ACCESS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_ACCESS_HPP

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Alignment.h"

namespace heddle::compiler {

struct Widener::Access {
  const llvm::Instruction &origin;
  llvm::Type *type;
  llvm::Type *element; // null when the leaves are not elements of one type side by side
  int64_t elementSize;
  llvm::SmallVector<Leaf, 4> leaves; // offsets of one lane's leaves from its pointer
  llvm::Align align;
  llvm::AAMDNodes aliasing;
  bool isInterleaved;

  Access(Widener &widener, llvm::Instruction &instruction, llvm::Value *pointer, llvm::Type *type,
         llvm::Align align)
      : origin(instruction), type(type), align(align), aliasing(instruction.getAAMetadata()),
        isInterleaved(widener.analyses.privateMemory.isInterleaved(pointer)) {
    llvm::ArrayRef<Leaf> list = widener.leavesOf(type);
    leaves.assign(list.begin(), list.end());
    element = leaves.empty() ? nullptr : leaves[0].type;
    elementSize = element ? widener.layout.getTypeStoreSize(element) : 0;
    for (auto [index, leaf] : llvm::enumerate(leaves))
      if (leaf.type != element || leaf.offset != index * elementSize)
        element = nullptr;
    if (isInterleaved) {
      for (Leaf &leaf : leaves)
        leaf.offset *= widener.lanes;
      this->align = std::min(align, llvm::Align(elementSize));
    }
  }

  int64_t count() const { return leaves.size(); }

  /// Whether one instruction accesses all of one lane: a word of 4 or 8 bytes, or a vector.
  bool isOneOfLanes() const {
    return element && !isInterleaved && !element->isPointerTy() &&
           isWholeVector(count(), elementSize);
  }

  // The access that starts at lane 0's address: an active lane's alignment says about lane 0, which
  // need not be active, only as much as the step leaves.
  Access fromFirstLane(int64_t step) const {
    Access result = *this;
    if (step)
      result.align = commonAlignment(align, static_cast<uint64_t>(step));
    return result;
  }
  llvm::Align alignAt(uint64_t offset) const { return commonAlignment(align, offset); }

  // The access of one leaf only.
  Access leafAccess(unsigned index, int64_t size) const {
    Access result = *this;
    result.type = result.element = leaves[index].type;
    result.elementSize = size;
    result.align = alignAt(leaves[index].offset);
    result.leaves = {{leaves[index].type, 0}};
    return result;
  }

  // What is known of the access, for an instruction that reads some of it.
  void describe(llvm::Instruction &read) const {
    read.setAAMetadata(aliasing);
    if (isUnwritten(origin))
      markUnwritten(read);
  }

  // Whether each leaf fills whole bytes of memory.
  bool hasWholeBytes(const llvm::DataLayout &layout) const {
    return llvm::all_of(leaves, [&](const Leaf &leaf) {
      return layout.getTypeSizeInBits(leaf.type) == layout.getTypeAllocSizeInBits(leaf.type);
    });
  }
};

} // namespace heddle::compiler

#endif
