#include "compiler/spirv/matrix/lower_cooperative_matrices.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/spirv/builtins/type_replacement.hpp"
#include "compiler/spirv/matrix/cooperative_calls.hpp"
#include "runtime/abi/cooperative_matrix.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Matrix types, and all that are made of them, as types of what a work-item holds.
class PartTypes : public TypeReplacement {
public:
  explicit PartTypes(unsigned lanes) : lanes(lanes) {}

private:
  Type *replacementOf(Type *type) override {
    std::optional<CooperativeMatrix> matrix = CooperativeMatrix::of(type);
    return matrix ? matrix->partType(lanes) : nullptr;
  }

  const unsigned lanes;
};

bool holdsMatrices(Type *type) {
  if (CooperativeMatrix::of(type))
    return true;
  return any_of(type->subtypes(), [](Type *part) { return holdsMatrices(part); });
}

Function *calledFunction(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call ? dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts()) : nullptr;
}

bool usesMatrices(const Instruction &instruction) {
  if (const Function *callee = calledFunction(instruction);
      callee && callee->isDeclaration() && isCooperativeCall(*callee))
    return true;
  auto *variable = dyn_cast<AllocaInst>(&instruction);
  return holdsMatrices(instruction.getType()) ||
         (variable && holdsMatrices(variable->getAllocatedType())) ||
         any_of(instruction.operands(),
                [](const Use &operand) { return holdsMatrices(operand->getType()); });
}

class Lowering {
public:
  Lowering(Module &module, bool warnsOfShapes) : module(module), warnsOfShapes(warnsOfShapes) {}

  bool run();

private:
  bool concernsMatrices(const Function &function);
  bool isCopy(const Function &function) const {
    return any_of(copies, [&](const auto &entry) { return entry.second == &function; });
  }
  Function *copyFor(Function &function, unsigned lanes);
  void lowerCalls(Function &function, unsigned lanes);

  Module &module;
  const bool warnsOfShapes;
  DenseMap<const Function *, bool> known; ///< whether matrices are used there or in what it calls
  std::map<unsigned, PartTypes> types;    ///< by sub-group size
  std::map<std::pair<Function *, unsigned>, Function *> copies;
};

bool Lowering::concernsMatrices(const Function &function) {
  if (auto found = known.find(&function); found != known.end())
    return found->second;
  known[&function] = false; // until known: recursion adds nothing
  bool result = holdsMatrices(function.getFunctionType());
  for (const Instruction &instruction : instructions(function)) {
    const Function *callee = calledFunction(instruction);
    result = result || usesMatrices(instruction) ||
             (callee && !callee->isDeclaration() && concernsMatrices(*callee));
  }
  return known[&function] = result;
}

/// The function for matrices that are laid out for this size.
Function *Lowering::copyFor(Function &function, unsigned lanes) {
  Function *&copy = copies[{&function, lanes}];
  if (copy)
    return copy;
  PartTypes &partTypes = types.try_emplace(lanes, lanes).first->second;
  auto *type = cast<FunctionType>(partTypes.remapType(function.getFunctionType()));
  const bool isKernel = function.getCallingConv() == CallingConv::SPIR_KERNEL;
  copy = Function::Create(type, function.getLinkage(), function.getAddressSpace(),
                          function.getName(), &module);
  // A kernel's copy takes its place.
  if (isKernel)
    copy->takeName(&function);
  ValueToValueMapTy values;
  for (auto [from, to] : zip(function.args(), copy->args())) {
    to.setName(from.getName());
    values[&from] = &to;
  }
  for (Instruction &instruction : instructions(function))
    if (Function *callee = calledFunction(instruction);
        callee && !callee->isDeclaration() && concernsMatrices(*callee))
      values[callee] = copyFor(*callee, lanes);
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(copy, &function, values, CloneFunctionChangeType::LocalChangesOnly, returns, "",
                    nullptr, &partTypes);
  copy->setCallingConv(function.getCallingConv());
  // A part may be smaller than the module takes a matrix to be, and its place in an array is
  // aligned to no more then.
  const DataLayout &layout = module.getDataLayout();
  for (Instruction &access : instructions(function))
    if (isa<LoadInst, StoreInst>(access) && holdsMatrices(getLoadStoreType(&access))) {
      Value *own = values[&access];
      setLoadStoreAlignment(
          own, std::min(getLoadStoreAlignment(own), layout.getABITypeAlign(getLoadStoreType(own))));
    }
  // The types of structures that are passed by value stand in attributes, which are not cloned
  // anew.
  for (Argument &argument : copy->args())
    for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet})
      if (Attribute attribute = argument.getAttribute(kind); attribute.isValid()) {
        argument.removeAttr(kind);
        argument.addAttr(Attribute::get(module.getContext(), kind,
                                        partTypes.remapType(attribute.getValueAsType())));
      }
  if (!isKernel)
    copy->setLinkage(GlobalValue::InternalLinkage);
  lowerCalls(*copy, lanes);
  return copy;
}

void Lowering::lowerCalls(Function &function, unsigned lanes) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Function *callee = calledFunction(instruction);
        callee && callee->isDeclaration() && isCooperativeCall(*callee))
      lowerCooperativeCall(cast<CallInst>(instruction), *callee, lanes, warnsOfShapes);
}

bool Lowering::run() {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        concernsMatrices(function))
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    const unsigned required = requiredSubGroupSize(*kernel);
    const unsigned lanes = required ? required : abi::cooperativeMatrixSubGroupSize;
    copyFor(*kernel, lanes)->addFnAttr(cooperativeSizeAttribute, utostr(lanes));
  }

  // What matrices are left nobody uses.
  SmallVector<Function *> dead;
  for (Function &function : module)
    if (!function.isDeclaration() && !isCopy(function) && concernsMatrices(function))
      dead.push_back(&function);
  for (Function *function : dead)
    function->deleteBody();
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty() &&
        (is_contained(dead, &function) || isCooperativeCall(function)))
      function.eraseFromParent();
  return !copies.empty();
}

} // namespace

PreservedAnalyses LowerCooperativeMatricesPass::run(Module &module, ModuleAnalysisManager &) {
  return Lowering(module, warnsOfShapes).run() ? PreservedAnalyses::none()
                                               : PreservedAnalyses::all();
}

} // namespace heddle::compiler
