#include "compiler/strict/check_accesses.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/memory_objects.hpp"
#include "compiler/strict/places.hpp"
#include "compiler/strict/reads_of_values.hpp"
#include "compiler/strict/subscripts.hpp"
#include "compiler/strict/written_objects.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// No object lies there, in any process.
constexpr std::uint64_t firstPage = 4096;

class AccessChecker {
public:
  AccessChecker(Function &kernel, bool all)
      : kernel(kernel), all(all), layout(kernel.getParent()->getDataLayout()), objects(kernel),
        written(kernel, objects) {}

  /// False if there are other blocks than before.
  bool run() {
    SmallVector<Instruction *> accesses;
    for (Instruction &instruction : instructions(kernel))
      if (instruction.mayReadOrWriteMemory())
        accesses.push_back(&instruction);
    for (Instruction *access : accesses)
      visit(*access);
    return !changesControlFlow;
  }

private:
  void visit(Instruction &access) {
    IRBuilder<> builder(&access);
    if (auto *load = dyn_cast<LoadInst>(&access))
      return check(access, load->getPointerOperand(), sizeOf(load->getType()), load->getAlign(),
                   heddleReads);
    if (auto *store = dyn_cast<StoreInst>(&access))
      return check(access, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()),
                   store->getAlign(), heddleWrites);
    if (auto *atomic = dyn_cast<AtomicRMWInst>(&access))
      return check(access, atomic->getPointerOperand(), sizeOf(atomic->getType()),
                   atomic->getAlign(), heddleReads | heddleWrites);
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access))
      return check(access, exchange->getPointerOperand(),
                   sizeOf(exchange->getNewValOperand()->getType()), exchange->getAlign(),
                   heddleReads | heddleWrites);
    if (auto *moves = dyn_cast<MemIntrinsic>(&access)) {
      Value *bytes = builder.CreateZExtOrTrunc(moves->getLength(), builder.getInt64Ty());
      check(access, moves->getRawDest(), bytes, Align(1), heddleWrites);
      if (auto *transfer = dyn_cast<MemTransferInst>(moves))
        check(access, transfer->getRawSource(), bytes, Align(1), heddleReads);
      return;
    }
    std::optional<InternalOp> op = internalOp(access);
    if (op == InternalOp::blockRead || op == InternalOp::blockWrite)
      return visitBlock(cast<CallInst>(access), *op == InternalOp::blockWrite);
    if (op == InternalOp::workGroupCopy)
      return visitCopy(cast<CallInst>(access));
    if (op == InternalOp::print)
      return visitPrint(cast<CallInst>(access));
  }

  // One component after another, of all lanes that exist.
  void visitBlock(CallInst &call, bool writes) {
    IRBuilder<> builder(&call);
    Type *type = writes ? call.getArgOperand(1)->getType() : call.getType();
    auto *queryType = FunctionType::get(builder.getInt32Ty(), false);
    Value *lanes =
        builder.CreateCall(getInternalOp(*kernel.getParent(), InternalOp::subGroupSize, queryType));
    Value *bytes = builder.CreateMul(builder.CreateZExt(lanes, builder.getInt64Ty()), sizeOf(type));
    // OpenCL C has no blocks of generic memory.
    constexpr unsigned localAddressSpace = 3, readAlignment = 4, otherAlignment = 16;
    Value *pointer = call.getArgOperand(0);
    const bool isLocal = pointer->getType()->getPointerAddressSpace() == localAddressSpace;
    check(call, pointer, bytes, Align(writes || isLocal ? otherAlignment : readAlignment),
          writes ? heddleWrites : heddleReads, heddleOfSubGroup);
  }

  void visitCopy(CallInst &call) {
    IRBuilder<> builder(&call);
    Value *count = call.getArgOperand(2), *one = builder.getInt64(1);
    Value *element = builder.CreateZExt(call.getArgOperand(5), builder.getInt64Ty());
    for (unsigned side : {0u, 1u}) {
      Value *steps = builder.CreateMul(builder.CreateSub(count, one), call.getArgOperand(3 + side));
      Value *bytes = builder.CreateMul(builder.CreateAdd(steps, one), element);
      bytes = builder.CreateSelect(builder.CreateIsNull(count), builder.getInt64(0), bytes);
      check(call, call.getArgOperand(side), bytes, Align(1),
            side == 0 ? heddleWrites : heddleReads);
    }
  }

  /// Of a string all up to its end is read.
  void visitPrint(CallInst &call) {
    constexpr unsigned constantAddressSpace = 2;
    StringRef format;
    if (!getConstantStringInfo(call.getArgOperand(0), format))
      return;
    unsigned argument = 0;
    for (std::size_t at = format.find('%'); at != StringRef::npos; at = format.find('%', at + 1)) {
      const std::size_t flags = at + 1;
      at = format.find_first_not_of("-+ #0123456789.vhlL", flags);
      if (at == StringRef::npos)
        return;
      if (format[at] == '%')
        continue;
      if (++argument >= call.arg_size())
        return;
      Value *value = call.getArgOperand(argument);
      // Other strings are not followed.
      if (format[at] == 's' && value->getType()->isPointerTy() &&
          value->getType()->getPointerAddressSpace() == constantAddressSpace && !hasEnd(value))
        checkString(call, value, precisionIn(format.slice(flags, at)));
    }
  }

  /// Whether it is known that there is a zero.
  static bool hasEnd(const Value *string) {
    StringRef known;
    return getConstantStringInfo(string, known, /*TrimAtNul=*/false) && known.contains('\0');
  }

  /// Of a string the number of bytes that are printed, at most.
  static std::optional<std::uint64_t> precisionIn(StringRef flags) {
    const auto [before, digits] = flags.split('.');
    if (before.size() == flags.size())
      return std::nullopt;
    std::uint64_t number = 0;
    digits.take_while(isDigit).getAsInteger(10, number);
    return number;
  }

  void checkString(CallInst &call, Value *string, std::optional<std::uint64_t> precision) {
    if (precision == 0)
      return;
    Value *bytes = bytesOfString(call, string);
    if (precision) {
      IRBuilder<> builder(&call);
      bytes = builder.CreateBinaryIntrinsic(Intrinsic::umin, bytes, builder.getInt64(*precision));
    }
    check(call, string, bytes, Align(1), heddleReads);
  }

  /// With the zero at its end; one more than there are up to the end of its object if none of them
  /// is zero. One where the object is not known.
  Value *bytesOfString(CallInst &call, Value *string) {
    Type *const wide = Type::getInt64Ty(kernel.getContext());
    const std::optional<MemoryObjects::Position> position =
        objects.position(string, InternalOp::argumentReadable, call);
    if (!position)
      return ConstantInt::get(wide, 1);
    IRBuilder<> builder(&call);
    // None of what has all of memory, and of a pointer that is outside.
    Value *isInside =
        builder.CreateAnd(builder.CreateICmpULT(position->offset, position->limit),
                          builder.CreateICmpNE(position->limit, Constant::getAllOnesValue(wide)));
    Value *room = builder.CreateSelect(
        isInside, builder.CreateSub(position->limit, position->offset), builder.getInt64(0));
    //   before -> hasRoom -> look -> behind
    //                 ^--------'
    BasicBlock *before = call.getParent();
    BasicBlock *behind = SplitBlock(before, &call);
    BasicBlock *hasRoom = BasicBlock::Create(kernel.getContext(), "string", &kernel, behind);
    BasicBlock *look = BasicBlock::Create(kernel.getContext(), "string.byte", &kernel, behind);
    before->getTerminator()->setSuccessor(0, hasRoom);
    builder.SetInsertPoint(hasRoom);
    PHINode *index = builder.CreatePHI(wide, 2);
    builder.CreateCondBr(builder.CreateICmpULT(index, room), look, behind);
    builder.SetInsertPoint(look);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    Value *byte = builder.CreateLoad(builder.getInt8Ty(), builder.CreatePtrAdd(string, index));
    Value *next = builder.CreateAdd(index, builder.getInt64(1));
    builder.CreateCondBr(builder.CreateIsNull(byte), behind, hasRoom);
    index->addIncoming(builder.getInt64(0), before);
    index->addIncoming(next, look);
    builder.SetInsertPoint(behind, behind->begin());
    PHINode *last = builder.CreatePHI(wide, 2);
    last->addIncoming(index, hasRoom);
    last->addIncoming(index, look);
    builder.SetInsertPoint(&call);
    changesControlFlow = true;
    return builder.CreateAdd(last, builder.getInt64(1));
  }

  ConstantInt *sizeOf(Type *type) const {
    return ConstantInt::get(Type::getInt64Ty(kernel.getContext()),
                            layout.getTypeStoreSize(type).getFixedValue());
  }

  /// more: what else the place has to say of it.
  void check(Instruction &access, Value *pointer, Value *bytes, Align alignment, unsigned kind,
             unsigned more = 0) {
    if (auto *constant = dyn_cast<ConstantInt>(bytes); constant && constant->isZero())
      return;
    if (isSafe(pointer, bytes))
      return;
    // An atomic operation does both.
    if (kind == (heddleReads | heddleWrites)) {
      checkOne(access, pointer, bytes, alignment, heddleWrites, kind);
      if (isReadOfValue(access))
        checkOne(access, pointer, bytes, alignment, heddleReads, kind);
    } else {
      checkOne(access, pointer, bytes, alignment, kind, kind | more);
    }
    checkSubscripts(access, pointer, kind);
  }

  /// Of arrays that something else follows in their object, which is what the access would get.
  void checkSubscripts(Instruction &access, Value *pointer, unsigned kind) {
    IRBuilder<> builder(&access);
    for (const Subscript &subscript : subscriptsIn(pointer, all)) {
      Value *index = builder.CreateSExtOrTrunc(subscript.index, builder.getInt64Ty());
      if (computeKnownBits(index, layout).getMaxValue().ult(subscript.length))
        continue;
      Place place;
      place.kind = heddleFinding_arrayIndex;
      place.access = kind;
      place.objectSize = subscript.length;
      SmallVector<MemoryObject, 2> found = objects.objectsOf(pointer);
      place.subject = found.size() != 1 ? "memory" : nameOf(found[0]);
      Value *isBehind = builder.CreateICmpUGE(index, builder.getInt64(subscript.length));
      emitFinding(builder, isBehind, index, access, std::move(place));
    }
  }

  static std::string nameOf(const MemoryObject &object) {
    const std::string name = " '" + MemoryObjects::nameOf(object).str() + "'";
    return object.argument >= 0 ? "argument " + std::to_string(object.argument) + name
                                : "variable" + name;
  }

  /// `kind`: of what, `place`: of all that is done.
  void checkOne(Instruction &access, Value *pointer, Value *bytes, Align alignment, unsigned kind,
                unsigned place) {
    const InternalOp limit = limitOf(access, pointer, kind);
    if (limit == InternalOp::argumentWritten)
      place |= heddleWantsValue;
    std::optional<MemoryObjects::Check> made =
        objects.check({pointer, bytes, limit}, alignment, access);
    if (!made)
      made = nullCheck(pointer, bytes, alignment, access);
    if (!made)
      return;
    made->place.access = place;
    IRBuilder<> builder(&access);
    emitFinding(builder, made->isWrong, made->value, access, std::move(made->place));
  }

  /// A buffer that the kernel does not write has been written before, or nobody has.
  InternalOp limitOf(const Instruction &access, Value *pointer, unsigned kind) const {
    if (kind & heddleWrites)
      return InternalOp::argumentWritable;
    SmallVector<MemoryObject, 2> found = objects.objectsOf(pointer);
    if (found.size() == 1 && found[0].argument >= 0 && !written.mayWrite(found[0]))
      return InternalOp::argumentWritten;
    return isReadOfValue(access) ? InternalOp::argumentReadable : InternalOp::argumentSize;
  }

  /// The whole of a variable, or a part that is known: most accesses of private memory. A condition
  /// may choose between several.
  bool isSafe(Value *pointer, Value *bytes) const {
    constexpr std::size_t mostPlaces = 8;
    auto *count = dyn_cast<ConstantInt>(bytes);
    if (!count)
      return false;
    SmallVector<std::pair<Value *, std::int64_t>, mostPlaces> places{{pointer, 0}};
    for (std::size_t i = 0; i < places.size(); ++i) {
      APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
      Value *base = places[i].first->stripAndAccumulateConstantOffsets(layout, offset,
                                                                       /*AllowNonInbounds=*/true);
      offset += places[i].second;
      if (isa<AllocaInst>(base)) {
        if (!isInside(*cast<AllocaInst>(base), offset, count->getZExtValue()))
          return false;
        continue;
      }
      if (!isa<PHINode, SelectInst>(base))
        return false;
      auto *chosen = cast<Instruction>(base);
      for (Value *one : drop_begin(chosen->operands(), isa<SelectInst>(chosen) ? 1 : 0))
        if (std::pair<Value *, std::int64_t> place{one, offset.getSExtValue()};
            !is_contained(places, place))
          places.push_back(place);
      if (places.size() > mostPlaces)
        return false;
    }
    return true;
  }

  bool isInside(const AllocaInst &variable, const APInt &offset, std::uint64_t bytes) const {
    std::optional<TypeSize> size = variable.getAllocationSize(layout);
    return size && !size->isScalable() && !offset.isNegative() && bytes <= size->getFixedValue() &&
           offset.ule(size->getFixedValue() - bytes);
  }

  /// Of a pointer that comes from memory, or from a number.
  std::optional<MemoryObjects::Check> nullCheck(Value *pointer, Value *bytes, Align alignment,
                                                Instruction &access) const {
    constexpr unsigned privateAddressSpace = 0, localAddressSpace = 3;
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    SmallVector<const Value *, 4> bases;
    getUnderlyingObjects(pointer, bases, /*LI=*/nullptr, /*MaxLookup=*/0);
    // Arguments by value and records of images lie in memory of ours.
    if (space == privateAddressSpace || space == localAddressSpace ||
        any_of(bases, [](const Value *base) { return isa<Argument, AllocaInst>(base); }))
      return std::nullopt;
    IRBuilder<> builder(&access);
    Value *address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
    MemoryObjects::Check result{
        builder.CreateICmpULT(address, builder.getInt64(firstPage)), address, {}};
    if (auto *count = dyn_cast<ConstantInt>(bytes))
      result.place.bytes = count->getZExtValue();
    result.place.alignment = static_cast<unsigned>(alignment.value());
    return result;
  }

  Function &kernel;
  const bool all;
  const DataLayout &layout;
  MemoryObjects objects;
  const WrittenObjects written;
  bool changesControlFlow = false;
};

} // namespace

PreservedAnalyses CheckAccessesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  // The front end says of pointers that they are aligned, as they should be.
  for (Argument &argument : function.args())
    if (argument.getType()->isPointerTy() && !argument.hasByValAttr())
      argument.removeAttr(Attribute::Alignment);
  PreservedAnalyses kept;
  if (AccessChecker(function, all).run())
    kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
