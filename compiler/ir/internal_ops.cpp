#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral prefix("heddle.");

struct OpRow {
  StringLiteral name;
  Uniformity uniformity;
};

constexpr OpRow rows[] = {
#define HEDDLE_INTERNAL_OP(enumerator, name, uniformity) {name, Uniformity::uniformity},
#include "compiler/ir/internal_ops.def"
};

const StringMap<InternalOp> &opsByName() {
  static const StringMap<InternalOp> map = [] {
    StringMap<InternalOp> result;
    for (unsigned i = 0; i < std::size(rows); ++i)
      result[rows[i].name] = static_cast<InternalOp>(i);
    return result;
  }();
  return map;
}

void appendTypeSuffix(raw_ostream &os, Type *type) {
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    os << 'v' << vector->getNumElements();
    type = vector->getElementType();
  }
  if (auto *pointer = dyn_cast<PointerType>(type))
    os << 'p' << pointer->getAddressSpace();
  else if (type->isBFloatTy())
    os << "bf16";
  else if (type->isFloatingPointTy())
    os << 'f' << type->getScalarSizeInBits();
  else if (type->isIntegerTy())
    os << 'i' << type->getIntegerBitWidth();
  else if (type->isStructTy())
    os << "s";
  else
    os << "void";
}

bool isQuery(InternalOp op) { return op <= InternalOp::activeLanes; }

// Queries have one type each; so have barriers. Everything after them is overloaded.
bool isOverloaded(InternalOp op) { return op >= InternalOp::subGroupBroadcast; }

bool accessesMemory(InternalOp op) {
  switch (op) {
  case InternalOp::subGroupBarrier:
  case InternalOp::workGroupBarrier:
  case InternalOp::blockRead:
  case InternalOp::blockWrite:
  case InternalOp::blockPrefetch:
  case InternalOp::workGroupCopy:
  case InternalOp::cooperativeLoad:
  case InternalOp::cooperativeStore:
  case InternalOp::blockLoad2d:
  case InternalOp::blockStore2d:
  case InternalOp::blockRead2d:
  case InternalOp::blockWrite2d:
  case InternalOp::blockReadWindow:
  case InternalOp::blockWriteWindow:
  case InternalOp::blockWriteEnd:
  case InternalOp::blockPrefetch2d:
  case InternalOp::subGroupYield:
  case InternalOp::pairJoin:
  case InternalOp::simdPairJoin:
  case InternalOp::namedBarrier:
  case InternalOp::newNamedBarrier:
  case InternalOp::pairWait:
    return true;
  default:
    return false;
  }
}

// All sub-groups wait for one another there, as at the barriers that these operations become. So
// they have to stay where they are among locks and flags.
bool isWorkGroupFunction(InternalOp op) {
  switch (op) {
  case InternalOp::workGroupBroadcast:
  case InternalOp::workGroupReduce:
  case InternalOp::workGroupScanInclusive:
  case InternalOp::workGroupScanExclusive:
    return true;
  default:
    return false;
  }
}

// What has constants that say how many bytes its other operands stand for.
bool hasFormats(InternalOp op) {
  return op == InternalOp::simdMatrixMad || op == InternalOp::blockReadWindow ||
         op == InternalOp::blockWriteWindow || op == InternalOp::simdImageBlockRead ||
         op == InternalOp::simdImageBlockWrite;
}

// What one sub-group does once, all of its lanes being in the operands, or a lane does alone.
bool concernsNoOtherLane(InternalOp op) {
  switch (op) {
  case InternalOp::imageRead:
  case InternalOp::imageWrite:
  case InternalOp::simdImageRead:
  case InternalOp::simdImageWrite:
  case InternalOp::simdImageBlockRead:
  case InternalOp::simdImageBlockWrite:
  case InternalOp::byteDot:
  case InternalOp::simdMatrixMad:
  case InternalOp::simdShuffle:
  case InternalOp::blockReadWindow:
  case InternalOp::blockWriteWindow:
  case InternalOp::blockWriteEnd:
    return true;
  default:
    return false;
  }
}

// Pixels are memory that nothing else reaches while the kernel runs, but for other images.
MemoryEffects effectsOnImages(InternalOp op) {
  const bool isRead = op == InternalOp::imageRead || op == InternalOp::simdImageRead ||
                      op == InternalOp::imageBlockRead || op == InternalOp::simdImageBlockRead;
  return MemoryEffects::argMemOnly(ModRefInfo::Ref) |
         MemoryEffects::inaccessibleMemOnly(isRead ? ModRefInfo::Ref : ModRefInfo::ModRef);
}

bool isCheck(InternalOp op) {
  return op >= InternalOp::finding && op <= InternalOp::simdFinding && op != InternalOp::mayFind;
}

bool isTrace(InternalOp op) { return op == InternalOp::touched || op == InternalOp::simdTouched; }

bool isOnImages(InternalOp op) {
  return op >= InternalOp::imageRead && op <= InternalOp::simdImageBlockWrite;
}

// Queries about one work-group, whose size is far below 2^31.
bool isSmall(InternalOp op) {
  switch (op) {
  case InternalOp::workDim:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::localSize:
  case InternalOp::localId:
  case InternalOp::firstLocalId:
  case InternalOp::fullPerRow:
    return true;
  default:
    return op >= InternalOp::subGroupId && op <= InternalOp::activeLanes;
  }
}

