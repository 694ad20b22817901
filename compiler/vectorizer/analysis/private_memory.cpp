#include "compiler/vectorizer/analysis/private_memory.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Follows all pointers into one variable and finds the one element size of its accesses.
class InterleavingCheck {
public:
  /// visitMoved: gets fills and copies, which are no obstacle then.
  InterleavingCheck(const AllocaInst &variable, const DataLayout &layout,
                    function_ref<void(MemIntrinsic &)> visitMoved = nullptr)
      : layout(layout), variable(variable), visitMoved(visitMoved) {}

  /// 0 when some use forbids interleaving.
  uint64_t elementSize() {
    pointers.push_back(&variable);
    for (size_t next = 0; next < pointers.size(); ++next)
      for (const Use &use : pointers[next]->uses())
        if (!visit(use))
          return 0;
    if (!size || layout.getTypeAllocSize(variable.getAllocatedType()) % size)
      return 0;
    for (const GEPOperator *gep : offsets)
      if (!isMultiple(*gep))
        return 0;
    if (any_of(lengths, [this](uint64_t bytes) { return bytes % size != 0; }))
      return 0;
    return size;
  }

  ArrayRef<const Value *> derivedPointers() const { return pointers; }

private:
  bool visit(const Use &use) {
    const User *user = use.getUser();
    if (auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple() && access(load->getType());
    if (auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() == StoreInst::getPointerOperandIndex() && store->isSimple() &&
             access(store->getValueOperand()->getType());
    if (auto *gep = dyn_cast<GEPOperator>(user)) {
      offsets.push_back(gep);
      pointers.push_back(user);
      return use.getOperandNo() == GEPOperator::getPointerOperandIndex();
    }
    if (isa<AddrSpaceCastInst>(user)) {
      pointers.push_back(user);
      return true;
    }
    if (auto *moved = dyn_cast<MemIntrinsic>(use.getUser()); moved && visitMoved)
      return move(*moved);
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
  }

  bool access(Type *type) {
    uint64_t bits = layout.getTypeSizeInBits(type->getScalarType());
    if (!type->getScalarType()->isSingleValueType() || bits % 8 || bits > 64 ||
        !isPowerOf2_64(bits))
      return false;
    if (size && size != bits / 8)
      return false;
    size = bits / 8;
    return true;
  }

  bool move(MemIntrinsic &moved) {
    const auto *length = dyn_cast<ConstantInt>(moved.getLength());
    if (!length || moved.isVolatile())
      return false;
    lengths.push_back(length->getZExtValue());
    visitMoved(moved);
    return true;
  }

  bool isMultiple(const GEPOperator &gep) const {
    SmallMapVector<Value *, APInt, 4> variableOffsets;
    APInt constantOffset(layout.getIndexTypeSizeInBits(gep.getType()), 0);
    if (gep.getType()->isVectorTy() ||
        !gep.collectOffset(layout, constantOffset.getBitWidth(), variableOffsets, constantOffset))
      return false;
    if (constantOffset.srem(size))
      return false;
    return llvm::all_of(variableOffsets, [&](auto &entry) { return entry.second.srem(size) == 0; });
  }

  const DataLayout &layout;
  const AllocaInst &variable;
  uint64_t size = 0;
  SmallVector<const Value *, 16> pointers;
  SmallVector<const GEPOperator *, 16> offsets;
  SmallVector<uint64_t> lengths; ///< of fills and copies
  function_ref<void(MemIntrinsic &)> visitMoved;
};

} // namespace

uint64_t elementSizeBesides(const AllocaInst &variable, function_ref<void(MemIntrinsic &)> visit) {
  return InterleavingCheck(variable, variable.getDataLayout(), visit).elementSize();
}

void PrivateMemory::analyze(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable)
      continue;
    InterleavingCheck check(*variable, layout);
    PrivateLayout &chosen = layouts[variable];
    chosen.blockSize =
        alignTo(layout.getTypeAllocSize(variable->getAllocatedType()), variable->getAlign());
    chosen.elementSize = check.elementSize();
    if (chosen.isInterleaved())
      for (const Value *pointer : check.derivedPointers())
        interleavedPointers[pointer] = chosen.elementSize;
  }
}

const PrivateLayout &PrivateMemory::layout(const AllocaInst &variable) const {
  return layouts.find(&variable)->second;
}

} // namespace heddle::compiler
