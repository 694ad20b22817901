#include "compiler/codegen/freeze_loaded_vectors.hpp"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool loadsVector(const Instruction &instruction) {
  if (!isa<FixedVectorType>(instruction.getType()))
    return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  // With all lanes it is as good as a load.
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_load &&
         isa<Constant>(call->getArgOperand(1));
}

/// Where the elements of one loaded vector go.
class ElementMoves {
public:
  ElementMoves(const Instruction &load, unsigned registerBits)
      : layout(load.getDataLayout()), registerBits(registerBits) {
    follow(load);
  }

  bool any() const { return isMoved; }
  bool ofSeveralWidths() const { return widths.size() > 1; }

private:
  void follow(const Value &vector) {
    for (const User *user : vector.users()) {
      if (isa<BitCastInst>(user) && isa<FixedVectorType>(user->getType()))
        follow(*user);
      else if (isa<ExtractElementInst>(user))
        extracted(*user);
      else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(user))
        shuffled(*shuffle);
    }
  }

  void extracted(const User &element) {
    isMoved = true;
    for (const User *user : element.users())
      if (isa<InsertElementInst>(user))
        for (const User *next : user->users())
          if (auto *shuffle = dyn_cast<ShuffleVectorInst>(next);
              shuffle && all_equal(shuffle->getShuffleMask()))
            widths.insert(registerPart(*shuffle));
  }

  void shuffled(const ShuffleVectorInst &shuffle) {
    int first = 0;
    if (shuffle.isIdentity() || shuffle.isIdentityWithExtract() ||
        shuffle.isExtractSubvectorMask(first)) {
      follow(shuffle);
      return;
    }
    isMoved = true;
    widths.insert(registerPart(shuffle));
    // It is taken apart into shuffles of halves and quarters, some of which may be broadcasts.
    if (!all_equal(shuffle.getShuffleMask()) &&
        std::max(bitsOf(shuffle), bitsOf(*shuffle.getOperand(0))) > registerBits)
      widths.insert(0);
  }

  std::uint64_t bitsOf(const Value &vector) const {
    return layout.getTypeSizeInBits(vector.getType()).getFixedValue();
  }
  /// Parts that are the same are made once.
  std::uint64_t registerPart(const Value &vector) const {
    return std::min<std::uint64_t>(bitsOf(vector), registerBits);
  }

  const DataLayout &layout;
  const std::uint64_t registerBits;
  bool isMoved = false;
  SmallSet<std::uint64_t, 4> widths; ///< of vectors that elements may fill; 0: another than those
};

} // namespace

PreservedAnalyses FreezeLoadedVectorsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Instruction *> loads;
  for (Instruction &instruction : instructions(function)) {
    if (!loadsVector(instruction))
      continue;
    const ElementMoves moves(instruction, registerBits);
    if (optimize ? moves.ofSeveralWidths() : moves.any())
      loads.push_back(&instruction);
  }
  for (Instruction *load : loads) {
    IRBuilder<> builder(load->getNextNode());
    Value *frozen = builder.CreateFreeze(load, load->getName() + ".loaded");
    load->replaceUsesWithIf(frozen, [&](const Use &use) { return use.getUser() != frozen; });
  }
  if (loads.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
