#include "compiler/spirv/module/validate.hpp"

#include "compiler/spirv/module/spirv_matrices.hpp"
#include "compiler/spirv/module/spirv_words.hpp"
#include "compiler/spirv/module/untyped_pointers.hpp"
#include "compiler/spirv/module/validate_matrices.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <cstdint>
#include <optional>
#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint32_t magic = 0x07230203;
/// Universal limit of the specification (2.17).
constexpr std::uint32_t maxBound = 0x3fffff;
/// The last instruction of OpenCL.std is u_mad_hi.
constexpr std::uint32_t lastOpenCLInstruction = 204;
constexpr std::uint32_t vectorAny = 5619;
constexpr std::uint32_t float8Capabilities[] = {4212, 4213}, int4Capabilities[] = {5112, 5114},
                        float4Capabilities[] = {6212, 6213};
/// What writeSpirv() says of a program with long long, whose numbers have 128 bits. Others may say
/// it for these, too, and for nothing else: it is not reported.
constexpr std::uint32_t anyWidth = 5844;
constexpr StringLiteral anyWidthExtensions[] = {"SPV_INTEL_arbitrary_precision_integers",
                                                "SPV_ALTERA_arbitrary_precision_integers"};
/// Longer ones are split into many registers, and building them takes minutes.
constexpr std::uint32_t maxComponents = 128;

using Op = SpirvOp;

enum class Support { yes, no };

struct Capability {
  std::uint32_t value;
  StringLiteral name;
  Support support;
};

constexpr Capability capabilities[] = {
#define HEDDLE_SPIRV_CAPABILITY(name, value, support) {value, #name, Support::support},
#include "runtime/abi/spirv_capabilities.def"
};

bool isKnownExtension(StringRef name) {
  static constexpr StringLiteral known[] = {
#define HEDDLE_SPIRV_EXTENSION(name) #name,
#define HEDDLE_SPIRV_DRAFT_EXTENSION(name) #name,
#define HEDDLE_SPIRV_REWRITTEN_EXTENSION(name) #name,
#define HEDDLE_SPIRV_HINTS(name) #name,
#include "runtime/abi/spirv_extensions.def"
  };
  return is_contained(known, name);
}

bool isKnownInstructionSet(StringRef name) {
  static constexpr StringLiteral known[] = {
#define HEDDLE_SPIRV_INSTRUCTION_SET(name) name,
#include "runtime/abi/spirv_instruction_sets.def"
  };
  return name.starts_with("NonSemantic.") || is_contained(known, name);
}

Error invalid(const Twine &message) {
  return createStringError("invalid SPIR-V module: " + message);
}

bool isTerminator(Op op) {
  switch (op) {
  case Op::Branch:
  case Op::BranchConditional:
  case Op::Switch:
  case Op::Return:
  case Op::ReturnValue:
  case Op::Unreachable:
    return true;
  default:
    return false;
  }
}

/// What may stand between functions or before the first block of one.
bool isAllowedAnywhere(Op op) { return op == Op::Line || op == Op::NoLine || op == Op::Nop; }

/// Sections of the logical layout (specification 2.4) that come before the functions; annotations,
/// names and types are taken in any order, for producers disagree about them and nothing breaks.
unsigned section(Op op) {
  switch (op) {
  case Op::Capability:
    return 0;
  case Op::Extension:
    return 1;
  case Op::ExtInstImport:
    return 2;
  case Op::MemoryModel:
    return 3;
  case Op::EntryPoint:
    return 4;
  case Op::ExecutionMode:
  case Op::ExecutionModeId:
    return 5;
  default:
    return 6;
  }
}

class Checker {
public:
  Checker(ArrayRef<std::uint32_t> words, ModuleUse use) : words(words), use(use) {}

  Error check() {
    if (Error error = checkHeader())
      return error;
    for (at = spirvHeaderWords; at < words.size(); at += count)
      if (Error error = checkInstruction())
        return error;
    return checkWhole();
  }

private:
  Error invalidHere(const Twine &message) const {
    return invalid("word " + Twine(at) + (form ? ", " + form->name : Twine()) + ": " + message);
  }

