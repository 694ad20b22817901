#include "compiler/spirv/module/line_scopes.hpp"

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr StringLiteral setName("OpenCL.DebugInfo.100");
constexpr std::uint32_t debugCompilationUnit = 1, debugTypeFunction = 8, debugFunction = 20,
                        debugLexicalBlockDiscriminator = 22, debugScope = 23, debugSource = 35;
/// What they take.
constexpr std::uint32_t setVersion = 0x10000, dwarfVersion = 4, openclC = 3, isDefinition = 1 << 3;

/// A function of the module with lines.
struct LinedFunction {
  std::uint32_t line = 0, column = 0; ///< the first
  /// The files that lines name, and a scope of each; the first one is the function's.
  MapVector<std::uint32_t, std::uint32_t> scopes;
};

class Writer {
public:
  explicit Writer(SpirvWords given) : words(std::move(given)), nextId(words[spirvBoundWord]) {}

  /// Whether there is something to do: lines, and no debug information.
  bool look() {
    bool isSettled = false;
    LinedFunction *inside = nullptr;
    ArrayRef<std::uint32_t> line; // the one that holds
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      switch (instruction.op) {
      case Op::ExtInstImport: {
        const StringRef name = spirvText(operands.drop_front());
        isSettled |= name.contains("DebugInfo") || name == "SPIRV.debug";
        break;
      }
      case Op::String:
        sources.insert({operands[0], 0});
        break;
      case Op::Name:
        names[operands[0]] = spirvText(operands.drop_front());
        break;
      case Op::TypeVoid:
        voidType = operands[0];
        break;
      case Op::Function:
        inside = &functions[operands[1]];
        note(*inside, line);
        break;
      case Op::FunctionEnd:
        if (inside->scopes.empty())
          functions.pop_back();
        inside = nullptr;
        break;
      case Op::Line:
        line = operands;
        isSettled |= !sources.contains(line[0]);
        if (inside)
          note(*inside, line);
        break;
      case Op::NoLine:
        line = {};
        break;
      default:
        break;
      }
      return !isSettled;
    });
    return !isSettled && !functions.empty() && voidType;
  }

  SpirvWords run() {
    result.assign(words.begin(), words.begin() + spirvHeaderWords);
    set = nextId++;
    forEachInstruction(words, [&](const SpirvInstruction &instruction) {
      writeInFrontOf(instruction);
      append_range(result, instruction.words);
      return true;
    });
    result[spirvBoundWord] = nextId;
    return std::move(result);
  }

private:
  static void note(LinedFunction &function, ArrayRef<std::uint32_t> line) {
    if (line.empty())
      return;
    if (function.scopes.empty())
      function.line = line[1], function.column = line[2];
    function.scopes.insert({line[0], 0});
  }

  void writeInFrontOf(const SpirvInstruction &instruction) {
    switch (instruction.op) {
    case Op::MemoryModel:
      writeNamed(Op::ExtInstImport, set, setName);
      break;
    case Op::String:
      for (auto &[id, function] : functions)
        if (std::uint32_t &name = functionNames[id]; !name)
          writeNamed(Op::String, name = nextId++, names.lookup(id));
      break;
    case Op::Function:
      if (!unit)
        writeScopes();
      if (auto found = functions.find(instruction.operands[1]); found != functions.end())
        present = &found->second;
      isInBlock = false;
      break;
    case Op::Label:
      isInBlock = true;
      presentScope = 0;
      break;
    case Op::Line:
      if (isInBlock)
        enter(present->scopes[instruction.operands[0]]);
      break;
    case Op::FunctionEnd:
      isInBlock = false;
      break;
    default:
      break;
    }
  }

  void writeNamed(Op op, std::uint32_t id, StringRef name) {
    SpirvWords operands(1 + name.size() / 4 + 1);
    operands[0] = id;
    std::memcpy(&operands[1], name.data(), name.size());
    appendInstruction(result, op, operands);
  }

  /// Returns the id.
  std::uint32_t writeDebug(std::uint32_t number, ArrayRef<std::uint32_t> operands) {
    const std::uint32_t id = nextId++;
    SpirvWords all = {voidType, id, set, number};
    append_range(all, operands);
    appendInstruction(result, Op::ExtInst, all);
    return id;
  }

  std::uint32_t sourceOf(std::uint32_t file) {
    std::uint32_t &id = sources[file];
    if (!id)
      id = writeDebug(debugSource, {file});
    return id;
  }

  void writeScopes() {
    unit = writeDebug(debugCompilationUnit,
                      {setVersion, dwarfVersion,
                       sourceOf(functions.front().second.scopes.front().first), openclC});
    const std::uint32_t type = writeDebug(debugTypeFunction, {0, voidType});
    for (auto &[id, function] : functions) {
      const std::uint32_t name = functionNames[id];
      std::uint32_t ofFunction = 0;
      for (auto &[file, scope] : function.scopes) {
        const std::uint32_t source = sourceOf(file);
        if (ofFunction)
          scope = writeDebug(debugLexicalBlockDiscriminator, {source, 0, ofFunction});
        else
          scope = ofFunction =
              writeDebug(debugFunction, {name, type, source, function.line, function.column, unit,
                                         name, isDefinition, function.line, id});
      }
    }
  }

  /// Scopes hold to the end of a block, as lines do.
  void enter(std::uint32_t scope) {
    if (scope != presentScope)
      writeDebug(debugScope, {scope});
    presentScope = scope;
  }

  const SpirvWords words;
  SpirvWords result;
  std::uint32_t nextId, set = 0, unit = 0, voidType = 0;
  MapVector<std::uint32_t, std::uint32_t> sources; ///< strings, and the DebugSource of each
  DenseMap<std::uint32_t, StringRef> names;
  MapVector<std::uint32_t, LinedFunction> functions;
  DenseMap<std::uint32_t, std::uint32_t> functionNames; ///< strings
  LinedFunction *present = nullptr;
  bool isInBlock = false;
  std::uint32_t presentScope = 0;
};

} // namespace

std::string withLineScopes(StringRef bytes) {
  Writer writer(spirvWords(bytes));
  return writer.look() ? spirvBytes(writer.run()) : bytes.str();
}

} // namespace heddle::compiler
