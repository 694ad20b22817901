#include "compiler/vectorizer/analysis/factor_reads.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned maxReached = 256;

} // namespace

bool readsFactor(const Value &value) {
  SmallSetVector<const Value *, 32> reached;
  reached.insert(&value);
  for (unsigned next = 0; next < reached.size() && next < maxReached; ++next)
    for (const User *user : reached[next]->users()) {
      const std::optional<InternalOp> op = internalOp(*user);
      if (op == InternalOp::matrixMad || op == InternalOp::cooperativeMad)
        return true;
      if (const auto *store = dyn_cast<StoreInst>(user)) {
        if (isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand())))
          return true;
      } else if (op == InternalOp::blockRead || op == InternalOp::cooperativeLoad ||
                 (isa<Instruction>(user) && !isa<CallBase>(user))) {
        reached.insert(user);
      }
    }
  return false;
}

SmallPtrSet<const Loop *, 4> loopsOfProducts(const Function &kernel, const LoopInfo &loops) {
  SmallPtrSet<const Loop *, 4> found;
  for (const Instruction &instruction : instructions(kernel))
    if (isSubGroupProduct(instruction))
      if (const Loop *loop = loops.getLoopFor(instruction.getParent()))
        found.insert(loop->getOutermostLoop());
  return found;
}

} // namespace heddle::compiler
