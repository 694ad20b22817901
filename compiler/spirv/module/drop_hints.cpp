#include "compiler/spirv/module/drop_hints.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr std::uint32_t subgroupBufferPrefetch = 6220;
constexpr StringLiteral prefetchExtension("SPV_INTEL_subgroup_buffer_prefetch");
constexpr std::uint32_t fastMathDefault = 6028; ///< execution mode

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
  default:
    return false;
  }
}

} // namespace

std::string dropHints(StringRef bytes) {
  const SpirvWords words = spirvWords(bytes);
  bool hasHints = false;
  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    if (isHint(instruction))
      hasHints = true;
    else
      append_range(result, instruction.words);
    return true;
  });
  return hasHints ? spirvBytes(result) : bytes.str();
}

} // namespace heddle::compiler
