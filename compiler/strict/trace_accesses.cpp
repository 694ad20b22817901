#include "compiler/strict/trace_accesses.hpp"

#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/memory_scope.hpp"
#include "compiler/ir/waiting_loops.hpp"
#include "compiler/strict/image_calls.hpp"
#include "compiler/strict/image_pixels.hpp"
#include "compiler/strict/matrix_block.hpp"
#include "compiler/strict/memory_objects.hpp"
#include "compiler/strict/places.hpp"
#include "compiler/strict/reads_of_values.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalAddressSpace = 1, localAddressSpace = 3, genericAddressSpace = 4;

constexpr unsigned allMemory = heddleLocal | heddleGlobal | heddleImage;

/// Of the value that heddleRows says.
constexpr unsigned pitchBits = 48, rowsBits = 64 - pitchBits;

struct Access {
  Instruction *instruction;
  Value *pointer;
  Value *bytes; ///< i64, the same in all lanes
  unsigned flags;
  /// What is written; of a block its rows, as heddleRows has it; or what heddleHasLength says.
  Value *value = nullptr;
};

unsigned orderedBy(const CallInst &barrier) {
  auto *semantics = dyn_cast<ConstantInt>(barrier.getArgOperand(1));
  if (!semantics)
    return allMemory;
  const OrderedMemory memory = orderedMemory(semantics->getZExtValue());
  return (memory.local ? heddleLocal : 0) | (memory.global ? heddleGlobal : 0) |
         (memory.image ? heddleImage : 0);
}

/// For whom a barrier orders memory.
MemoryScope scopeOf(const CallInst &barrier) {
  auto *scope = dyn_cast<ConstantInt>(barrier.getArgOperand(0));
  return scope ? memoryScope(scope->getZExtValue()) : MemoryScope::device;
}

/// How far apart work-items may be that order accesses to one kind of memory by what one of them
/// releases and the other one acquires.
class AtomicOrder {
public:
  void release(MemoryScope scope) { released = std::max(released, scope); }
  void acquire(MemoryScope scope) { acquired = std::max(acquired, scope); }
  void fence(MemoryScope scope) { fenced = std::max(fenced, scope); }
  MemoryScope fences() const { return fenced; }
  void read(MemoryScope scope) { wasRead = std::max(wasRead, scope); }
  void write(MemoryScope scope) { written = std::max(written, scope); }
  /// A fence works through the atomic operations around it, whatever their order.
  MemoryScope reach() const {
    return std::min(std::max(released, std::min(fenced, written)),
                    std::max(acquired, std::min(fenced, wasRead)));
  }

private:
  MemoryScope released = MemoryScope::workItem, acquired = MemoryScope::workItem;
  MemoryScope fenced = MemoryScope::workItem;                                   ///< of either order
  MemoryScope wasRead = MemoryScope::workItem, written = MemoryScope::workItem; ///< atomically
};

/// What a point is where all work-items of a sub-group or work-group meet; 0 for none. Functions
/// other than barriers order no accesses, but programs have them do it.
unsigned meetingAt(const CallInst &call, InternalOp op) {
  constexpr unsigned all = heddleMeets | allMemory;
  switch (op) {
  case InternalOp::workGroupBarrier: {
    const MemoryScope scope = scopeOf(call);
    return heddleMeets | heddleBarrier |
           (scope >= MemoryScope::workGroup ? heddleOfWorkGroup : 0u) |
           (scope >= MemoryScope::subGroup ? orderedBy(call) : 0u) |
           (call.hasFnAttr(waitsForCopiesAttribute) ? heddleAwaitsCopies : 0u) |
           (call.hasFnAttr(secondHalfAttribute) ? heddleHasArrived : 0u);
  }
  case InternalOp::subGroupBarrier:
    return heddleMeets | (scopeOf(call) >= MemoryScope::subGroup ? orderedBy(call) : 0u);
  case InternalOp::workGroupBroadcast:
  case InternalOp::workGroupReduce:
  case InternalOp::workGroupScanInclusive:
  case InternalOp::workGroupScanExclusive:
    return all | heddleOfWorkGroup | heddleByHabit | heddleBarrier;
  case InternalOp::workGroupCopy: // orders nothing
    return heddleMeets | heddleOfWorkGroup | heddleBarrier;
  case InternalOp::blockRead:
  case InternalOp::blockWrite:
    // What lanes have of a block is the sub-group's.
    return all;
  // Of more than a sub-group and less than a work-group.
  case InternalOp::pairJoin:
    return all | heddleOfWorkGroup | heddlePair;
  case InternalOp::namedBarrier:
    return all | heddleOfWorkGroup;
  default:
    return (op >= InternalOp::subGroupAll && op < InternalOp::blockRead) ||
                   op == InternalOp::matrixMad ||
                   (op >= InternalOp::cooperativeLoad && op <= InternalOp::blockWrite2d)
               ? all | heddleByHabit
               : 0;
  }
}