  Error checkHeader() {
    std::uint32_t version = words[1];
    unsigned major = (version >> 16) & 0xff, minor = (version >> 8) & 0xff;
    if ((version & 0xff0000ff) != 0 || major != 1 || minor > 6)
      return invalid("version " + Twine(major) + "." + Twine(minor) +
                     " is not supported, expected 1.0 to 1.6");
    bound = words[3];
    if (bound == 0 || bound > maxBound)
      return invalid("the bound of ids is " + Twine(bound) + ", expected 1 to " + Twine(maxBound));
    if (words[4] != 0)
      return invalid("the schema is " + Twine(words[4]) + ", expected 0");
    definitions.resize(bound);
    return Error::success();
  }

  Error checkInstruction() {
    form = nullptr;
    count = words[at] >> 16;
    if (count == 0)
      return invalidHere("an instruction of no words");
    if (count > words.size() - at)
      return invalidHere("the module ends in the middle of an instruction of " + Twine(count) +
                         " words");
    std::uint32_t opcode = words[at] & 0xffff;
    form = spirvFormOf(opcode);
    if (!form)
      return invalidHere("the instruction with opcode " + Twine(opcode) + " is not supported");
    op = static_cast<Op>(opcode);
    operands = words.slice(at + 1, count - 1);
    if (Error error = checkOperands())
      return error;
    if (Error error = checkPlace())
      return error;
    return checkMeaning();
  }

  /// The operands against the form; collects ids.
  Error checkOperands() {
    size_t next = 0;
    type = result = 0;
    for (char kind : spirvOperandForm(op, operands.size())) {
      if (StringRef("INLO").contains(kind)) {
        size_t limit = kind == 'L' || kind == 'O' ? next + 1 : operands.size();
        for (; next < std::min(limit, operands.size()); ++next)
          if (kind == 'I' || kind == 'O')
            if (Error error = useId(operands[next]))
              return error;
        continue;
      }
      if (next == operands.size())
        return invalidHere("it has " + Twine(operands.size()) + " operand words, expected more");
      if (kind == 's') {
        std::optional<size_t> length = stringWords(operands.drop_front(next));
        if (!length)
          return invalidHere("a string has no end");
        next += *length;
        continue;
      }
      std::uint32_t word = operands[next++];
      if (kind == 'n')
        continue;
      if (kind == 'r') {
        if (Error error = defineId(word))
          return error;
        continue;
      }
      if (Error error = useId(word))
        return error;
      if (kind == 't')
        type = word;
    }
    if (next != operands.size())
      return invalidHere("it has " + Twine(operands.size()) + " operand words, expected " +
                         Twine(next));
    if (Error error = useIdsBehindNumber())
      return error;
    if (type && !(definitions[type] && isSpirvType(*definitions[type])))
      return invalidHere("the result type, id " + Twine(type) + ", is not a type");
    return Error::success();
  }

  /// The ids of the instructions that have the number of another one among their operands.
  Error useIdsBehindNumber() {
    if (op != Op::SpecConstantOp && !(op == Op::ExtInst && operands[2] == openclSet))
      return Error::success();
    Error error = Error::success();
    SpirvWords ids(operands.begin(), operands.end());
    forEachId(op, ids, [&](std::uint32_t &id) {
      if (!error)
        error = joinErrors(std::move(error), useId(id));
    });
    return error;
  }

  Error useId(std::uint32_t id) {
    if (id == 0 || id >= bound)
      return invalidHere("id " + Twine(id) + " is not below the bound of " + Twine(bound));
    if (!definitions[id])
      awaited.push_back({id, at});
    return Error::success();
  }

  Error defineId(std::uint32_t id) {
    if (id == 0 || id >= bound)
      return invalidHere("id " + Twine(id) + " is not below the bound of " + Twine(bound));
    if (definitions[id])
      return invalidHere("id " + Twine(id) + " is defined a second time");
    definitions[id] = op;
    result = id;
    return Error::success();
  }

