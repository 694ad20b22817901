#include "compiler/spirv/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"

#include <cstring>

using namespace llvm;

namespace heddle::compiler {

const SpirvForm *spirvFormOf(std::uint32_t opcode) {
  static constexpr SpirvForm forms[] = {
#define HEDDLE_SPIRV_INSTRUCTION(name, opcode, form) {opcode, "Op" #name, form},
#include "compiler/spirv/spirv_instructions.def"
  };
  static const DenseMap<std::uint32_t, const SpirvForm *> byOpcode = [] {
    DenseMap<std::uint32_t, const SpirvForm *> map;
    for (const SpirvForm &form : forms)
      map[form.opcode] = &form;
    return map;
  }();
  return byOpcode.lookup(opcode);
}

bool hasTypeAndResult(SpirvOp op) {
  const SpirvForm *form = spirvFormOf(static_cast<std::uint32_t>(op));
  return form && form->operands.starts_with("tr");
}

bool isSpirvType(SpirvOp op) {
  return (op >= SpirvOp::TypeVoid && op <= SpirvOp::TypeForwardPointer) ||
         op == SpirvOp::TypeNamedBarrier || op == SpirvOp::TypeUntypedPointerKHR ||
         op == SpirvOp::TypeCooperativeMatrixKHR;
}

void forEachInstruction(ArrayRef<std::uint32_t> module,
                        function_ref<bool(const SpirvInstruction &)> body) {
  for (std::size_t at = spirvHeaderWords; at < module.size();) {
    const std::size_t length = module[at] >> 16;
    const ArrayRef<std::uint32_t> words = module.slice(at, length);
    if (!body({static_cast<SpirvOp>(module[at] & 0xffff), words.drop_front(), words, at}))
      return;
    at += length;
  }
}

StringRef spirvText(ArrayRef<std::uint32_t> words) {
  StringRef text(reinterpret_cast<const char *>(words.data()), 4 * words.size());
  return text.take_until([](char c) { return c == '\0'; });
}

void appendInstruction(SpirvWords &module, SpirvOp op, ArrayRef<std::uint32_t> operands) {
  module.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 |
                   static_cast<std::uint32_t>(op));
  module.insert(module.end(), operands.begin(), operands.end());
}

SpirvWords spirvWords(StringRef bytes) {
  SpirvWords words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), 4 * words.size());
  return words;
}

std::string spirvBytes(ArrayRef<std::uint32_t> words) {
  return std::string(reinterpret_cast<const char *>(words.data()), 4 * words.size());
}

} // namespace heddle::compiler
