#include "compiler/spirv/draft_instructions.hpp"

#include "compiler/spirv/spirv_words.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Words = SpirvWords;
using Op = SpirvOp;

constexpr std::uint32_t linkageCapability = 5, scaledMatrixCapability = 6263;
constexpr std::uint32_t linkageDecoration = 41, importLinkage = 1;

// Result type, result, K, A, B, C, two scales; then perhaps the operands word.
constexpr unsigned scaledIds = 6;

constexpr StringLiteral draftExtensions[] = {
#define HEDDLE_SPIRV_EXTENSION(name)
#define HEDDLE_SPIRV_DRAFT_EXTENSION(name) #name,
#include "compiler/spirv/spirv_extensions.def"
};

/// Reads a module instruction by instruction and writes it again.
class Rewriter {
public:
  explicit Rewriter(Words words) : words(std::move(words)), bound(this->words[spirvBoundWord]) {}

  Expected<Words> run() {
    forEachInstruction(words, [this](const SpirvInstruction &instruction) {
      rewrite(instruction.op, instruction.operands, instruction.words);
      return true;
    });
    if (isBroken)
      return createStringError("invalid SPIR-V module: an operand of "
                               "OpSubgroupScaledMatrixMultiplyAccumulateINTEL is no value");
    Words result(words.begin(), words.begin() + spirvHeaderWords);
    result[spirvBoundWord] = bound;
    if (!hasLinkage && !decorations.empty())
      appendInstruction(result, Op::Capability, {linkageCapability});
    for (const Words *part : {&beforeTypes, &decorations, &types, &newTypes, &declarations, &code})
      append_range(result, *part);
    return result;
  }

private:
  void rewrite(Op op, ArrayRef<std::uint32_t> operands, ArrayRef<std::uint32_t> instruction) {
    const auto opcode = static_cast<std::uint32_t>(op);
    if (hasTypeAndResult(op))
      typeOf[operands[1]] = operands[0];
    switch (op) {
    case Op::Capability:
      if (operands[0] == scaledMatrixCapability)
        return;
      hasLinkage |= operands[0] == linkageCapability;
      break;
    case Op::Extension:
      if (is_contained(draftExtensions, spirvText(operands)))
        return;
      break;
    case Op::TypeInt:
      if (operands[1] == 32 && !uint32)
        uint32 = operands[0];
      definitions[operands[0]] = instruction;
      break;
    case Op::TypeFloat:
    case Op::TypeVector:
      definitions[operands[0]] = instruction;
      break;
    case Op::TypeFunction:
      functionTypes[Words(operands.begin() + 1, operands.end())] = operands[0];
      break;
    case Op::Function:
      inFunctions = true;
      break;
    case Op::SubgroupScaledMatrixMultiplyAccumulateINTEL:
      return call(operands);
    default:
      break;
    }
    // Types and constants begin with the first instruction that defines one.
    inTypes |= opcode >= 19 && opcode <= 52;
    append_range(inFunctions ? code : inTypes ? types : beforeTypes, instruction);
  }

  /// Itanium's letters as far as operands of the instruction may need them, without substitutions;
  /// the id of any other type, which the lowering refuses.
  std::string mangled(std::uint32_t type) const {
    const ArrayRef<std::uint32_t> definition = definitions.lookup(type);
    switch (static_cast<Op>(definition.empty() ? 0 : definition[0] & 0xffff)) {
    case Op::TypeInt:
      return definition[2] == 8 ? "c" : definition[2] == 16 ? "s" : definition[2] == 32 ? "i" : "l";
    case Op::TypeFloat:
      return definition[2] == 16 ? "Dh" : definition[2] == 32 ? "f" : "d";
    case Op::TypeVector:
      return "Dv" + utostr(definition[3]) + "_" + mangled(definition[2]);
    default:
      return "u" + utostr(type);
    }
  }

  std::uint32_t functionType(const Words &signature) {
    std::uint32_t &id = functionTypes[signature];
    if (!id) {
      id = bound++;
      Words operands = {id};
      append_range(operands, signature);
      appendInstruction(newTypes, Op::TypeFunction, operands);
    }
    return id;
  }

  /// An imported function; functions with other types have other names.
  std::uint32_t function(const Words &signature) {
    std::uint32_t &id = functions[signature];
    if (id)
      return id;
    id = bound++;
    std::string name = "_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL";
    for (std::uint32_t type : drop_begin(signature))
      name += mangled(type);
    name += "." + mangled(signature[0]);
    Words linkage(2 + name.size() / 4 + 1);
    linkage[0] = id;
    linkage[1] = linkageDecoration;
    std::memcpy(&linkage[2], name.data(), name.size());
    linkage.push_back(importLinkage);
    appendInstruction(decorations, Op::Decorate, linkage);
    appendInstruction(declarations, Op::Function, {signature[0], id, 0, functionType(signature)});
    for (std::uint32_t type : drop_begin(signature))
      appendInstruction(declarations, Op::FunctionParameter, {type, bound++});
    appendInstruction(declarations, Op::FunctionEnd, {});
    return id;
  }

  std::uint32_t constant(std::uint32_t value) {
    if (!uint32) {
      uint32 = bound++;
      appendInstruction(newTypes, Op::TypeInt, {uint32, 32, 0});
    }
    std::uint32_t &id = constants[value];
    if (!id) {
      id = bound++;
      appendInstruction(newTypes, Op::Constant, {uint32, id, value});
      typeOf[id] = uint32;
    }
    return id;
  }

  void call(ArrayRef<std::uint32_t> operands) {
    Words ids(operands.begin() + 2, operands.begin() + 2 + scaledIds);
    if (operands.size() > 2 + scaledIds)
      ids.push_back(constant(operands.back()));
    Words signature = {operands[0]};
    for (std::uint32_t id : ids) {
      signature.push_back(typeOf.lookup(id));
      isBroken |= signature.back() == 0;
    }
    Words callOperands = {operands[0], operands[1], function(signature)};
    append_range(callOperands, ids);
    appendInstruction(code, Op::FunctionCall, callOperands);
  }

  const Words words;
  std::uint32_t bound;
  bool hasLinkage = false, inTypes = false, inFunctions = false;
  bool isBroken = false; ///< an operand has no type
  std::uint32_t uint32 = 0;

  DenseMap<std::uint32_t, std::uint32_t> typeOf; ///< by id
  DenseMap<std::uint32_t, ArrayRef<std::uint32_t>> definitions;
  std::map<Words, std::uint32_t> functionTypes, functions;
  std::map<std::uint32_t, std::uint32_t> constants; ///< of 32 bits

  // What is written, in the order of a module's sections.
  Words beforeTypes, decorations, types, newTypes, declarations, code;
};

} // namespace

Expected<std::string> withoutDrafts(StringRef bytes) {
  Words words = spirvWords(bytes);
  bool hasDrafts = false;
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    hasDrafts |=
        instruction.op == Op::SubgroupScaledMatrixMultiplyAccumulateINTEL ||
        (instruction.op == Op::Capability && operands[0] == scaledMatrixCapability) ||
        (instruction.op == Op::Extension && is_contained(draftExtensions, spirvText(operands)));
    return !hasDrafts;
  });
  if (!hasDrafts)
    return bytes.str();
  Expected<Words> rewritten = Rewriter(std::move(words)).run();
  if (!rewritten)
    return rewritten.takeError();
  return spirvBytes(*rewritten);
}

} // namespace heddle::compiler
