#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace llvm;

namespace heddle::compiler {

using Op = SpirvOp;

namespace {

constexpr std::uint32_t linkageDecoration = 41, importLinkage = 1;

bool isType(Op op) { return isSpirvType(op) && op != Op::TypeForwardPointer; }

/// Types that are told apart by what they are made of alone.
bool isStructural(Op op) {
  return op == Op::TypeInt || op == Op::TypeFloat || op == Op::TypeVector || op == Op::TypeArray ||
         op == Op::TypePointer || op == Op::TypeFunction || op == Op::TypeCooperativeMatrixKHR;
}

/// Numbers in OpenCL.DebugInfo.100.
enum class DebugInstruction : std::uint32_t {
  infoNone = 0,
  compilationUnit = 1,
  typeFunction = 8,
  function = 20,
  lexicalBlock = 21,
  lexicalBlockDiscriminator = 22,
  scope = 23,
  noScope = 24,
  inlinedAt = 25,
  source = 35
};

SpirvWords typeKey(Op kind, ArrayRef<std::uint32_t> operands) {
  SpirvWords key = {static_cast<std::uint32_t>(kind)};
  append_range(key, operands);
  return key;
}

} // namespace

SpirvRewriter::SpirvRewriter(SpirvWords given)
    : words(std::move(given)), nextId(words[spirvBoundWord]) {}

Expected<SpirvWords> SpirvRewriter::run() {
  Error error = Error::success();
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    present = &instruction;
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    // Types and constants begin with the first instruction that defines one.
    inTypes |= isSpirvType(instruction.op) ||
               (instruction.op >= Op::ConstantTrue && instruction.op <= Op::SpecConstantOp);
    inFunctions |= instruction.op == Op::Function;
    given.read(instruction);
    if (instruction.op == Op::ExtInstImport) {
      const StringRef set = spirvText(operands.drop_front());
      if (set == "OpenCL.std") {
        openclSet = operands[0];
      } else {
        debugSets.insert(operands[0]);
        if (set != "OpenCL.DebugInfo.100")
          return true;
        lineSet = operands[0];
      }
    } else if (instruction.op == Op::ExtInst && debugSets.contains(operands[2])) {
      keepLines(instruction);
      return true;
    } else if (instruction.op == Op::TypeForwardPointer) {
      forwardPointers.insert(operands[0]);
    }
    if (instruction.op == Op::FunctionEnd) {
      code.insert(code.begin() + entryEnd, entrySection.begin(), entrySection.end());
      entrySection.clear();
    }
    error = joinErrors(std::move(error), rewrite(instruction));
    followEntry(instruction.op);
    return !error;
  });
  if (error)
    return error;
  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  result[spirvBoundWord] = nextId;
  for (const SpirvWords *section : {&beforeTypes, &typeSection, &declarations, &code})
    appendResolved(result, *section);
  return result;
}

void SpirvRewriter::followEntry(Op op) {
  switch (op) {
  case Op::Function:
    entry = Entry::ahead;
    entryEnd = code.size();
    break;
  case Op::Label:
    entry = entry == Entry::ahead ? Entry::open : Entry::passed;
    break;
  case Op::Variable:
  case Op::Line:
  case Op::NoLine:
    break;
  default:
    if (entry == Entry::open)
      entry = Entry::passed;
  }
  if (entry == Entry::open)
    entryEnd = code.size();
}

void SpirvRewriter::appendResolved(SpirvWords &result, ArrayRef<std::uint32_t> section) const {
  for (std::size_t at = 0; at < section.size(); at += section[at] >> 16) {
    const ArrayRef<std::uint32_t> instruction = section.slice(at, section[at] >> 16);
    const SpirvInstruction read{static_cast<Op>(instruction[0] & 0xffff), instruction.drop_front(),
                                instruction, at};
    if (!isAboutReplaced(read))
      append_range(result, withReplacedIds(read));
  }
}

bool SpirvRewriter::isAboutReplaced(const SpirvInstruction &instruction) const {
  switch (instruction.op) {
  case Op::Name:
  case Op::Decorate:
  case Op::DecorateId:
  case Op::DecorateString:
    return replacements.contains(instruction.operands[0]);
  default:
    return false;
  }
}

SpirvWords SpirvRewriter::withReplacedIds(const SpirvInstruction &instruction) const {
  SpirvWords result(instruction.words.begin(), instruction.words.end());
  // Numbers of lines are no ids.
  if (instruction.op == Op::ExtInst && debugSets.contains(instruction.operands[2]))
    return result;
  MutableArrayRef<std::uint32_t> operands = MutableArrayRef(result).drop_front();
  const auto replaceId = [&](std::uint32_t &id) { id = resolved(id); };
  forEachId(instruction.op, operands, replaceId);
  return result;
}

std::uint32_t SpirvRewriter::resolved(std::uint32_t id) const {
  for (auto found = replacements.find(id); found != replacements.end();
       found = replacements.find(id))
    id = found->second;
  return id;
}

bool SpirvRewriter::isOfOpenCL(const SpirvInstruction &instruction) const {
  return instruction.op == Op::ExtInst && instruction.operands[2] == openclSet;
}

Error SpirvRewriter::unsupported(const Twine &reason) const {
  return createStringError("word " + Twine(present->at) + ", " +
                           spirvFormOf(static_cast<std::uint32_t>(present->op))->name + ": " +
                           reason);
}

Error SpirvRewriter::keep(const SpirvInstruction &instruction) {
  if (isType(instruction.op))
    return keepType(instruction);
  emit(instruction.op, instruction.operands);
  return Error::success();
}

