#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;

namespace heddle::compiler {

const SpirvForm *spirvFormOf(std::uint32_t opcode) {
  static constexpr SpirvForm forms[] = {
#define HEDDLE_SPIRV_INSTRUCTION(name, opcode, form) {opcode, "Op" #name, form},
#include "compiler/spirv/module/spirv_instructions.def"
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

StringRef spirvOperandForm(SpirvOp op, std::size_t operandCount) {
  // The draft of SPV_INTEL_joint_matrix has two offsets in front of the numbers of rows and
  // columns.
  constexpr std::size_t mostOfProducers = 6;
  if (op == SpirvOp::CooperativeMatrixPrefetchINTEL && operandCount > mostOfProducers)
    return "iiiiiniO";
  return spirvFormOf(static_cast<std::uint32_t>(op))->operands;
}

std::size_t openclIdOperands(std::uint32_t number, std::size_t count) {
  // vloadn, vload_halfn, vstore_half_r, vstore_halfn_r, vloada_halfn, vstorea_halfn_r.
  const bool endsInLiteral = is_contained({171u, 174u, 176u, 178u, 179u, 181u}, number);
  return endsInLiteral && count ? count - 1 : count;
}

void forEachId(StringRef form, MutableArrayRef<std::uint32_t> operands,
               function_ref<void(std::uint32_t &)> body) {
  std::size_t next = 0;
  for (char kind : form) {
    if (next >= operands.size())
      return;
    switch (kind) {
    case 't':
    case 'i':
    case 'O':
      body(operands[next++]);
      break;
    case 's':
      next += spirvText(operands.drop_front(next)).size() / 4 + 1;
      break;
    case 'I':
      for_each(operands.drop_front(next), body);
      return;
    case 'N':
      return;
    default:
      ++next;
    }
  }
}

void forEachId(SpirvOp op, MutableArrayRef<std::uint32_t> operands,
               function_ref<void(std::uint32_t &)> body) {
  if (op == SpirvOp::ExtInst) {
    forEachId("tri", operands, body);
    MutableArrayRef<std::uint32_t> rest = operands.drop_front(4);
    for_each(rest.take_front(openclIdOperands(operands[3], rest.size())), body);
    return;
  }
  forEachId(spirvOperandForm(op, operands.size()), operands, body);
  if (op == SpirvOp::SpecConstantOp)
    if (const SpirvForm *form = spirvFormOf(operands[2]))
      forEachId(form->operands.drop_front(form->operands.starts_with("tr") ? 2 : 0),
                operands.drop_front(3), body);
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
