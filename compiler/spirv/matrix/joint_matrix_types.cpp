#include "compiler/spirv/matrix/joint_matrix_types.hpp"

#include "builtins/include/joint_matrix_types.h"
#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned subGroupScope = 3;
constexpr unsigned privateSpace = 0, genericSpace = 4;

Type *componentType(LLVMContext &context, unsigned number) {
  switch (number) {
  case HEDDLE_JOINT_MATRIX_I8:
    return Type::getInt8Ty(context);
  case HEDDLE_JOINT_MATRIX_I16:
    return Type::getInt16Ty(context);
  case HEDDLE_JOINT_MATRIX_I32:
    return Type::getInt32Ty(context);
  case HEDDLE_JOINT_MATRIX_I64:
    return Type::getInt64Ty(context);
  case HEDDLE_JOINT_MATRIX_F16:
    return Type::getHalfTy(context);
  case HEDDLE_JOINT_MATRIX_F32:
    return Type::getFloatTy(context);
  case HEDDLE_JOINT_MATRIX_F64:
    return Type::getDoubleTy(context);
  default:
    return nullptr;
  }
}

/// The attributes of a value that was a pointer and is none any more.
AttributeSet withoutPointerAttributes(LLVMContext &context, AttributeSet attributes, Type *type) {
  return attributes.removeAttributes(context, AttributeFuncs::typeIncompatible(type, attributes));
}

class TypeReplacer {
public:
  TypeReplacer(Module &module, MatrixTypes &types) : module(module), types(types) {}

  void run() {
    checkVariables();
    for (Function &function : module) {
      checkKernel(function);
      for (Instruction &instruction : instructions(function))
        check(instruction);
    }
    if (failed)
      return;
    for (Function &function : make_early_inc_range(module))
      replaceSignature(function);
    for (Function &function : module)
      for (Instruction &instruction : instructions(function))
        replaceIn(instruction);
  }

private:
  void refuse(const Instruction &instruction, const Twine &message) {
    reportError(instruction, message);
    failed = true;
  }

  void checkVariables() {
    for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
      if (!types.hasMatrix(variable.getValueType()))
        continue;
      // What an initializer was copied from.
      if (variable.use_empty() && variable.hasLocalLinkage()) {
        variable.eraseFromParent();
        continue;
      }
      reportError(variable, "matrices live in private memory only");
      failed = true;
    }
  }

  void checkKernel(const Function &function) {
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL &&
        types.hasMatrix(function.getFunctionType())) {
      reportError(function, "an argument of a kernel cannot be a matrix");
      failed = true;
    }
  }

  void check(const Instruction &instruction) {
    for (const Use &use : instruction.operands()) {
      if (!isMatrixPointer(use->getType()))
        continue;
      if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (use.getOperandNo() == StoreInst::getPointerOperandIndex())
          return refuse(instruction, "a matrix is written by the joint_matrix functions only");
        if (!isPrivate(store->getPointerAddressSpace()))
          return refuse(instruction, "matrices live in private memory only");
      } else if (const auto *call = dyn_cast<CallInst>(&instruction)) {
        if (call->isArgOperand(&use) &&
            call->getArgOperandNo(&use) >= call->getFunctionType()->getNumParams())
          return refuse(instruction, "a matrix cannot be an argument of this function");
      } else if (!isa<PHINode, SelectInst, FreezeInst, ReturnInst>(instruction)) {
        return refuse(instruction,
                      "the joint_matrix functions are all that can be done with a matrix");
      }
    }
    if (isMatrixPointer(instruction.getType()) &&
        !isa<LoadInst, PHINode, SelectInst, CallInst, FreezeInst>(instruction))
      return refuse(instruction, "nothing else can become a matrix");
    if (const auto *load = dyn_cast<LoadInst>(&instruction);
        load && isMatrixPointer(load->getType()) && !isPrivate(load->getPointerAddressSpace()))
      refuse(instruction, "matrices live in private memory only");
  }

  static bool isPrivate(unsigned space) { return space == privateSpace || space == genericSpace; }

  /// The parameters' and the result's attributes, with the types in them replaced.
  AttributeList replaceAttributes(const AttributeList &attributes, FunctionType *type) {
    LLVMContext &context = module.getContext();
    SmallVector<AttributeSet> parameters;
    for (unsigned i = 0; i < type->getNumParams(); ++i) {
      AttributeSet set =
          withoutPointerAttributes(context, attributes.getParamAttrs(i), type->getParamType(i));
      AttrBuilder builder(context, set);
      for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet})
        if (set.hasAttribute(kind))
          builder.addTypeAttr(kind, types.replace(set.getAttribute(kind).getValueAsType()));
      parameters.push_back(AttributeSet::get(context, builder));
    }
    return AttributeList::get(
        context, attributes.getFnAttrs(),
        withoutPointerAttributes(context, attributes.getRetAttrs(), type->getReturnType()),
        parameters);
  }

  void replaceSignature(Function &function) {
    auto *type = cast<FunctionType>(types.replace(function.getFunctionType()));
    if (!type->isVarArg())
      function.setAttributes(replaceAttributes(function.getAttributes(), type));
    if (type == function.getFunctionType())
      return;
    Function *replacement =
        Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", nullptr);
    module.getFunctionList().insert(function.getIterator(), replacement);
    replacement->takeName(&function);
    replacement->copyAttributesFrom(&function);
    replacement->setComdat(function.getComdat());
    replacement->copyMetadata(&function, 0);
    replacement->splice(replacement->begin(), &function);
    for (auto [to, from] : zip(replacement->args(), function.args())) {
      to.takeName(&from);
      from.mutateType(to.getType());
      from.replaceAllUsesWith(&to);
    }
    for (Use &use : make_early_inc_range(function.uses()))
      use.set(replacement);
    function.eraseFromParent();
  }

  Value *replaceConstant(Constant *constant) {
    Type *type = types.replace(constant->getType());
    if (type == constant->getType())
      return constant;
    if (isa<PoisonValue>(constant))
      return PoisonValue::get(type);
    if (isa<UndefValue>(constant))
      return UndefValue::get(type);
    // The only other one there is: clang casts the null pointer of another address space.
    return Constant::getNullValue(type);
  }

  void replaceIn(Instruction &instruction) {
    for (Use &use : instruction.operands())
      if (auto *constant = dyn_cast<Constant>(use))
        if (!isa<GlobalValue>(constant))
          use.set(replaceConstant(constant));
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      auto *type = cast<FunctionType>(types.replace(call->getFunctionType()));
      if (!type->isVarArg())
        call->setAttributes(replaceAttributes(call->getAttributes(), type));
      call->mutateFunctionType(type);
    } else if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      variable->setAllocatedType(types.replace(variable->getAllocatedType()));
    } else if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
      address->setSourceElementType(types.replace(address->getSourceElementType()));
      address->setResultElementType(types.replace(address->getResultElementType()));
    }
    instruction.mutateType(types.replace(instruction.getType()));
  }

  Module &module;
  MatrixTypes &types;
  bool failed = false;
};

} // namespace

