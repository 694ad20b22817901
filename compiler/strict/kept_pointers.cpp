#include "compiler/strict/kept_pointers.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Bytes from the start of a variable; nothing for any place in it.
using Offset = std::optional<std::int64_t>;

/// The variable that a pointer leads into, and where; no variable for other pointers.
std::pair<AllocaInst *, Offset> variableAt(Value *pointer, const DataLayout &layout) {
  Offset offset = 0;
  for (;;) {
    if (isa<AddrSpaceCastOperator, BitCastOperator>(pointer)) {
      pointer = cast<Operator>(pointer)->getOperand(0);
      continue;
    }
    auto *gep = dyn_cast<GEPOperator>(pointer);
    if (!gep)
      return {dyn_cast<AllocaInst>(pointer), offset};
    APInt step(layout.getIndexTypeSizeInBits(gep->getType()), 0);
    if (gep->accumulateConstantOffset(layout, step) && offset)
      *offset += step.getSExtValue();
    else
      offset.reset();
    pointer = gep->getPointerOperand();
  }
}

/// Memory that is the same in all programs, and so leads to no memory of this one.
bool isPlainConstant(const Value *pointer) {
  auto *variable = dyn_cast<GlobalVariable>(pointer->stripPointerCasts());
  return variable && variable->isConstant() && variable->hasInitializer() &&
         !variable->getInitializer()->needsRelocation();
}

/// Collects what is written to variables at places where pointers are read.
class KeptPointers {
public:
  explicit KeptPointers(LoadInst &load)
      : layout(load.getDataLayout()), bytes(layout.getPointerTypeSize(load.getType())) {
    isKnown = load.getType()->isPointerTy() && add(load.getPointerOperand(), 0);
    // Variables that these are copied from come behind them.
    for (std::size_t i = 0; isKnown && i < places.size(); ++i) {
      const auto [variable, place] = places[i];
      isKnown = visitUsers(variable, 0, place);
    }
  }

  SmallVector<Value *, 4> take() {
    return isKnown ? SmallVector<Value *, 4>(pointers.begin(), pointers.end())
                   : SmallVector<Value *, 4>();
  }

private:
  bool add(Value *pointer, Offset step) {
    auto [variable, offset] = variableAt(pointer, layout);
    if (!variable)
      return false;
    const std::pair<AllocaInst *, Offset> place{variable, offset && step ? Offset(*offset + *step)
                                                                         : Offset()};
    if (!is_contained(places, place))
      places.push_back(place);
    return true;
  }

  /// Whether what is written from `at` on, so many bytes, has some of the pointer at `place`.
  bool overlaps(Offset at, std::uint64_t size, Offset place) const {
    return !at || !place ||
           (*at < *place + static_cast<std::int64_t>(bytes) &&
            *place < *at + static_cast<std::int64_t>(size));
  }

  /// The pointer leads `at` bytes into the variable.
  bool visitUsers(Value *pointer, Offset at, Offset place) {
    for (Use &use : pointer->uses())
      if (!visit(use, at, place))
        return false;
    return true;
  }

  bool visit(Use &use, Offset at, Offset place) {
    User *user = use.getUser();
    if (auto *gep = dyn_cast<GEPOperator>(user)) {
      APInt step(layout.getIndexTypeSizeInBits(gep->getType()), 0);
      const bool isConstant = gep->accumulateConstantOffset(layout, step);
      return visitUsers(gep, at && isConstant ? Offset(*at + step.getSExtValue()) : Offset(),
                        place);
    }
    if (isa<AddrSpaceCastOperator, BitCastOperator>(user))
      return visitUsers(user, at, place);
    if (isa<LoadInst, ICmpInst, LifetimeIntrinsic>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             visitStore(*store, at, place);
    if (auto *set = dyn_cast<MemSetInst>(user)) {
      auto *byte = dyn_cast<ConstantInt>(set->getValue());
      return byte && byte->isZero();
    }
    if (auto *copy = dyn_cast<MemTransferInst>(user))
      return visitCopy(*copy, use, at, place);
    return false;
  }

  bool visitStore(StoreInst &store, Offset at, Offset place) {
    Value *value = store.getValueOperand();
    const std::uint64_t size = layout.getTypeStoreSize(value->getType());
    if (!value->getType()->isPointerTy())
      // In an array of structures nobody knows which field is written, but not a pointer.
      return at && place ? !overlaps(at, size, place) : size < bytes;
    if (overlaps(at, size, place))
      pointers.insert(value);
    return !at || !place || *at == *place || !overlaps(at, size, place);
  }

  bool visitCopy(MemTransferInst &copy, const Use &use, Offset at, Offset place) {
    // Of what it is copied from nothing changes.
    if (&use == &copy.getRawSourceUse())
      return true;
    auto *length = dyn_cast<ConstantInt>(copy.getLength());
    if (!length)
      return false;
    if (!overlaps(at, length->getZExtValue(), place) || isPlainConstant(copy.getRawSource()))
      return true;
    return add(copy.getRawSource(), at && place ? Offset(*place - *at) : Offset());
  }

  const DataLayout &layout;
  const std::uint64_t bytes; ///< of a pointer
  SmallVector<std::pair<AllocaInst *, Offset>, 4> places;
  SmallSetVector<Value *, 4> pointers;
  bool isKnown = false;
};

} // namespace

SmallVector<Value *, 4> keptPointers(LoadInst &load) { return KeptPointers(load).take(); }

} // namespace heddle::compiler
