#include "compiler/workgroup/bound_local_ids.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueHandle.h"

#include <array>

using namespace llvm;

namespace heddle::compiler {

namespace {

void setEnd(CallBase &query, const APInt &end) {
  query.addRetAttr(Attribute::get(query.getContext(), Attribute::Range,
                                  ConstantRange(APInt::getZero(end.getBitWidth()), end)));
}

} // namespace

PreservedAnalyses BoundLocalIdsPass::run(Function &function, FunctionAnalysisManager &) {
  std::array<std::uint64_t, 3> sizes = {};
  if (const MDNode *required = function.getMetadata("reqd_work_group_size"))
    for (unsigned d = 0; d < 3 && d < required->getNumOperands(); ++d)
      if (auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(d)))
        sizes[d] = size->getZExtValue();
  // Not the ids of sub-groups: a kernel may end up with one lane instead.
  const unsigned lanes = requiredSubGroupSize(function);
  const bool sameSize = (uniformWorkGroups && !function.hasFnAttribute(nonUniformAttribute)) ||
                        (wholeSubGroups && lanes && sizes[0] % lanes == 0 &&
                         any_of(instructions(function), isSubGroupProduct));

  bool changed = false;
  SmallVector<std::pair<WeakVH, Constant *>> queries;
  for (Instruction &instruction : instructions(function)) {
    const std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::subGroupLocalId && lanes) {
      setEnd(cast<CallBase>(instruction), APInt(32, lanes));
      changed = true;
    }
    if (op != InternalOp::localId && op != InternalOp::enqueuedLocalSize &&
        (op != InternalOp::localSize || !sameSize))
      continue;
    auto &query = cast<CallBase>(instruction);
    auto *dimension = dyn_cast<ConstantInt>(query.getArgOperand(0));
    const std::uint64_t size = dimension && dimension->getZExtValue() < sizes.size()
                                   ? sizes[dimension->getZExtValue()]
                                   : 0;
    if (!size)
      continue;
    if (op == InternalOp::localId) {
      setEnd(query, APInt(query.getType()->getIntegerBitWidth(), size));
    } else {
      queries.push_back({&query, ConstantInt::get(query.getType(), size)});
    }
    changed = true;
  }
  // Products of sizes are steps of loops, which who comes next wants as numbers.
  for (auto &[query, size] : queries) {
    replaceAndRecursivelySimplify(cast<Instruction>(query), size);
    if (query)
      cast<Instruction>(query)->eraseFromParent();
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
