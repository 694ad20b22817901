#include "compiler/link/out_of_line_functions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/out_of_line_attribute.hpp"
#include "compiler/ir/waiting_loops.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Instructions as the front end writes them, which optimization makes a third of. A thousand of
// them take about 0.1 s to compile at sub-group size 16.
constexpr uint64_t minSize = 300;         // smaller ones are always inlined
constexpr uint64_t maxInlinedSize = 8000; // of all copies of one function
constexpr uint64_t maxKernelSize = 1 << 20;
constexpr unsigned localAddressSpace = 3;

// Work-item queries whose answers a caller can pass on.
bool isQuery(InternalOp op) {
  switch (op) {
  case InternalOp::workDim:
  case InternalOp::globalOffset:
  case InternalOp::globalSize:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::localSize:
  case InternalOp::numGroups:
  case InternalOp::groupId:
  case InternalOp::globalId:
  case InternalOp::localId:
  case InternalOp::subGroupId:
  case InternalOp::numSubGroups:
  case InternalOp::enqueuedNumSubGroups:
  case InternalOp::subGroupSize:
  case InternalOp::maxSubGroupSize:
  case InternalOp::subGroupLocalId:
    return true;
  default:
    return false;
  }
}

bool namesLocalMemory(const Value *value) {
  if (auto *global = dyn_cast<GlobalVariable>(value))
    return global->getAddressSpace() == localAddressSpace;
  auto *constant = dyn_cast<Constant>(value);
  return constant && !isa<GlobalValue>(constant) &&
         any_of(constant->operands(), [](const Use &use) { return namesLocalMemory(use); });
}

// A loop that may wait for others is cut there: yield_in_waiting_loops.hpp.
bool mayWait(const Function &function) {
  bool hasLoop = false;
  for (auto part = scc_begin(&function); !part.isAtEnd() && !hasLoop; ++part)
    hasLoop = part.hasCycle();
  return hasLoop && looksForOthers(function);
}

// Whether work-items act together or wait in it, or local memory, which belongs to the kernel, is
// named.
bool mustBeInlined(const Function &function) {
  if (function.isVarArg() || mayWait(function))
    return true;
  for (const Instruction &instruction : instructions(function)) {
    if (any_of(instruction.operands(), [](const Use &use) { return namesLocalMemory(use); }))
      return true;
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      continue;
    const Function *callee = call->getCalledFunction();
    if (!callee || !isa<CallInst>(call))
      return true;
    if (std::optional<InternalOp> op = internalOp(*callee)) {
      if (!isQuery(*op))
        return true;
    } else if (callee->isDeclaration() && callee->isConvergent()) {
      return true;
    }
  }
  return false;
}

using QueryKey = std::pair<InternalOp, uint64_t>;

// Another function of the same body with more parameters; all calls follow.
Function *appendParameters(Function &function, ArrayRef<CallInst *> queries) {
  SmallVector<Type *> types(function.getFunctionType()->params());
  for (CallInst *query : queries)
    types.push_back(query->getType());
  auto *type = FunctionType::get(function.getReturnType(), types, false);
  Function *longer =
      Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", nullptr);
  function.getParent()->getFunctionList().insert(function.getIterator(), longer);
  longer->takeName(&function);
  longer->copyAttributesFrom(&function);
  longer->copyMetadata(&function, 0);
  longer->splice(longer->begin(), &function);
  for (Argument &argument : function.args()) {
    Argument *now = longer->getArg(argument.getArgNo());
    now->takeName(&argument);
    argument.replaceAllUsesWith(now);
  }
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments(call->args());
    for (CallInst *query : queries) {
      auto *copy = query->clone();
      builder.Insert(copy);
      arguments.push_back(copy);
    }
    CallInst *now = builder.CreateCall(longer, arguments);
    now->setAttributes(call->getAttributes());
    now->setCallingConv(call->getCallingConv());
    now->takeName(call);
    call->replaceAllUsesWith(now);
    call->eraseFromParent();
  }
  return longer;
}

// Queries of the dimensions that are not meant stand in selects with a constant condition.
void dropUnusedQueries(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Value *simpler = simplifyInstruction(&instruction, function.getDataLayout()))
      instruction.replaceAllUsesWith(simpler);
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(reverse(block)))
      if (isInstructionTriviallyDead(&instruction))
        instruction.eraseFromParent();
}

