#include "compiler/vectorizer/transform/expand_small_copies.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Longer ones are many accesses, and what moves so much waits for memory anyway.
constexpr std::uint64_t mostBytes = 128;

bool isShort(const MemTransferInst &copy) {
  const auto *bytes = dyn_cast<ConstantInt>(copy.getLength());
  return bytes && !bytes->isZero() && bytes->getValue().ule(mostBytes) && !copy.isVolatile();
}

/// Nothing but copies of the whole, as where two structures are exchanged: SROA leaves these, and
/// makes values of what they are as loads and stores.
bool isOnlyCopied(const AllocaInst &variable) {
  return all_of(variable.users(), [](const User *user) {
    const auto *copy = dyn_cast<MemTransferInst>(user);
    return copy ? isShort(*copy) : cast<Instruction>(user)->isLifetimeStartOrEnd();
  });
}

/// Other private variables may still become values by parts, and are laid out for lanes in another
/// way.
bool staysPrivate(const Value *pointer) {
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
  return variable && !isOnlyCopied(*variable);
}

bool isSmall(const MemTransferInst &copy) {
  return isShort(copy) && !staysPrivate(copy.getSource()) && !staysPrivate(copy.getDest());
}

/// The words that both sides are aligned to, as vectors of OpenCL C with what is left over behind
/// them.
SmallVector<std::pair<std::uint64_t, Type *>> partsOf(const MemTransferInst &copy) {
  const Align common =
      std::min(copy.getSourceAlign().valueOrOne(), copy.getDestAlign().valueOrOne());
  const std::uint64_t bytes = cast<ConstantInt>(copy.getLength())->getZExtValue();
  std::uint64_t word = std::min<std::uint64_t>(common.value(), 8);
  while (bytes % word != 0)
    word /= 2;
  SmallVector<std::pair<std::uint64_t, Type *>> parts;
  auto *element = IntegerType::get(copy.getContext(), static_cast<unsigned>(word * 8));
  for (std::uint64_t place = 0; place != bytes;) {
    const std::uint64_t left = (bytes - place) / word;
    const std::uint64_t count = left == 3 ? 3 : llvm::bit_floor(std::min<std::uint64_t>(left, 16));
    parts.emplace_back(place, count == 1 ? static_cast<Type *>(element)
                                         : FixedVectorType::get(element, count));
    place += count * word;
  }
  return parts;
}

void expand(MemTransferInst &copy) {
  IRBuilder<> builder(&copy);
  const auto partAt = [&](Value *pointer, std::uint64_t place) {
    return place == 0 ? pointer
                      : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, place);
  };
  const auto parts = partsOf(copy);
  AAMDNodes alias; // what types say is of the structure, not of its words
  alias.Scope = copy.getMetadata(LLVMContext::MD_alias_scope);
  alias.NoAlias = copy.getMetadata(LLVMContext::MD_noalias);
  SmallVector<Value *> values;
  for (const auto &[place, type] : parts) {
    auto *load =
        builder.CreateAlignedLoad(type, partAt(copy.getSource(), place),
                                  commonAlignment(copy.getSourceAlign().valueOrOne(), place));
    load->setAAMetadata(alias);
    values.push_back(load);
  }
  for (const auto &[part, value] : zip_equal(parts, values)) {
    auto *store =
        builder.CreateAlignedStore(value, partAt(copy.getDest(), part.first),
                                   commonAlignment(copy.getDestAlign().valueOrOne(), part.first));
    store->setAAMetadata(alias);
  }
  copy.eraseFromParent();
}

} // namespace

PreservedAnalyses ExpandSmallCopiesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<MemTransferInst *> copies;
  for (Instruction &instruction : instructions(function))
    if (auto *copy = dyn_cast<MemTransferInst>(&instruction); copy && isSmall(*copy))
      copies.push_back(copy);
  if (copies.empty())
    return PreservedAnalyses::all();
  for (MemTransferInst *copy : copies)
    expand(*copy);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
