#include "compiler/vectorizer/analysis/atomic_instructions.hpp"

using namespace llvm;

namespace heddle::compiler {

bool isOneInstruction(const Instruction &atomic) {
  const auto *update = dyn_cast<AtomicRMWInst>(&atomic);
  if (!update)
    return isa<AtomicCmpXchgInst>(atomic);
  switch (update->getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return true;
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return update->use_empty();
  default:
    return false;
  }
}

} // namespace heddle::compiler
