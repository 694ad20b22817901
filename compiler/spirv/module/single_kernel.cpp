#include "compiler/spirv/module/single_kernel.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Ids = DenseSet<std::uint32_t>;

/// What a module says of its functions.
struct Functions {
  SmallVector<std::uint32_t> kernels; ///< of the name that is asked for
  Ids all;
  DenseMap<std::uint32_t, Ids> named; ///< ids in the body of each
  bool hasOtherSets = false;
};

Functions functionsOf(ArrayRef<std::uint32_t> module, StringRef kernel) {
  Functions result;
  Ids *body = nullptr;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (instruction.op == Op::ExtInstImport) {
      result.hasOtherSets |= spirvText(operands.drop_front()) != "OpenCL.std";
    } else if (instruction.op == Op::EntryPoint) {
      if (spirvText(operands.drop_front(2)) == kernel)
        result.kernels.push_back(operands[1]);
    } else if (instruction.op == Op::Function) {
      result.all.insert(operands[1]);
      body = &result.named[operands[1]];
    } else if (body) {
      SmallVector<std::uint32_t> ids(operands);
      forEachId(instruction.op, ids, [&](std::uint32_t &id) { body->insert(id); });
    }
    return !result.hasOtherSets;
  });
  return result;
}

Ids reachedFrom(const Functions &functions) {
  Ids reached;
  SmallVector<std::uint32_t> left(functions.kernels);
  while (!left.empty()) {
    const std::uint32_t function = left.pop_back_val();
    if (!reached.insert(function).second)
      continue;
    for (const std::uint32_t id : functions.named.lookup(function))
      if (functions.all.contains(id))
        left.push_back(id);
  }
  return reached;
}

/// Names, decorations and modes, which stand in front of what they are about.
bool isAbout(const SpirvInstruction &instruction, const Ids &ids) {
  switch (instruction.op) {
  case Op::EntryPoint:
    return ids.contains(instruction.operands[1]);
  case Op::Name:
  case Op::ExecutionMode:
  case Op::ExecutionModeId:
  case Op::Decorate:
  case Op::DecorateId:
  case Op::DecorateString:
    return ids.contains(instruction.operands[0]);
  default:
    return false;
  }
}

} // namespace

std::string withSingleKernel(StringRef bytes, StringRef kernel) {
  const SpirvWords words = spirvWords(bytes);
  const Functions functions = functionsOf(words, kernel);
  if (functions.hasOtherSets || functions.kernels.empty())
    return bytes.str();
  const Ids reached = reachedFrom(functions);

  // Everything that the other functions define, and their code.
  Ids dropped;
  DenseSet<std::size_t> code;
  bool isReached = true;
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (instruction.op == Op::Function)
      isReached = reached.contains(operands[1]);
    if (!isReached) {
      code.insert(instruction.at);
      const std::size_t result = spirvOperandForm(instruction.op, operands.size()).find('r');
      if (result != StringRef::npos)
        dropped.insert(operands[result]);
    }
    if (instruction.op == Op::FunctionEnd)
      isReached = true;
    return true;
  });

  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    if (code.contains(instruction.at) || isAbout(instruction, dropped))
      return true;
    if (instruction.op == Op::GroupDecorate) {
      SmallVector<std::uint32_t> operands(instruction.operands);
      erase_if(operands, [&](std::uint32_t id) { return dropped.contains(id); });
      appendInstruction(result, instruction.op, operands);
    } else {
      append_range(result, instruction.words);
    }
    return true;
  });
  return spirvBytes(result);
}

} // namespace heddle::compiler
