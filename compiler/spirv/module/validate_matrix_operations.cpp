#include "compiler/spirv/module/validate_matrix_operations.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Problem = std::optional<std::string>;

/// What matrices go through as any other value does, and what is about ids and no operation.
bool takesAnyValue(Op op) {
  switch (op) {
  case Op::Name:
  case Op::MemberName:
  case Op::Decorate:
  case Op::MemberDecorate:
  case Op::DecorateId:
  case Op::DecorateString:
  case Op::MemberDecorateString:
  case Op::GroupDecorate:
  case Op::GroupMemberDecorate:
  case Op::Undef:
  case Op::ConstantNull:
  case Op::Function:
  case Op::FunctionParameter:
  case Op::FunctionCall:
  case Op::ReturnValue:
  case Op::Phi:
  case Op::CopyObject:
  case Op::CopyLogical:
  case Op::UntypedVariableKHR:
    return true;
  default:
    return isSpirvType(op);
  }
}

class Rules {
public:
  Rules(const SpirvInstruction &instruction, const SpirvTypes &types, const SpirvMatrices &matrices)
      : instruction(instruction), operands(instruction.operands), types(types), matrices(matrices) {
  }

  Problem check() const {
    switch (instruction.op) {
    case Op::ConvertFToU:
    case Op::ConvertFToS:
      return checkConversion(Op::TypeFloat, Op::TypeInt);
    case Op::ConvertSToF:
    case Op::ConvertUToF:
      return checkConversion(Op::TypeInt, Op::TypeFloat);
    case Op::UConvert:
    case Op::SConvert:
      return checkConversion(Op::TypeInt, Op::TypeInt);
    case Op::FConvert:
    case Op::RoundFToTF32INTEL:
      return checkConversion(Op::TypeFloat, Op::TypeFloat);
    case Op::ConvertFToBF16INTEL:
      return checkConversion(Op::TypeFloat, Op::TypeInt);
    case Op::ConvertBF16ToFINTEL:
      return checkConversion(Op::TypeInt, Op::TypeFloat);
    case Op::Bitcast:
      return checkBitcast();
    case Op::SNegate:
    case Op::IAdd:
    case Op::ISub:
    case Op::IMul:
    case Op::SDiv:
    case Op::UDiv:
      return checkArithmetic(Op::TypeInt);
    case Op::FNegate:
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
      return checkArithmetic(Op::TypeFloat);
    default:
      return takesAnyValue(instruction.op)
                 ? std::nullopt
                 : broken("the instruction is not allowed on cooperative matrices");
    }
  }

private:
  static Problem broken(const Twine &message) { return message.str(); }
  const SpirvMatrix *matrixOf(std::uint32_t value) const {
    return matrices.find(types.typeOf(value));
  }
  bool isKind(std::uint32_t type, Op kind) const { return types.kindOf(type) == kind; }
  unsigned widthOf(std::uint32_t number) const { return types.definition(number)[2]; }

  Problem checkConversion(Op from, Op to) const {
    const SpirvMatrix *source = matrixOf(operands[2]), *result = matrices.find(operands[0]);
    if (!source || !result)
      return broken("it converts a cooperative matrix to a cooperative matrix");
    if (!source->hasShapeOf(*result))
      return broken("it changes the rows, the columns or the use of the matrix: from " +
                    shapeOf(*source) + " to " + shapeOf(*result));
    if (!isKind(source->component, from) || !isKind(result->component, to))
      return broken(Twine("it converts components that are ") +
                    (from == Op::TypeInt ? "integers" : "floating-point numbers") + " to " +
                    (to == Op::TypeInt ? "integers" : "floating-point numbers"));
    const unsigned fromBits = widthOf(source->component), toBits = widthOf(result->component);
    const bool isRight = instruction.op == Op::ConvertFToBF16INTEL ? fromBits == 32 && toBits == 16
                         : instruction.op == Op::ConvertBF16ToFINTEL
                             ? fromBits == 16 && toBits == 32
                         : instruction.op == Op::RoundFToTF32INTEL ? fromBits == 32 && toBits == 32
                                                                   : true;
    return isRight ? std::nullopt
                   : broken("it converts components of " + Twine(fromBits) + " bits to " +
                            Twine(toBits) + " bits");
  }

  static std::string shapeOf(const SpirvMatrix &matrix) {
    return (Twine(*matrix.rows) + "x" + Twine(*matrix.columns) + " with use " + Twine(*matrix.use))
        .str();
  }

  Problem checkBitcast() const {
    const SpirvMatrix *source = matrixOf(operands[2]), *result = matrices.find(operands[0]);
    if (!source || !result || !source->hasShapeOf(*result))
      return broken("it casts a cooperative matrix to one with the same rows, columns and use");
    if (!isKind(source->component, Op::TypeInt) || !isKind(result->component, Op::TypeInt) ||
        widthOf(source->component) != widthOf(result->component))
      return broken("matrices that are cast have integer components of one width");
    return std::nullopt;
  }

  Problem checkArithmetic(Op kind) const {
    if (Problem problem = problemOfTypes(instruction, operands.drop_front(2), types))
      return problem;
    return isKind(types.scalarOf(operands[0]), kind)
               ? std::nullopt
               : broken(Twine("the components are ") +
                        (kind == Op::TypeInt ? "integers" : "floating-point numbers"));
  }

  const SpirvInstruction &instruction;
  const ArrayRef<std::uint32_t> operands;
  const SpirvTypes &types;
  const SpirvMatrices &matrices;
};

} // namespace

Problem problemOfTypes(const SpirvInstruction &instruction, ArrayRef<std::uint32_t> values,
                       const SpirvTypes &types) {
  const std::uint32_t expected = instruction.operands[0];
  for (std::uint32_t value : values)
    if (types.typeOf(value) != expected)
      return ("the operand, id " + Twine(value) + ", is of type " + Twine(types.typeOf(value)) +
              ", expected that of the result, " + Twine(expected))
          .str();
  return std::nullopt;
}

Problem problemOfOperation(const SpirvInstruction &instruction, const SpirvTypes &types,
                           const SpirvMatrices &matrices) {
  return Rules(instruction, types, matrices).check();
}

} // namespace heddle::compiler
