#include "compiler/strict/check_components.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <optional>
#include <string>

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Component {
  Instruction *access;
  Value *index;
  std::uint64_t count;
  const char *holder;
};

std::optional<Component> ofVector(Instruction &access, Value *vector, Value *index) {
  auto *type = dyn_cast<FixedVectorType>(vector->getType());
  if (!type)
    return std::nullopt;
  return Component{&access, index, type->getNumElements(), "a vector of "};
}

std::optional<Component> componentOf(Instruction &instruction) {
  if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    std::optional<unsigned> length = matrixLength(*gep);
    if (!length)
      return std::nullopt;
    return Component{gep, gep->idx_begin()->get(), *length, "a matrix of which a work-item has "};
  }
  if (auto *extract = dyn_cast<ExtractElementInst>(&instruction))
    return ofVector(instruction, extract->getVectorOperand(), extract->getIndexOperand());
  if (auto *insert = dyn_cast<InsertElementInst>(&instruction))
    return ofVector(instruction, insert->getOperand(0), insert->getOperand(2));
  return std::nullopt;
}

bool isInside(const Component &component) {
  auto *constant = dyn_cast<ConstantInt>(component.index);
  return constant && constant->getValue().ult(component.count);
}

void check(const Component &component) {
  IRBuilder<> builder(component.access);
  Type *i64 = builder.getInt64Ty();
  Value *index = builder.CreateSExtOrTrunc(component.index, i64);
  Place place;
  place.kind = heddleFinding_componentIndex;
  place.subject = component.holder + std::to_string(component.count);
  emitFinding(builder, builder.CreateICmpUGE(index, builder.getInt64(component.count)), index,
              *component.access, std::move(place));
}

} // namespace

PreservedAnalyses CheckComponentsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<Component> components;
  for (Instruction &instruction : instructions(function))
    if (std::optional<Component> component = componentOf(instruction);
        component && !isInside(*component))
      components.push_back(*component);
  for (const Component &component : components)
    check(component);
  if (components.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
