#include "compiler/matrix/factors/scratch.hpp"

#include "llvm/Support/Alignment.h"

using namespace llvm;

namespace heddle::compiler {

void Scratch::enterBlock() {
  used = 0;
  regions.clear();
}

void Scratch::limitUse() {
  constexpr unsigned much = 64 * 1024;
  if (used > much)
    enterBlock();
}

std::optional<unsigned> Scratch::find(const Content &content) const {
  for (const Region &region : regions)
    if (region.content == content)
      return region.offset;
  return std::nullopt;
}

unsigned Scratch::add(const Content &content, unsigned bytes) {
  regions.push_back({content, add(bytes)});
  return regions.back().offset;
}

unsigned Scratch::add(unsigned bytes) {
  const unsigned offset = used;
  used += alignTo(bytes, 64);
  size = std::max(size, used);
  return offset;
}

Value *Scratch::address(IRBuilderBase &builder, unsigned offset) {
  if (!variable) {
    IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
    variable = entry.CreateAlloca(entry.getInt8Ty(), nullptr, name);
    variable->setAlignment(Align(64));
  }
  return builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), variable, offset);
}

void Scratch::finish() {
  if (!variable)
    return;
  IRBuilder<> builder(variable);
  AllocaInst *sized = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), size));
  sized->setAlignment(variable->getAlign());
  sized->takeName(variable);
  variable->replaceAllUsesWith(sized);
  variable->eraseFromParent();
}

} // namespace heddle::compiler