  /// Words of a string with its terminating zero, nothing when there is none.
  static std::optional<size_t> stringWords(ArrayRef<std::uint32_t> text) {
    StringRef bytes(reinterpret_cast<const char *>(text.data()), 4 * text.size());
    size_t end = bytes.find('\0');
    if (end == StringRef::npos)
      return std::nullopt;
    return end / 4 + 1;
  }

  StringRef stringAt(size_t operand) const {
    return reinterpret_cast<const char *>(&operands[operand]);
  }

  /// Sections, functions and blocks.
  Error checkPlace() {
    if (isAllowedAnywhere(op))
      return Error::success();
    unsigned present = section(op);
    if (present < lastSection)
      return invalidHere("it stands behind instructions that must follow it");
    lastSection = present;
    if (present > 3 && !hasMemoryModel)
      return invalidHere("it stands before OpMemoryModel");

    if (op == Op::Function) {
      if (inFunction)
        return invalidHere("it stands inside another function");
      inFunction = true;
      hasBlocks = false;
      return Error::success();
    }
    if (op == Op::FunctionEnd) {
      if (!inFunction || inBlock)
        return invalidHere(inBlock ? "the last block has no end" : "there is no function to end");
      inFunction = false;
      return Error::success();
    }
    if (op == Op::FunctionParameter) {
      if (!inFunction || hasBlocks)
        return invalidHere("it does not stand at the start of a function");
      return Error::success();
    }
    if (op == Op::Label) {
      if (!inFunction || inBlock)
        return invalidHere(inBlock ? "the block before it has no end" : "it is in no function");
      inBlock = hasBlocks = true;
      return Error::success();
    }
    if (isTerminator(op)) {
      if (!inBlock)
        return invalidHere("it is in no block");
      inBlock = false;
      return Error::success();
    }
    if (inFunction && !inBlock)
      return invalidHere("it is in no block");
    if (!inFunction && needsBlock())
      return invalidHere("it is in no function");
    return Error::success();
  }

  /// Whether the instruction computes something: everything but declarations.
  bool needsBlock() const {
    if (section(op) < 6 || isSpirvType(op))
      return false;
    switch (op) {
    case Op::Undef:
    case Op::Variable:
    case Op::UntypedVariableKHR:
    case Op::ExtInst: // debug information
    case Op::AliasDomainDeclINTEL:
    case Op::AliasScopeDeclINTEL:
    case Op::AliasScopeListDeclINTEL:
    case Op::SourceContinued:
    case Op::Source:
    case Op::SourceExtension:
    case Op::Name:
    case Op::MemberName:
    case Op::String:
    case Op::ModuleProcessed:
    case Op::Decorate:
    case Op::MemberDecorate:
    case Op::DecorationGroup:
    case Op::GroupDecorate:
    case Op::GroupMemberDecorate:
    case Op::DecorateId:
    case Op::DecorateString:
    case Op::MemberDecorateString:
      return false;
    default:
      return !(op >= Op::ConstantTrue && op <= Op::SpecConstantOp);
    }
  }

