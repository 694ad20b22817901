#include "compiler/spirv/module/draft_instructions.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

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

constexpr std::uint32_t linkageCapability = 5;
constexpr std::uint32_t ownCapabilities[] = {6263,  // SubgroupScaledMatrixMultiplyAccumulateINTEL
                                             6257}; // PredicatedIOINTEL
constexpr std::uint32_t linkageDecoration = 41, importLinkage = 1;
constexpr std::uint32_t alignedAccess = 2; ///< memory operands, followed by the alignment

// Result type, result, K, A, B, C, two scales; then perhaps the operands word.
constexpr unsigned scaledIds = 6;

bool isOwn(Op op) {
  switch (op) {
  case Op::SubgroupScaledMatrixMultiplyAccumulateINTEL:
  case Op::PredicatedLoadINTEL:
  case Op::PredicatedLoadLlvm22INTEL:
  case Op::PredicatedStoreINTEL:
  case Op::PredicatedStoreLlvm22INTEL:
    return true;
  default:
    return false;
  }
}

constexpr StringLiteral draftExtensions[] = {
#define HEDDLE_SPIRV_EXTENSION(name)
#define HEDDLE_SPIRV_DRAFT_EXTENSION(name) #name,
#include "runtime/abi/spirv_extensions.def"
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
    if (broken)
      return createStringError("invalid SPIR-V module: an operand of " + broken->name +
                               " is no value");
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
      if (is_contained(ownCapabilities, operands[0]))
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
    case Op::TypeVoid:
      voidType = operands[0];
      break;
    case Op::TypeFunction:
      functionTypes[Words(operands.begin() + 1, operands.end())] = operands[0];
      break;
    case Op::Function:
      inFunctions = true;
      break;
    case Op::SubgroupScaledMatrixMultiplyAccumulateINTEL:
      return scaledMatrix(operands);
    case Op::PredicatedLoadINTEL:
    case Op::PredicatedLoadLlvm22INTEL:
      return predicatedLoad(operands);
    case Op::PredicatedStoreINTEL:
    case Op::PredicatedStoreLlvm22INTEL:
      return predicatedStore(operands);
    default:
      break;
    }
    // Types and constants begin with the first instruction that defines one.
    inTypes |= opcode >= 19 && opcode <= 52;
    append_range(inFunctions ? code : inTypes ? types : beforeTypes, instruction);
  }

  /// Itanium's letters as far as operands of matrices may need them, without substitutions; the id
  /// of any other type: only the name up to the types counts, and that different functions have
  /// different names.
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
  std::uint32_t function(Op op, const Words &signature) {
    std::uint32_t &id = functions[{op, signature}];
    if (id)
      return id;
    id = bound++;
    const std::string base = ("__spirv_" + nameOf(op).drop_front(2)).str();
    std::string name = "_Z" + utostr(base.size()) + base;
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

  static StringRef nameOf(Op op) { return spirvFormOf(static_cast<std::uint32_t>(op))->name; }

  void scaledMatrix(ArrayRef<std::uint32_t> operands) {
    Words ids(operands.begin() + 2, operands.begin() + 2 + scaledIds);
    if (operands.size() > 2 + scaledIds)
      ids.push_back(constant(operands.back()));
    call(Op::SubgroupScaledMatrixMultiplyAccumulateINTEL, operands[0], operands[1], ids);
  }

  /// Result type, result, pointer, predicate, default value.
  void predicatedLoad(ArrayRef<std::uint32_t> operands) {
    Words ids(operands.begin() + 2, operands.begin() + 5);
    ids.push_back(alignment(operands.drop_front(5)));
    call(Op::PredicatedLoadINTEL, operands[0], operands[1], ids);
  }

  /// Pointer, object, predicate.
  void predicatedStore(ArrayRef<std::uint32_t> operands) {
    Words ids(operands.begin(), operands.begin() + 3);
    ids.push_back(alignment(operands.drop_front(3)));
    if (!voidType) {
      voidType = bound++;
      appendInstruction(newTypes, Op::TypeVoid, {voidType});
    }
    call(Op::PredicatedStoreINTEL, voidType, bound++, ids);
  }

  /// A constant: 0 if the memory operands say none. LLVM writes an id where they are a literal, and
  /// then nothing behind it.
  std::uint32_t alignment(ArrayRef<std::uint32_t> memoryOperands) {
    const bool isAligned = memoryOperands.size() > 1 && (memoryOperands[0] & alignedAccess);
    return constant(isAligned ? memoryOperands[1] : 0);
  }

  void call(Op op, std::uint32_t type, std::uint32_t result, const Words &ids) {
    Words signature = {type};
    for (std::uint32_t id : ids) {
      signature.push_back(typeOf.lookup(id));
      if (signature.back() == 0)
        broken = spirvFormOf(static_cast<std::uint32_t>(op));
    }
    Words callOperands = {type, result, function(op, signature)};
    append_range(callOperands, ids);
    appendInstruction(code, Op::FunctionCall, callOperands);
  }

  const Words words;
  std::uint32_t bound;
  bool hasLinkage = false, inTypes = false, inFunctions = false;
  const SpirvForm *broken = nullptr; ///< an instruction with an operand that has no type
  std::uint32_t uint32 = 0, voidType = 0;

  DenseMap<std::uint32_t, std::uint32_t> typeOf; ///< by id
  DenseMap<std::uint32_t, ArrayRef<std::uint32_t>> definitions;
  std::map<Words, std::uint32_t> functionTypes;
  std::map<std::pair<Op, Words>, std::uint32_t> functions;
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
        isOwn(instruction.op) ||
        (instruction.op == Op::Capability && is_contained(ownCapabilities, operands[0])) ||
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
