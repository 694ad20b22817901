#include "compiler/spirv/module/called_kernels.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

SmallVector<CallInst *> callsOf(Function &function) {
  SmallVector<CallInst *> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
      calls.push_back(call);
  return calls;
}

Function *copyThatIsNoKernel(Function &kernel) {
  ValueToValueMapTy values;
  Function *copy = CloneFunction(&kernel, values);
  copy->setName(kernel.getName() + ".called");
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setCallingConv(CallingConv::SPIR_FUNC);
  // What is left is about kernels: names and types of arguments, sizes of work-groups.
  copy->eraseMetadataIf([](unsigned kind, MDNode *) { return kind != LLVMContext::MD_dbg; });
  return copy;
}

} // namespace

void separateCalledKernels(Module &module) {
  SmallVector<Function *> called;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        !callsOf(function).empty())
      called.push_back(&function);
  for (Function *kernel : called) {
    Function *copy = copyThatIsNoKernel(*kernel);
    for (CallInst *call : callsOf(*kernel)) {
      call->setCalledFunction(copy);
      call->setCallingConv(CallingConv::SPIR_FUNC);
    }
  }
}

} // namespace heddle::compiler
