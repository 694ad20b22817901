#include "compiler/codegen/outline_masked_memory.hpp"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Access {
  unsigned pointer, mask; ///< operand numbers
};

std::optional<Access> accessOf(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return Access{0, 1};
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return Access{1, 2};
  default:
    return std::nullopt;
  }
}

bool isTakenApart(const IntrinsicInst &call, const Access &access, const TargetTransformInfo &tti) {
  bool loads = !call.getType()->isVoidTy();
  auto *data = cast<VectorType>(loads ? call.getType() : call.getArgOperand(0)->getType());
  Align alignment = call.getParamAlign(access.pointer).valueOrOne();
  switch (call.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return !tti.isLegalMaskedLoad(data, alignment,
                                  call.getArgOperand(access.pointer)->getType()
                                      ->getPointerAddressSpace());
  case Intrinsic::masked_store:
    return !tti.isLegalMaskedStore(data, alignment,
                                   call.getArgOperand(access.pointer)->getType()
                                       ->getPointerAddressSpace());
  case Intrinsic::masked_gather:
    return !tti.isLegalMaskedGather(data, alignment) ||
           tti.forceScalarizeMaskedGather(data, alignment);
  default:
    return !tti.isLegalMaskedScatter(data, alignment) ||
           tti.forceScalarizeMaskedScatter(data, alignment);
  }
}

/// The function that makes one access. It is named after the intrinsic and the alignment, which
/// tell everything about it.
Function *helperFor(IntrinsicInst &call, const Access &access) {
  Module &module = *call.getModule();
  StringRef intrinsic = call.getCalledFunction()->getName();
  intrinsic.consume_front("llvm.");
  Align alignment = call.getParamAlign(access.pointer).valueOrOne();
  std::string name = ("heddle." + intrinsic + ".align" + Twine(alignment.value())).str();
  if (Function *existing = module.getFunction(name))
    return existing;
  Function *helper = Function::Create(call.getFunctionType(), GlobalValue::InternalLinkage, name,
                                      module);
  helper->addFnAttr(Attribute::NoInline);
  helper->addFnAttr(Attribute::NoUnwind);
  helper->setUWTableKind(UWTableKind::Default);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", helper));
  SmallVector<Value *> arguments;
  for (Argument &argument : helper->args())
    arguments.push_back(&argument);
  CallInst *inner = builder.CreateCall(call.getCalledFunction(), arguments);
  inner->addParamAttr(access.pointer, Attribute::getWithAlignment(module.getContext(), alignment));
  if (inner->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(inner);
  return helper;
}

} // namespace

PreservedAnalyses OutlineMaskedMemoryPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<IntrinsicInst *> calls;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const auto &tti = functionAnalyses.getResult<TargetIRAnalysis>(function);
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      std::optional<Access> access = call ? accessOf(*call) : std::nullopt;
      if (access && !isa<Constant>(call->getArgOperand(access->mask)) &&
          isTakenApart(*call, *access, tti))
        calls.push_back(call);
    }
  }
  for (IntrinsicInst *call : calls) {
    Function *helper = helperFor(*call, *accessOf(*call));
    SmallVector<Value *> arguments(call->args());
    CallInst *replacement = CallInst::Create(helper, arguments, "", call->getIterator());
    replacement->setDebugLoc(call->getDebugLoc());
    replacement->takeName(call);
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
