#include "compiler/spirv/matrix/joint_matrix_calls.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/spirv/matrix/joint_matrix_types.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

enum Use : unsigned { useA, useB, useAccumulator };
enum Layout : unsigned { rowMajor, columnMajor, packed };

unsigned useOf(const TargetExtType &matrix) { return matrix.getIntParameter(3); }

StringRef mangledScalar(const Type *type) {
  if (type->isHalfTy())
    return "Dh";
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  return type->isIntegerTy(8)    ? "c"
         : type->isIntegerTy(16) ? "s"
         : type->isIntegerTy(64) ? "l"
                                 : "i";
}

StringRef nameOfScalar(const Type *type) {
  if (type->isHalfTy())
    return "half";
  if (type->isFloatTy())
    return "float";
  if (type->isDoubleTy())
    return "double";
  return type->isIntegerTy(8)    ? "char"
         : type->isIntegerTy(16) ? "short"
         : type->isIntegerTy(64) ? "long"
                                 : "int";
}

/// As the translator's reader spells it.
std::string mangledMatrix(const TargetExtType &matrix) {
  std::string name = ("__spirv_CooperativeMatrixKHR__" + nameOfScalar(componentType(matrix))).str();
  for (unsigned number : matrix.int_params())
    name += "_" + utostr(number);
  return "PU3AS1" + utostr(name.size()) + name;
}

std::string mangledType(const Type *type, const Type *pointee) {
  if (const auto *matrix = dyn_cast<TargetExtType>(type))
    return mangledMatrix(*matrix);
  if (!type->isPointerTy())
    return mangledScalar(type).str();
  const unsigned space = type->getPointerAddressSpace();
  return (space ? "PU3AS" + utostr(space) : std::string("P")) + mangledScalar(pointee).str();
}

/// The address as it was before it became a generic one; what was computed from that is computed
/// from the other.
Value *withoutGenericCast(Value *address, IRBuilder<> &builder) {
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(address))
    return cast->getPointerOperand();
  auto *element = dyn_cast<GetElementPtrInst>(address);
  if (!element)
    return address;
  Value *base = withoutGenericCast(element->getPointerOperand(), builder);
  if (base == element->getPointerOperand())
    return address;
  SmallVector<Value *> indices(element->indices());
  return builder.CreateGEP(element->getSourceElementType(), base, indices, "",
                           element->getNoWrapFlags());
}

/// The address of the matrix that lies at `address`, first in what is there, as one of a matrix:
/// the translator takes what a pointer points to from how it came to be.
Value *matrixAddress(Value *address, TargetExtType *matrix, IRBuilder<> &builder) {
  address = withoutGenericCast(address, builder);
  Type *type = typeBehind(address);
  SmallVector<Value *> first = {builder.getInt32(0)};
  while (type && type->isAggregateType()) {
    type = GetElementPtrInst::getTypeAtIndex(type, std::uint64_t(0));
    first.push_back(builder.getInt32(0));
  }
  if (!type || !isMatrixPointer(type))
    return builder.CreateInBoundsGEP(matrix, address, builder.getInt64(0));
  if (first.size() == 1)
    return address;
  return builder.CreateInBoundsGEP(typeBehind(address), address, first);
}

} // namespace

