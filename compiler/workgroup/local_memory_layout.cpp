#include "compiler/workgroup/local_memory_layout.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localAddressSpace = 3;

SetVector<GlobalVariable *> localVariablesUsedIn(Function &function) {
  SetVector<GlobalVariable *> used;
  for (Instruction &instruction : instructions(function))
    for (Value *operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(operand))
        if (variable->getAddressSpace() == localAddressSpace)
          used.insert(variable);
  return used;
}

/// Whether variables are kept in memory for debuggers.
bool keepsVariables(Function &function) {
  return any_of(instructions(function), [](Instruction &instruction) {
    return any_of(filterDbgVars(instruction.getDbgRecordRange()),
                  [](const DbgVariableRecord &record) { return record.isDbgDeclare(); });
  });
}

/// What debuggers see of the variables: debug information knows them as global ones, which they are
/// no more.
class VariableDescriber {
public:
  VariableDescriber(Function &function, Instruction *where)
      : function(function), where(where), keeps(keepsVariables(function)) {}

  void describe(GlobalVariable &variable, Value *address) const {
    SmallVector<DIGlobalVariableExpression *, 1> known;
    variable.getDebugInfo(known);
    auto *scope = known.empty()
                      ? nullptr
                      : dyn_cast_or_null<DILocalScope>(known[0]->getVariable()->getScope());
    if (!scope)
      return;
    const DIGlobalVariable &global = *known[0]->getVariable();
    IRBuilder<> builder(where);
    AllocaInst *place = nullptr;
    if (keeps) {
      // The address itself is gone where nothing needs it any more. Volatile: nothing in the
      // program reads it.
      place = IRBuilder<>(&function.getEntryBlock(), function.getEntryBlock().begin())
                  .CreateAlloca(address->getType(), nullptr, global.getName() + ".place");
      builder.CreateStore(address, place, /*isVolatile=*/true);
    }
    for (auto [declaring, inlinedAt] : placesOf(*scope->getSubprogram()))
      insert(builder, global, declaring, inlinedAt, place, address);
  }

private:
  using Place = std::pair<DISubprogram *, DILocation *>;

  /// Where the function of the source was inlined. Each variant of a kernel has one of its own.
  SetVector<Place> placesOf(const DISubprogram &declaring) const {
    SetVector<Place> places;
    for (Instruction &instruction : instructions(function))
      for (DILocation *location = instruction.getDebugLoc().get(); location;
           location = location->getInlinedAt()) {
        DISubprogram *scope = location->getScope()->getSubprogram();
        if (scope->getName() == declaring.getName() && scope->getLine() == declaring.getLine() &&
            location->getInlinedAt())
          places.insert({scope, location->getInlinedAt()});
      }
    return places;
  }

  void insert(IRBuilder<> &builder, const DIGlobalVariable &global, DISubprogram *scope,
              DILocation *inlinedAt, AllocaInst *place, Value *address) const {
    LLVMContext &context = function.getContext();
    auto *local =
        DILocalVariable::get(context, scope, global.getName(), global.getFile(), global.getLine(),
                             global.getType(), /*Arg=*/0, DINode::FlagZero, /*AlignInBits=*/0,
                             /*Annotations=*/nullptr);
    auto *memory = DIExpression::get(context, {dwarf::DW_OP_deref});
    auto *line = DILocation::get(context, global.getLine(), 0, scope, inlinedAt);
    builder.GetInsertBlock()->insertDbgRecordBefore(
        place ? DbgVariableRecord::createDVRDeclare(place, local, memory, line)
              : DbgVariableRecord::createDbgVariableRecord(address, local, memory, line),
        builder.GetInsertPoint());
  }

  Function &function;
  Instruction *const where;
  const bool keeps;
};

} // namespace

std::uint64_t layOutLocalMemory(Function &function, Instruction *localBase) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  SmallVector<Constant *> all;
  for (GlobalVariable &variable : function.getParent()->globals())
    if (variable.getAddressSpace() == localAddressSpace)
      all.push_back(&variable);
  if (all.empty())
    return 0;
  // A constant expression over a variable would hide the use.
  convertUsersOfConstantsToInstructions(all, &function);

  SetVector<GlobalVariable *> used = localVariablesUsedIn(function);
  SmallVector<GlobalVariable *> variables(used.begin(), used.end());
  auto alignmentOf = [&](GlobalVariable *variable) {
    return std::max(variable->getAlign().valueOrOne(),
                    layout.getABITypeAlign(variable->getValueType()));
  };
  // Largest alignment first: nothing is lost between them. Names break ties, for a stable layout.
  sort(variables, [&](GlobalVariable *a, GlobalVariable *b) {
    return std::make_pair(alignmentOf(b), a->getName()) <
           std::make_pair(alignmentOf(a), b->getName());
  });

  IRBuilder<> builder(localBase->getNextNode());
  const VariableDescriber describer(function, &*builder.GetInsertPoint());
  std::uint64_t offset = 0;
  for (GlobalVariable *variable : variables) {
    offset = alignTo(offset, alignmentOf(variable));
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), localBase, offset,
                                                        variable->getName());
    variable->replaceUsesWithIf(address, [&](Use &use) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      return user && user->getFunction() == &function;
    });
    offset += layout.getTypeAllocSize(variable->getValueType());
    describer.describe(*variable, address);
  }
  return offset;
}

} // namespace heddle::compiler
