#include "compiler/spirv/module/drop_hints.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

/// The capabilities of the extensions below.
constexpr std::uint32_t capabilities[] = {
    6029, // FloatControls2
    6094, // OptNoneEXT
    6169, // FPMaxErrorINTEL
    6187, // GlobalVariableHostAccessINTEL
    6220, // SubgroupBufferPrefetchINTEL
    6460, // RegisterLimitsINTEL
};
constexpr StringLiteral extensions[] = {
#define HEDDLE_SPIRV_EXTENSION(name)
#define HEDDLE_SPIRV_HINTS(name) #name,
#include "runtime/abi/spirv_extensions.def"
    // The new name of one that the translator knows by its old one.
    "SPV_ALTERA_arbitrary_precision_integers",
};
/// Sets of instructions without a meaning that the translator knows all the same.
constexpr StringLiteral readInstructionSets[] = {
    "NonSemantic.Shader.DebugInfo.100",
    "NonSemantic.Shader.DebugInfo.200",
    "NonSemantic.AuxData",
};
constexpr std::uint32_t executionModes[] = {
    6028, // FPFastMathDefault
    6461, // MaximumRegistersINTEL
    6462, // MaximumRegistersIdINTEL
    6463, // NamedMaximumRegistersINTEL
};
constexpr std::uint32_t decorations[] = {
    6170, // FPMaxErrorDecorationINTEL
    6188, // HostAccessINTEL
};
/// A bit of OpFunction's control, and one of the decoration FPFastMathMode.
constexpr std::uint32_t optNone = 0x10000, allowTransform = 0x40000;
constexpr std::uint32_t fastMathMode = 40;

bool isHint(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  switch (instruction.op) {
  case Op::SubgroupBlockPrefetchINTEL:
    return true;
  case Op::Capability:
    return is_contained(capabilities, operands[0]);
  case Op::Extension:
    return is_contained(extensions, spirvText(operands));
  case Op::ExecutionMode:
  case Op::ExecutionModeId:
    return is_contained(executionModes, operands[1]);
  case Op::Decorate:
    return is_contained(decorations, operands[1]);
  default:
    return false;
  }
}

/// The ids of other such sets and of their instructions, which nothing else uses but names.
DenseSet<std::uint32_t> idsWithoutMeaning(ArrayRef<std::uint32_t> words) {
  DenseSet<std::uint32_t> ids;
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (instruction.op == Op::ExtInstImport) {
      const StringRef name = spirvText(operands.drop_front());
      if (name.starts_with("NonSemantic.") && !is_contained(readInstructionSets, name))
        ids.insert(operands[0]);
    } else if (constexpr std::size_t set = 2;
               instruction.op == Op::ExtInst && ids.contains(operands[set])) {
      ids.insert(operands[1]);
    }
    return true;
  });
  return ids;
}

/// Whether the instruction makes one of these ids, or names it.
bool isAbout(const DenseSet<std::uint32_t> &ids, const SpirvInstruction &instruction) {
  switch (instruction.op) {
  case Op::ExtInstImport:
  case Op::Name:
    return ids.contains(instruction.operands[0]);
  case Op::ExtInst:
    return ids.contains(instruction.operands[1]);
  default:
    return false;
  }
}

/// The bits of the instruction's third operand that are hints.
std::uint32_t hintsAmongBits(const SpirvInstruction &instruction) {
  if (instruction.op == Op::Function)
    return optNone;
  return instruction.op == Op::Decorate && instruction.operands[1] == fastMathMode ? allowTransform
                                                                                   : 0;
}

} // namespace

std::string dropHints(StringRef bytes) {
  const SpirvWords words = spirvWords(bytes);
  const DenseSet<std::uint32_t> withoutMeaning = idsWithoutMeaning(words);
  bool hasHints = false;
  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    if (isHint(instruction) || isAbout(withoutMeaning, instruction)) {
      hasHints = true;
      return true;
    }
    append_range(result, instruction.words);
    const std::uint32_t hints = hintsAmongBits(instruction);
    if (constexpr std::size_t third = 2; hints && instruction.operands.size() > third) {
      std::uint32_t &bits = result[result.size() - instruction.operands.size() + third];
      hasHints |= (bits & hints) != 0;
      bits &= ~hints;
    }
    return true;
  });
  return hasHints ? spirvBytes(result) : bytes.str();
}

} // namespace heddle::compiler
