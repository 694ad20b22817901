#include "compiler/spirv/module/bfloats.hpp"

#include "compiler/ir/mul_add_operands.hpp"
#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr StringLiteral extensionNames[] = {"SPV_KHR_bfloat16", "SPV_INTEL_bfloat16_arithmetic"};
constexpr std::uint32_t int16Capability = 22, bfloatConversion = 6115;
constexpr std::uint32_t bfloatMatrices = 5118, cooperativeMatrices = 6022;
constexpr std::uint32_t bfloatCapabilities[] = {5116, 5117, bfloatMatrices, 6226};
constexpr std::uint32_t bfloatEncoding = 0;
/// The function of OpenCL.std that makes a NaN of bits.
constexpr std::uint32_t nanFunction = 47;

bool isOfExtensions(const SpirvInstruction &instruction) {
  return (instruction.op == Op::Capability &&
          is_contained(bfloatCapabilities, instruction.operands[0])) ||
         (instruction.op == Op::Extension &&
          is_contained(extensionNames, spirvText(instruction.operands)));
}

class Rewriter : public SpirvRewriter {
public:
  explicit Rewriter(SpirvWords given) : SpirvRewriter(std::move(given)) {
    forEachInstruction(module(), [this](const SpirvInstruction &instruction) {
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      if (instruction.op == Op::Capability)
        capabilities.push_back(operands[0]);
      if (instruction.op == Op::Decorate && operands[1] == roundingModeDecoration &&
          operands.size() > 2)
        roundingModes[operands[0]] = operands[2];
      return instruction.op != Op::Function;
    });
  }

private:
  bool isBFloat(std::uint32_t type) const { return bfloats.contains(types().scalarOf(type)); }
  bool holdsBFloats(std::uint32_t value) const { return isBFloat(types().typeOf(value)); }

  /// The type with as many components as `like`.
  std::uint32_t withComponents(std::uint32_t scalar, std::uint32_t like) {
    if (!isMatrix(like) && types().kindOf(like) != Op::TypeVector)
      return scalar;
    SpirvWords operands(types().definition(like).begin() + 2, types().definition(like).end());
    operands[0] = scalar;
    return type(types().kindOf(like), operands);
  }
  bool isMatrix(std::uint32_t type) const {
    return types().kindOf(type) == Op::TypeCooperativeMatrixKHR;
  }
  std::uint32_t floatsLike(std::uint32_t like) {
    return withComponents(type(Op::TypeFloat, {32}), like);
  }

