#include "compiler/matrix/split_block.hpp"

#include "llvm/IR/BasicBlock.h"

using namespace llvm;

namespace heddle::compiler {

std::pair<BasicBlock *, BasicBlock *> splitInFront(Instruction &place, StringRef name) {
  BasicBlock *block = place.getParent();
  if (!block->phis().empty())
    return {block, block->splitBasicBlock(&place, name)};
  return {block->splitBasicBlockBefore(&place, name), block};
}

} // namespace heddle::compiler
