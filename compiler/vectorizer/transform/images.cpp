// Reads and writes of images: one operation for all lanes, with a vector for each coordinate.
#include "compiler/vectorizer/transform/widener.hpp"

using namespace llvm;

namespace heddle::compiler {

// A read of one pixel by all lanes stays one read. The coordinates of inactive lanes do no harm.
void Widener::imageRead(CallInst &call) {
  if (isUniform(&call)) {
    explainAs(call, "image read: one pixel for all lanes");
    return cloneUniform(call);
  }
  if (!isUniform(call.getArgOperand(0)) || !isUniform(call.getArgOperand(1)))
    return setParts(call, lanewise(call));
  explainAs(call, "image read: one call of the library for all lanes");
  SmallVector<Value *, 8> operands = {scalar(call.getArgOperand(0)), scalar(call.getArgOperand(1))};
  for (Value *coordinate : drop_begin(call.args(), 2))
    operands.push_back(part(coordinate, 0));
  SmallVector<Type *, 8> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Type *bits = vectorOf(builder.getInt32Ty());
  auto *type = FunctionType::get(StructType::get(bits, bits, bits, bits), types, false);
  CallInst *read =
      builder.CreateCall(getInternalOp(module, InternalOp::simdImageRead, type), operands);
  if (call.doesNotAccessMemory())
    read->setMemoryEffects(MemoryEffects::none());
  Values result;
  for (unsigned i = 0; i < 4; ++i)
    result.push_back(builder.CreateBitCast(builder.CreateExtractValue(read, i),
                                           vectorOf(call.getType()->getScalarType())));
  setParts(call, result);
}

// Of lanes that write one pixel any may be the last.
void Widener::imageWrite(CallInst &call) {
  if (all_of(call.args(), [&](const Use &operand) { return isUniform(operand); })) {
    explainAs(call, "image write: one pixel for all lanes");
    return cloneUniform(call);
  }
  if (!isUniform(call.getArgOperand(0)) || !isUniform(call.getArgOperand(1))) {
    lanewise(call);
    return;
  }
  explainAs(call, "image write: one call of the library for all lanes");
  SmallVector<Value *, 12> operands = {scalar(call.getArgOperand(0)), scalar(call.getArgOperand(1)),
                                       mask()};
  for (Value *operand : drop_begin(call.args(), 2))
    operands.push_back(part(operand, 0));
  SmallVector<Type *, 12> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = FunctionType::get(builder.getVoidTy(), types, false);
  builder.CreateCall(getInternalOp(module, InternalOp::simdImageWrite, type), operands);
}

// The bytes of all lanes lie side by side in each row: components are whole vectors, one behind the
// other.
void Widener::imageBlockRead(CallInst &call) {
  explainAs(call, "block read of an image: one call of the library for all lanes");
  const unsigned components = leavesOf(call.getType()).size();
  Type *type = FixedVectorType::get(call.getType()->getScalarType(), components * lanes);
  Value *all = imageBlockOperation(InternalOp::simdImageBlockRead, type, call, {});
  Values result;
  for (unsigned i = 0; i < components; ++i)
    result.push_back(slice(all, i * lanes, lanes));
  setParts(call, result);
}

void Widener::imageBlockWrite(CallInst &call) {
  explainAs(call, "block write of an image: one call of the library for all lanes");
  imageBlockOperation(InternalOp::simdImageBlockWrite, builder.getVoidTy(), call,
                      {concatenate(parts(call.getArgOperand(3)))});
}

Value *Widener::imageBlockOperation(InternalOp op, Type *result, CallInst &call,
                                    ArrayRef<Value *> data) {
  SmallVector<Value *, 5> operands;
  for (Value *operand : drop_end(call.args(), data.size()))
    operands.push_back(uniformOperand(operand));
  operands.push_back(mask());
  append_range(operands, data);
  SmallVector<Type *, 5> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  return builder.CreateCall(
      getInternalOp(module, op, FunctionType::get(result, types, /*isVarArg=*/false)), operands);
}

} // namespace heddle::compiler