  Error checkMeaning() {
    switch (op) {
    case Op::Capability:
      return checkCapability(operands[0]);
    case Op::Extension:
      if (!isKnownExtension(stringAt(0)) && !is_contained(anyWidthExtensions, stringAt(0)))
        return invalidHere("extension '" + stringAt(0) + "' is not supported");
      break;
    case Op::ExtInstImport:
      return checkImport(stringAt(1));
    case Op::ExtInst:
      if (operands[2] == openclSet && operands[3] > lastOpenCLInstruction)
        return invalidHere("OpenCL.std has no instruction " + Twine(operands[3]));
      break;
    case Op::MemoryModel:
      return checkMemoryModel();
    case Op::EntryPoint:
      return checkEntryPoint();
    case Op::TypeInt:
      widths[result] = operands[1];
      usesAnyWidth |= operands[1] == 128;
      if (!is_contained({8u, 16u, 32u, 64u}, operands[1]) && !(operands[1] == 4 && hasInt4) &&
          !(operands[1] == 128 && hasAnyWidth))
        return invalidHere("integers have 8, 16, 32 or 64 bits, found " + Twine(operands[1]));
      break;
    case Op::TypeFloat:
      widths[result] = operands[1];
      // With 8 and 4 bits there is no format without a name.
      if (operands.size() > 2 &&
          ((operands[1] == 8 && hasFloat8) || (operands[1] == 4 && hasFloat4)))
        break;
      if (!is_contained({16u, 32u, 64u}, operands[1]))
        return invalidHere("floating-point numbers have 16, 32 or 64 bits, found " +
                           Twine(operands[1]));
      break;
    case Op::TypeImage:
      return checkImage();
    case Op::TypeVector:
      return checkComponents(operands[2]);
    case Op::Constant:
    case Op::SpecConstant: {
      auto width = widths.find(type);
      if (width == widths.end())
        return invalidHere("its type is not a number");
      size_t expected = (width->second + 31) / 32;
      if (operands.size() - 2 != expected)
        return invalidHere("a constant of " + Twine(width->second) + " bits has " +
                           Twine(operands.size() - 2) + " words, expected " + Twine(expected));
      break;
    }
    case Op::Decorate:
      // LinkageAttributes, the last word being Export or LinkOnceODR.
      if (operands[1] == 41 && (operands.back() == 0 || operands.back() == 2))
        exportsSomething = true;
      break;
    default:
      break;
    }
    return Error::success();
  }

  /// The translator takes every number for what it should be.
  Error checkImage() const {
    const auto refuse = [&](StringRef what, std::uint32_t found, StringRef expected) {
      return invalidHere(what + " is " + Twine(found) + ", expected " + expected);
    };
    if (definitions[operands[1]] != Op::TypeVoid)
      return invalidHere("the sampled type, id " + Twine(operands[1]) + ", is not void");
    const std::uint32_t dim = operands[2], arrayed = operands[4];
    if (!is_contained({0u, 1u, 2u, 5u}, dim))
      return refuse("the number of Dim", dim, "1D (0), 2D (1), 3D (2) or Buffer (5)");
    if (operands[3] > 2)
      return refuse("the number of Depth", operands[3], "0 to 2");
    if (arrayed > (dim < 2 ? 1 : 0))
      return refuse("the number of Arrayed", arrayed, dim < 2 ? "0 or 1" : "0");
    if (operands[5] != 0)
      return refuse("the number of MS", operands[5], "0");
    if (operands[6] != 0)
      return refuse("the number of Sampled", operands[6], "0");
    if (operands.size() < 9)
      return invalidHere("it has no access qualifier");
    if (operands[8] > 2)
      return refuse("the access qualifier", operands[8], "0, 1 or 2");
    return Error::success();
  }

  Error checkComponents(std::uint32_t count) const {
    if (is_contained({2u, 3u, 4u, 8u, 16u}, count))
      return Error::success();
    if (!hasAnyVectors)
      return invalidHere("vectors have 2, 3, 4, 8 or 16 components, found " + Twine(count) +
                         "; others need capability VectorAnyINTEL");
    if (count == 0 || count > maxComponents)
      return invalidHere("vectors have 1 to " + Twine(maxComponents) + " components, found " +
                         Twine(count));
    return Error::success();
  }

  Error checkCapability(std::uint32_t value) {
    hasAnyVectors |= value == vectorAny;
    hasFloat8 |= is_contained(float8Capabilities, value);
    hasInt4 |= is_contained(int4Capabilities, value);
    hasFloat4 |= is_contained(float4Capabilities, value);
    if (value == anyWidth) {
      hasAnyWidth = true;
      return Error::success();
    }
    for (const Capability &capability : capabilities)
      if (capability.value == value)
        return capability.support == Support::yes
                   ? Error::success()
                   : invalidHere("capability " + capability.name + " is not supported");
    return invalidHere("capability " + Twine(value) + " is not supported");
  }

  Error checkImport(StringRef name) {
    if (name == "OpenCL.std")
      openclSet = result;
    else if (!isKnownInstructionSet(name))
      return invalidHere("instruction set '" + name + "' is not supported, expected OpenCL.std");
    return Error::success();
  }

