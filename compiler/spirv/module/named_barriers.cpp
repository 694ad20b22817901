#include "compiler/spirv/module/named_barriers.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

#include <cstring>
#include <string_view>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Words = SpirvWords;

constexpr std::uint32_t linkageCapability = 5, linkageDecoration = 41, importLinkage = 1;

void appendImport(Words &words, std::uint32_t function, std::string_view name) {
  Words text(name.size() / 4 + 1);
  std::memcpy(text.data(), name.data(), name.size());
  Words operands = {function, linkageDecoration};
  operands.insert(operands.end(), text.begin(), text.end());
  operands.push_back(importLinkage);
  appendInstruction(words, Op::Decorate, operands);
}

class Replacement {
public:
  explicit Replacement(Words given) : words(std::move(given)) {}

  /// False when there is nothing to replace.
  bool run() {
    findTypes();
    if (!barrierType)
      return false;
    Words result(words.begin(), words.begin() + spirvHeaderWords);
    appendInstruction(result, Op::Capability, {linkageCapability});
    initialize = newId();
    wait = newId();
    bool isInTypes = false, isInFunctions = false;
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      if (!isInTypes && isSpirvType(instruction.op)) {
        isInTypes = true;
        appendImport(result, initialize, "_Z30__spirv_NamedBarrierInitializei");
        appendImport(result, wait, "_Z26__spirv_MemoryNamedBarrierlii");
      }
      if (!isInFunctions && instruction.op == Op::Function) {
        isInFunctions = true;
        declareFunctions(result);
      }
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      if (instruction.op == Op::TypeNamedBarrier)
        appendInstruction(result, Op::TypeInt, {operands[0], 64, 0});
      else if (instruction.op == Op::NamedBarrierInitialize)
        appendInstruction(result, Op::FunctionCall,
                          {operands[0], operands[1], initialize, operands[2]});
      else if (instruction.op == Op::MemoryNamedBarrier)
        appendInstruction(result, Op::FunctionCall,
                          {voidType, newId(), wait, operands[0], operands[1], operands[2]});
      else
        result.insert(result.end(), instruction.words.begin(), instruction.words.end());
      return true;
    });
    result[spirvBoundWord] = words[spirvBoundWord];
    words = std::move(result);
    return true;
  }

  const Words &result() const { return words; }

private:
  std::uint32_t newId() { return words[spirvBoundWord]++; }

  void findTypes() {
    forEachInstruction(words, [this](const SpirvInstruction &instruction) {
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      if (instruction.op == Op::TypeNamedBarrier)
        barrierType = operands[0];
      else if (instruction.op == Op::TypeVoid)
        voidType = operands[0];
      else if (instruction.op == Op::TypeInt && operands[1] == 32)
        intType = operands[0];
      return true;
    });
  }

  void declareFunctions(Words &result) {
    const std::uint32_t initializeType = newId(), waitType = newId();
    appendInstruction(result, Op::TypeFunction, {initializeType, barrierType, intType});
    appendInstruction(result, Op::TypeFunction,
                      {waitType, voidType, barrierType, intType, intType});
    appendInstruction(result, Op::Function, {barrierType, initialize, 0, initializeType});
    appendInstruction(result, Op::FunctionParameter, {intType, newId()});
    appendInstruction(result, Op::FunctionEnd, {});
    appendInstruction(result, Op::Function, {voidType, wait, 0, waitType});
    appendInstruction(result, Op::FunctionParameter, {barrierType, newId()});
    appendInstruction(result, Op::FunctionParameter, {intType, newId()});
    appendInstruction(result, Op::FunctionParameter, {intType, newId()});
    appendInstruction(result, Op::FunctionEnd, {});
  }

  Words words;
  std::uint32_t barrierType = 0, voidType = 0, intType = 0, initialize = 0, wait = 0;
};

} // namespace

std::string replaceNamedBarriers(std::string bytes) {
  Replacement replacement(spirvWords(bytes));
  return replacement.run() ? spirvBytes(replacement.result()) : std::move(bytes);
}

} // namespace heddle::compiler
