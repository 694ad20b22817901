#include "compiler/workgroup/equal_local_memory.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/entry_builder.hpp"
#include "compiler/workgroup/work_group_uniformity.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <memory>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2;

/// For LLVM's uniformity analysis, the threads being work-items of the same local id in several
/// work-groups.
class GroupsTTI : public TargetTransformInfoImplCRTPBase<GroupsTTI> {
public:
  GroupsTTI(const DataLayout &layout, const LocalObjects &equal, bool uniformSizes)
      : TargetTransformInfoImplCRTPBase(layout), equal(equal), uniformSizes(uniformSizes) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    return mayBeEqual(*value) ? InstructionUniformity::Default
                              : InstructionUniformity::NeverUniform;
  }

private:
  /// Whether it is the same in all work-groups if its operands are.
  bool mayBeEqual(const Value &value) const {
    // Where some have poison and may take anything, they need not take the same.
    if (isa<AllocaInst>(value) || isa<FreezeInst>(value))
      return false;
    if (auto *phi = dyn_cast<PHINode>(&value))
      return none_of(phi->incoming_values(), [](const Value *in) { return isa<UndefValue>(in); });
    if (auto *load = dyn_cast<LoadInst>(&value))
      return load->isSimple() && holdsEqual(*load->getPointerOperand());
    if (auto *call = dyn_cast<CallBase>(&value))
      return mayBeEqual(*call);
    auto *instruction = dyn_cast<Instruction>(&value);
    return !instruction || !instruction->mayReadFromMemory();
  }

  bool holdsEqual(const Value &pointer) const {
    const Value *object = getUnderlyingObject(&pointer);
    auto *type = cast<PointerType>(object->getType());
    switch (type->getAddressSpace()) {
    case globalAddressSpace:
    case constantAddressSpace:
      return true;
    case localAddressSpace:
      return equal.contains(object);
    default:
      return false;
    }
  }

  bool mayBeEqual(const CallBase &call) const {
    std::optional<InternalOp> op = internalOp(call);
    if (!op)
      return call.doesNotAccessMemory() && !call.isConvergent();
    switch (*op) {
    case InternalOp::workDim:
    case InternalOp::globalOffset:
    case InternalOp::globalSize:
    case InternalOp::localId:
    case InternalOp::enqueuedLocalSize:
    case InternalOp::numGroups:
    case InternalOp::addressSpaceOf:
    case InternalOp::byteDot:
      return true;
    case InternalOp::localSize:
      return uniformSizes;
    default:
      return false;
    }
  }

  const LocalObjects &equal;
  bool uniformSizes;
};

class Finder {
public:
  Finder(Function &kernel, bool uniformSizes)
      : kernel(kernel), postDominators(kernel), uniformSizes(uniformSizes) {}

  LocalObjects run() {
    if (any_of(instructions(kernel), [](const Instruction &instruction) {
          return instruction.isAtomic() && !isa<FenceInst>(instruction);
        }))
      return {};
    for (const Argument &argument : kernel.args())
      if (isLocal(argument))
        addObject(argument);
    for (const GlobalVariable &variable : kernel.getParent()->globals())
      if (isLocal(variable))
        addObject(variable);
    // Each that is none may be what others are made of.
    while (!equal.empty() && dropUnequal())
      ;
    return equal;
  }

private:
  static bool isLocal(const Value &value) {
    auto *pointer = dyn_cast<PointerType>(value.getType());
    return pointer && pointer->getAddressSpace() == localAddressSpace;
  }

  void addObject(const Value &object) {
    SmallVector<const Instruction *> found;
    if (findWrites(object, found)) {
      equal.insert(&object);
      writes[&object] = std::move(found);
    }
  }

  /// False where the pointer goes where its accesses are not seen.
  bool findWrites(const Value &pointer, SmallVectorImpl<const Instruction *> &found) {
    for (const Use &use : pointer.uses()) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      if (!user)
        return false;
      if (user->getFunction() != &kernel)
        continue;
      if (isa<GetElementPtrInst>(user)) {
        if (!findWrites(*user, found))
          return false;
      } else if (auto *store = dyn_cast<StoreInst>(user)) {
        if (!store->isSimple() || use.getOperandNo() != StoreInst::getPointerOperandIndex())
          return false;
        found.push_back(user);
      } else if (internalOp(*user) == InternalOp::workGroupCopy) {
        if (use.getOperandNo() == 0)
          found.push_back(user);
      } else if (auto *load = dyn_cast<LoadInst>(user); !load || !load->isSimple()) {
        return false;
      }
    }
    return true;
  }

  bool dropUnequal() {
    FunctionAnalysisManager analyses;
    analyses.registerPass([&] {
      return TargetIRAnalysis([&](const Function &function) {
        return TargetTransformInfo(
            std::make_unique<GroupsTTI>(function.getDataLayout(), equal, uniformSizes));
      });
    });
    registerUniformityAnalyses(analyses);
    UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(kernel);
    const SmallPtrSet<const BasicBlock *, 16> unequal = unequallyRun(uniformity);
    const std::size_t before = equal.size();
    for (auto &[object, all] : writes)
      if (any_of(all, [&](const Instruction *write) {
            return unequal.contains(write->getParent()) || writesUnequal(*write, uniformity);
          }))
        equal.erase(object);
    return equal.size() < before;
  }

  bool writesUnequal(const Instruction &write, UniformityInfo &uniformity) {
    return any_of(write.operands(),
                  [&](const Use &operand) { return uniformity.isDivergentUse(operand); }) ||
           (isa<CallBase>(write) && readsUnequal(cast<CallBase>(write)));
  }

  bool readsUnequal(const CallBase &copy) {
    const Value *from = getUnderlyingObject(copy.getArgOperand(1));
    return from->getType()->getPointerAddressSpace() != globalAddressSpace && !equal.contains(from);
  }

  /// Blocks that some work-groups may come to while others do not, unless those are at their end.
  SmallPtrSet<const BasicBlock *, 16> unequallyRun(UniformityInfo &uniformity) {
    SmallPtrSet<const BasicBlock *, 16> result;
    SmallVector<const BasicBlock *> open;
    for (const BasicBlock &block : kernel)
      if (uniformity.hasDivergentTerminator(block) &&
          none_of(successors(&block), [](const BasicBlock *next) { return isEnd(*next); }))
        open.push_back(&block);
    while (!open.empty()) {
      const BasicBlock *branching = open.pop_back_val();
      const DomTreeNode *meeting = postDominators.getNode(branching)->getIDom();
      for (const BasicBlock *next : successors(branching))
        for (const DomTreeNode *node = postDominators.getNode(next); node && node != meeting;
             node = node->getIDom())
          if (node->getBlock() && result.insert(node->getBlock()).second)
            open.push_back(node->getBlock());
    }
    return result;
  }

  /// Whether nothing follows but empty blocks and the end.
  static bool isEnd(const BasicBlock &block) {
    SmallSetVector<const BasicBlock *, 8> reached;
    reached.insert(&block);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (!reached[i]->getFirstNonPHIOrDbg()->isTerminator())
        return false;
      reached.insert(succ_begin(reached[i]), succ_end(reached[i]));
    }
    return true;
  }

  Function &kernel;
  PostDominatorTree postDominators;
  bool uniformSizes;
  LocalObjects equal;
  MapVector<const Value *, SmallVector<const Instruction *>> writes;
};

} // namespace

LocalObjects findEqualLocalMemory(Function &kernel, bool uniformSizes) {
  return Finder(kernel, uniformSizes).run();
}

} // namespace heddle::compiler
