#include "compiler/matrix/nest/split_block.hpp"

#include "llvm/IR/BasicBlock.h"

using namespace llvm;

namespace heddle::compiler {

std::pair<BasicBlock *, BasicBlock *> splitInFront(Instruction &place, StringRef name) {
  BasicBlock *block = place.getParent();
  if (!block->phis().empty())
    return {block, block->splitBasicBlock(&place, name)};
  BasicBlock *before = block->splitBasicBlockBefore(&place);
  // The names are those of the other way.
  before->takeName(block);
  block->setName(name);
  return {before, block};
}

} // namespace heddle::compiler
