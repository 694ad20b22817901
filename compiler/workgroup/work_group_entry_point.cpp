// The shape of what is built:
//
//   entry:      load the arguments and the ND-range
//   group:      for each work-group (work_group_loop.cpp): its local size, its number of sub-groups
//                 the sub-groups one after the other (sub_group_loops.cpp), each to its end, or
//                 with barriers each to its next barrier (run_barrier_regions.cpp)

#include "compiler/workgroup/work_group_entry_point.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/joined_groups.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/whole_sub_groups.hpp"
#include "compiler/workgroup/entry_builder.hpp"
#include "compiler/workgroup/group_boundaries.hpp"
#include "compiler/workgroup/local_memory_layout.hpp"
#include "compiler/workgroup/suspensions.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char localSizeAttribute[] = "heddle-local-size";
constexpr char frameSizeAttribute[] = "heddle-frame-size";
constexpr char frameAlignmentAttribute[] = "heddle-frame-alignment";
constexpr std::uint64_t localMemoryAlignment = 128;

/// To debuggers an entry point is a function, into which the kernel is inlined. Returns where that
/// begins, at which a breakpoint stops.
DILocation *describeEntry(Function &entry, const DISubprogram &kernel) {
  DIBuilder debugInfo(*entry.getParent(), /*AllowUnresolved=*/false, kernel.getUnit());
  DISubroutineType *type =
      debugInfo.createSubroutineType(debugInfo.getOrCreateTypeArray(ArrayRef<Metadata *>()));
  DISubprogram *description =
      debugInfo.createFunction(kernel.getFile(), entry.getName(), entry.getName(), kernel.getFile(),
                               kernel.getLine(), type, kernel.getLine(), DINode::FlagArtificial,
                               DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
  debugInfo.finalizeSubprogram(description);
  entry.setSubprogram(description);
  return DILocation::get(entry.getContext(), kernel.getLine(), 0, description);
}

} // namespace

Value *RangeValues::operator()(InternalOp op, unsigned dimension) const {
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
  case InternalOp::groupShortage:
    return groupShortage[dimension];
  case InternalOp::fullPerRow:
    return fullPerRow;
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

void EntryBuilder::build() {
  LLVMContext &context = module.getContext();
  Type *pointer = builder.getPtrTy();
  Type *i64 = builder.getInt64Ty();
  auto *type = FunctionType::get(builder.getVoidTy(), {pointer, pointer, i64, i64, pointer}, false);
  entry =
      Function::Create(type, GlobalValue::ExternalLinkage, kernel.getName() + entrySuffix, module);
  entry->setVisibility(GlobalValue::DefaultVisibility);
  entry->setDSOLocal(true);
  entry->addFnAttr(Attribute::NoUnwind);
  for (const char *attribute : {withoutTilesAttribute, walksRowsAttribute})
    if (kernel.hasFnAttribute(attribute))
      entry->addFnAttr(attribute);
  if (subGroupSize(kernel) == 1)
    entry->addFnAttr(singleLanesAttribute);
  entry->setUWTableKind(UWTableKind::Default);
  entry->setSubprogram(nullptr);
  const char *names[] = {"arguments", "nd_range", "first_group", "group_count", "worker"};
  for (unsigned i = 0; i < numEntryParameters; ++i)
    entry->getArg(i)->setName(names[i]);
  for (unsigned i : {entryArguments, entryNdRange}) {
    entry->addParamAttr(i, Attribute::NoAlias);
    entry->addParamAttr(i, Attribute::ReadOnly);
  }
  entry->addParamAttr(entryWorker, Attribute::NoAlias);
  ndRange = entry->getArg(entryNdRange);
  values.workerContext = entry->getArg(entryWorker);

  if (Function *joined = variant(variantRows))
    joinedRows = joined->getFnAttributeAsParsedInteger(joinedRowsAttribute, 1);

  SmallVector<Function *> variants;
  for (const char *name : {variantFull, variantMasked, variantRows, variantLane})
    if (Function *code = variant(name))
      variants.push_back(code);
  const bool suspends = any_of(variants, [](Function *code) { return hasSuspensions(*code); });
  // A sub-group that waits in a loop waits for others of its work-group.
  auto seen = groupBoundaries(kernel);
  if (suspends)
    seen = describeState(variants).isNeeded ? abi::GroupBoundaries::visible
                                            : std::min(seen, abi::GroupBoundaries::shareMemory);
  entry->addFnAttr(groupBoundariesAttribute, utostr(static_cast<unsigned>(seen)));
  if (mayBeCutAnew(seen))
    boundaries = seen;

  builder.SetInsertPoint(BasicBlock::Create(context, "entry", entry));
  if (const DISubprogram *code = variants.empty() ? nullptr : variants.front()->getSubprogram())
    builder.SetCurrentDebugLocation(describeEntry(*entry, *code));
  loadRange();
  // The rest of its own code is on no line.
  if (DISubprogram *description = entry->getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(context, 0, 0, description));
  loadArguments();
  beginGroups();
  beginGroup();
  if (suspends)
    runRegions();
  else
    forEachSubGroup([&](StringRef name) { inlineCall(variant(name), arguments); });
  endGroups();

  std::uint64_t localSize = layOutLocalMemory(*entry, localBase);
  entry->addFnAttr(localSizeAttribute, utostr(localSize));
  entry->addFnAttr(frameSizeAttribute, utostr(frameSize));
  entry->addFnAttr(frameAlignmentAttribute, utostr(frameAlignment.value()));
}

Triple3 EntryBuilder::loadTriple(std::uint64_t offset, StringRef name) {
  Triple3 result;
  for (unsigned d = 0; d < 3; ++d)
    result[d] = load64(ndRange, offset + 8 * d, name + Twine(d));
  return result;
}

Value *EntryBuilder::loadWorkerMemory(std::uint64_t offset, std::uint64_t alignment,
                                      const Twine &name) {
  Value *address = entry->getArg(entryWorker);
  if (offset != 0)
    address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
  LoadInst *base = builder.CreateAlignedLoad(builder.getPtrTy(), address, Align(8), name);
  base->setMetadata(
      LLVMContext::MD_align,
      MDNode::get(module.getContext(), ConstantAsMetadata::get(builder.getInt64(alignment))));
  return base;
}

void EntryBuilder::loadRange() {
  values.globalOffset = loadTriple(offsetof(HeddleNdRange, globalOffset), "global_offset");
  values.globalSize = loadTriple(offsetof(HeddleNdRange, globalSize), "global_size");
  values.enqueuedLocalSize = loadTriple(offsetof(HeddleNdRange, localSize), "local_size");
  values.numGroups = loadTriple(offsetof(HeddleNdRange, numGroups), "num_groups");
  auto load32 = [&](std::uint64_t offset, StringRef name) {
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), ndRange, offset);
    return builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(4), name);
  };
  // A required work-group size is checked at the enqueue, so it is a constant here.
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (required && boundaries == abi::GroupBoundaries::visible)
    for (unsigned d = 0; d < 3 && d < required->getNumOperands(); ++d)
      if (auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(d)))
        values.enqueuedLocalSize[d] = builder.getInt64(size->getZExtValue());
  values.workDim = load32(offsetof(HeddleNdRange, workDim), "work_dim");
  joined =
      builder.CreateICmpNE(load32(offsetof(HeddleNdRange, joined), "joined"), builder.getInt32(0));
  if (Function *full = variant(variantFull);
      full && full->hasFnAttribute(smallGlobalIdsAttribute) && !hasWholeSubGroupsOnly(kernel)) {
    SmallVector<Value *> fits;
    for (unsigned d = 0; d < 3; ++d)
      fits.push_back(
          builder.CreateICmpULE(builder.CreateAdd(values.globalOffset[d], values.globalSize[d]),
                                builder.getInt64(std::uint64_t(1) << 31)));
    globalIdsFit = builder.CreateAnd(fits);
  }
}