  Error checkMemoryModel() {
    if (hasMemoryModel)
      return invalidHere("there is one already");
    hasMemoryModel = true;
    if (operands[0] != 2)
      return invalidHere("the addressing model is " + Twine(operands[0]) +
                         ", expected Physical64 (2)");
    if (operands[1] != 2)
      return invalidHere("the memory model is " + Twine(operands[1]) + ", expected OpenCL (2)");
    return Error::success();
  }

  Error checkEntryPoint() {
    if (operands[0] != 6)
      return invalidHere("the execution model is " + Twine(operands[0]) + ", expected Kernel (6)");
    if (stringAt(2).empty())
      return invalidHere("the kernel has no name");
    if (is_contained(kernelNames, stringAt(2)))
      return invalidHere("there is a kernel '" + stringAt(2) + "' already");
    kernelNames.push_back(stringAt(2));
    kernels.push_back(operands[1]);
    return Error::success();
  }

  /// What can be said only at the end.
  Error checkWhole() {
    form = nullptr;
    if (inFunction)
      return invalid("it ends inside a function");
    if (!hasMemoryModel)
      return invalid("it has no OpMemoryModel");
    if (hasAnyWidth && !usesAnyWidth)
      return invalid("capability ArbitraryPrecisionIntegersINTEL is not supported but for integers "
                     "of 128 bits");
    for (auto [id, word] : awaited)
      if (!definitions[id])
        return invalid("word " + Twine(word) + ": id " + Twine(id) + " is used and never defined");
    for (auto [id, name] : zip(kernels, kernelNames))
      if (definitions[id] != Op::Function)
        return invalid("kernel '" + name + "' is not a function");
    if (use == ModuleUse::program && kernels.empty() && !exportsSomething)
      return invalid("it has no kernel and exports no function");
    return Error::success();
  }

  ArrayRef<std::uint32_t> words;
  const ModuleUse use;
  std::uint32_t bound = 0;

  // The present instruction.
  size_t at = 0;
  size_t count = 0;
  Op op{};
  const SpirvForm *form = nullptr;
  ArrayRef<std::uint32_t> operands;
  std::uint32_t type = 0;
  std::uint32_t result = 0;

  // What was seen so far.
  std::vector<std::optional<Op>> definitions;            ///< by id: the instruction that defines it
  std::vector<std::pair<std::uint32_t, size_t>> awaited; ///< used before their definition
  DenseMap<std::uint32_t, std::uint32_t> widths;         ///< of number types
  std::vector<std::uint32_t> kernels;
  std::vector<StringRef> kernelNames;
  std::uint32_t openclSet = 0;
  unsigned lastSection = 0;
  bool hasMemoryModel = false;
  bool hasAnyVectors = false;
  bool hasFloat8 = false, hasInt4 = false, hasFloat4 = false;
  bool hasAnyWidth = false, usesAnyWidth = false;
  bool exportsSomething = false;
  bool inFunction = false;
  bool inBlock = false;
  bool hasBlocks = false;
};

} // namespace

Expected<std::string> checkSpirv(StringRef bytes, ModuleUse use,
                                 const SpecializedValues &specialized) {
  if (bytes.size() < 4 * spirvHeaderWords || bytes.size() % 4 != 0)
    return invalid("it has " + Twine(bytes.size()) +
                   " bytes, expected a header and a whole number of words");
  SpirvWords words = spirvWords(bytes);
  if (words[0] != magic) {
    if (byteswap(words[0]) != magic)
      return invalid("the first word is not the magic number 0x07230203");
    for (std::uint32_t &word : words)
      word = byteswap(word);
  }
  if (Error error = Checker(words, use).check())
    return error;
  if (usesMatrices(words))
    if (Error error = checkMatrices(words, specialized))
      return invalid(toString(std::move(error)));
  if (usesUntypedPointers(words))
    if (Expected<SpirvWords> typed = withTypedPointers(words); !typed)
      return invalid(toString(typed.takeError()));
  return spirvBytes(words);
}

} // namespace heddle::compiler
