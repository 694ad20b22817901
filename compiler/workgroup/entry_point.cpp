// The shape of what is built, for S > 1:
//
//   entry:      load the arguments and the ND-range
//   group:      for each work-group: its ids, its local size, its number of sub-groups
//   full:         for the sub-groups that are full and lie in one row: k.full
//   masked:       for the others: k.masked
//
// Sub-groups are cut from the work-items in linear order, so that a row of S consecutive lanes
// exists everywhere when the local size in dimension 0 is a multiple of S, or when there is only
// one row; in the second case the last sub-group may be partial. Otherwise k.masked runs them all.

#include "compiler/workgroup/entry_point.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/workgroup/local_memory_layout.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char localSizeAttribute[] = "heddle-local-size";
constexpr unsigned localAddressSpace = 3;
constexpr std::uint64_t localMemoryAlignment = 128;

using Triple3 = std::array<Value *, 3>;

/// The values that the internal operations of one variant stand for.
struct RangeValues {
  Value *workDim = nullptr, *workerContext = nullptr;
  Triple3 globalOffset{}, globalSize{}, enqueuedLocalSize{}, localSize{}, numGroups{}, groupId{},
      firstLocalId{};
  Value *subGroupId = nullptr, *numSubGroups = nullptr, *enqueuedNumSubGroups = nullptr,
        *activeLanes = nullptr;

  Value *operator()(InternalOp op, unsigned dimension) const {
    switch (op) {
    case InternalOp::workDim:
      return workDim;
    case InternalOp::workerContext:
      return workerContext;
    case InternalOp::globalOffset:
      return globalOffset[dimension];
    case InternalOp::globalSize:
      return globalSize[dimension];
    case InternalOp::enqueuedLocalSize:
      return enqueuedLocalSize[dimension];
    case InternalOp::localSize:
      return localSize[dimension];
    case InternalOp::numGroups:
      return numGroups[dimension];
    case InternalOp::groupId:
      return groupId[dimension];
    case InternalOp::firstLocalId:
      return firstLocalId[dimension];
    case InternalOp::subGroupId:
      return subGroupId;
    case InternalOp::numSubGroups:
      return numSubGroups;
    case InternalOp::enqueuedNumSubGroups:
      return enqueuedNumSubGroups;
    case InternalOp::activeLanes:
      return activeLanes;
    default:
      return nullptr;
    }
  }
};

/// A loop that is entered at least once.
struct CountedLoop {
  BasicBlock *header;
  PHINode *counter;
};

class EntryBuilder {
public:
  EntryBuilder(Function &kernel, bool uniformWorkGroups)
      : kernel(kernel), module(*kernel.getParent()), lanes(subGroupSize(kernel)),
        uniformWorkGroups(uniformWorkGroups), builder(module.getContext()) {}

  void build();

private:
  Function *variant(StringRef name) {
    return module.getFunction((kernel.getName() + "." + name).str());
  }
  Value *load64(Value *base, std::uint64_t offset, const Twine &name) {
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
    return builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8), name);
  }
  Triple3 loadTriple(std::uint64_t offset, StringRef name) {
    Triple3 result;
    for (unsigned d = 0; d < 3; ++d)
      result[d] = load64(ndRange, offset + 8 * d, name + Twine(d));
    return result;
  }
  void loadRange();
  void loadArguments();
  void beginGroups();
  void beginGroup();
  void endGroups();
  CountedLoop beginLoop(Type *type, Value *start, const Twine &name);
  void endLoop(const CountedLoop &loop, Value *step, Value *limit);
  void runLanes();
  void runSubGroups();
  /// Calls the variant here, inlines it, and gives its operations their values.
  void inlineVariant(Function *body);

  Function &kernel;
  Module &module;
  unsigned lanes;
  bool uniformWorkGroups;
  IRBuilder<> builder;
  Function *entry = nullptr;
  Value *ndRange = nullptr;
  Instruction *localBase = nullptr;
  SmallVector<Value *> arguments;
  RangeValues values;
  Value *numWorkItems = nullptr; ///< of the work-group, i64
  BasicBlock *groupHeader = nullptr, *groupEnd = nullptr;
  PHINode *groupCounter = nullptr;
};

