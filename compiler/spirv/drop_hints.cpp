#include "compiler/spirv/drop_hints.hpp"

#include "compiler/spirv/spirv_words.hpp"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr std::uint32_t subgroupBufferPrefetch = 6220;
constexpr StringLiteral prefetchExtension("SPV_INTEL_subgroup_buffer_prefetch");
constexpr std::uint32_t fastMathDefault = 6028; ///< execution mode
constexpr std::uint32_t alignedAccess = 2;      ///< memory operands, followed by the alignment

bool isHint(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  switch (instruction.op) {
  case Op::SubgroupBlockPrefetchINTEL:
    return true;
  case Op::Capability:
    return operands[0] == subgroupBufferPrefetch;
  case Op::Extension:
    return spirvText(operands) == prefetchExtension;
  case Op::ExecutionModeId:
    return operands[1] == fastMathDefault;
  case Op::CooperativeMatrixPrefetchINTEL:
    // Pointer, rows, columns, level, layout and perhaps stride; else there are offsets among them.
    return operands.size() > 6;
  default:
    return false;
  }
}

/// Where the memory operands of a load or store of a cooperative matrix are, if it has any.
std::optional<std::size_t> memoryOperandsOf(Op op) {
  switch (op) {
  case Op::CooperativeMatrixLoadKHR:
    return 5;
  case Op::CooperativeMatrixStoreKHR:
    return 4;
  case Op::CooperativeMatrixLoadCheckedINTEL:
    return 9;
  case Op::CooperativeMatrixStoreCheckedINTEL:
    return 8;
  case Op::CooperativeMatrixLoadOffsetINTEL:
    return 7;
  case Op::CooperativeMatrixStoreOffsetINTEL:
    return 6;
  default:
    return std::nullopt;
  }
}

/// Appends the instruction with memory operands that say nothing of alignment, if they did.
bool appendUnaligned(const SpirvInstruction &instruction, SpirvWords &result) {
  const std::optional<std::size_t> at = memoryOperandsOf(instruction.op);
  if (!at || instruction.operands.size() < *at + 2 || !(instruction.operands[*at] & alignedAccess))
    return false;
  SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
  operands[*at] &= ~alignedAccess;
  operands.erase(operands.begin() + std::ptrdiff_t(*at) + 1);
  appendInstruction(result, instruction.op, operands);
  return true;
}

} // namespace

std::string dropHints(StringRef bytes) {
  const SpirvWords words = spirvWords(bytes);
  bool hasHints = false;
  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    if (isHint(instruction) || appendUnaligned(instruction, result))
      hasHints = true;
    else
      append_range(result, instruction.words);
    return true;
  });
  return hasHints ? spirvBytes(result) : bytes.str();
}

} // namespace heddle::compiler
