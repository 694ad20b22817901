#include "compiler/spirv/module/float8.hpp"

#include "compiler/ir/mul_add_operands.hpp"
#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr StringLiteral extensionNames[] = {"SPV_EXT_float8", "SPV_INTEL_float4"};
constexpr std::uint32_t float8Matrices = 4213, float4Type = 6212, float4Matrices = 6213;
constexpr std::uint32_t ownCapabilities[] = {4212, float8Matrices, float4Type, float4Matrices};
constexpr std::uint32_t linkageCapability = 5, int8Capability = 39, int4Capability = 5112,
                        cooperativeMatrices = 6022;
constexpr std::uint32_t saturatesDecoration = 4216;

struct Format {
  std::uint32_t bits, encoding;
  StringLiteral name;
  std::uint32_t bitOfA, bitOfB; ///< of mul_add_operands.hpp
};

constexpr Format formats[] = {{8, 4214, "E4M3", mul_add::aFloat8E4M3, mul_add::bFloat8E4M3},
                              {8, 4215, "E5M2", mul_add::aFloat8E5M2, mul_add::bFloat8E5M2},
                              {4, 6214, "E2M1", mul_add::aFloat4E2M1, mul_add::bFloat4E2M1}};

bool isOfExtension(const SpirvInstruction &instruction) {
  return (instruction.op == Op::Capability &&
          is_contained(ownCapabilities, instruction.operands[0])) ||
         (instruction.op == Op::Extension &&
          is_contained(extensionNames, spirvText(instruction.operands)));
}

class Rewriter : public SpirvRewriter {
public:
  explicit Rewriter(SpirvWords given) : SpirvRewriter(std::move(given)) {
    forEachInstruction(module(), [this](const SpirvInstruction &instruction) {
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      if (instruction.op == Op::Capability)
        capabilities.insert(operands[0]);
      if (instruction.op == Op::Decorate && operands[1] == saturatesDecoration)
        saturating.insert(operands[0]);
      if (instruction.op == Op::Decorate && operands[1] == roundingModeDecoration &&
          operands.size() > 2)
        roundingModes[operands[0]] = operands[2];
      return instruction.op != Op::Function;
    });
  }

private:
  /// Null for all other types.
  const Format *formatOf(std::uint32_t type) const {
    return float8Types.lookup(types().scalarOf(type));
  }
  const Format *formatOfValue(std::uint32_t value) const { return formatOf(types().typeOf(value)); }
  bool touches(const SpirvInstruction &instruction) const {
    bool result = formatOf(instruction.operands[0]) != nullptr;
    SpirvWords ids(instruction.operands.begin(), instruction.operands.end());
    forEachId(instruction.op, ids,
              [&](std::uint32_t &id) { result |= formatOfValue(id) != nullptr; });
    return result;
  }