void EntryBuilder::build() {
  LLVMContext &context = module.getContext();
  Type *pointer = builder.getPtrTy();
  Type *i64 = builder.getInt64Ty();
  auto *type = FunctionType::get(builder.getVoidTy(), {pointer, pointer, i64, i64, pointer}, false);
  entry = Function::Create(type, GlobalValue::ExternalLinkage, kernel.getName() + entrySuffix,
                           module);
  entry->setVisibility(GlobalValue::DefaultVisibility);
  entry->setDSOLocal(true);
  entry->addFnAttr(Attribute::NoUnwind);
  entry->setUWTableKind(UWTableKind::Default);
  entry->setSubprogram(nullptr);
  const char *names[] = {"arguments", "nd_range", "first_group", "group_count", "worker"};
  for (unsigned i = 0; i < 5; ++i)
    entry->getArg(i)->setName(names[i]);
  for (unsigned i : {0u, 1u}) {
    entry->addParamAttr(i, Attribute::NoAlias);
    entry->addParamAttr(i, Attribute::ReadOnly);
  }
  entry->addParamAttr(4, Attribute::NoAlias);
  ndRange = entry->getArg(1);
  values.workerContext = entry->getArg(4);

  builder.SetInsertPoint(BasicBlock::Create(context, "entry", entry));
  loadRange();
  loadArguments();
  beginGroups();
  beginGroup();
  if (lanes == 1)
    runLanes();
  else
    runSubGroups();
  endGroups();

  std::uint64_t localSize = layOutLocalMemory(*entry, localBase);
  entry->addFnAttr(localSizeAttribute, utostr(localSize));
}

void EntryBuilder::loadRange() {
  values.globalOffset = loadTriple(offsetof(HeddleNdRange, globalOffset), "global_offset");
  values.globalSize = loadTriple(offsetof(HeddleNdRange, globalSize), "global_size");
  values.enqueuedLocalSize = loadTriple(offsetof(HeddleNdRange, localSize), "local_size");
  values.numGroups = loadTriple(offsetof(HeddleNdRange, numGroups), "num_groups");
  // A required work-group size is checked at the enqueue, so it is a constant here.
  if (const MDNode *required = kernel.getMetadata("reqd_work_group_size"))
    for (unsigned d = 0; d < 3 && d < required->getNumOperands(); ++d)
      if (auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(d)))
        values.enqueuedLocalSize[d] = builder.getInt64(size->getZExtValue());
  Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), ndRange,
                                                      offsetof(HeddleNdRange, workDim));
  values.workDim = builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(4), "work_dim");
}

void EntryBuilder::loadArguments() {
  static_assert(offsetof(HeddleWorkerContext, localMemory) == 0);
  LoadInst *base = builder.CreateAlignedLoad(builder.getPtrTy(), entry->getArg(4), Align(8),
                                             "local_memory");
  base->setMetadata(LLVMContext::MD_align,
                    MDNode::get(module.getContext(),
                                ConstantAsMetadata::get(
                                    builder.getInt64(localMemoryAlignment))));
  localBase = cast<Instruction>(
      builder.CreateAddrSpaceCast(base, builder.getPtrTy(localAddressSpace), "local_base"));

  std::uint32_t blockSize = 0;
  std::vector<ArgumentSlot> slots = argumentSlots(kernel, blockSize);
  for (Argument &argument : kernel.args()) {
    const ArgumentSlot &slot = slots[argument.getArgNo()];
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry->getArg(0),
                                                        slot.offset);
    auto *pointer = dyn_cast<PointerType>(argument.getType());
    if (argument.hasByValAttr())
      arguments.push_back(address);
    else if (pointer && pointer->getAddressSpace() == localAddressSpace)
      arguments.push_back(builder.CreatePtrAdd(
          localBase, builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8)),
          argument.getName()));
    else
      arguments.push_back(builder.CreateAlignedLoad(argument.getType(), address,
                                                    Align(slot.alignment), argument.getName()));
  }
}