void EntryBuilder::loadArguments() {
  Value *base = loadWorkerMemory(offsetof(HeddleWorkerContext, localMemory), localMemoryAlignment,
                                 "local_memory");
  localBase = cast<Instruction>(
      builder.CreateAddrSpaceCast(base, builder.getPtrTy(localAddressSpace), "local_base"));

  std::uint32_t blockSize = 0;
  std::vector<ArgumentSlot> slots = argumentSlots(kernel, blockSize);
  for (Argument &argument : kernel.args()) {
    const ArgumentSlot &slot = slots[argument.getArgNo()];
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                        entry->getArg(entryArguments), slot.offset);
    auto *pointer = dyn_cast<PointerType>(argument.getType());
    if (argument.hasByValAttr())
      arguments.push_back(address);
    else if (pointer && pointer->getAddressSpace() == localAddressSpace)
      arguments.push_back(localArgument(argument, address));
    else
      arguments.push_back(builder.CreateAlignedLoad(argument.getType(), address,
                                                    Align(slot.alignment), argument.getName()));
  }
}

Value *EntryBuilder::localArgument(const Argument &argument, Value *address) {
  Value *offset = builder.CreateAlignedLoad(builder.getInt64Ty(), address, Align(8));
  if (kernel.hasFnAttribute(joinedGroupsAttribute) || kernel.hasFnAttribute(keptBytesAttribute)) {
    localDistances[argument.getArgNo()] = builder.CreateLShr(offset, 32);
    offset = builder.CreateAnd(offset, builder.getInt64(UINT32_MAX));
  }
  return builder.CreatePtrAdd(localBase, offset, argument.getName());
}

