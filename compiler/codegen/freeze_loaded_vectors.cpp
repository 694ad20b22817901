#include "compiler/codegen/freeze_loaded_vectors.hpp"

#include "llvm/ADT/DenseMap.h"
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
    const int bits = elementBits(load);
    SmallVector<int> origins;
    for (int i = 0, lanes = lanesOf(load); i < lanes; ++i)
      origins.push_back(i * bits);
    follow(load, origins, 0);
  }

  bool any() const { return isMoved; }
  bool ofSeveralWidths() const {
    return any_of(widths, [](const auto &element) { return element.second.size() > 1; });
  }

private:
  /// Shuffles of shuffles of shuffles are few, and ways through them many.
  static constexpr unsigned maxDepth = 6;

  /// `origins`: for each lane the place of its element in the loaded vector, in bits, or -1.
  void follow(const Value &vector, ArrayRef<int> origins, unsigned depth) {
    if (depth == maxDepth)
      return;
    for (const Use &use : vector.uses()) {
      const User &user = *use.getUser();
      if (isa<BitCastInst>(user) && isa<FixedVectorType>(user.getType()))
        recast(user, origins, depth);
      else if (auto *element = dyn_cast<ExtractElementInst>(&user))
        extracted(*element, origins);
      else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&user))
        shuffled(*shuffle, use.getOperandNo(), origins, depth);
    }
  }

  void recast(const User &cast, ArrayRef<int> origins, unsigned depth) {
    const int from = elementBits(*cast.getOperand(0)), to = elementBits(cast);
    SmallVector<int> result;
    for (int i = 0, lanes = lanesOf(cast); i < lanes; ++i) {
      const int origin = origins[i * to / from];
      result.push_back(origin < 0 ? -1 : origin + i * to % from);
    }
    follow(cast, result, depth + 1);
  }

  void extracted(const ExtractElementInst &element, ArrayRef<int> origins) {
    isMoved = true;
    auto *index = dyn_cast<ConstantInt>(element.getIndexOperand());
    if (!index || index->getValue().uge(origins.size()))
      return;
    const int origin = origins[index->getZExtValue()];
    for (const User *user : element.users())
      if (isa<InsertElementInst>(user))
        for (const User *next : user->users())
          if (auto *shuffle = dyn_cast<ShuffleVectorInst>(next);
              shuffle && origin >= 0 && all_equal(shuffle->getShuffleMask()))
            widths[origin].insert(registerPart(*shuffle));
  }

  void shuffled(const ShuffleVectorInst &shuffle, unsigned operand, ArrayRef<int> origins,
                unsigned depth) {
    const int first = static_cast<int>(operand * origins.size());
    SmallVector<int> result;
    SmallDenseMap<int, unsigned> uses;
    for (int lane : shuffle.getShuffleMask()) {
      const bool isOurs = lane >= first && lane < first + static_cast<int>(origins.size());
      result.push_back(isOurs ? origins[lane - first] : -1);
      if (result.back() >= 0)
        ++uses[result.back()];
    }
    int begin = 0;
    if (!shuffle.isIdentity() && !shuffle.isIdentityWithExtract() &&
        !shuffle.isExtractSubvectorMask(begin)) {
      isMoved = true;
      // It is taken apart into shuffles of registers and of their halves, some of which may be
      // broadcasts.
      const bool isSplit = !all_equal(shuffle.getShuffleMask()) &&
                           std::max(bitsOf(shuffle), bitsOf(*shuffle.getOperand(0))) > registerBits;
      for (const auto &[origin, count] : uses)
        if (count > 1) {
          widths[origin].insert(registerPart(shuffle));
          if (isSplit)
            widths[origin].insert(0);
        }
    }
    follow(shuffle, result, depth + 1);
  }

  static int lanesOf(const Value &vector) {
    return static_cast<int>(cast<FixedVectorType>(vector.getType())->getNumElements());
  }
  int elementBits(const Value &vector) const {
    return static_cast<int>(
        layout.getTypeSizeInBits(vector.getType()->getScalarType()).getFixedValue());
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
  /// Of the vectors that an element may fill, by its place; 0: another than those.
  SmallDenseMap<int, SmallSet<std::uint64_t, 2>> widths;
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