void EntryBuilder::beginGroups() {
  LLVMContext &context = module.getContext();
  Value *first = entry->getArg(2), *count = entry->getArg(3);
  Value *perRow = values.numGroups[0];
  Value *row = builder.CreateUDiv(first, perRow);
  Triple3 start = {builder.CreateURem(first, perRow), builder.CreateURem(row, values.numGroups[1]),
                   builder.CreateUDiv(row, values.numGroups[1])};

  BasicBlock *preheader = builder.GetInsertBlock();
  groupHeader = BasicBlock::Create(context, "group", entry);
  groupEnd = BasicBlock::Create(context, "groups.end", entry);
  builder.CreateCondBr(builder.CreateICmpEQ(count, builder.getInt64(0)), groupEnd, groupHeader);

  builder.SetInsertPoint(groupHeader);
  groupCounter = builder.CreatePHI(builder.getInt64Ty(), 2, "group");
  groupCounter->addIncoming(builder.getInt64(0), preheader);
  for (unsigned d = 0; d < 3; ++d) {
    PHINode *id = builder.CreatePHI(builder.getInt64Ty(), 2, "group_id" + Twine(d));
    id->addIncoming(start[d], preheader);
    values.groupId[d] = id;
  }
}

void EntryBuilder::beginGroup() {
  for (unsigned d = 0; d < 3; ++d) {
    Value *full = values.enqueuedLocalSize[d];
    if (uniformWorkGroups) {
      values.localSize[d] = full;
      continue;
    }
    // The last work-group of a dimension takes what is left of it.
    Value *left = builder.CreateSub(values.globalSize[d],
                                    builder.CreateNUWMul(values.groupId[d], full));
    values.localSize[d] = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, full);
  }
  auto product = [&](const Triple3 &size) {
    return builder.CreateMul(builder.CreateMul(size[0], size[1]), size[2]);
  };
  auto subGroups = [&](Value *workItems) {
    Value *rounded = builder.CreateAdd(workItems, builder.getInt64(lanes - 1));
    return builder.CreateTrunc(builder.CreateUDiv(rounded, builder.getInt64(lanes)),
                               builder.getInt32Ty());
  };
  numWorkItems = product(values.localSize);
  values.numSubGroups = subGroups(numWorkItems);
  values.enqueuedNumSubGroups = subGroups(product(values.enqueuedLocalSize));
}

void EntryBuilder::endGroups() {
  // Dimension 0 is fastest; a wrap carries into the next.
  BasicBlock *latch = builder.GetInsertBlock();
  Value *carry = builder.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    auto *id = cast<PHINode>(values.groupId[d]);
    Value *next = builder.CreateSelect(carry, builder.CreateNUWAdd(id, builder.getInt64(1)), id);
    carry = builder.CreateAnd(carry, builder.CreateICmpEQ(next, values.numGroups[d]));
    if (d < 2)
      next = builder.CreateSelect(carry, builder.getInt64(0), next);
    id->addIncoming(next, latch);
  }
  Value *next = builder.CreateNUWAdd(groupCounter, builder.getInt64(1));
  groupCounter->addIncoming(next, latch);
  builder.CreateCondBr(builder.CreateICmpEQ(next, entry->getArg(3)), groupEnd, groupHeader);
  builder.SetInsertPoint(groupEnd);
  builder.CreateRetVoid();
}

