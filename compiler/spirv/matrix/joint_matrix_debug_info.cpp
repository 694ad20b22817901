#include "compiler/spirv/matrix/joint_matrix_debug_info.hpp"

#include "compiler/spirv/matrix/joint_matrix_types.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool standsForMatrix(const DIType &type) {
  const auto *pointer = dyn_cast<DIDerivedType>(&type);
  return pointer && pointer->getDWARFAddressSpace() &&
         matrixType(type.getContext(), *pointer->getDWARFAddressSpace());
}

} // namespace

void replaceMatrixDebugTypes(Module &module) {
  DebugInfoFinder finder;
  finder.processModule(module);
  DenseMap<Metadata *, Metadata *> replacements;
  SetVector<MDNode *> nodes;
  for (DIType *type : finder.types()) {
    if (!standsForMatrix(*type)) {
      nodes.insert(type);
      continue;
    }
    replacements[type] = DICompositeType::get(
        module.getContext(), dwarf::DW_TAG_structure_type, "joint_matrix", type->getFile(),
        /*Line=*/0, type->getScope(), /*BaseType=*/nullptr, type->getSizeInBits(),
        type->getAlignInBits(), /*OffsetInBits=*/0, DINode::FlagFwdDecl, /*Elements=*/nullptr,
        /*RuntimeLang=*/0, /*EnumKind=*/std::nullopt, /*VTableHolder=*/nullptr);
  }
  if (replacements.empty())
    return;
  nodes.insert_range(finder.subprograms());
  for (DIGlobalVariableExpression *variable : finder.global_variables())
    nodes.insert(variable->getVariable());
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        nodes.insert(record.getVariable());
  // Lists of members and of parameters' types.
  for (size_t i = 0; i < nodes.size(); ++i)
    for (const MDOperand &operand : nodes[i]->operands())
      if (auto *list = dyn_cast_or_null<MDTuple>(operand.get()))
        nodes.insert(list);
  for (MDNode *node : nodes)
    for (unsigned i = 0; i < node->getNumOperands(); ++i)
      if (auto found = replacements.find(node->getOperand(i)); found != replacements.end())
        node->replaceOperandWith(i, found->second);
}

} // namespace heddle::compiler
