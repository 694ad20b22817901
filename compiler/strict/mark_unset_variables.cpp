#include "compiler/strict/mark_unset_variables.hpp"

#include "compiler/strict/unset_values.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <cstdint>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// More than that are not taken apart into registers where loops go over them.
constexpr unsigned mostParts = 32;

struct Part {
  std::uint64_t offset;
  Type *type;
  bool isField; ///< of a structure
};

/// False where there are more than `mostParts`, or something that is no number.
bool collectParts(Type *type, std::uint64_t offset, bool isField, const DataLayout &layout,
                  SmallVectorImpl<Part> &parts) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!collectParts(structure->getElementType(i), offset + fields->getElementOffset(i),
                        /*isField=*/true, layout, parts))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    if (array->getNumElements() > mostParts)
      return false;
    const std::uint64_t size = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!collectParts(array->getElementType(), offset + i * size, isField, layout, parts))
        return false;
    return true;
  }
  Type *element = type->getScalarType();
  const bool isNumber = !isa<ScalableVectorType>(type) &&
                        (element->isIntegerTy() || element->isFloatingPointTy()) &&
                        layout.getTypeSizeInBits(element) == layout.getTypeStoreSizeInBits(element);
  if (isNumber)
    parts.push_back({offset, type, isField});
  // Pointers and handles stay as they are.
  return parts.size() <= mostParts;
}

void mark(AllocaInst &variable, ArrayRef<Part> parts, Instruction &before) {
  IRBuilder<> builder(&before);
  for (const Part &part : parts) {
    Value *unset = createUnset(builder, part.type, part.isField, variable.getName());
    Value *to = part.offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &variable,
                                                                 part.offset)
                            : &variable;
    builder.CreateAlignedStore(unset, to, commonAlignment(variable.getAlign(), part.offset));
  }
}

} // namespace

PreservedAnalyses MarkUnsetVariablesPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  BasicBlock &entry = function.getEntryBlock();
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : entry)
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && variable->isStaticAlloca() && !variable->isArrayAllocation())
      variables.push_back(variable);
  for (AllocaInst *variable : variables) {
    SmallVector<Part> parts;
    if (!collectParts(variable->getAllocatedType(), 0, /*isField=*/false, layout, parts) ||
        parts.size() > mostParts)
      continue;
    SmallVector<Instruction *> beginnings;
    for (User *user : variable->users())
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user);
          lifetime && lifetime->getIntrinsicID() == Intrinsic::lifetime_start)
        beginnings.push_back(lifetime->getNextNode());
    if (beginnings.empty())
      beginnings.push_back(&*entry.getFirstNonPHIOrDbgOrAlloca());
    for (Instruction *beginning : beginnings)
      mark(*variable, parts, *beginning);
  }
  if (variables.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