void EntryBuilder::inlineVariant(Function *body) {
  // A by-value struct stays in the argument block; the kernel has made its copies already.
  for (Argument &argument : body->args())
    argument.removeAttr(Attribute::ByVal);
  CallInst *call = builder.CreateCall(body, arguments);
  // Inlining splits the block here; what follows goes on behind the inlined code.
  Instruction *after = builder.CreateUnreachable();
  InlineFunctionInfo info;
  [[maybe_unused]] InlineResult result = InlineFunction(*call, info);
  assert(result.isSuccess() && "a variant can always be inlined");

  SmallVector<CallInst *> operations;
  for (Instruction &instruction : instructions(*entry))
    if (internalOp(instruction))
      operations.push_back(cast<CallInst>(&instruction));
  for (CallInst *operation : operations) {
    unsigned dimension = 0;
    if (operation->arg_size() == 1)
      if (auto *constant = dyn_cast<ConstantInt>(operation->getArgOperand(0)))
        dimension = static_cast<unsigned>(constant->getZExtValue());
    Value *value = dimension < 3 ? values(*internalOp(*operation), dimension) : nullptr;
    if (!value)
      continue;
    operation->replaceAllUsesWith(value);
    operation->eraseFromParent();
  }
  builder.SetInsertPoint(after->getParent());
  after->eraseFromParent();
}

CountedLoop EntryBuilder::beginLoop(Type *type, Value *start, const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *header = BasicBlock::Create(module.getContext(), name, entry, groupEnd);
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  PHINode *counter = builder.CreatePHI(type, 2, name + ".counter");
  counter->addIncoming(start, before);
  return {header, counter};
}

void EntryBuilder::endLoop(const CountedLoop &loop, Value *step, Value *limit) {
  Value *next = builder.CreateNUWAdd(loop.counter, step);
  loop.counter->addIncoming(next, builder.GetInsertBlock());
  BasicBlock *done = BasicBlock::Create(module.getContext(), "loop.end", entry, groupEnd);
  BranchInst *latch = builder.CreateCondBr(builder.CreateICmpULT(next, limit), loop.header, done);
  // A body is a whole kernel: copies of it cost more build time than they save.
  LLVMContext &context = module.getContext();
  MDNode *disable = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
  MDNode *id = MDNode::getDistinct(context, {nullptr, disable});
  id->replaceOperandWith(0, id);
  latch->setMetadata(LLVMContext::MD_loop, id);
  builder.SetInsertPoint(done);
}

void EntryBuilder::runLanes() {
  // An empty work-group does not exist, so each loop is entered.
  Type *i64 = builder.getInt64Ty();
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  CountedLoop z = beginLoop(i64, zero, "work_item.z");
  CountedLoop y = beginLoop(i64, zero, "work_item.y");
  CountedLoop x = beginLoop(i64, zero, "work_item.x");
  values.firstLocalId = {x.counter, y.counter, z.counter};
  Value *row =
      builder.CreateAdd(y.counter, builder.CreateMul(z.counter, values.localSize[1]));
  values.subGroupId = builder.CreateTrunc(
      builder.CreateAdd(x.counter, builder.CreateMul(row, values.localSize[0])),
      builder.getInt32Ty());
  values.activeLanes = builder.getInt32(1);
  inlineVariant(variant(variantLane));
  endLoop(x, one, values.localSize[0]);
  endLoop(y, one, values.localSize[1]);
  endLoop(z, one, values.localSize[2]);
}

