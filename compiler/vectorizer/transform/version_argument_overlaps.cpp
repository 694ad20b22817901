#include "compiler/vectorizer/transform/version_argument_overlaps.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/factor_reads.hpp"
#include "compiler/vectorizer/analysis/gathered_rows.hpp"
#include "compiler/vectorizer/analysis/memory_sums.hpp"
#include "compiler/vectorizer/analysis/unwritten_reads.hpp"
#include "compiler/vectorizer/transform/kernel_versions.hpp"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of instructions of both versions, before loops are unrolled.
constexpr unsigned maxLength = 4000;
/// Each is asked by each sub-group.
constexpr std::size_t maxPairs = 8;

/// Where the object of an argument begins, and where it ends.
std::pair<Value *, Value *> boundsOf(IRBuilder<> &builder, Argument &argument) {
  Type *word = builder.getInt64Ty();
  Module &module = *argument.getParent()->getParent();
  const auto ask = [&](InternalOp op) {
    auto *type = FunctionType::get(word, {builder.getInt32Ty()}, /*isVarArg=*/false);
    return builder.CreateCall(getInternalOp(module, op, type),
                              {builder.getInt32(argument.getArgNo())});
  };
  // What nothing is known of has all of memory: it begins and ends where numbers do.
  Value *begin =
      builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, builder.CreatePtrToInt(&argument, word),
                                    ask(InternalOp::argumentBefore));
  Value *end =
      builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, begin, ask(InternalOp::argumentSize));
  return {begin, end};
}

SmallVector<ArgumentPair> argumentsBeforeFactors(Function &kernel, const LoopInfo &loops) {
  const SmallPtrSet<const Loop *, 4> around = loopsOfProducts(kernel, loops);
  if (around.empty())
    return {};
  return argumentsInTheWay(kernel, [&](const Instruction &read) {
    const Loop *loop = loops.getLoopFor(read.getParent());
    return loop && around.contains(loop->getOutermostLoop()) && readsFactor(read);
  });
}

} // namespace

PreservedAnalyses VersionArgumentOverlapsPass::run(Function &function,
                                                   FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || function.hasFnAttribute(oneVersionAttribute) ||
      2 * function.getInstructionCount() > maxLength || !canBeCopied(function))
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<ArgumentPair> pairs = argumentsBeforeFactors(function, loops);
  const bool hasProducts = !pairs.empty();
  StringRef doubt = "what is written may be what matrices are read from";
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  if (pairs.empty()) {
    pairs = argumentsAroundSums(loops, dominators, evolution);
    doubt = "sums in memory may be what their loops read";
  }
  if (pairs.empty() && quickGathers) {
    pairs = argumentsAroundGathers(loops, evolution);
    doubt = "rows that are written may be what their loops gather";
  }
  if (pairs.empty() || pairs.size() > maxPairs)
    return PreservedAnalyses::all();
  remark(function, doubt + Twine(": a version for arguments that overlap, and one for others"));

  splitBehindVariables(function, dominators, loops);
  const SmallVector<BasicBlock *> body = bodyOf(function);
  ValueToValueMapTy map;
  const SmallVector<BasicBlock *> copies = copyBody(function, body, ".overlaps", map);
  tellEndsApart(copies, 2);
  markApart(body, pairs);

  Instruction *end = function.getEntryBlock().getTerminator();
  IRBuilder<> builder(end);
  SmallVector<Value *> conditions;
  for (const ArgumentPair &pair : pairs) {
    const auto [writtenBegin, writtenEnd] = boundsOf(builder, *pair.written);
    const auto [otherBegin, otherEnd] = boundsOf(builder, *pair.other);
    conditions.push_back(builder.CreateOr(builder.CreateICmpULE(writtenEnd, otherBegin),
                                          builder.CreateICmpULE(otherEnd, writtenBegin)));
  }
  BranchInst *branch =
      builder.CreateCondBr(builder.CreateAnd(conditions), body.front(), copies.front());
  branch->setMetadata(overlapMetadata, MDNode::get(function.getContext(), {}));
  // The choice of a sub-group size is of the version that will run.
  if (!hasProducts)
    branch->setMetadata(LLVMContext::MD_prof,
                        MDBuilder(function.getContext()).createLikelyBranchWeights());
  end->eraseFromParent();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
