#include "compiler/matrix/tiles/keep_tiles_in_calls.hpp"

#include "compiler/ir/kernel_info.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool hasTiles(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return instruction.getType()->isX86_AMXTy() ||
           any_of(instruction.operands(),
                  [](const Use &use) { return use->getType()->isX86_AMXTy(); });
  });
}

/// What the System V ABI lets a function change but for its arguments and results.
std::string changedRegisters(bool hasAvx512) {
  std::string names = ",~{r9},~{r10},~{r11},~{memory},~{dirflag},~{fpsr},~{flags}";
  for (unsigned i = 0; i < (hasAvx512 ? 32 : 16); ++i)
    names += (hasAvx512 ? ",~{zmm" : ",~{ymm") + std::to_string(i) + "}";
  for (unsigned i = 0; hasAvx512 && i < 8; ++i)
    names += ",~{k" + std::to_string(i) + "}";
  // Those of APX.
  for (unsigned i = 16; i < 32; ++i)
    names += ",~{r" + std::to_string(i) + "}";
  return names;
}

/// The arguments are in the registers of the first five of the System V ABI, the callee is in rax,
/// and all of them may be changed; the result is in rax and rdx.
void callInAssembly(CallInst &call, bool hasAvx512) {
  IRBuilder<> builder(&call);
  const auto argument = [&](unsigned index) {
    return builder.CreateZExt(call.getArgOperand(index), builder.getInt64Ty());
  };
  Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  auto *results = StructType::get(pointer, word, pointer, word, pointer, word);
  auto *type =
      FunctionType::get(results, {pointer, word, pointer, word, pointer, word}, /*isVarArg=*/false);
  auto *assembly = InlineAsm::get(type, "vzeroupper\n\tcallq *%rax",
                                  "={rax},={rdx},={rdi},={rsi},={rcx},={r8},0,1,2,3,4,5" +
                                      changedRegisters(hasAvx512),
                                  /*hasSideEffects=*/true, /*isAlignStack=*/true);
  CallInst *inAssembly =
      builder.CreateCall(assembly, {call.getCalledOperand(), argument(2), call.getArgOperand(0),
                                    argument(1), call.getArgOperand(3), argument(4)});
  inAssembly->setDoesNotThrow();
  inAssembly->setDebugLoc(call.getDebugLoc());
  Value *answer = PoisonValue::get(call.getType());
  for (unsigned i : {0, 1})
    answer = builder.CreateInsertValue(answer, builder.CreateExtractValue(inAssembly, i), i);
  call.replaceAllUsesWith(answer);
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses KeepTilesInCallsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->hasFnAttr(leavesTilesAttribute))
      calls.push_back(call);
  if (calls.empty() || !hasTiles(function))
    return PreservedAnalyses::all();
  for (CallInst *call : calls)
    callInAssembly(*call, hasAvx512);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