/// Of functions of a work-group; "" for its barriers.
const char *nameOfFunction(const CallInst &call, InternalOp op) {
  switch (op) {
  case InternalOp::workGroupBroadcast:
    return "work_group_broadcast";
  case InternalOp::workGroupReduce:
    return "a work-group reduction";
  case InternalOp::workGroupScanInclusive:
  case InternalOp::workGroupScanExclusive:
    return "a work-group scan";
  case InternalOp::workGroupCopy:
    return "async_work_group_copy";
  default:
    return call.hasFnAttr(waitsForCopiesAttribute) ? "wait_group_events" : "";
  }
}

class AccessTracer {
public:
  /// `waiting`: accesses in loops that do nothing but wait for what these find.
  AccessTracer(Function &kernel, bool all, SmallPtrSet<const Instruction *, 4> waiting)
      : kernel(kernel), all(all), waiting(std::move(waiting)),
        layout(kernel.getParent()->getDataLayout()), objects(kernel) {}

  bool run() {
    for (Instruction &instruction : instructions(kernel))
      collect(instruction);
    for (const Access &access : accesses)
      if (access.flags & heddleWrites)
        for (const MemoryObject &object : objects.objectsOf(access.pointer))
          written.insert(object.base);
    if (hasOrder)
      noteVolatileOrder();
    isFollowed = canBeFollowed();
    for (const Access &access : accesses)
      trace(access);
    for (CallInst *access : imageAccesses)
      traceImage(*access);
    for (auto [call, flags] : meetings)
      meet(*call, flags);
    return !accesses.empty() || !imageAccesses.empty() || !meetings.empty();
  }

private:
  ConstantInt *number(std::uint64_t value) const {
    return ConstantInt::get(Type::getInt64Ty(kernel.getContext()), value);
  }
  ConstantInt *sizeOf(Type *type) const {
    return number(layout.getTypeStoreSize(type).getFixedValue());
  }

  /// What an operation on one kind of memory orders programs take for ordered in the other, too.
  template <typename Note> void noteOrder(Note &&note) {
    note(orderOfLocal);
    note(orderOfGlobal);
  }

  /// `flags`: what is done. Nothing for an access that is neither atomic nor volatile.
  void noteAtomic(const Instruction &access, bool isVolatile, AtomicOrdering ordering,
                  unsigned flags) {
    if (ordering == AtomicOrdering::NotAtomic) {
      volatileAccesses |= isVolatile ? flags : 0;
      return;
    }
    const MemoryScope scope = memoryScopeOf(access);
    hasOrder |= isStrongerThanMonotonic(ordering);
    noteOrder([&](AtomicOrder &order) {
      if (flags & heddleReads)
        order.read(scope);
      if (flags & heddleWrites)
        order.write(scope);
      if ((flags & heddleReads) && isAcquireOrStronger(ordering))
        order.acquire(scope);
      if ((flags & heddleWrites) && isReleaseOrStronger(ordering))
        order.release(scope);
    });
  }

  /// A volatile access is taken for the other side of what a kernel releases or acquires.
  void noteVolatileOrder() {
    noteOrder([&](AtomicOrder &order) {
      if (volatileAccesses & heddleReads)
        order.acquire(MemoryScope::device);
      if (volatileAccesses & heddleWrites)
        order.release(MemoryScope::device);
    });
  }

  void noteFence(MemoryScope scope, OrderedMemory memory) {
    hasOrder = true;
    if (memory.local)
      orderOfLocal.fence(scope);
    if (memory.global)
      orderOfGlobal.fence(scope);
  }