TargetExtType *matrixType(LLVMContext &context, unsigned number) {
  const unsigned use = number >> 21;
  Type *component = componentType(context, number >> 18 & 7);
  if (use < 1 || use > 3 || !component)
    return nullptr;
  return TargetExtType::get(context, "spirv.CooperativeMatrixKHR", {component},
                            {subGroupScope, (number >> 9 & 511) + 1, (number & 511) + 1, use - 1});
}

Type *componentType(const TargetExtType &matrix) { return matrix.getTypeParameter(0); }

bool isMatrixPointer(const Type *type) {
  return type->isPointerTy() && matrixType(type->getContext(), type->getPointerAddressSpace());
}

Value *withoutCasts(Value *address) {
  while (auto *cast = dyn_cast<AddrSpaceCastOperator>(address))
    address = cast->getPointerOperand();
  return address;
}

Type *typeBehind(Value *address) {
  address = withoutCasts(address);
  if (auto *variable = dyn_cast<AllocaInst>(address))
    return variable->getAllocatedType();
  if (auto *variable = dyn_cast<GlobalVariable>(address))
    return variable->getValueType();
  if (auto *element = dyn_cast<GEPOperator>(address))
    return element->getResultElementType();
  if (auto *argument = dyn_cast<Argument>(address))
    return argument->hasByValAttr() ? argument->getParamByValType()
                                    : argument->getParamStructRetType();
  return nullptr;
}

Type *MatrixTypes::replace(Type *type) {
  if (auto found = known.find(type); found != known.end())
    return found->second;
  Type *result = replacement(type);
  known[type] = result;
  known[result] = result;
  return result;
}

Type *MatrixTypes::replacement(Type *type) {
  if (isMatrixPointer(type))
    return matrixType(type->getContext(), type->getPointerAddressSpace());
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(replace(array->getElementType()), array->getNumElements());
  if (auto *function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type *> parameters(
        map_range(function->params(), [&](Type *t) { return replace(t); }));
    return FunctionType::get(replace(function->getReturnType()), parameters, function->isVarArg());
  }
  auto *structure = dyn_cast<StructType>(type);
  if (!structure || structure->isOpaque())
    return type;
  SmallVector<Type *> members(
      map_range(structure->elements(), [&](Type *t) { return replace(t); }));
  if (equal(members, structure->elements()))
    return type;
  if (structure->isLiteral())
    return StructType::get(type->getContext(), members, structure->isPacked());
  std::string name = structure->getName().str();
  structure->setName("");
  return StructType::create(type->getContext(), members, name, structure->isPacked());
}

bool usesMatrixTypes(Module &module, MatrixTypes &types) {
  const auto has = [&](Type *type) { return types.hasMatrix(type); };
  for (const GlobalVariable &variable : module.globals())
    if (has(variable.getValueType()))
      return true;
  for (Function &function : module) {
    if (has(function.getFunctionType()))
      return true;
    for (const Instruction &instruction : instructions(function)) {
      const auto *variable = dyn_cast<AllocaInst>(&instruction);
      if (has(variable ? variable->getAllocatedType() : instruction.getType()))
        return true;
    }
  }
  return false;
}

void replaceMatrixTypes(Module &module, MatrixTypes &types) { TypeReplacer(module, types).run(); }

} // namespace heddle::compiler
