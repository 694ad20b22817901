#include "compiler/vectorizer/size/latency_bound.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/out_of_line_attribute.hpp"
#include "compiler/vectorizer/size/dependence_chains.hpp"

#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Two units with a latency of four cycles take so many independent operations; as many registers
/// are left for what the loop loads.
constexpr unsigned sumsUnderWay = 8;
/// Of each sum, what else may be done for it: loads, conversions, and a product.
constexpr unsigned maxInstructionsPerStep = 6;
/// Two registers of lanes double the code, and what has to be compiled.
constexpr unsigned shortKernel = 400;

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

struct Sums {
  unsigned count = 0;
  bool ofIntegers = false; ///< some of them
};

/// The sums of a loop that has little else to do; none of other loops.
Sums findSums(const Loop &loop) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!latch || latch != loop.getExitingBlock())
    return {};
  Sums sums;
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
  return instructions <= steps * maxInstructionsPerStep ? sums : Sums();
}

std::optional<std::uint64_t> requiredSize(const Function &kernel, unsigned dimension) {
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (!required || dimension >= required->getNumOperands())
    return std::nullopt;
  auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(dimension));
  return size ? std::optional(size->getZExtValue()) : std::nullopt;
}

/// Whether the kernel cuts its work-items into rows of that length, by `local_id(0) / 16`, which
/// all lanes of one register agree about.
bool cutsIntoRows(Function &kernel, unsigned length) {
  return any_of(instructions(kernel), [&](const Instruction &instruction) {
    Value *id;
    const APInt *divisor;
    const APInt *bits;
    // The last one is LLVM's for the first work-item of the row.
    const bool isCut =
        (match(&instruction, m_IDiv(m_Value(id), m_APInt(divisor))) && *divisor == length) ||
        (match(&instruction, m_Shr(m_Value(id), m_APInt(bits))) && *bits == Log2_32(length)) ||
        (match(&instruction, m_And(m_Value(id), m_APInt(bits))) && bits->isShiftedMask() &&
         bits->countr_zero() == Log2_32(length));
    if (!isCut)
      return false;
    while (auto *cast = dyn_cast<CastInst>(id))
      id = cast->getOperand(0);
    const auto *call = dyn_cast<CallBase>(id);
    if (!call || internalOp(*call) != InternalOp::localId)
      return false;
    return match(call->getArgOperand(0), m_Zero());
  });
}

/// Whether the executor has to run work-groups as they are.
bool usesGroups(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const std::optional<InternalOp> op = internalOp(instruction);
    return op == InternalOp::groupId || op == InternalOp::localId ||
           op == InternalOp::workGroupBarrier;
  });
}

/// Whether sub-groups of two registers begin where rows do. Without work-groups there are those of
/// the whole ND-range alone.
bool fitsTwoRegisters(Function &kernel, unsigned floatLanes) {
  if (2 * floatLanes > 32 || cutsIntoRows(kernel, floatLanes))
    return false;
  const std::optional<std::uint64_t> columns = requiredSize(kernel, 0);
  return columns ? *columns % (2 * floatLanes) == 0 : !usesRows(kernel) || !usesGroups(kernel);
}

/// Whether it computes with vectors that fill registers by themselves.
bool usesWideVectors(const Function &kernel) {
  constexpr unsigned wide = 128; // bits
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    return type && (isa<BinaryOperator>(instruction) || isa<IntrinsicInst>(instruction)) &&
           type->getPrimitiveSizeInBits() >= wide;
  });
}

/// What is called is most of such a kernel. Its chains are not in sight, and the rest looks as if
/// it only waited for the calls. The kernels of a program would each have a form of it compiled for
/// their number of lanes.
bool callsOutOfLine(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && isOutOfLineFunction(*callee);
  });
}

Parallelism parallelSums(Function &kernel, unsigned floatLanes) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  unsigned sums = 0;
  bool ofIntegers = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    const Sums ofThis = findSums(*loop);
    if (ofThis.count == 0)
      return {floatLanes};
    sums = std::max(sums, ofThis.count);
    ofIntegers |= ofThis.ofIntegers;
  }
  if (sums == 0 || sums > sumsUnderWay / 2)
    return {floatLanes};

  Parallelism result{floatLanes};
  unsigned places = bit_floor(sumsUnderWay / sums);
  const bool hasRows = usesRows(kernel);
  const std::optional<std::uint64_t> rows = requiredSize(kernel, 1);
  // Integers are added in a cycle. Rows share what they multiply.
  if (!ofIntegers && fitsTwoRegisters(kernel, floatLanes) &&
      (!hasRows || requiredSize(kernel, 0))) {
    result.lanes *= 2;
    result.sums = true;
    places /= 2;
  }
  if (hasRows)
    result.rows = rows ? std::min<std::uint64_t>(places, bit_floor(*rows)) : places;
  return result;
}

/// Half a register where that is what rows of the required work-groups consist of: sub-groups that
/// go on in the next row have neither lanes side by side nor a row that is the same for all. Where
/// there is one row, half of the lanes would have nothing to do.
unsigned lanesInRows(const Function &kernel, unsigned floatLanes) {
  const std::uint64_t columns = requiredSize(kernel, 0).value_or(0);
  const bool hasRows =
      requiredSize(kernel, 1).value_or(1) > 1 || requiredSize(kernel, 2).value_or(1) > 1;
  const unsigned half = floatLanes / 2;
  return half >= 8 &&
                 (hasRows ? columns % floatLanes == half : columns == half && usesGroups(kernel))
             ? half
             : floatLanes;
}

} // namespace

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
  const Sums sums = findSums(loop);
  SmallVector<PHINode *, 2> found;
  if (sums.count > 2 || sums.ofIntegers)
    return found;
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isFloatingPointTy())
      found.push_back(&phi);
  return found.size() == sums.count ? found : SmallVector<PHINode *, 2>();
}

Parallelism wantedParallelism(Function &kernel, unsigned registerLanes) {
  const unsigned floatLanes = lanesInRows(kernel, registerLanes);
  if (callsOutOfLine(kernel))
    return {floatLanes};
  Parallelism wanted = parallelSums(kernel, floatLanes);
  // AVX-512 has twice as many registers.
  const unsigned registers = registerLanes == 16 ? 32 : 16;
  if (wanted.lanes == floatLanes && wanted.rows == 1 && fitsTwoRegisters(kernel, floatLanes) &&
      isChainBound(kernel, registers))
    wanted.lanes *= 2;
  return wanted;
}

bool fillsTwoRegisters(Function &kernel, unsigned floatLanes) {
  return fitsTwoRegisters(kernel, floatLanes) && !usesGroups(kernel) && !usesWideVectors(kernel) &&
         !callsOutOfLine(kernel) && kernel.getInstructionCount() <= shortKernel;
}

} // namespace heddle::compiler
