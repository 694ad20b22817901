#include "compiler/vectorizer/analysis/loop_sums.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Of each sum, what else may be done for it: loads, conversions, and a product.
constexpr unsigned maxInstructionsPerStep = 6;

bool isAddition(const Instruction &instruction) {
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd;
  return instruction.getOpcode() == Instruction::FAdd ||
         instruction.getOpcode() == Instruction::FSub;
}

/// How many additions make `end` of `phi`; 0 when something else does, too.
unsigned chainLength(const Loop &loop, const Value *end, const PHINode &phi) {
  unsigned length = 0;
  while (end != &phi) {
    auto *instruction = dyn_cast<Instruction>(end);
    if (!instruction || !loop.contains(instruction) || !isAddition(*instruction))
      return 0;
    ++length;
    if (isa<IntrinsicInst>(instruction)) {
      end = instruction->getOperand(2);
      continue;
    }
    auto *left = dyn_cast<Instruction>(instruction->getOperand(0));
    bool isLeft = left && (left == &phi || (loop.contains(left) && isAddition(*left)));
    end = instruction->getOperand(isLeft ? 0 : 1);
  }
  return length;
}

/// Whether it adds up products of what the loop reads.
bool isIntegerSum(const Loop &loop, const PHINode &phi) {
  Value *factors[2];
  if (!match(phi.getIncomingValueForBlock(loop.getLoopLatch()),
             m_c_Add(m_Specific(&phi), m_Mul(m_Value(factors[0]), m_Value(factors[1])))))
    return false;
  return any_of(factors, [&](Value *factor) {
    const Value *read = factor;
    match(factor, m_ZExtOrSExt(m_Value(read)));
    const auto *load = dyn_cast<LoadInst>(read);
    return load && loop.contains(load);
  });
}

} // namespace

LoopSums sumsOf(const Loop &loop) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!latch || latch != loop.getExitingBlock())
    return {};
  LoopSums sums;
  unsigned steps = 0, instructions = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (auto *phi = dyn_cast<PHINode>(&instruction)) {
        if (!phi->getType()->isFloatingPointTy()) {
          if (block == loop.getHeader() && isIntegerSum(loop, *phi)) {
            sums.ofIntegers = true;
            ++sums.count;
            ++steps;
          }
          continue;
        }
        // Where branches meet, a sum is more than additions.
        if (block != loop.getHeader())
          return {};
        unsigned length = chainLength(loop, phi->getIncomingValueForBlock(latch), *phi);
        if (length == 0)
          return {};
        ++sums.count;
        steps += length;
        continue;
      }
      // A call has latencies of its own.
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
          !internalOp(instruction))
        return {};
      bool isAddress = isa<GetElementPtrInst>(instruction) || instruction.isTerminator() ||
                       instruction.getType()->isIntegerTy();
      instructions += !isAddress;
    }
  return instructions <= steps * maxInstructionsPerStep ? sums : LoopSums();
}

bool usesRows(Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (op != InternalOp::globalId && op != InternalOp::localId)
      return false;
    auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
    return dimension && dimension->isOne();
  });
}

SmallVector<PHINode *, 2> fewSums(const Loop &loop) {
  const LoopSums sums = sumsOf(loop);
  SmallVector<PHINode *, 2> found;
  if (sums.count > 2 || sums.ofIntegers)
    return found;
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isFloatingPointTy())
      found.push_back(&phi);
  return found.size() == sums.count ? found : SmallVector<PHINode *, 2>();
}

} // namespace heddle::compiler
