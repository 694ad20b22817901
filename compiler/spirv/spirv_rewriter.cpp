#include "compiler/spirv/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

using Op = SpirvOp;

namespace {

/// The ids among the operands of an instruction, in order.
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

bool isType(Op op) { return isSpirvType(op) && op != Op::TypeForwardPointer; }

/// Types that are told apart by what they are made of alone.
bool isStructural(Op op) {
  return op == Op::TypeInt || op == Op::TypeFloat || op == Op::TypeVector || op == Op::TypeArray ||
         op == Op::TypePointer || op == Op::TypeFunction;
}

SpirvWords typeKey(Op kind, ArrayRef<std::uint32_t> operands) {
  SpirvWords key = {static_cast<std::uint32_t>(kind)};
  append_range(key, operands);
  return key;
}

} // namespace

std::size_t openclIdOperands(std::uint32_t number, std::size_t count) {
  // vloadn, vload_halfn, vstore_half_r, vstore_halfn_r, vloada_halfn, vstorea_halfn_r.
  const bool endsInLiteral = is_contained({171u, 174u, 176u, 178u, 179u, 181u}, number);
  return endsInLiteral && count ? count - 1 : count;
}

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
      if (spirvText(operands.drop_front()) != "OpenCL.std") {
        debugSets.insert(operands[0]);
        return true;
      }
      openclSet = operands[0];
    } else if (instruction.op == Op::ExtInst && debugSets.contains(operands[2])) {
      return true;
    } else if (instruction.op == Op::TypeForwardPointer) {
      forwardPointers.insert(operands[0]);
    }
    error = joinErrors(std::move(error), rewrite(instruction));
    return !error;
  });
  if (error)
    return error;
  SpirvWords result(words.begin(), words.begin() + spirvHeaderWords);
  result[spirvBoundWord] = nextId;
  for (const SpirvWords *section : {&beforeTypes, &typeSection, &code})
    appendResolved(result, *section);
  return result;
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
  MutableArrayRef<std::uint32_t> operands = MutableArrayRef(result).drop_front();
  const auto replaceId = [&](std::uint32_t &id) { id = resolved(id); };
  if (instruction.op == Op::ExtInst) {
    forEachId("tri", operands, replaceId);
    MutableArrayRef<std::uint32_t> rest = operands.drop_front(4);
    for_each(rest.take_front(openclIdOperands(operands[3], rest.size())), replaceId);
    return result;
  }
  forEachId(spirvFormOf(static_cast<std::uint32_t>(instruction.op))->operands, operands, replaceId);
  if (instruction.op == Op::SpecConstantOp)
    if (const SpirvForm *form = spirvFormOf(operands[2]))
      forEachId(form->operands.drop_front(form->operands.starts_with("tr") ? 2 : 0),
                operands.drop_front(3), replaceId);
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
  SpirvWords replaced(operands.begin(), operands.end());
  // Of these kinds vectors alone have an operand that is an id.
  if (kind == Op::TypeVector)
    replaced[0] = resolved(replaced[0]);
  auto [known, isNew] = knownTypes.insert({typeKey(kind, replaced), 0});
  if (isNew) {
    known->second = newId();
    SpirvWords all = {known->second};
    append_range(all, replaced);
    appendInstruction(typeSection, kind, all);
  }
  return known->second;
}

std::uint32_t SpirvRewriter::constant(std::uint32_t type, std::uint32_t value) {
  std::uint32_t &id = constants[{type, value}];
  if (!id) {
    id = newId();
    appendInstruction(typeSection, Op::Constant, {type, id, value});
  }
  return id;
}

} // namespace heddle::compiler
