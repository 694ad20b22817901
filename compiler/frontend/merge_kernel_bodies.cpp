#include "compiler/frontend/merge_kernel_bodies.hpp"

#include "compiler/ir/kernel_info.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The call by which `kernel` is nothing but its body function; null when it is more than that.
CallInst *onlyCallOf(Function &body, const Function &kernel) {
  if (!body.hasOneUse() || body.getFunctionType() != kernel.getFunctionType())
    return nullptr;
  auto *call = dyn_cast<CallInst>(*body.user_begin());
  return call && call->getFunction() == &kernel && call->getCalledOperand() == &body ? call
                                                                                     : nullptr;
}

void mergeInto(Function &kernel, Function &body) {
  DISubprogram *subprogram = body.getSubprogram();
  // Deleting a body takes the metadata along: the required sizes and the argument info.
  SmallVector<std::pair<unsigned, MDNode *>> metadata;
  kernel.getAllMetadata(metadata);
  kernel.deleteBody();
  kernel.setLinkage(GlobalValue::ExternalLinkage);
  for (const auto &[kind, node] : metadata)
    if (kind != LLVMContext::MD_dbg)
      kernel.setMetadata(kind, node);
  kernel.splice(kernel.begin(), &body);
  for (auto [to, from] : zip(kernel.args(), body.args()))
    from.replaceAllUsesWith(&to);
  if (subprogram) {
    body.setSubprogram(nullptr);
    // Debuggers know a function by this name.
    subprogram->replaceLinkageName(MDString::get(kernel.getContext(), kernel.getName()));
    kernel.setSubprogram(subprogram);
  }
  body.eraseFromParent();
}

} // namespace

void mergeKernelBodies(Module &module) {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    Function *body = module.getFunction((kernelBodyPrefix + kernel->getName()).str());
    if (body && !body->isDeclaration() && onlyCallOf(*body, *kernel))
      mergeInto(*kernel, *body);
  }
}

} // namespace heddle::compiler