Error SpirvRewriter::keepWith(const SpirvInstruction &instruction,
                              ArrayRef<std::uint32_t> operands) {
  emit(instruction.op, operands);
  return Error::success();
}

/// Of debug information what lines need. The rest speaks of types and values, which change.
void SpirvRewriter::keepLines(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  constexpr unsigned first = 4; // behind type, id, set and number
  if (operands[2] != lineSet)
    return;
  SpirvWords kept(operands.begin(), operands.end());
  const auto isKept = [&](unsigned operand) {
    return operand >= kept.size() || keptLines.contains(kept[operand]);
  };
  switch (static_cast<DebugInstruction>(operands[3])) {
  case DebugInstruction::compilationUnit:
    unit = operands[1];
    break;
  // Of nothing, and to nothing.
  case DebugInstruction::typeFunction:
    kept.resize(first + 2);
    kept.back() = operands[0];
    break;
  // Name, type, source, line, column, parent, linkage name, flags, line of the scope, function.
  case DebugInstruction::function:
    kept.resize(first + 10);
    if (!isKept(first + 1) || unit == 0)
      return;
    if (!isKept(first + 5))
      kept[first + 5] = unit;
    break;
  // Source, line, column, parent.
  case DebugInstruction::lexicalBlock:
    kept.resize(first + 4);
    if (!isKept(first + 3))
      return;
    break;
  case DebugInstruction::lexicalBlockDiscriminator:
    if (!isKept(first + 2))
      return;
    break;
  case DebugInstruction::inlinedAt: // line, scope, and where that is
    if (!isKept(first + 1) || !isKept(first + 2))
      return;
    break;
  case DebugInstruction::scope:
    if (!isKept(first) || !isKept(first + 1))
      return;
    break;
  case DebugInstruction::infoNone:
  case DebugInstruction::noScope:
  case DebugInstruction::source:
    break;
  default:
    return;
  }
  keptLines.insert(kept[1]);
  emit(Op::ExtInst, kept);
}

Error SpirvRewriter::keepType(const SpirvInstruction &instruction) {
  const SpirvWords replaced = withReplacedIds(instruction);
  const std::uint32_t id = replaced[1];
  if (isStructural(instruction.op) && !forwardPointers.contains(id)) {
    auto [known, isNew] =
        knownTypes.insert({typeKey(instruction.op, ArrayRef(replaced).drop_front(2)), id});
    if (!isNew)
      return replace(id, known->second);
  }
  append_range(typeSection, replaced);
  return Error::success();
}

Error SpirvRewriter::replace(std::uint32_t id, std::uint32_t by) {
  by = resolved(by);
  if (id != by)
    replacements[id] = by;
  else // made of itself, in code that is never reached
    emit(Op::Undef, {given.typeOf(id), id});
  return Error::success();
}

void SpirvRewriter::emit(Op op, ArrayRef<std::uint32_t> operands) {
  appendInstruction(inFunctions ? code : inTypes ? typeSection : beforeTypes, op, operands);
}

void SpirvRewriter::emitAtEntry(Op op, ArrayRef<std::uint32_t> operands) {
  appendInstruction(entrySection, op, operands);
}

std::uint32_t SpirvRewriter::emitValue(Op op, std::uint32_t type,
                                       ArrayRef<std::uint32_t> operands) {
  const std::uint32_t id = newId();
  SpirvWords all = {type, id};
  append_range(all, operands);
  emit(op, all);
  return id;
}

void SpirvRewriter::decorate(std::uint32_t id, ArrayRef<std::uint32_t> decoration) {
  SpirvWords operands = {id};
  append_range(operands, decoration);
  appendInstruction(beforeTypes, Op::Decorate, operands);
}

std::uint32_t SpirvRewriter::type(Op kind, ArrayRef<std::uint32_t> operands) {
  SpirvWords withResult = {0};
  append_range(withResult, operands);
  forEachId(kind, withResult, [&](std::uint32_t &id) { id = resolved(id); });
  SpirvWords replaced(withResult.begin() + 1, withResult.end());
  auto [known, isNew] = knownTypes.insert({typeKey(kind, replaced), 0});
  if (isNew) {
    known->second = newId();
    SpirvWords all = {known->second};
    append_range(all, replaced);
    appendInstruction(typeSection, kind, all);
  }
  return known->second;
}

std::uint32_t SpirvRewriter::importFunction(StringRef name, ArrayRef<std::uint32_t> types) {
  std::uint32_t &id = imports[name.str()];
  if (id)
    return id;
  id = newId();
  SpirvWords linkage(1 + name.size() / 4 + 1);
  linkage[0] = linkageDecoration;
  std::memcpy(&linkage[1], name.data(), name.size());
  linkage.push_back(importLinkage);
  decorate(id, linkage);
  appendInstruction(declarations, Op::Function, {types[0], id, 0, type(Op::TypeFunction, types)});
  for (std::uint32_t parameter : types.drop_front())
    appendInstruction(declarations, Op::FunctionParameter, {parameter, newId()});
  appendInstruction(declarations, Op::FunctionEnd, {});
  return id;
}

std::uint32_t SpirvRewriter::constant(std::uint32_t type, std::uint64_t value) {
  std::uint32_t &id = constants[{type, value}];
  if (!id) {
    id = newId();
    const auto low = static_cast<std::uint32_t>(value),
               high = static_cast<std::uint32_t>(value >> 32);
    if (given.kindOf(type) == Op::TypeInt && given.definition(type)[2] == 64)
      appendInstruction(typeSection, Op::Constant, {type, id, low, high});
    else
      appendInstruction(typeSection, Op::Constant, {type, id, low});
  }
  return id;
}

} // namespace heddle::compiler