void EntryBuilder::runSubGroups() {
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  Value *laneCount = builder.getInt64(lanes), *zero = builder.getInt64(0),
        *one = builder.getInt64(1);

  // Full sub-groups of a row; none when a sub-group would begin inside a row and end in the next.
  Value *wholeRows =
      builder.CreateICmpEQ(builder.CreateURem(values.localSize[0], laneCount), zero);
  Value *oneRow = builder.CreateICmpEQ(numWorkItems, values.localSize[0]);
  Value *perRow = builder.CreateSelect(builder.CreateOr(wholeRows, oneRow),
                                       builder.CreateUDiv(values.localSize[0], laneCount), zero,
                                       "sub_groups_per_row");
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *full = BasicBlock::Create(module.getContext(), "full", entry, groupEnd);
  BasicBlock *fullEnd = BasicBlock::Create(module.getContext(), "full.end", entry, groupEnd);
  builder.CreateCondBr(builder.CreateICmpEQ(perRow, zero), fullEnd, full);

  builder.SetInsertPoint(full);
  Value *perRow32 = builder.CreateTrunc(perRow, i32);
  CountedLoop z = beginLoop(i64, zero, "full.z");
  CountedLoop y = beginLoop(i64, zero, "full.y");
  Value *row =
      builder.CreateAdd(y.counter, builder.CreateMul(z.counter, values.localSize[1]));
  Value *firstOfRow = builder.CreateMul(builder.CreateTrunc(row, i32), perRow32);
  CountedLoop x = beginLoop(i32, builder.getInt32(0), "sub_group.full");
  values.subGroupId = builder.CreateNUWAdd(firstOfRow, x.counter, "sub_group_id");
  Value *firstX =
      builder.CreateNUWMul(builder.CreateZExt(x.counter, i64), laneCount, "first_local_id0");
  values.firstLocalId = {firstX, y.counter, z.counter};
  values.activeLanes = builder.getInt32(lanes);
  inlineVariant(variant(variantFull));
  endLoop(x, builder.getInt32(1), perRow32);
  endLoop(y, one, values.localSize[1]);
  endLoop(z, one, values.localSize[2]);
  Value *rows = builder.CreateMul(values.localSize[1], values.localSize[2]);
  Value *fullCount = builder.CreateMul(perRow32, builder.CreateTrunc(rows, i32));
  BasicBlock *afterFull = builder.GetInsertBlock();
  builder.CreateBr(fullEnd);

  builder.SetInsertPoint(fullEnd);
  PHINode *firstMasked = builder.CreatePHI(i32, 2, "full_sub_groups");
  firstMasked->addIncoming(builder.getInt32(0), before);
  firstMasked->addIncoming(fullCount, afterFull);
  BasicBlock *masked = BasicBlock::Create(module.getContext(), "masked", entry, groupEnd);
  BasicBlock *done = BasicBlock::Create(module.getContext(), "group.end", entry, groupEnd);
  // Most work-groups have no such sub-group.
  MDNode *unlikely = MDBuilder(module.getContext()).createBranchWeights(1, 1000);
  builder.CreateCondBr(builder.CreateICmpNE(firstMasked, values.numSubGroups), masked, done,
                       unlikely);

  builder.SetInsertPoint(masked);
  CountedLoop rest = beginLoop(i32, firstMasked, "sub_group.masked");
  values.subGroupId = rest.counter;
  Value *firstWorkItem = builder.CreateMul(builder.CreateZExt(rest.counter, i64), laneCount);
  values.activeLanes = builder.CreateTrunc(
      builder.CreateBinaryIntrinsic(Intrinsic::umin, laneCount,
                                    builder.CreateSub(numWorkItems, firstWorkItem)),
      i32, "active_lanes");
  values.firstLocalId = {};
  inlineVariant(variant(variantMasked));
  endLoop(rest, builder.getInt32(1), values.numSubGroups);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

// k.full and k.masked, or k.lane: whatever the vectorizer made.
bool hasVariants(Function &kernel) {
  Module &module = *kernel.getParent();
  auto has = [&](StringRef name) {
    return module.getFunction((kernel.getName() + "." + name).str()) != nullptr;
  };
  return subGroupSize(kernel) == 1 ? has(variantLane) : has(variantFull) && has(variantMasked);
}

} // namespace

PreservedAnalyses WorkGroupEntryPointPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function) && !function.hasFnAttribute(variantAttribute))
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    if (!hasVariants(*kernel)) {
      reportError(*kernel, "the vectorizer left no code for it");
      continue;
    }
    EntryBuilder(*kernel, uniformWorkGroups).build();
  }
  for (Function &function : make_early_inc_range(module))
    if (function.hasFnAttribute(variantAttribute) && function.use_empty())
      function.eraseFromParent();
  for (Function *kernel : kernels)
    if (kernel->use_empty())
      kernel->eraseFromParent();
  for (GlobalVariable &variable : make_early_inc_range(module.globals()))
    if (variable.getAddressSpace() == localAddressSpace && variable.use_empty())
      variable.eraseFromParent();
  return PreservedAnalyses::none();
}

std::uint64_t staticLocalSize(const Function &entry) {
  return entry.getFnAttributeAsParsedInteger(localSizeAttribute, 0);
}

} // namespace heddle::compiler