  Error rewrite(const SpirvInstruction &instruction) override {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      if (isOfExtensions(instruction))
        return declareCapabilities(operands[0]);
      return keep(instruction);
    case Op::Extension:
      if (isOfExtensions(instruction))
        return drop();
      return keep(instruction);
    case Op::TypeFloat:
      if (operands.size() < 3)
        return keep(instruction);
      if (operands[1] != 16 || operands[2] != bfloatEncoding)
        return unsupported("the encoding " + Twine(operands[2]) + " of " + Twine(operands[1]) +
                           " bits is not supported, expected BFloat16KHR (0) of 16 bits");
      bfloats.insert(operands[0]);
      return replace(operands[0], type(Op::TypeInt, {16, 0}));
    case Op::SpecConstantOp:
      return isBFloat(operands[0]) || isBFloatOperation(instruction)
                 ? unsupported("operations on constants that are bfloats are not supported")
                 : keep(instruction);
    case Op::FConvert:
      return convertFloat(instruction);
    case Op::ConvertSToF:
    case Op::ConvertUToF:
      return isBFloat(operands[0]) ? convertInteger(instruction) : keep(instruction);
    case Op::Bitcast:
      if (resolved(operands[0]) == resolved(types().typeOf(operands[2])))
        return replace(operands[1], operands[2]);
      return keep(instruction);
    case Op::CooperativeMatrixMulAddKHR:
      return multiplyAdd(instruction);
    case Op::ExtInst:
      return extendedInstruction(instruction);
    case Op::AtomicFAddEXT:
    case Op::AtomicFMinEXT:
    case Op::AtomicFMaxEXT:
      return isBFloat(operands[0]) ? unsupported("atomics on bfloats are not supported")
                                   : keep(instruction);
    default:
      return computesWithFloats(instruction.op) ? computeInFloat(instruction) : keep(instruction);
    }
  }

  /// The integers and conversions that take the place of bfloats.
  Error declareCapabilities(std::uint32_t given) {
    for (std::uint32_t needed : {int16Capability, bfloatConversion, cooperativeMatrices})
      if ((needed != cooperativeMatrices || given == bfloatMatrices) &&
          !is_contained(capabilities, needed)) {
        capabilities.push_back(needed);
        emit(Op::Capability, {needed});
      }
    return Error::success();
  }

  bool isBFloatOperation(const SpirvInstruction &instruction) const {
    bool result = false;
    SpirvWords ids(instruction.operands.begin(), instruction.operands.end());
    forEachId(instruction.op, ids, [&](std::uint32_t &id) { result |= holdsBFloats(id); });
    return result;
  }

  /// As floats, exactly.
  std::uint32_t widened(std::uint32_t value) {
    return emitValue(Op::ConvertBF16ToFINTEL, floatsLike(types().typeOf(value)), {value});
  }
  void round(std::uint32_t result, std::uint32_t type, std::uint32_t floats) {
    emit(Op::ConvertFToBF16INTEL, {type, result, floats});
  }

  /// The instruction on floats in place of bfloats; what is written has no decorations of the
  /// result left, which are about arithmetic in another format.
  Error computeInFloat(const SpirvInstruction &instruction) {
    SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
    const bool makesBFloats = isBFloat(operands[0]);
    bool changes = makesBFloats;
    for (std::uint32_t &operand : drop_begin(operands, 2))
      if (holdsBFloats(operand)) {
        operand = widened(operand);
        changes = true;
      }
    if (!changes)
      return keep(instruction);
    if (!makesBFloats)
      return keepWith(instruction, operands);
    operands[0] = floatsLike(operands[0]);
    operands[1] = newId();
    emit(instruction.op, operands);
    round(instruction.operands[1], instruction.operands[0], operands[1]);
    return Error::success();
  }

  Error convertFloat(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t to = operands[0], result = operands[1], value = operands[2];
    const std::uint32_t from = types().typeOf(value);
    if (!isFloat(to) || !isFloat(from))
      return unsupported("it converts numbers that are no floats");
    if (isBFloat(from)) {
      if (isBFloat(to))
        return replace(result, value);
      if (floatBits(to) == 32)
        emit(Op::ConvertBF16ToFINTEL, {to, result, value});
      else
        emit(Op::FConvert, {to, result, widened(value)});
      return Error::success();
    }
    if (!isBFloat(to))
      return keep(instruction);
    if (Error error = checkRounding(result))
      return error;
    if (floatBits(from) == 64 && isMatrix(to))
      return unsupported("matrices of doubles have no conversion to bfloats that rounds once");
    if (floatBits(from) == 64)
      round(result, to, oddFloats(Op::FConvert, Op::FConvert, Op::FUnordNotEqual, value));
    else
      round(result, to,
            floatBits(from) == 32 ? value : emitValue(Op::FConvert, floatsLike(from), {value}));
    return Error::success();
  }

  bool isFloat(std::uint32_t type) const {
    return types().kindOf(types().scalarOf(type)) == Op::TypeFloat;
  }
  unsigned floatBits(std::uint32_t type) const {
    return types().definition(types().scalarOf(type))[2];
  }

  Error checkRounding(std::uint32_t result) const {
    const auto mode = roundingModes.find(result);
    return mode == roundingModes.end() || mode->second == toNearestEven
               ? Error::success()
               : unsupported("conversions to bfloat round to nearest even");
  }

  Error convertInteger(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (Error error = checkRounding(operands[1]))
      return error;
    if (isMatrix(operands[0])) {
      // What a float holds exactly is rounded once.
      const std::uint32_t from = types().typeOf(operands[2]);
      if (types().definition(types().scalarOf(from))[2] > 16)
        return unsupported(
            "matrices of integers of more than 16 bits have no conversion to bfloats "
            "that rounds once");
      round(operands[1], operands[0], emitValue(instruction.op, floatsLike(from), {operands[2]}));
      return Error::success();
    }
    const Op back = instruction.op == Op::ConvertSToF ? Op::ConvertFToS : Op::ConvertFToU;
    round(operands[1], operands[0], oddFloats(instruction.op, back, Op::INotEqual, operands[2]));
    return Error::success();
  }

  /// The value rounded to odd: toward zero, and if that is not exact, with the last bit set. Then
  /// rounding it to bfloat gives what rounding the value itself does.
  std::uint32_t oddFloats(Op convert, Op back, Op differ, std::uint32_t value) {
    const std::uint32_t from = types().typeOf(value), floats = floatsLike(from);
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    const std::uint32_t integers = withComponents(integer, from);
    const std::uint32_t bools = withComponents(boolType(), from);
    const std::uint32_t cut = emitValue(convert, floats, {value});
    decorate(cut, {roundingModeDecoration, towardZero});
    const std::uint32_t isInexact = emitValue(differ, bools, {emitValue(back, from, {cut}), value});
    const std::uint32_t last =
        emitValue(Op::Select, integers, {isInexact, splat(from, 1), splat(from, 0)});
    const std::uint32_t bits = emitValue(Op::Bitcast, integers, {cut});
    return emitValue(Op::Bitcast, floats, {emitValue(Op::BitwiseOr, integers, {bits, last})});
  }

  std::uint32_t boolType() { return type(Op::TypeBool, {}); }

  /// A number in each component of integers like `like`.
  std::uint32_t splat(std::uint32_t like, std::uint32_t number) {
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    const std::uint32_t scalar = constant(integer, number);
    if (types().kindOf(like) != Op::TypeVector)
      return scalar;
    return emitValue(Op::CompositeConstruct, withComponents(integer, like),
                     SpirvWords(types().definition(like)[3], scalar));
  }

  /// The operands say which 16-bit integers are bfloats.
  Error multiplyAdd(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const bool a = holdsBFloats(operands[2]), b = holdsBFloats(operands[3]);
    const std::uint32_t given = operands.size() > 5 ? operands[5] : 0;
    if (a != b && !(given & mul_add::abBFloat16))
      return unsupported("of A and B both are matrices of bfloats, or none");
    const std::uint32_t mask = given | (a || b ? mul_add::abBFloat16 : 0) |
                               (holdsBFloats(operands[4]) ? mul_add::cBFloat16 : 0) |
                               (isBFloat(operands[0]) ? mul_add::resultBFloat16 : 0);
    SpirvWords changed(operands.begin(), operands.begin() + 5);
    if (mask)
      changed.push_back(mask);
    return keepWith(instruction, changed);
  }

  Error extendedInstruction(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t number = operands[3];
    const auto isBFloatPointer = [&](std::uint32_t value) {
      const std::optional<SpirvPointer> pointer = types().pointer(value);
      return pointer && isBFloat(pointer->pointee);
    };
    const ArrayRef<std::uint32_t> arguments =
        operands.drop_front(4).take_front(openclIdOperands(number, operands.size() - 4));
    if (!isOfOpenCL(instruction) || (!isBFloat(operands[0]) && none_of(arguments, [&](auto value) {
          return holdsBFloats(value) || isBFloatPointer(value);
        })))
      return keep(instruction);
    // What moves bits, loads or stores them, is the same for integers.
    if (number > lastMathFunction)
      return keep(instruction);
    if (number == nanFunction || any_of(arguments, isBFloatPointer))
      return unsupported("the function has no form for bfloats");
    SpirvWords changed(operands.begin(), operands.end());
    for (std::uint32_t &argument : drop_begin(changed, 4))
      if (holdsBFloats(argument))
        argument = widened(argument);
    if (!isBFloat(operands[0]))
      return keepWith(instruction, changed);
    changed[0] = floatsLike(operands[0]);
    changed[1] = newId();
    emit(Op::ExtInst, changed);
    round(operands[1], operands[0], changed[1]);
    return Error::success();
  }

  SmallVector<std::uint32_t> capabilities;
  DenseSet<std::uint32_t> bfloats;                      ///< types
  DenseMap<std::uint32_t, std::uint32_t> roundingModes; ///< by result
};

} // namespace

bool usesBFloats(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    result = isOfExtensions(instruction) ||
             (instruction.op == Op::TypeFloat && instruction.operands.size() > 2);
    return !result && instruction.op != Op::Function;
  });
  return result;
}

Expected<SpirvWords> withoutBFloats(SpirvWords module) { return Rewriter(std::move(module)).run(); }

} // namespace heddle::compiler