Function *passQueries(Function &function) {
  dropUnusedQueries(function);
  MapVector<QueryKey, SmallVector<CallInst *, 2>> found;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction)) {
      auto &call = cast<CallInst>(instruction);
      uint64_t dimension =
          call.arg_size() ? cast<ConstantInt>(call.getArgOperand(0))->getZExtValue() : 0;
      found[{*op, dimension}].push_back(&call);
    }
  if (found.empty())
    return &function;
  SmallVector<CallInst *> queries;
  for (auto &[key, calls] : found)
    queries.push_back(calls.front());
  unsigned next = function.arg_size();
  Function *longer = appendParameters(function, queries);
  for (auto &[key, calls] : found) {
    Argument *answer = longer->getArg(next++);
    answer->setName(internalOpName(key.first));
    for (CallInst *call : calls) {
      call->replaceAllUsesWith(answer);
      call->eraseFromParent();
    }
  }
  return longer;
}

// Whether its address is taken.
bool hasOtherUses(const Function &function) {
  return any_of(function.uses(), [](const Use &use) {
    return !isa<CallInst>(use.getUser()) || !cast<CallInst>(use.getUser())->isCallee(&use);
  });
}

uint64_t countCalls(const Function &function, CountedCalls counted) {
  uint64_t calls = 0, most = 0;
  DenseMap<const Function *, uint64_t> ofKernels;
  for (const User *user : function.users()) {
    const auto *call = dyn_cast<CallInst>(user);
    if (!call)
      continue;
    const Function *caller = call->getFunction();
    if (counted == CountedCalls::all || !isKernel(*caller))
      ++calls;
    else
      most = std::max(most, ++ofKernels[caller]);
  }
  return calls + most;
}

} // namespace

InliningPlan planInlining(Module &module, CountedCalls counted) {
  struct Estimate {
    uint64_t size = 0; // with what is inlined into it
    bool isInlined = true, mustBeInlined = false;
  };
  DenseMap<const Function *, Estimate> estimates;
  InliningPlan plan;
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    Function *function = component->front()->getFunction();
    if (!function || function->isDeclaration())
      continue;
    Estimate estimate;
    estimate.size = function->getInstructionCount();
    estimate.mustBeInlined = isKernel(*function) || mustBeInlined(*function);
    for (auto &[site, node] : *component->front()) {
      auto callee = estimates.find(node->getFunction());
      if (callee == estimates.end() || !callee->second.isInlined)
        continue;
      estimate.size = SaturatingAdd(estimate.size, callee->second.size);
      estimate.mustBeInlined |= callee->second.mustBeInlined && !isKernel(*callee->first);
    }
    const uint64_t calls = countCalls(*function, counted);
    bool isWished = function->hasFnAttribute(Attribute::NoInline) &&
                    !function->hasFnAttribute(Attribute::OptimizeNone);
    bool isTooLarge = calls > 1 && estimate.size >= minSize &&
                      SaturatingMultiply(estimate.size, calls) > maxInlinedSize;
    if (!estimate.mustBeInlined && !hasOtherUses(*function) && (isWished || isTooLarge)) {
      estimate.isInlined = false;
      plan.outOfLine.push_back(function);
    }
    estimates[function] = estimate;
    plan.sizes[function] = estimate.size;
  }
  return plan;
}

void forgetInliningWishes(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(Attribute::OptimizeNone))
      function.removeFnAttr(Attribute::NoInline);
}

SmallVector<Function *> chooseOutOfLineFunctions(Module &module) {
  InliningPlan plan = planInlining(module);
  for (Function &function : module)
    if (const uint64_t size = plan.sizes.lookup(&function);
        isKernel(function) && size > maxKernelSize)
      reportError(function, "its functions have to be inlined, which makes " + Twine(size) +
                                " instructions; at most " + Twine(maxKernelSize) + " are possible");
  return std::move(plan.outOfLine);
}

void copyByValArguments(Function &function) {
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (Argument &argument : function.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    Type *type = argument.getParamByValType();
    Align alignment = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
    AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".copy");
    copy->setAlignment(alignment);
    argument.replaceAllUsesWith(copy);
    // What the caller has may be packed.
    builder.CreateMemCpy(copy, alignment, &argument, argument.getParamAlign(),
                         layout.getTypeAllocSize(type));
  }
}

void makeOutOfLine(ArrayRef<Function *> functions) {
  for (Function *function : functions) {
    copyByValArguments(*function);
    function = passQueries(*function);
    function->addFnAttr(outOfLineAttribute);
    function->setLinkage(GlobalValue::InternalLinkage);
    function->setVisibility(GlobalValue::DefaultVisibility);
    function->setComdat(nullptr);
    // What these say holds for the scalar function only; its calls are of both kinds.
    auto simplify = [](auto &called) {
      called.setCallingConv(CallingConv::C);
      called.removeFnAttr(Attribute::Convergent);
      for (unsigned i = 0; i < called.arg_size(); ++i)
        for (Attribute::AttrKind kind :
             {Attribute::ByVal, Attribute::StructRet, Attribute::Returned})
          called.removeParamAttr(i, kind);
    };
    simplify(*function);
    for (User *user : function->users())
      simplify(*cast<CallInst>(user));
  }
}

} // namespace heddle::compiler
