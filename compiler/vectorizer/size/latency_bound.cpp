#include "compiler/vectorizer/size/latency_bound.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/out_of_line_attribute.hpp"
#include "compiler/vectorizer/analysis/loop_sums.hpp"
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
/// Two registers of lanes double the code, and what has to be compiled.
constexpr unsigned shortKernel = 400;

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
    const LoopSums ofThis = sumsOf(*loop);
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