void EntryBuilder::beginGroup() {
  for (unsigned d = 0; d < 3; ++d) {
    Value *full = values.enqueuedLocalSize[d];
    values.groupShortage[d] = builder.getInt64(0);
    if (uniformWorkGroups && boundaries == abi::GroupBoundaries::visible) {
      values.localSize[d] = full;
      continue;
    }
    // The last work-group of a dimension takes what is left of it.
    Value *left =
        builder.CreateSub(values.globalSize[d], builder.CreateNUWMul(values.groupId[d], full));
    values.localSize[d] = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, full);
    if (!uniformWorkGroups)
      values.groupShortage[d] = builder.CreateSelect(
          joined, builder.getInt64(0),
          builder.CreateMul(values.groupId[d], builder.CreateSub(full, values.localSize[d])));
  }
  auto product = [&](const Triple3 &size) {
    return builder.CreateMul(builder.CreateMul(size[0], size[1]), size[2]);
  };
  auto subGroups = [&](const Triple3 &size) {
    const bool areApart = hasRowsApart(kernel);
    Value *together = areApart ? size[0] : product(size);
    Value *rounded = builder.CreateAdd(together, builder.getInt64(lanes - 1));
    Value *count = builder.CreateUDiv(rounded, builder.getInt64(lanes));
    if (areApart)
      count = builder.CreateMul(builder.CreateMul(count, size[1]), size[2]);
    return builder.CreateTrunc(count, builder.getInt32Ty());
  };
  numWorkItems = product(values.localSize);
  values.numSubGroups = subGroups(values.localSize);
  values.enqueuedNumSubGroups = subGroups(values.enqueuedLocalSize);

  // In linear order there are none when one would begin inside a row and end in the next.
  Value *laneCount = builder.getInt64(lanes);
  Value *wholeRows =
      builder.CreateICmpEQ(builder.CreateURem(values.localSize[0], laneCount), builder.getInt64(0));
  Value *oneRow = builder.CreateICmpEQ(numWorkItems, values.localSize[0]);
  Value *hasFull = hasWholeSubGroupsOnly(kernel) || kernel.hasFnAttribute(anyOrderAttribute) ||
                           hasRowsApart(kernel)
                       ? builder.getTrue()
                       : builder.CreateOr(wholeRows, oneRow);
  if (globalIdsFit)
    hasFull = builder.CreateAnd(hasFull, globalIdsFit);
  values.fullPerRow =
      builder.CreateSelect(hasFull, builder.CreateUDiv(values.localSize[0], laneCount),
                           builder.getInt64(0), "sub_groups_per_row");
}

SmallVector<Value *> EntryBuilder::inlineCall(Function *callee, ArrayRef<Value *> operands) {
  // A by-value struct stays in the argument block; the kernel has made its copies already.
  for (Argument &argument : callee->args())
    argument.removeAttr(Attribute::ByVal);
  bodySize = callee->getInstructionCount();
  CallInst *call = builder.CreateCall(callee, operands);
  SmallVector<Value *> results;
  if (auto *type = dyn_cast<StructType>(call->getType()))
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      results.push_back(builder.CreateExtractValue(call, i));
  // Inlining splits the block here; what follows goes on behind the inlined code.
  Instruction *after = builder.CreateUnreachable();
  DenseSet<BasicBlock *> older;
  for (BasicBlock &block : *entry)
    if (&block != call->getParent())
      older.insert(&block);
  InlineFunctionInfo info;
  [[maybe_unused]] InlineResult result = InlineFunction(*call, info);
  assert(result.isSuccess() && "a variant can always be inlined");

  SmallVector<CallInst *> operations;
  for (BasicBlock &block : *entry)
    if (!older.contains(&block))
      for (Instruction &instruction : block)
        if (internalOp(instruction))
          operations.push_back(cast<CallInst>(&instruction));
  for (CallInst *operation : operations) {
    if (internalOp(*operation) == InternalOp::subGroupFrame) {
      builder.SetInsertPoint(operation);
      operation->replaceAllUsesWith(frameOf(operation->getArgOperand(0)));
      operation->eraseFromParent();
      continue;
    }
    if (internalOp(*operation) == InternalOp::localDistance) {
      auto *number = cast<ConstantInt>(operation->getArgOperand(0));
      operation->replaceAllUsesWith(
          localDistances.lookup(static_cast<unsigned>(number->getZExtValue())));
      operation->eraseFromParent();
      continue;
    }
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
  return results;
}

namespace {

// k.full and k.masked, or k.lane: whatever the vectorizer made.
bool hasVariants(Function &kernel) {
  Module &module = *kernel.getParent();
  auto has = [&](StringRef name) {
    return module.getFunction((kernel.getName() + "." + name).str()) != nullptr;
  };
  if (subGroupSize(kernel) == 1)
    return has(variantLane);
  return has(variantFull) && (has(variantMasked) || hasWholeSubGroupsOnly(kernel));
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
    // Other code is for ND-ranges that end in a smaller one.
    const bool haveRequiredSize =
        hasWholeSubGroupsOnly(*kernel) && kernel->hasMetadata("reqd_work_group_size");
    EntryBuilder(*kernel, haveRequiredSize ||
                              (uniformWorkGroups && !kernel->hasFnAttribute(nonUniformAttribute)))
        .build();
  }
  // The variants, and the regions that they were cut into.
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

std::uint64_t frameSize(const Function &entry) {
  return entry.getFnAttributeAsParsedInteger(frameSizeAttribute, 0);
}

std::uint32_t frameAlignment(const Function &entry) {
  return entry.getFnAttributeAsParsedInteger(frameAlignmentAttribute, 1);
}

} // namespace heddle::compiler
