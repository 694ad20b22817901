#include "compiler/matrix/staging/buffer_states.hpp"

#include "compiler/matrix/staging/rounds.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

BufferStates::BufferStates(const Loop &rounds, Value &memory, IndexForms &forms)
    : memory(memory), forms(forms) {
  if (!find(rounds))
    states.clear();
}

/// Of an address in the memory, in bytes from where that begins.
Constant *BufferStates::placeInMemory(Value &address) const {
  const auto bytes = address.getType()->isPointerTy()
                         ? (forms.of(&address) - forms.of(&memory)).constant()
                         : std::nullopt;
  return bytes ? ConstantInt::getSigned(Type::getInt64Ty(address.getContext()), *bytes) : nullptr;
}

/// What a value is in a round, if it is a function of phis in the state.
Constant *BufferStates::valueIn(Value *value, const State &state, unsigned depth) const {
  if (auto *constant = dyn_cast<Constant>(value); constant && !value->getType()->isPointerTy())
    return constant;
  if (auto *phi = dyn_cast<PHINode>(value))
    return state.lookup(phi);
  if (Constant *place = placeInMemory(*value))
    return place;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth > 8 || isa<AddrSpaceCastInst, PtrToIntInst>(instruction) ||
      !isa<BinaryOperator, CastInst, CmpInst, SelectInst>(instruction))
    return nullptr;
  SmallVector<Constant *> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(valueIn(operand, state, depth + 1));
    if (!operands.back())
      return nullptr;
  }
  return ConstantFoldInstOperands(instruction, operands, instruction->getDataLayout());
}

/// The states that phis go through which begin as constants and come back to these.
bool BufferStates::find(const Loop &rounds) {
  BasicBlock *latch = rounds.getLoopLatch(), *front = rounds.getLoopPreheader();
  State first;
  for (PHINode &phi : rounds.getHeader()->phis()) {
    Value *start = phi.getIncomingValueForBlock(front);
    if (Constant *number = isa<ConstantInt>(start) ? cast<Constant>(start) : placeInMemory(*start))
      first[&phi] = number;
  }
  // Those that count on without end leave, and with them all that follow from them.
  for (bool changed = true; changed;) {
    changed = false;
    states.assign(1, first);
    while (states.size() <= mostBuffers && !changed) {
      State next;
      for (const auto &[phi, value] : states.back()) {
        Constant *later = valueIn(phi->getIncomingValueForBlock(latch), states.back());
        if (!isa_and_nonnull<ConstantInt>(later)) {
          first.erase(phi);
          changed = true;
          break;
        }
        next[phi] = later;
      }
      if (changed)
        break;
      if (next == states.front())
        return true;
      states.push_back(std::move(next));
    }
    if (changed)
      continue;
    // One that has not come back is what does not.
    for (const auto &[phi, value] : states.front()) {
      bool comesBack = false;
      for (const State &state : drop_begin(states))
        comesBack |= state.lookup(phi) == value;
      if (!comesBack) {
        first.erase(phi);
        changed = true;
        break;
      }
    }
    if (!changed)
      return false;
  }
  return true;
}

AddressPolynomial BufferStates::in(const AddressPolynomial &place, unsigned round) const {
  const State &state = states[round % states.size()];
  AddressPolynomial result;
  for (const auto &[product, coefficient] : place.products()) {
    AddressPolynomial term;
    term.add({}, coefficient);
    for (unsigned number : product) {
      Value *value = forms.factor(number).value;
      AddressPolynomial factor;
      if (auto *known = dyn_cast_or_null<ConstantInt>(value ? valueIn(value, state) : nullptr)) {
        factor.add({}, std::uint64_t(known->getSExtValue()));
        if (value->getType()->isPointerTy())
          factor = factor + forms.of(&memory);
      } else {
        factor.add({number}, 1);
      }
      term = term * factor;
    }
    result = result + term;
  }
  return result;
}

} // namespace heddle::compiler
