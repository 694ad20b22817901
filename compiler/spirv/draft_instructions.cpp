#include "compiler/spirv/draft_instructions.hpp"

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

using Words = std::vector<std::uint32_t>;

constexpr std::size_t headerWords = 5;
constexpr std::size_t boundWord = 3;

enum Opcode : std::uint32_t {
  opExtension = 10,
  opCapability = 17,
  opTypeInt = 21,
  opTypeFloat = 22,
  opTypeVector = 23,
  opTypeFunction = 33,
  opConstant = 43,
  opFunction = 54,
  opFunctionParameter = 55,
  opFunctionEnd = 56,
  opFunctionCall = 57,
  opDecorate = 71,
  opScaledMatrixMad = 6264,
};
constexpr std::uint32_t linkageCapability = 5, scaledMatrixCapability = 6263;
constexpr std::uint32_t linkageDecoration = 41, importLinkage = 1;

// Result type, result, K, A, B, C, two scales; then perhaps the operands word.
constexpr unsigned scaledIds = 6;

constexpr StringLiteral draftExtensions[] = {
#define HEDDLE_SPIRV_EXTENSION(name)
#define HEDDLE_SPIRV_DRAFT_EXTENSION(name) #name,
#include "compiler/spirv/spirv_extensions.def"
};

/// Whether an instruction has a result type and a result in its first two operands.
bool hasTypeAndResult(std::uint32_t opcode) {
  static const DenseMap<std::uint32_t, bool> forms = {
#define HEDDLE_SPIRV_INSTRUCTION(name, opcode, form) {opcode, StringRef(form).starts_with("tr")},
#include "compiler/spirv/spirv_instructions.def"
  };
  return forms.lookup(opcode);
}

StringRef textAt(ArrayRef<std::uint32_t> words) {
  StringRef text(reinterpret_cast<const char *>(words.data()), 4 * words.size());
  return text.take_until([](char c) { return c == '\0'; });
}

void append(Words &words, std::uint32_t opcode, ArrayRef<std::uint32_t> operands) {
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
  append_range(words, operands);
}

/// Reads a module instruction by instruction and writes it again.
class Rewriter {
public:
  explicit Rewriter(Words words) : words(std::move(words)), bound(this->words[boundWord]) {}

  Expected<Words> run() {
    for (std::size_t at = headerWords; at < words.size(); at += words[at] >> 16)
      rewrite(words[at] & 0xffff, ArrayRef(words).slice(at + 1, (words[at] >> 16) - 1),
              ArrayRef(words).slice(at, words[at] >> 16));
    if (isBroken)
      return createStringError("invalid SPIR-V module: an operand of "
                               "OpSubgroupScaledMatrixMultiplyAccumulateINTEL is no value");
    Words result(words.begin(), words.begin() + headerWords);
    result[boundWord] = bound;
    if (!hasLinkage && !decorations.empty())
      append(result, opCapability, {linkageCapability});
    for (const Words *part : {&beforeTypes, &decorations, &types, &newTypes, &declarations, &code})
      append_range(result, *part);
    return result;
  }

private:
  void rewrite(std::uint32_t opcode, ArrayRef<std::uint32_t> operands,
               ArrayRef<std::uint32_t> instruction) {
    if (hasTypeAndResult(opcode))
      typeOf[operands[1]] = operands[0];
    switch (opcode) {
    case opCapability:
      if (operands[0] == scaledMatrixCapability)
        return;
      hasLinkage |= operands[0] == linkageCapability;
      break;
    case opExtension:
      if (is_contained(draftExtensions, textAt(operands)))
        return;
      break;
    case opTypeInt:
      if (operands[1] == 32 && !uint32)
        uint32 = operands[0];
      definitions[operands[0]] = instruction;
      break;
    case opTypeFloat:
    case opTypeVector:
      definitions[operands[0]] = instruction;
      break;
    case opTypeFunction:
      functionTypes[Words(operands.begin() + 1, operands.end())] = operands[0];
      break;
    case opFunction:
      inFunctions = true;
      break;
    case opScaledMatrixMad:
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
    switch (definition.empty() ? 0 : definition[0] & 0xffff) {
    case opTypeInt:
      return definition[2] == 8 ? "c" : definition[2] == 16 ? "s" : definition[2] == 32 ? "i" : "l";
    case opTypeFloat:
      return definition[2] == 16 ? "Dh" : definition[2] == 32 ? "f" : "d";
    case opTypeVector:
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
      append(newTypes, opTypeFunction, operands);
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
    append(decorations, opDecorate, linkage);
    append(declarations, opFunction, {signature[0], id, 0, functionType(signature)});
    for (std::uint32_t type : drop_begin(signature))
      append(declarations, opFunctionParameter, {type, bound++});
    append(declarations, opFunctionEnd, {});
    return id;
  }

  std::uint32_t constant(std::uint32_t value) {
    if (!uint32) {
      uint32 = bound++;
      append(newTypes, opTypeInt, {uint32, 32, 0});
    }
    std::uint32_t &id = constants[value];
    if (!id) {
      id = bound++;
      append(newTypes, opConstant, {uint32, id, value});
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
    append(code, opFunctionCall, callOperands);
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
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), 4 * words.size());
  bool hasDrafts = false;
  for (std::size_t at = headerWords; at < words.size(); at += words[at] >> 16) {
    const ArrayRef<std::uint32_t> operands = ArrayRef(words).slice(at + 1, (words[at] >> 16) - 1);
    const std::uint32_t opcode = words[at] & 0xffff;
    hasDrafts |= opcode == opScaledMatrixMad ||
                 (opcode == opCapability && operands[0] == scaledMatrixCapability) ||
                 (opcode == opExtension && is_contained(draftExtensions, textAt(operands)));
  }
  if (!hasDrafts)
    return bytes.str();
  Expected<Words> rewritten = Rewriter(std::move(words)).run();
  if (!rewritten)
    return rewritten.takeError();
  return std::string(reinterpret_cast<const char *>(rewritten->data()), 4 * rewritten->size());
}

} // namespace heddle::compiler