  Error rewrite(const SpirvInstruction &instruction) override {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      return isOfExtension(instruction) ? declareCapabilities(operands[0]) : keep(instruction);
    case Op::Extension:
      return isOfExtension(instruction) ? drop() : keep(instruction);
    case Op::Decorate:
      return operands[1] == saturatesDecoration ? drop() : keep(instruction);
    case Op::TypeFloat:
      return operands[1] <= 8 ? number(operands) : keep(instruction);
    case Op::FConvert:
      return convert(instruction);
    case Op::Bitcast:
      if (resolved(operands[0]) == resolved(types().typeOf(operands[2])))
        return replace(operands[1], operands[2]);
      return keep(instruction);
    case Op::CooperativeMatrixMulAddKHR:
      return multiplyAdd(instruction);
    case Op::ExtInst:
      // The others move bits.
      return isOfOpenCL(instruction) && operands[3] <= lastMathFunction && touches(instruction)
                 ? computes()
                 : keep(instruction);
    case Op::SpecConstantOp:
    case Op::ConvertSToF:
    case Op::ConvertUToF:
    case Op::AtomicFAddEXT:
    case Op::AtomicFMinEXT:
    case Op::AtomicFMaxEXT:
      return touches(instruction) ? computes() : keep(instruction);
    default:
      return computesWithFloats(instruction.op) && touches(instruction) ? computes()
                                                                        : keep(instruction);
    }
  }

  Error computes() const {
    return unsupported("floating-point numbers of 8 and 4 bits are converted and multiplied as "
                       "matrices, and nothing else");
  }

  /// The integers and functions that take the place of these numbers.
  Error declareCapabilities(std::uint32_t given) {
    const bool isFloat4 = given == float4Type || given == float4Matrices;
    const bool ofMatrices = given == float8Matrices || given == float4Matrices;
    for (std::uint32_t needed :
         {linkageCapability, int8Capability, int4Capability, cooperativeMatrices})
      if ((needed != cooperativeMatrices || ofMatrices) && (needed != int4Capability || isFloat4) &&
          capabilities.insert(needed).second)
        emit(Op::Capability, {needed});
    return Error::success();
  }

  Error number(ArrayRef<std::uint32_t> operands) {
    const auto *format = find_if(formats, [&](const Format &known) {
      return known.bits == operands[1] && known.encoding == operands[2];
    });
    if (format == std::end(formats))
      return unsupported("the encoding " + Twine(operands[2]) + " of " + Twine(operands[1]) +
                         " bits is not supported, expected Float8E4M3EXT (4214) or "
                         "Float8E5M2EXT (4215) of 8 bits, or Float4E2M1INTEL (6214) of 4");
    float8Types[operands[0]] = format;
    return replace(operands[0], type(Op::TypeInt, {format->bits, 0}));
  }

  /// The type with as many components as `like`.
  std::uint32_t withComponents(std::uint32_t scalar, std::uint32_t like) {
    const ArrayRef<std::uint32_t> definition = types().definition(like);
    if (types().scalarOf(like) == like)
      return scalar;
    SpirvWords operands(definition.begin() + 2, definition.end());
    operands[0] = scalar;
    return type(types().kindOf(like), operands);
  }

  Error convert(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t to = operands[0], result = operands[1], from = types().typeOf(operands[2]);
    const Format *source = formatOf(from), *target = formatOf(to);
    if (!source && !target)
      return keep(instruction);
    if (source == target)
      return replace(result, operands[2]);
    const std::uint32_t floats = withComponents(type(Op::TypeFloat, {32}), to);
    std::uint32_t value = operands[2];
    if (source)
      value = call(("Convert" + source->name + "ToF").str(), floats, value, from);
    if (!target) {
      if (floatBits(to) == 32)
        return replace(result, value);
      emit(Op::FConvert, {to, result, value});
      return Error::success();
    }
    const auto mode = roundingModes.find(result);
    if (mode != roundingModes.end() && mode->second != toNearestEven)
      return unsupported("conversions to 8 and 4 bits round to nearest even");
    if (!source && floatBits(from) == 64)
      return unsupported("doubles are not converted to 8 and 4 bits, which would round twice");
    if (!source && floatBits(from) != 32)
      value = emitValue(Op::FConvert, floats, {value});
    const StringRef kind = saturating.contains(result) ? "Sat" : "";
    return replace(result, call(("ConvertFTo" + target->name + kind).str(), to, value, floats));
  }

  /// 0 for what is no float, 16 for bfloats.
  unsigned floatBits(std::uint32_t type) const {
    const std::uint32_t scalar = types().scalarOf(type);
    return types().kindOf(scalar) == Op::TypeFloat ? types().definition(scalar)[2] : 0;
  }

  std::uint32_t call(const std::string &function, std::uint32_t to, std::uint32_t value,
                     std::uint32_t from) {
    const std::string base = "__spirv_" + function;
    // Functions of other types have other names; only the part up to the types counts.
    const std::uint32_t parameter = resolved(from);
    return emitValue(
        Op::FunctionCall, to,
        {importFunction("_Z" + utostr(base.size()) + base + "u" + utostr(parameter), {to, from}),
         value});
  }

  /// The operands say which 8-bit integers are which numbers.
  Error multiplyAdd(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (formatOfValue(operands[4]) || formatOf(operands[0]))
      return unsupported("C and the result have no floating-point components of 8 or 4 bits");
    const Format *a = formatOfValue(operands[2]), *b = formatOfValue(operands[3]);
    if (!a && !b)
      return keep(instruction);
    const std::uint32_t mask =
        (operands.size() > 5 ? operands[5] : 0) | (a ? a->bitOfA : 0) | (b ? b->bitOfB : 0);
    SpirvWords changed(operands.begin(), operands.begin() + 5);
    changed.push_back(mask);
    return keepWith(instruction, changed);
  }

  DenseSet<std::uint32_t> capabilities, saturating;
  DenseMap<std::uint32_t, std::uint32_t> roundingModes; ///< by result
  DenseMap<std::uint32_t, const Format *> float8Types;
};

} // namespace

bool usesFloat8(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    result = isOfExtension(instruction);
    return !result && instruction.op != Op::Function;
  });
  return result;
}

Expected<SpirvWords> withoutFloat8(SpirvWords module) { return Rewriter(std::move(module)).run(); }

} // namespace heddle::compiler
