#include "compiler/workgroup/join_groups.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/joined_groups.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/entry_builder.hpp"
#include "compiler/workgroup/equal_local_memory.hpp"
#include "compiler/workgroup/exchange_dimensions.hpp"
#include "compiler/workgroup/group_boundaries.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <array>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Copies of large variables at a distance of a power of two would share a few sets of the cache.
constexpr std::uint64_t largeVariable = 1024, cacheLine = 64;

unsigned dimensionOf(const CallInst &query) {
  return static_cast<unsigned>(cast<ConstantInt>(query.getArgOperand(0))->getZExtValue());
}

/// Whether the pointer, to a variable of a single work-item, is only followed: then it may lead
/// into another address space.
bool isOnlyFollowed(const Value &pointer) {
  return all_of(pointer.users(), [&](const User *user) {
    if (isa<LoadInst>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &pointer;
    return isa<GetElementPtrInst>(user) && isOnlyFollowed(*user);
  });
}

void moveToPrivateMemory(Value &pointer, PointerType &type) {
  pointer.mutateType(&type);
  for (User *user : pointer.users())
    if (isa<GetElementPtrInst>(user))
      moveToPrivateMemory(*user, type);
}

/// With dimensions as exchange-dimensions has left them.
abi::JoinedGroups inOrderOfCode(const Function &kernel, abi::JoinedGroups joined) {
  const std::uint64_t first = kernel.getFnAttributeAsParsedInteger(firstDimensionAttribute);
  std::swap(joined.localSize[0], joined.localSize[first]);
  std::swap(joined.groups[0], joined.groups[first]);
  return joined;
}

class Joiner {
public:
  Joiner(Function &kernel, const abi::JoinedGroups &enqueued, unsigned lanes)
      : kernel(kernel), module(*kernel.getParent()), joined(inOrderOfCode(kernel, enqueued)),
        isOneSubGroup(joined.numWorkItems() <= lanes && !joined.rowsApart),
        isOneWorkItem(joined.numGroups() == joined.numWorkItems()), builder(module.getContext()),
        i32(builder.getInt32Ty()), i64(builder.getInt64Ty()) {}

  /// Whether the control flow has changed.
  bool run() {
    SmallVector<CallInst *> operations;
    for (Instruction &instruction : instructions(kernel))
      if (internalOp(instruction))
        operations.push_back(cast<CallInst>(&instruction));
    builder.SetInsertPoint(kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    // In front of all that is replaced.
    start = cast<Instruction>(builder.CreateFreeze(PoisonValue::get(i32)));
    separateVariables();
    separateArguments();
    for (CallInst *operation : operations) {
      builder.SetInsertPoint(operation);
      if (internalOp(*operation) == InternalOp::workGroupCopy) {
        if (!equal.contains(getUnderlyingObject(operation->getArgOperand(0))))
          copyByWorkItems(*operation);
        continue;
      }
      if (Value *value = answer(*operation)) {
        operation->replaceAllUsesWith(value);
        operation->eraseFromParent();
      } else if (isOneWorkItem && internalOp(*operation) == InternalOp::workGroupBarrier) {
        operation->eraseFromParent();
      }
    }
    start->eraseFromParent();
    LLVMContext &context = module.getContext();
    SmallVector<Metadata *, 3> size;
    for (unsigned d = 0; d < 3; ++d)
      size.push_back(
          ConstantAsMetadata::get(builder.getInt32(joined.localSize[d] * joined.groups[d])));
    kernel.setMetadata("reqd_work_group_size", MDNode::get(context, size));
    kernel.addFnAttr(joinedGroupsAttribute, isOneSubGroup             ? inOneSubGroup
                                            : joined.rowsApart        ? rowsApart
                                            : joined.numGroups() == 1 ? oneGroup
                                                                      : "");
    // Trailing ones have fewer work-groups.
    kernel.addFnAttr(nonUniformAttribute);
    return changedControlFlow;
  }

private:
  /// Which of the joined work-groups a lane is in, and where in it.
  struct Place {
    Value *group = nullptr, *item = nullptr;
  };

  CallInst *query(InternalOp op, unsigned dimension) {
    auto *type = FunctionType::get(i64, {i32}, false);
    return builder.CreateCall(getInternalOp(module, op, type), builder.getInt32(dimension));
  }

  /// What the joined work-group as a whole calls its local id.
  Value *joinedLocalId(unsigned dimension) {
    const bool isOneRow =
        joined.localSize[1] * joined.groups[1] == 1 && joined.localSize[2] * joined.groups[2] == 1;
    if (dimension == 0 && isOneRow && isOneSubGroup) {
      // Says more: these are constants.
      auto *type = FunctionType::get(i32, false);
      return builder.CreateZExt(
          builder.CreateCall(getInternalOp(module, InternalOp::subGroupLocalId, type)), i64);
    }
    return query(InternalOp::localId, dimension);
  }

  const Place &place(unsigned dimension) {
    Place &known = places[dimension];
    if (known.group)
      return known;
    // At the start, for all uses.
    IRBuilder<>::InsertPointGuard guard(builder);
    builder.SetInsertPoint(start);
    const std::uint32_t size = joined.localSize[dimension], groups = joined.groups[dimension];
    Value *zero = builder.getInt64(0);
    Value *id = size * groups == 1 ? zero : joinedLocalId(dimension);
    if (groups == 1)
      known = {zero, id};
    else if (size == 1)
      known = {id, zero};
    else {
      // 32 bits are enough, and faster to divide.
      Value *small = builder.CreateTrunc(id, i32);
      known = {builder.CreateZExt(builder.CreateUDiv(small, builder.getInt32(size)), i64),
               builder.CreateZExt(builder.CreateURem(small, builder.getInt32(size)), i64)};
    }
    return known;
  }

  Value *groupId(unsigned dimension) {
    Value *first = builder.CreateNUWMul(query(InternalOp::groupId, dimension),
                                        builder.getInt64(joined.groups[dimension]));
    return builder.CreateNUWAdd(first, place(dimension).group);
  }

  Value *localSize(unsigned dimension) {
    Value *whole = builder.getInt64(joined.localSize[dimension]);
    if (joined.uniform)
      return whole;
    Value *left = builder.CreateSub(query(InternalOp::globalSize, dimension),
                                    builder.CreateNUWMul(groupId(dimension), whole));
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, left, whole);
  }

  /// Null for what is the same for any work-groups.
  Value *answer(CallInst &operation) {
    switch (*internalOp(operation)) {
    case InternalOp::localId:
      return place(dimensionOf(operation)).item;
    case InternalOp::groupId:
      return groupId(dimensionOf(operation));
    case InternalOp::enqueuedLocalSize:
      return builder.getInt64(joined.localSize[dimensionOf(operation)]);
    case InternalOp::localSize:
      return localSize(dimensionOf(operation));
    case InternalOp::numGroups: {
      const unsigned dimension = dimensionOf(operation);
      const std::uint32_t size = joined.localSize[dimension];
      Value *rounded = builder.CreateNUWAdd(query(InternalOp::globalSize, dimension),
                                            builder.getInt64(size - 1));
      return builder.CreateUDiv(rounded, builder.getInt64(size));
    }
    case InternalOp::groupShortage: {
      const unsigned dimension = dimensionOf(operation);
      if (joined.uniform)
        return builder.getInt64(0);
      Value *shortage =
          builder.CreateSub(builder.getInt64(joined.localSize[dimension]), localSize(dimension));
      return builder.CreateMul(groupId(dimension), shortage);
    }
    default:
      return nullptr;
    }
  }

  /// The number of a lane's work-group among the joined ones.
  Value *groupNumber() {
    if (number)
      return number;
    IRBuilder<>::InsertPointGuard guard(builder);
    builder.SetInsertPoint(start);
    Value *result = place(2).group;
    for (unsigned d : {1, 0})
      result = builder.CreateNUWAdd(
          builder.CreateNUWMul(result, builder.getInt64(joined.groups[d])), place(d).group);
    return number = result;
  }

  /// (to, from, i64 elements, i64 step of to, i64 step of from, i32 bytes of an element): the
  /// work-items of a work-group take turns.
  void copyByWorkItems(CallInst &copy) {
    Value *item = nullptr, *items = nullptr;
    for (unsigned d : {2, 1, 0}) {
      Value *size = localSize(d), *id = place(d).item;
      item = item ? builder.CreateNUWAdd(builder.CreateNUWMul(item, size), id) : id;
      items = items ? builder.CreateNUWMul(items, size) : size;
    }
    Value *to = copy.getArgOperand(0), *from = copy.getArgOperand(1);
    Value *toStep = copy.getArgOperand(3), *fromStep = copy.getArgOperand(4);
    const std::uint64_t bytes = cast<ConstantInt>(copy.getArgOperand(5))->getZExtValue();
    // A pointer to a vector is aligned at least like one to its components.
    const Align alignment(std::min<std::uint64_t>(bytes, 8));
    Type *type = bytes <= 8 ? static_cast<Type *>(builder.getIntNTy(bytes * 8))
                            : FixedVectorType::get(i64, bytes / 8);
    const auto element = [&](Value *base, Value *index, Value *step) {
      return builder.CreatePtrAdd(
          base, builder.CreateMul(builder.CreateMul(index, step), builder.getInt64(bytes)));
    };
    Value *left = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, copy.getArgOperand(2), item);
    Value *rounds = builder.CreateUDiv(
        builder.CreateNUWAdd(left, builder.CreateSub(items, builder.getInt64(1))), items);
    Instruction *inLoop = SplitBlockAndInsertIfThen(
        builder.CreateICmpNE(rounds, builder.getInt64(0)), &copy, /*Unreachable=*/false);
    const auto [body, round] = SplitBlockAndInsertSimpleForLoop(rounds, inLoop->getIterator());
    builder.SetInsertPoint(&*body);
    Value *index = builder.CreateNUWAdd(builder.CreateNUWMul(round, items), item);
    Value *value = builder.CreateAlignedLoad(type, element(from, index, fromStep), alignment);
    builder.CreateAlignedStore(value, element(to, index, toStep), alignment);
    copy.eraseFromParent();
    changedControlFlow = true;
  }

  void separateVariables() {
    SmallVector<Constant *> all;
    for (GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == localAddressSpace)
        all.push_back(&variable);
    // A constant expression over a variable would hide the use.
    convertUsersOfConstantsToInstructions(all, &kernel);
    // Of several sub-groups one may be ahead of others.
    if (isOneSubGroup)
      equal = findEqualLocalMemory(kernel, joined.uniform);
    for (Constant *variable : all)
      separate(*cast<GlobalVariable>(variable));
  }

  void separate(GlobalVariable &variable) {
    SmallVector<Use *> uses;
    for (Use &use : variable.uses())
      if (auto *user = dyn_cast<Instruction>(use.getUser()); user->getFunction() == &kernel)
        uses.push_back(&use);
    if (uses.empty() || equal.contains(&variable))
      return;
    Value *own = isOneWorkItem ? privateForm(variable, uses) : nullptr;
    if (!own)
      own = copyOfGroup(variable);
    for (Use *use : uses)
      use->set(own);
  }

  /// A variable of the work-item, or null if its address goes where the address space matters.
  Value *privateForm(GlobalVariable &variable, ArrayRef<Use *> uses) {
    for (const Use *use : uses) {
      auto *user = cast<Instruction>(use->getUser());
      auto *store = dyn_cast<StoreInst>(user);
      const bool isAccess =
          isa<LoadInst>(user) || (store && store->getValueOperand() != use->get());
      if (!isAccess && !(isa<GetElementPtrInst>(user) && isOnlyFollowed(*user)))
        return nullptr;
    }
    auto *type = PointerType::get(module.getContext(), 0);
    for (const Use *use : uses)
      if (isa<GetElementPtrInst>(use->getUser()))
        moveToPrivateMemory(*use->getUser(), *type);
    IRBuilder<>::InsertPointGuard guard(builder);
    builder.SetInsertPoint(&*kernel.getEntryBlock().begin());
    AllocaInst *own = builder.CreateAlloca(variable.getValueType(), nullptr, variable.getName());
    own->setAlignment(alignmentOf(variable));
    return own;
  }

  Align alignmentOf(const GlobalVariable &variable) const {
    return std::max(variable.getAlign().valueOrOne(),
                    module.getDataLayout().getABITypeAlign(variable.getValueType()));
  }

  Value *copyOfGroup(GlobalVariable &variable) {
    const Align alignment = alignmentOf(variable);
    std::uint64_t bytes =
        alignTo(module.getDataLayout().getTypeAllocSize(variable.getValueType()), alignment);
    if (bytes >= largeVariable && bytes % largeVariable == 0)
      bytes = alignTo(bytes + cacheLine, alignment);
    auto *type = ArrayType::get(builder.getInt8Ty(), bytes * joined.numGroups());
    auto *copies =
        new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                           UndefValue::get(type), kernel.getName() + "." + variable.getName(),
                           nullptr, GlobalValue::NotThreadLocal, localAddressSpace);
    copies->setAlignment(alignment);
    Value *offset = builder.CreateNUWMul(groupNumber(), builder.getInt64(bytes));
    return builder.CreateInBoundsPtrAdd(copies, offset, variable.getName());
  }

  void separateArguments() {
    for (Argument &argument : kernel.args()) {
      auto *pointer = dyn_cast<PointerType>(argument.getType());
      if (!pointer || pointer->getAddressSpace() != localAddressSpace || argument.use_empty() ||
          equal.contains(&argument))
        continue;
      Value *distance = query(InternalOp::localDistance, argument.getArgNo());
      Value *own =
          builder.CreatePtrAdd(&argument, builder.CreateNUWMul(groupNumber(), distance), "own");
      argument.replaceUsesWithIf(own, [&](const Use &use) { return use.getUser() != own; });
    }
  }

  Function &kernel;
  Module &module;
  const abi::JoinedGroups joined;
  const bool isOneSubGroup;
  const bool isOneWorkItem; ///< a work-group of the application
  IRBuilder<> builder;
  Type *i32, *i64;
  Instruction *start = nullptr;
  std::array<Place, 3> places;
  Value *number = nullptr;
  LocalObjects equal; ///< of which there is one for all
  bool changedControlFlow = false;
};

} // namespace

PreservedAnalyses JoinGroupsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || function.isDeclaration())
    return PreservedAnalyses::all();
  if (findGroupBoundaries(function) == abi::GroupBoundaries::visible) {
    reportError(function, "its work-groups cannot be joined");
    return PreservedAnalyses::all();
  }
  const bool changedControlFlow = Joiner(function, joined, lanes).run();
  remark(function, Twine(joined.numGroups()) + " work-groups of " +
                       Twine(joined.numWorkItems() / joined.numGroups()) +
                       " work-items run as the lanes of sub-groups" +
                       (joined.rowsApart ? ", each row in its own" : ""));
  PreservedAnalyses preserved;
  if (!changedControlFlow)
    preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