  /// A barrier whose memory scope is wider than the group that meets is also a fence for others.
  void noteBarrier(const CallInst &barrier, MemoryScope group) {
    const unsigned memory = orderedBy(barrier);
    if (scopeOf(barrier) > group)
      noteFence(scopeOf(barrier), {(memory & heddleLocal) != 0, (memory & heddleGlobal) != 0});
  }

  void collect(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      noteAtomic(*load, load->isVolatile(), load->getOrdering(), heddleReads);
      add({load, load->getPointerOperand(), sizeOf(load->getType()),
           heddleReads | (load->isSimple() ? 0u : heddleAtomic)});
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      noteAtomic(*store, store->isVolatile(), store->getOrdering(), heddleWrites);
      Value *value = store->getValueOperand();
      add({store, store->getPointerOperand(), sizeOf(value->getType()),
           heddleWrites | (store->isSimple() ? 0u : heddleAtomic), value});
    } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
      noteAtomic(*atomic, atomic->isVolatile(), atomic->getOrdering(), heddleReads | heddleWrites);
      mayHaveLocks |= atomic->getOperation() == AtomicRMWInst::Xchg && !atomic->use_empty() &&
                      !isStrongerThanMonotonic(atomic->getOrdering());
      add({atomic, atomic->getPointerOperand(), sizeOf(atomic->getType()),
           heddleReads | heddleWrites | heddleAtomic});
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      noteAtomic(*exchange, exchange->isVolatile(), exchange->getMergedOrdering(),
                 heddleReads | heddleWrites);
      mayHaveLocks |= !isStrongerThanMonotonic(exchange->getMergedOrdering());
      add({exchange, exchange->getPointerOperand(), sizeOf(exchange->getNewValOperand()->getType()),
           heddleReads | heddleWrites | heddleAtomic});
    } else if (isa<FenceInst>(instruction)) {
      noteFence(memoryScopeOf(instruction), orderedMemoryOf(instruction));
    } else if (auto *moves = dyn_cast<MemIntrinsic>(&instruction)) {
      collectCopy(*moves);
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      collectCall(*call);
    }
  }

  void collectCopy(MemIntrinsic &moves) {
    IRBuilder<> builder(&moves);
    Value *length = builder.CreateZExtOrTrunc(moves.getLength(), builder.getInt64Ty());
    const bool isConstant = isa<ConstantInt>(length);
    Value *bytes = isConstant ? length : number(0), *each = isConstant ? nullptr : length;
    const unsigned more = isConstant ? 0 : heddleHasLength;
    if (auto *transfer = dyn_cast<MemTransferInst>(&moves))
      add({&moves, transfer->getRawSource(), bytes, heddleReads | more, each});
    add({&moves, moves.getRawDest(), bytes, heddleWrites | more, each});
  }

  void collectCall(CallInst &call) {
    std::optional<InternalOp> op = internalOp(call);
    if (!op) {
      // A function that was not inlined.
      mayHaveLocks |= mayOrder(call.getCalledFunction());
      hasUnknownCalls |= mayOrder(call.getCalledFunction());
      if (call.mayWriteToMemory())
        for (const Value *argument : call.args())
          if (argument->getType()->isPointerTy())
            noteUntraced(argument);
      return;
    }
    if (unsigned flags = meetingAt(call, *op))
      meetings.emplace_back(&call, flags);
    if (op == InternalOp::workGroupBarrier)
      noteBarrier(call, MemoryScope::workGroup);
    else if (op == InternalOp::subGroupBarrier)
      noteBarrier(call, MemoryScope::subGroup);
    if (op == InternalOp::blockRead || op == InternalOp::blockWrite)
      collectBlock(call, *op == InternalOp::blockWrite);
    else if (std::optional<MatrixBlock> block = MatrixBlock::of(call))
      collectMatrix(call, *block);
    else if (op == InternalOp::workGroupCopy)
      collectWorkGroupCopy(call);
    else if (op == InternalOp::imageRead || op == InternalOp::imageWrite)
      collectImage(call, *op == InternalOp::imageWrite);
  }

  static Value *rowsOf(IRBuilder<> &builder, Value *pitch, Value *rows) {
    return builder.CreateOr(builder.CreateAnd(pitch, (std::uint64_t(1) << pitchBits) - 1),
                            builder.CreateShl(rows, pitchBits));
  }

  /// Elements at a distance are rows; of more than are counted the first ones.
  void collectWorkGroupCopy(CallInst &call) {
    IRBuilder<> builder(&call);
    Value *count = call.getArgOperand(2), *one = builder.getInt64(1);
    Value *element = builder.CreateZExt(call.getArgOperand(5), builder.getInt64Ty());
    Value *most = builder.CreateBinaryIntrinsic(Intrinsic::umin, count,
                                                builder.getInt64((1u << rowsBits) - 1));
    for (unsigned side : {1u, 0u}) {
      Value *step = call.getArgOperand(3 + side);
      Value *isDense = builder.CreateICmpEQ(step, one);
      Value *rows = builder.CreateSelect(isDense, one, most);
      Value *bytes = builder.CreateSelect(isDense, builder.CreateMul(count, element), element);
      add({&call, call.getArgOperand(side), bytes,
           static_cast<unsigned>(side == 0 ? heddleWrites : heddleReads) | heddleOfWorkGroup |
               heddleRows,
           rowsOf(builder, builder.CreateMul(step, element), rows)});
    }
  }

  void collectImage(CallInst &call, bool writes) {
    imageAccesses.push_back(&call);
    writesImages |= writes;
  }

  void collectMatrix(CallInst &call, const MatrixBlock &block) {
    IRBuilder<> builder(&call);
    const MatrixBlock::Part part = block.inside(builder);
    Value *first = builder.CreatePtrAdd(block.base, part.first);
    add({&call, first, part.rowBytes,
         static_cast<unsigned>(block.writes ? heddleWrites : heddleReads) | heddleOfSubGroup |
             heddleRows,
         rowsOf(builder, block.pitch, part.rows)});
  }

  /// Whether a function may order accesses of others.
  static bool mayOrder(const Function *function) {
    return function && !function->isDeclaration() &&
           any_of(instructions(*function), [](const Instruction &instruction) {
             auto *call = dyn_cast<CallInst>(&instruction);
             return instruction.isAtomic() || (call && mayOrder(call->getCalledFunction()));
           });
  }

  /// Writes there are not told to the runtime. Of global memory it sees what is written.
  void noteUntraced(const Value *pointer) {
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    writesLocalUntraced |= space == localAddressSpace || space == genericAddressSpace;
  }

  void collectBlock(CallInst &call, bool writes) {
    IRBuilder<> builder(&call);
    Type *type = writes ? call.getArgOperand(1)->getType() : call.getType();
    auto *queryType = FunctionType::get(builder.getInt32Ty(), false);
    Value *lanes =
        builder.CreateCall(getInternalOp(*kernel.getParent(), InternalOp::subGroupSize, queryType));
    add({&call, call.getArgOperand(0),
         builder.CreateMul(builder.CreateZExt(lanes, builder.getInt64Ty()), sizeOf(type)),
         static_cast<unsigned>(writes ? heddleWrites : heddleReads) | heddleOfSubGroup});
  }

  /// Where all of them lie; nothing for several places, or for none.
  static std::optional<unsigned> spaceOf(ArrayRef<MemoryObject> bases) {
    std::optional<unsigned> result;
    for (const MemoryObject &object : bases) {
      const unsigned space = object.base->getType()->getPointerAddressSpace();
      if (result && *result != space)
        return std::nullopt;
      result = space;
    }
    return result;
  }

  void add(Access access) {
    if (isa<AllocaInst>(access.pointer))
      return;
    if ((access.flags & heddleWrites) && !spaceOf(objects.objectsOf(access.pointer)))
      noteUntraced(access.pointer);
    accesses.push_back(access);
  }

  void trace(const Access &access) {
    SmallVector<MemoryObject, 2> bases = objects.objectsOf(access.pointer);
    std::optional<unsigned> space = spaceOf(bases);
    if (!space)
      return;
    Place place;
    place.kind = heddleFinding_race;
    if (bases.size() == 1)
      place = MemoryObjects::placeIn(bases[0]);
    place.kind = heddleFinding_race;
    place.access = access.flags | (waiting.contains(access.instruction) ? heddleWaits : 0u);
    if (auto *bytes = dyn_cast<ConstantInt>(access.bytes))
      place.bytes = bytes->getZExtValue();
    if (space == localAddressSpace) {
      place.access |= heddleLocal;
      place.ordered = orderOfLocal.reach();
      // Not what is read so that a component of it can be written.
      if ((access.flags & heddleReads) && !writesLocalUntraced &&
          isReadOfValue(*access.instruction))
        place.access |= heddleWantsValue;
    } else if (space == globalAddressSpace) {
      place.access |= heddleGlobal;
      place.ordered = orderOfGlobal.reach();
      // What the kernel does not write nobody writes meanwhile, unless through another argument.
      if (!all && !(place.access & heddleWaits) && !(isFollowed && (access.flags & heddleAtomic)) &&
          none_of(bases, [&](const MemoryObject &object) { return written.contains(object.base); }))
        return;
      if (bases.size() == 1 && isRestrict(*bases[0].base))
        place.access |= heddleRestrict;
      if (isWanted(*access.instruction))
        place.access |= heddleWantsValue;
    } else {
      return;
    }
    if (access.flags & heddleAtomic) {
      place.scope = memoryScopeOf(*access.instruction);
      place.access |= orderingOf(*access.instruction, access.flags, place.scope);
    } else if (mayHaveLocks && !all)
      place.ordered = MemoryScope::device;
    if (isFollowed)
      place.access |= heddleFollowed;
    IRBuilder<> builder(access.instruction);
    Value *value = access.value;
    if (!(access.flags & (heddleRows | heddleHasLength))) {
      value = asInteger(access.value, builder);
      if (value)
        place.access |= heddleHasValue;
    }
    emit(builder, *access.instruction, builder.CreatePtrToInt(access.pointer, builder.getInt64Ty()),
         access.bytes, value ? value : number(0), std::move(place));
  }

  /// Volatile and atomic loads may wait for what others write.
  static bool isWanted(const Instruction &access) {
    auto *load = dyn_cast<LoadInst>(&access);
    return (load ? load->isSimple() : isa<AtomicRMWInst>(access)) && isReadOfValue(access);
  }

  /// What is released and acquired, and for whom. A fence works through all atomic operations.
  unsigned orderingOf(const Instruction &access, unsigned flags, MemoryScope scope) const {
    if (!hasOrder)
      return 0;
    AtomicOrdering ordering = AtomicOrdering::AcquireRelease; // of volatile ones
    if (access.isAtomic())
      ordering = orderingOf(access);
    const MemoryScope fenced =
        std::min(scope, std::max(orderOfLocal.fences(), orderOfGlobal.fences()));
    const bool isFenced = fenced > MemoryScope::workItem;
    const bool releases = (flags & heddleWrites) && (isFenced || isReleaseOrStronger(ordering));
    const bool acquires = (flags & heddleReads) && (isFenced || isAcquireOrStronger(ordering));
    const MemoryScope reach = isStrongerThanMonotonic(ordering) ? scope : fenced;
    return (releases ? heddleReleases : 0u) | (acquires ? heddleAcquires : 0u) |
           static_cast<unsigned>(reach) << heddleOrderScopeShift;
  }

  static AtomicOrdering orderingOf(const Instruction &access) {
    if (auto *load = dyn_cast<LoadInst>(&access))
      return load->getOrdering();
    if (auto *store = dyn_cast<StoreInst>(&access))
      return store->getOrdering();
    if (auto *atomic = dyn_cast<AtomicRMWInst>(&access))
      return atomic->getOrdering();
    return cast<AtomicCmpXchgInst>(access).getMergedOrdering();
  }

  /// Whether all that may order accesses is told: no locks of relaxed operations, and no atomic
  /// operations on memory that nobody knows.
  bool canBeFollowed() const {
    return hasOrder && !mayHaveLocks && !hasUnknownCalls &&
           all_of(accesses, [&](const Access &access) {
             if (!(access.flags & heddleAtomic))
               return true;
             std::optional<unsigned> space = spaceOf(objects.objectsOf(access.pointer));
             return space == localAddressSpace || space == globalAddressSpace;
           });
  }

  static bool isRestrict(const Value &base) {
    auto *argument = dyn_cast<Argument>(&base);
    return argument && argument->hasNoAliasAttr();
  }

  /// The pixel that coordinates choose, or all between which a sampler interpolates, as far as they
  /// are in the image. Where the kernel writes none, nobody may have written one.
  void traceImage(CallInst &call) {
    IRBuilder<> builder(&call);
    const bool writes = internalOp(call) == InternalOp::imageWrite;
    const bool isWanted = !writes && !call.use_empty();
    if (!writesImages && !isWanted)
      return;
    const std::optional<ImageCall> access = ImageCall::of(call, builder);
    if (!access)
      return;
    PixelsOfCall pixels(call, *access, builder);
    Place place;
    place.kind = heddleFinding_race;
    place.subject = access->image->getName().str();
    place.argument = static_cast<int>(access->image->getArgNo());
    place.access = static_cast<unsigned>(writes ? heddleWrites : heddleReads) |
                   (isWanted ? heddleWantsValue : 0u) | heddleImage | heddleHasLength;
    // Which flags a fence for images has is not told apart.
    place.ordered = !writesImages || (mayHaveLocks && !all)
                        ? MemoryScope::device
                        : std::max(orderOfLocal.reach(), orderOfGlobal.reach());
    for (unsigned corner = 0, corners = pixels.count(); corner < corners; ++corner) {
      const PixelsOfCall::Pixel pixel = pixels.at(corner);
      emit(builder, call, pixel.address, number(0), pixel.bytes, place);
    }
  }

  /// Null for what does not fit, and for padding.
  Value *asInteger(Value *value, IRBuilder<> &builder) const {
    if (!value || value->getType()->isAggregateType())
      return nullptr;
    const std::uint64_t bits = layout.getTypeSizeInBits(value->getType());
    if (bits > 64 || bits % 8 != 0 || bits != 8 * layout.getTypeStoreSize(value->getType()))
      return nullptr;
    Type *integer = builder.getIntNTy(static_cast<unsigned>(bits));
    if (value->getType()->isPointerTy())
      value = builder.CreatePtrToInt(value, integer);
    else if (!value->getType()->isPtrOrPtrVectorTy())
      value = builder.CreateBitCast(value, integer);
    else
      return nullptr;
    return builder.CreateZExt(value, builder.getInt64Ty());
  }

  void meet(CallInst &call, unsigned flags) {
    Place place;
    const InternalOp op = *internalOp(call);
    place.subject = nameOfFunction(call, op);
    place.kind =
        place.subject.empty() ? heddleFinding_divergentBarrier : heddleFinding_divergentWorkGroup;
    place.access = flags;
    IRBuilder<> builder(&call);
    Place again = place;
    emit(builder, call, number(0), number(0), number(0), std::move(place));
    // Also behind it: a block is read and written there.
    if (op == InternalOp::blockRead || op == InternalOp::blockWrite) {
      builder.SetInsertPoint(call.getNextNode());
      emit(builder, call, number(0), number(0), number(0), std::move(again));
    }
  }

  void emit(IRBuilder<> &builder, const Instruction &where, Value *address, Value *bytes,
            Value *value, Place place) {
    Type *i64 = builder.getInt64Ty();
    auto *type = FunctionType::get(builder.getVoidTy(), {i64, i64, i64, builder.getInt32Ty()},
                                   /*isVarArg=*/false);
    builder.CreateCall(getInternalOp(*kernel.getParent(), InternalOp::touched, type),
                       {address, bytes, value, addPlace(where, std::move(place))});
  }

  Function &kernel;
  const bool all;
  const SmallPtrSet<const Instruction *, 4> waiting;
  const DataLayout &layout;
  MemoryObjects objects;
  SmallVector<Access> accesses;
  SmallVector<CallInst *> imageAccesses;
  SmallVector<std::pair<CallInst *, unsigned>> meetings;
  SmallPtrSet<const Value *, 8> written;
  AtomicOrder orderOfLocal, orderOfGlobal;
  bool hasOrder = false;         ///< by an atomic operation or a fence
  unsigned volatileAccesses = 0; ///< heddleReads and heddleWrites
  bool mayHaveLocks = false;     ///< of relaxed order
  bool writesImages = false;
  bool hasUnknownCalls = false; ///< that may order accesses
  bool isFollowed = false;
  bool writesLocalUntraced = false;
};

} // namespace

PreservedAnalyses TraceAccessesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallPtrSet<const Instruction *, 4> waiting;
  if (looksForOthers(function))
    for (const WaitingLoop &loop :
         findWaitingLoops(analyses.getResult<LoopAnalysis>(function),
                          analyses.getResult<ScalarEvolutionAnalysis>(function),
                          analyses.getResult<DominatorTreeAnalysis>(function)))
      if (loop.waits == Waits::yes)
        waiting.insert_range(loop.looks);
  if (!AccessTracer(function, all, std::move(waiting)).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