void JointMatrixCalls::lower(CallInst &call, StringRef operation) {
  IRBuilder<> builder(&call);
  const bool isChecked = operation.consume_back("_checked");
  if (operation == "fill") {
    lowerFill(call, isChecked);
  } else if (operation == "load") {
    lowerLoad(call, isChecked);
  } else if (operation == "store") {
    lowerStore(call, isChecked);
  } else if (operation == "mad") {
    lowerMad(call);
  } else if (operation == "component") {
    lowerComponent(call);
  } else if (operation == "prefetch") {
    lowerPrefetch(call);
  } else if (operation == "copy") {
    const Matrix to = matrixOf(call, 1);
    const Matrix from = {matrixAddress(call.getArgOperand(0), to.type, builder), to.type};
    write(builder, read(builder, from), to);
  } else if (operation == "length") {
    auto *type =
        matrixType(module.getContext(), cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
    // The instruction has the type; the translator takes it from a value.
    call.replaceAllUsesWith(instruction(builder, "CooperativeMatrixLengthKHR", call.getType(),
                                        {Constant::getNullValue(type)}));
  } else if (operation == "coordinates") {
    call.replaceAllUsesWith(instruction(builder, "JointMatrixGetElementCoordINTEL", call.getType(),
                                        {read(builder, matrixOf(call, 0)), call.getArgOperand(2)}));
  } else {
    reportError(call, "there is no matrix function of this name");
    return;
  }
  // Casts to generic pointers, which most of these functions take.
  SmallVector<WeakTrackingVH> operands(call.args());
  call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
}

JointMatrixCalls::Matrix JointMatrixCalls::matrixOf(CallInst &call, unsigned first) {
  IRBuilder<> builder(&call);
  TargetExtType *type = matrixType(
      module.getContext(), cast<ConstantInt>(call.getArgOperand(first + 1))->getZExtValue());
  return {matrixAddress(call.getArgOperand(first), type, builder), type};
}

Value *JointMatrixCalls::read(IRBuilder<> &builder, const Matrix &matrix) {
  return builder.CreateLoad(matrix.type, matrix.address);
}

void JointMatrixCalls::write(IRBuilder<> &builder, Value *value, const Matrix &matrix) {
  builder.CreateStore(value, matrix.address);
}

// (m, type, value[, height, width, x, y])
void JointMatrixCalls::lowerFill(CallInst &call, bool isChecked) {
  IRBuilder<> builder(&call);
  const Matrix matrix = matrixOf(call, 0);
  Value *value = call.getArgOperand(2);
  const auto place = [&](unsigned i) { return call.getArgOperand(3 + i); };
  write(builder,
        isChecked ? instruction(builder, "CooperativeMatrixConstructCheckedINTEL", matrix.type,
                                {place(2), place(3), place(0), place(1), value})
                  : instruction(builder, "CompositeConstruct", matrix.type, {value}),
        matrix);
}

// (m, type, p, stride, layout[, height, width, x, y])
void JointMatrixCalls::lowerLoad(CallInst &call, bool isChecked) {
  const Matrix matrix = matrixOf(call, 0);
  const auto operand = [&](unsigned i) { return call.getArgOperand(i); };
  forLayout(call, operand(4), useOf(*matrix.type), [&](IRBuilder<> &builder, Value *layout) {
    Value *pointer = withoutGenericCast(operand(2), builder);
    Type *pointee = componentType(*matrix.type);
    write(builder,
          isChecked ? instruction(builder, "CooperativeMatrixLoadCheckedINTEL", matrix.type,
                                  {pointer, operand(7), operand(8), layout, operand(5), operand(6),
                                   operand(3)},
                                  pointee)
                    : instruction(builder, "CooperativeMatrixLoadKHR", matrix.type,
                                  {pointer, layout, operand(3)}, pointee),
          matrix);
  });
}

// As lowerLoad().
void JointMatrixCalls::lowerStore(CallInst &call, bool isChecked) {
  const Matrix matrix = matrixOf(call, 0);
  const auto operand = [&](unsigned i) { return call.getArgOperand(i); };
  forLayout(call, operand(4), useOf(*matrix.type), [&](IRBuilder<> &builder, Value *layout) {
    Value *pointer = withoutGenericCast(operand(2), builder);
    Type *pointee = componentType(*matrix.type);
    Value *value = read(builder, matrix);
    if (isChecked)
      instruction(
          builder, "CooperativeMatrixStoreCheckedINTEL", builder.getVoidTy(),
          {pointer, operand(7), operand(8), value, layout, operand(5), operand(6), operand(3)},
          pointee);
    else
      instruction(builder, "CooperativeMatrixStoreKHR", builder.getVoidTy(),
                  {pointer, value, layout, operand(3)}, pointee);
  });
}

// (d, type, a, type, b, type, c, type, operands)
void JointMatrixCalls::lowerMad(CallInst &call) {
  IRBuilder<> builder(&call);
  const Matrix d = matrixOf(call, 0);
  SmallVector<Value *> arguments;
  for (unsigned first : {2, 4, 6})
    arguments.push_back(read(builder, matrixOf(call, first)));
  auto *operands = cast<ConstantInt>(call.getArgOperand(8));
  if (!operands->isZero())
    arguments.push_back(operands);
  write(builder, instruction(builder, "CooperativeMatrixMulAddKHR", d.type, arguments), d);
}

// (m, type, index): an address in the space of m.
void JointMatrixCalls::lowerComponent(CallInst &call) {
  IRBuilder<> builder(&call);
  const Matrix matrix = matrixOf(call, 0);
  // Without the types of operands in its name: they could only say that m points to something else.
  constexpr StringLiteral name("_Z19__spirv_AccessChain");
  Type *type = matrix.address->getType();
  CallInst *component =
      callOf(builder, name,
             (name + mangledMatrix(*matrix.type) + mangledType(type, builder.getInt8Ty())).str(),
             type, {matrix.address, call.getArgOperand(2)});
  for (::Use &use : make_early_inc_range(call.uses()))
    if (getLoadStorePointerOperand(use.getUser()) == &call &&
        !(isa<StoreInst>(use.getUser()) &&
          use.getOperandNo() != StoreInst::getPointerOperandIndex()))
      use.set(component);
  if (!call.use_empty())
    call.replaceAllUsesWith(builder.CreateAddrSpaceCast(component, call.getType()));
}

// (component, rows, columns, p, stride, layout, cache level)
void JointMatrixCalls::lowerPrefetch(CallInst &call) {
  const auto operand = [&](unsigned i) { return call.getArgOperand(i); };
  // Any use will do to learn the component's type.
  TargetExtType *type = matrixType(
      module.getContext(), (useB + 1) << 21 | cast<ConstantInt>(operand(0))->getZExtValue() << 18);
  forLayout(call, operand(5), useB, [&](IRBuilder<> &builder, Value *layout) {
    instruction(builder, "CooperativeMatrixPrefetchINTEL", builder.getVoidTy(),
                {withoutGenericCast(operand(3), builder), operand(1), operand(2), operand(6),
                 layout, operand(4)},
                componentType(*type));
  });
}

void JointMatrixCalls::forLayout(CallInst &call, Value *layout, unsigned use,
                                 function_ref<void(IRBuilder<> &, Value *)> emit) {
  IRBuilder<> builder(&call);
  if (auto *constant = dyn_cast<ConstantInt>(layout)) {
    if (constant->getZExtValue() > packed)
      return reportError(call, "the layout is none of row_major, col_major and ext_intel_packed");
    if (constant->getZExtValue() == packed && use == useAccumulator)
      return reportError(call, "an accumulator has no packed layout");
    return emit(builder, layout);
  }
  // Instructions have the layout as a constant.
  const unsigned last = use == useB ? packed : columnMajor;
  for (unsigned candidate = rowMajor; candidate <= last; ++candidate) {
    builder.SetInsertPoint(&call);
    Value *isIt = builder.CreateICmpEQ(layout, builder.getInt32(candidate));
    Instruction *end = SplitBlockAndInsertIfThen(isIt, &call, /*Unreachable=*/false);
    IRBuilder<> branch(end);
    branch.SetCurrentDebugLocation(call.getDebugLoc());
    emit(branch, builder.getInt32(candidate));
  }
}

CallInst *JointMatrixCalls::instruction(IRBuilder<> &builder, StringRef name, Type *result,
                                        ArrayRef<Value *> arguments, Type *pointee) {
  std::string full = ("__spirv_" + name).str();
  if (const auto *matrix = dyn_cast<TargetExtType>(result))
    full += "_R" + mangledMatrix(*matrix);
  std::string mangled = "_Z" + utostr(full.size()) + full;
  for (const Value *argument : arguments)
    mangled += mangledType(argument->getType(), pointee);
  return callOf(builder, mangled, mangled, result, arguments);
}

CallInst *JointMatrixCalls::callOf(IRBuilder<> &builder, StringRef mangledName, StringRef key,
                                   Type *result, ArrayRef<Value *> arguments) {
  Function *&function = functions[key];
  if (!function) {
    SmallVector<Type *> types(map_range(arguments, [](Value *value) { return value->getType(); }));
    function = Function::Create(FunctionType::get(result, types, /*isVarArg=*/false),
                                GlobalValue::ExternalLinkage, mangledName, module);
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr(Attribute::Convergent);
  }
  CallInst *call = builder.CreateCall(function, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  return call;
}

} // namespace heddle::compiler
