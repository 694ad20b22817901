// SPIR-V modules as words: instructions with their names and forms, to read and to write.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_WORDS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_WORDS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::compiler {

using SpirvWords = std::vector<std::uint32_t>;

constexpr std::size_t spirvHeaderWords = 5;
constexpr std::size_t spirvBoundWord = 3;

/// The instructions of spirv_instructions.def.
enum class SpirvOp : std::uint32_t {
#define HEDDLE_SPIRV_INSTRUCTION(name, opcode, form) name = opcode,
#include "compiler/spirv/module/spirv_instructions.def"
};

/// What spirv_instructions.def says about an instruction.
struct SpirvForm {
  std::uint32_t opcode;
  llvm::StringLiteral name; ///< with "Op"
  llvm::StringLiteral operands;
};

/// Null for instructions that are not in the table.
const SpirvForm *spirvFormOf(std::uint32_t opcode);

/// Whether the first two operands are a result type and a result; false for instructions that are
/// not in the table.
bool hasTypeAndResult(SpirvOp op);

/// Whether the instruction's result is a type.
bool isSpirvType(SpirvOp op);

/// An instruction of a module; the views point into its words.
struct SpirvInstruction {
  SpirvOp op;
  llvm::ArrayRef<std::uint32_t> operands;
  llvm::ArrayRef<std::uint32_t> words; ///< the operands behind their length and opcode
  std::size_t at;                      ///< of the first word in the module
};

/// The form of the operands of an instruction of the table: one instruction has two, which its
/// length tells apart.
llvm::StringRef spirvOperandForm(SpirvOp op, std::size_t operandCount);

/// The number of operands of an instruction of OpenCL.std that are ids: all, or all but a literal
/// at the end. `count`: all of them.
std::size_t openclIdOperands(std::uint32_t number, std::size_t count);

/// The ids among operands of this form, in order.
void forEachId(llvm::StringRef form, llvm::MutableArrayRef<std::uint32_t> operands,
               llvm::function_ref<void(std::uint32_t &)> body);
/// The ids among the operands of an instruction of a module. `operands` are its operands, or a copy
/// of them.
void forEachId(SpirvOp op, llvm::MutableArrayRef<std::uint32_t> operands,
               llvm::function_ref<void(std::uint32_t &)> body);

/// Calls `body` for each instruction of a module, in order, until it returns false. A module from
/// outside must have passed checkSpirv().
void forEachInstruction(llvm::ArrayRef<std::uint32_t> module,
                        llvm::function_ref<bool(const SpirvInstruction &)> body);

/// The string that begins in the first of these words.
llvm::StringRef spirvText(llvm::ArrayRef<std::uint32_t> words);

void appendInstruction(SpirvWords &module, SpirvOp op, llvm::ArrayRef<std::uint32_t> operands);

SpirvWords spirvWords(llvm::StringRef bytes);
std::string spirvBytes(llvm::ArrayRef<std::uint32_t> words);

} // namespace heddle::compiler

#endif
