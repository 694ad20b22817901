#include "compiler/spirv/module/spirv_matrices.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

using Op = SpirvOp;

std::optional<SpirvMatrixAccess> spirvMatrixAccess(const SpirvInstruction &instruction) {
  SpirvMatrixAccess access;
  const bool isDraft = instruction.operands.size() > 6;
  switch (instruction.op) {
  case Op::CooperativeMatrixLoadKHR:
    access = {.pointer = 2, .layout = 3, .stride = 4, .loads = true};
    break;
  case Op::CooperativeMatrixStoreKHR:
    access = {.pointer = 0, .layout = 2, .stride = 3, .object = 1};
    break;
  case Op::CooperativeMatrixLoadCheckedINTEL:
    access = {
        .pointer = 2, .layout = 5, .stride = 8, .firstNumber = 3, .lastNumber = 7, .loads = true};
    break;
  case Op::CooperativeMatrixStoreCheckedINTEL:
    access = {
        .pointer = 0, .layout = 4, .stride = 7, .object = 3, .firstNumber = 1, .lastNumber = 6};
    break;
  case Op::CooperativeMatrixLoadOffsetINTEL:
    access = {
        .pointer = 2, .layout = 5, .stride = 6, .firstNumber = 3, .lastNumber = 4, .loads = true};
    break;
  case Op::CooperativeMatrixStoreOffsetINTEL:
    access = {
        .pointer = 0, .layout = 4, .stride = 5, .object = 3, .firstNumber = 1, .lastNumber = 2};
    break;
  case Op::CooperativeMatrixPrefetchINTEL:
    access = isDraft
                 ? SpirvMatrixAccess{.pointer = 0,
                                     .layout = 6,
                                     .stride = 7,
                                     .firstNumber = 1,
                                     .lastNumber = 4}
                 : SpirvMatrixAccess{
                       .pointer = 0, .layout = 4, .stride = 5, .firstNumber = 1, .lastNumber = 2};
    break;
  default:
    return std::nullopt;
  }
  return access;
}

void SpirvMatrices::read(const SpirvInstruction &instruction) {
  known.read(instruction);
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  switch (instruction.op) {
  case Op::TypeCooperativeMatrixKHR:
    matrices[operands[0]] = {operands[1], known.valueOf(operands[2]), known.valueOf(operands[3]),
                             known.valueOf(operands[4]), known.valueOf(operands[5])};
    break;
  case Op::TypeArray:
    if (holds(operands[1]))
      holders.insert(operands[0]);
    break;
  case Op::TypeStruct:
    if (any_of(operands.drop_front(), [this](std::uint32_t member) { return holds(member); }))
      holders.insert(operands[0]);
    break;
  default:
    break;
  }
}

bool usesMatrices(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    result = instruction.op == Op::TypeCooperativeMatrixKHR || spirvMatrixAccess(instruction) ||
             instruction.op == Op::CooperativeMatrixMulAddKHR ||
             instruction.op == Op::CooperativeMatrixLengthKHR ||
             instruction.op == Op::CooperativeMatrixConstructCheckedINTEL ||
             instruction.op == Op::CooperativeMatrixGetElementCoordINTEL ||
             instruction.op == Op::CooperativeMatrixApplyFunctionINTEL ||
             instruction.op == Op::MatrixTimesScalar;
    return !result;
  });
  return result;
}

} // namespace heddle::compiler
