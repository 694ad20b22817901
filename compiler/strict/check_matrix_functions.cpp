#include "compiler/strict/check_matrix_functions.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/ir/matrix_formats.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <string>

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Factor {
  MatrixFactor factor;
  StringLiteral name;
  unsigned operand, signedBit, scaleBit;
};
constexpr Factor factors[] = {
    {MatrixFactor::a, "A", 1, matrixASigned, matrixScaleAFloat8E8M0},
    {MatrixFactor::b, "B", 2, matrixBSigned, matrixScaleBFloat8E8M0},
};

/// What is wrong with the word of an instruction that can be lowered; "" for nothing. What cannot
/// is an error there.
std::string contradictionIn(const CallInst &call, bool isScaled) {
  auto *word = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  const unsigned withWord = isScaled ? 7 : 5;
  if (!word || call.arg_size() != withWord)
    return "";
  const auto operands = static_cast<unsigned>(word->getZExtValue());
  for (const Factor &factor : factors) {
    Expected<MatrixElement> element =
        matrixElement(factor.factor, call.getArgOperand(factor.operand)->getType(), operands);
    if (!element) {
      consumeError(element.takeError());
      return "";
    }
    if ((operands & factor.signedBit) && !isInteger(*element))
      return (factor.name + " has signed integers, and that it holds " + nameOf(*element)).str();
  }
  const unsigned scales = operands & matrixScaleBits;
  if (isScaled && scales && scales != matrixScaleBits)
    return (Twine("the scale of ") + (scales & matrixScaleAFloat8E8M0 ? "A" : "B") +
            " is a float of 8 bits, and nothing of the other one's")
        .str();
  return "";
}

std::string contradictionIn(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? unmangledName(callee->getName()) : std::nullopt;
  if (name == "__spirv_SubgroupMatrixMultiplyAccumulateINTEL")
    return contradictionIn(call, /*isScaled=*/false);
  if (name == "__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL")
    return contradictionIn(call, /*isScaled=*/true);
  return "";
}

void findContradiction(CallInst &call, std::string subject) {
  IRBuilder<> builder(&call);
  Place place;
  place.kind = heddleFinding_matrixOperands;
  place.subject = std::move(subject);
  emitFinding(builder, builder.getTrue(), builder.getInt64(0), call, std::move(place));
}

void checkPartner(CallInst &join) {
  IRBuilder<> builder(&join);
  Module &module = *join.getModule();
  auto *type = FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/false);
  Value *own = builder.CreateCall(getInternalOp(module, InternalOp::subGroupId, type));
  Value *number = builder.CreateCall(getInternalOp(module, InternalOp::numSubGroups, type));
  Value *isMissing =
      builder.CreateICmpUGE(builder.CreateXor(own, builder.getInt32(1)), number, "no_partner");
  Place place;
  place.kind = heddleFinding_matrixPartner;
  emitFinding(builder, isMissing, builder.CreateZExt(own, builder.getInt64Ty()), join,
              std::move(place));
}

} // namespace

PreservedAnalyses CheckMatrixFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
  bool isChanged = false;
  for (CallInst *call : calls) {
    if (internalOp(*call) == InternalOp::pairJoin)
      checkPartner(*call);
    else if (std::string found = contradictionIn(*call); !found.empty())
      findContradiction(*call, std::move(found));
    else
      continue;
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