// A lane prints alone, and finds alone.
bool isConvergent(InternalOp op) {
  return !isQuery(op) && !concernsNoOtherLane(op) && op != InternalOp::print &&
         op != InternalOp::finding && op != InternalOp::simdFinding && !isTrace(op) &&
         op != InternalOp::addressSpaceOf && op != InternalOp::subGroupFrame;
}

} // namespace

StringRef internalOpName(InternalOp op) { return rows[static_cast<unsigned>(op)].name; }

Uniformity internalOpUniformity(InternalOp op) {
  return rows[static_cast<unsigned>(op)].uniformity;
}

std::optional<InternalOp> internalOp(const Function &function) {
  StringRef name = function.getName();
  if (!name.consume_front(prefix))
    return std::nullopt;
  auto found = opsByName().find(name.split('.').first);
  if (found == opsByName().end())
    return std::nullopt;
  return found->second;
}

std::optional<InternalOp> internalOp(const Value &value) {
  if (auto *call = dyn_cast<CallBase>(&value))
    if (const Function *callee = call->getCalledFunction())
      return internalOp(*callee);
  return std::nullopt;
}

bool isSuspension(InternalOp op) {
  switch (op) {
  case InternalOp::workGroupBarrier:
  case InternalOp::subGroupYield:
  case InternalOp::pairJoin:
  case InternalOp::simdPairJoin:
  case InternalOp::pairWait:
  case InternalOp::namedBarrier:
    return true;
  default:
    return false;
  }
}

bool writesOnlyScratch(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::blockReadWindow;
}

bool isUnwritten(const Instruction &read) {
  if (auto *call = dyn_cast<CallBase>(&read))
    return call->hasFnAttr(unwrittenAttribute);
  MDNode *groups = read.getMetadata(LLVMContext::MD_access_group);
  const NamedMDNode *unwritten = read.getModule()->getNamedMetadata(unwrittenAttribute);
  return groups && unwritten && any_of(unwritten->operands(), [&](const MDNode *group) {
           return group == groups || is_contained(groups->operands(), group);
         });
}

void markUnwritten(Instruction &read) {
  LLVMContext &context = read.getContext();
  if (auto *call = dyn_cast<CallBase>(&read)) {
    call->addFnAttr(Attribute::get(context, unwrittenAttribute));
    return;
  }
  NamedMDNode *unwritten = read.getModule()->getOrInsertNamedMetadata(unwrittenAttribute);
  if (unwritten->getNumOperands() == 0)
    unwritten->addOperand(MDNode::getDistinct(context, {}));
  read.setMetadata(
      LLVMContext::MD_access_group,
      uniteAccessGroups(read.getMetadata(LLVMContext::MD_access_group), unwritten->getOperand(0)));
}

void clearUnwritten(Instruction &read) {
  if (auto *call = dyn_cast<CallBase>(&read))
    call->removeFnAttr(unwrittenAttribute);
  else
    read.setMetadata(LLVMContext::MD_access_group, nullptr);
}

FunctionCallee getInternalOp(Module &module, InternalOp op, FunctionType *type) {
  std::string name;
  raw_string_ostream os(name);
  os << prefix << internalOpName(op);
  if (isOverloaded(op)) {
    os << '.';
    appendTypeSuffix(os, type->getReturnType());
    for (Type *parameter : type->params())
      appendTypeSuffix(os, parameter);
  }
  if (Function *existing = module.getFunction(name)) {
    assert(existing->getFunctionType() == type && "an internal operation has one type per name");
    return existing;
  }
  Function *function = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
  function->addFnAttr(Attribute::NoUnwind);
  // An access stays behind the check of it, which may end the program and is of one place.
  function->addFnAttr(isCheck(op) ? Attribute::NoMerge : Attribute::WillReturn);
  if (isConvergent(op))
    function->addFnAttr(Attribute::Convergent);
  // Two calls of it on two ways would become one with operands that are no constants.
  if (hasFormats(op))
    function->addFnAttr(Attribute::NoMerge);
  // These read strings, or what a store is about to change; what they write no kernel can see.
  if (op == InternalOp::print || isTrace(op))
    function->setMemoryEffects(MemoryEffects::readOnly() |
                               MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef));
  else if (op == InternalOp::blockReadWindow) // reads the matrix, writes its own scratch memory
    function->setMemoryEffects(MemoryEffects::argMemOnly());
  else if (op == InternalOp::cooperativeLoad)
    function->setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref));
  else if (op == InternalOp::cooperativeStore)
    function->setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Mod));
  else if (isOnImages(op))
    function->setMemoryEffects(effectsOnImages(op));
  else if (isCheck(op))
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  else if (isWorkGroupFunction(op))
    function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  else if (!accessesMemory(op))
    function->setMemoryEffects(MemoryEffects::none());
  if (isSmall(op)) {
    unsigned bits = type->getReturnType()->getIntegerBitWidth();
    // With this, "int i = get_local_id(0)" needs no extension from its low bits.
    function->addRangeRetAttr(ConstantRange(APInt(bits, 0), APInt(bits, std::uint64_t(1) << 31)));
  }
  if (op == InternalOp::globalId)
    function->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt::getSignedMinValue(64)));
  return function;
}

bool isKernel(const Function &function) { return function.hasFnAttribute(kernelAttribute); }

unsigned subGroupSize(const Function &function) {
  return function.getFnAttributeAsParsedInteger(subGroupSizeAttribute, 0);
}

void setSubGroupSize(Function &function, unsigned size) {
  function.addFnAttr(subGroupSizeAttribute, utostr(size));
}

} // namespace heddle::compiler
