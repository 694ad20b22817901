#include "compiler/spirv/module/int4.hpp"

#include "compiler/ir/mul_add_operands.hpp"
#include "compiler/spirv/module/spirv_matrices.hpp"
#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr StringLiteral extensionName("SPV_INTEL_int4");
constexpr std::uint32_t int4Matrices = 5114, int4Capabilities[] = {5112, int4Matrices};
constexpr std::uint32_t linkageCapability = 5, int8Capability = 39, cooperativeMatrices = 6022;
constexpr std::uint32_t functionStorage = 7, saturatedConversion = 28;
constexpr std::uint32_t lowHalf = 0x0F;

bool isOfExtension(const SpirvInstruction &instruction) {
  return (instruction.op == Op::Capability &&
          is_contained(int4Capabilities, instruction.operands[0])) ||
         (instruction.op == Op::Extension && spirvText(instruction.operands) == extensionName);
}

/// What values go through whatever their type is.
bool takesAnyValue(Op op) {
  switch (op) {
  case Op::Undef:
  case Op::ConstantNull:
  case Op::ConstantComposite:
  case Op::Function:
  case Op::FunctionParameter:
  case Op::FunctionCall:
  case Op::ReturnValue:
  case Op::Phi:
  case Op::Select:
  case Op::CopyObject:
  case Op::CopyLogical:
  case Op::CompositeConstruct:
  case Op::CompositeExtract:
  case Op::CompositeInsert:
  case Op::VectorExtractDynamic:
  case Op::VectorInsertDynamic:
  case Op::VectorShuffle:
  case Op::CooperativeMatrixLengthKHR:
  case Op::CooperativeMatrixConstructCheckedINTEL:
  case Op::CooperativeMatrixGetElementCoordINTEL:
    return true;
  default:
    return isSpirvType(op);
  }
}

class Rewriter : public SpirvRewriter {
public:
  explicit Rewriter(SpirvWords given) : SpirvRewriter(std::move(given)) {
    forEachInstruction(module(), [this](const SpirvInstruction &instruction) {
      const ArrayRef<std::uint32_t> operands = instruction.operands;
      if (instruction.op == Op::Capability)
        capabilities.insert(operands[0]);
      if (instruction.op == Op::Decorate && operands[1] == saturatedConversion)
        saturated.insert(operands[0]);
      return instruction.op != Op::Function;
    });
  }

private:
  bool isInt4(std::uint32_t type) const { return int4Types.contains(types().scalarOf(type)); }
  bool isInt4Value(std::uint32_t value) const { return isInt4(types().typeOf(value)); }
  bool isVector(std::uint32_t type) const { return types().kindOf(type) == Op::TypeVector; }
  unsigned countOf(std::uint32_t type) const {
    return isVector(type) ? types().definition(type)[3] : 1;
  }
  /// Of two to a byte.
  bool isPacked(std::uint32_t type) const { return isVector(type) && isInt4(type); }

  bool touches(const SpirvInstruction &instruction) const {
    bool result = hasTypeAndResult(instruction.op) && isInt4(instruction.operands[0]);
    SpirvWords ids(instruction.operands.begin(), instruction.operands.end());
    forEachId(instruction.op, ids, [&](std::uint32_t &id) { result |= isInt4Value(id); });
    return result;
  }

  Error rewrite(const SpirvInstruction &instruction) override {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      return isOfExtension(instruction) ? declareCapabilities(operands[0]) : keep(instruction);
    case Op::Extension:
      return isOfExtension(instruction) ? drop() : keep(instruction);
    case Op::TypeInt:
      if (operands[1] != 4)
        return keep(instruction);
      int4Types.insert(operands[0]);
      return replace(operands[0], type(Op::TypeInt, {8, 0}));
    case Op::TypePointer:
      return pointer(instruction);
    case Op::TypeArray:
      return aggregate(instruction, operands.slice(1, 1));
    case Op::TypeStruct:
      return aggregate(instruction, operands.drop_front());
    case Op::Constant:
      return isInt4(operands[0]) ? replace(operands[1], constant(byteType(), operands[2] & lowHalf))
                                 : keep(instruction);
    case Op::Variable:
      return operands.size() > 3 && isInt4Value(operands[3])
                 ? unsupported("variables of integers of 4 bits have no initializers")
                 : keep(instruction);
    case Op::Load:
      return load(instruction);
    case Op::Store:
      return store(instruction);
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
      return chain(instruction, operands.size() > 3);
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
      return chain(instruction, operands.size() > 4);
    case Op::CooperativeMatrixLoadKHR:
    case Op::CooperativeMatrixStoreKHR:
      return matrixAccess(instruction);
    case Op::CooperativeMatrixMulAddKHR:
      return multiplyAdd(instruction);
    case Op::UConvert:
    case Op::SConvert:
    case Op::ConvertUToF:
    case Op::ConvertSToF:
    case Op::ConvertFToU:
    case Op::ConvertFToS:
      return touches(instruction) ? convert(instruction) : keep(instruction);
    case Op::Bitcast:
      return touches(instruction) ? bitcast(instruction) : keep(instruction);
    default:
      return takesAnyValue(instruction.op) || !touches(instruction) ? keep(instruction)
                                                                    : computes();
    }
  }

  Error computes() const {
    return unsupported("integers of 4 bits are loaded, stored, converted and multiplied as "
                       "matrices, and nothing else");
  }

  /// The integers and functions that take the place of these integers.
  Error declareCapabilities(std::uint32_t given) {
    for (std::uint32_t needed : {linkageCapability, int8Capability, cooperativeMatrices})
      if ((needed != cooperativeMatrices || given == int4Matrices) &&
          capabilities.insert(needed).second)
        emit(Op::Capability, {needed});
    return Error::success();
  }

  std::uint32_t byteType() { return type(Op::TypeInt, {8, 0}); }
  std::uint32_t bytes(unsigned count) {
    return count == 1 ? byteType() : type(Op::TypeVector, {byteType(), count});
  }
  /// What such a vector is in memory.
  std::uint32_t packedType(std::uint32_t vector) { return bytes(countOf(vector) / 2); }

  // Memory.

  Error pointer(const SpirvInstruction &instruction) {
    const std::uint32_t storage = instruction.operands[1], pointee = instruction.operands[2];
    if (holders.contains(pointee) && storage != functionStorage)
      return unsupported("integers of 4 bits lie in arrays and structures of storage class "
                         "Function (7) alone, found " +
                         Twine(storage));
    if (!isPacked(pointee))
      return keep(instruction);
    if (countOf(pointee) % 2)
      return unsupported("vectors of " + Twine(countOf(pointee)) +
                         " integers of 4 bits do not lie in memory, where two share a byte");
    return replace(instruction.operands[0], type(Op::TypePointer, {storage, packedType(pointee)}));
  }

  Error aggregate(const SpirvInstruction &instruction, ArrayRef<std::uint32_t> members) {
    for (std::uint32_t member : members) {
      if (isPacked(member))
        return unsupported("arrays and structures of vectors of integers of 4 bits");
      if (int4Types.contains(member) || holders.contains(member))
        holders.insert(instruction.operands[0]);
    }
    return keep(instruction);
  }

  /// A byte for each of the two in a byte; the value has the given id.
  void unpack(std::uint32_t result, std::uint32_t vector, std::uint32_t packed) {
    const unsigned half = countOf(vector) / 2;
    const std::uint32_t of = packedType(vector);
    const std::uint32_t low = emitValue(Op::BitwiseAnd, of, {packed, splat(of, half, lowHalf)});
    const std::uint32_t high = emitValue(Op::ShiftRightLogical, of, {packed, splat(of, half, 4)});
    SpirvWords operands = {vector, result, low, high};
    if (half == 1)
      return emit(Op::CompositeConstruct, operands);
    for (unsigned i = 0; i < half; ++i)
      operands.insert(operands.end(), {i, half + i});
    emit(Op::VectorShuffle, operands);
  }

  /// The reverse.
  std::uint32_t pack(std::uint32_t value) {
    const std::uint32_t vector = types().typeOf(value), of = packedType(vector);
    const unsigned half = countOf(vector) / 2;
    const auto every = [&](unsigned first) {
      if (half == 1)
        return emitValue(Op::CompositeExtract, of, {value, first});
      SpirvWords operands = {value, value};
      for (unsigned i = 0; i < half; ++i)
        operands.push_back(2 * i + first);
      return emitValue(Op::VectorShuffle, of, operands);
    };
    const std::uint32_t low = every(0), high = every(1);
    return emitValue(Op::BitwiseOr, of,
                     {low, emitValue(Op::ShiftLeftLogical, of, {high, splat(of, half, 4)})});
  }

  std::uint32_t splat(std::uint32_t of, unsigned count, std::uint32_t byte) {
    const std::uint32_t one = constant(byteType(), byte);
    return count == 1 ? one : emitValue(Op::CompositeConstruct, of, SpirvWords(count, one));
  }

  /// Whether a single one of them is read or written outside of variables, where two share a byte.
  bool isHalfByte(std::uint32_t address) const {
    const std::optional<SpirvPointer> pointer = types().pointer(address);
    return pointer && int4Types.contains(pointer->pointee) && pointer->storage != functionStorage;
  }
  Error refuseHalf() const {
    return unsupported("single integers of 4 bits lie in storage class Function (7) alone");
  }

  Error load(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    if (isHalfByte(operands[2]))
      return refuseHalf();
    if (!isPacked(operands[0]))
      return keep(instruction);
    unpack(operands[1], operands[0],
           emitValue(Op::Load, packedType(operands[0]), operands.drop_front(2)));
    return Error::success();
  }

  Error store(const SpirvInstruction &instruction) {
    SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
    if (isHalfByte(operands[0]))
      return refuseHalf();
    if (!isPacked(types().typeOf(operands[1])))
      return keep(instruction);
    operands[1] = pack(operands[1]);
    return keepWith(instruction, operands);
  }

  Error chain(const SpirvInstruction &instruction, bool hasIndexes) {
    const std::optional<SpirvPointer> base = types().pointer(instruction.operands[2]);
    if (base && hasIndexes && isPacked(base->pointee))
      return unsupported("a pointer to one of the integers of 4 bits in a vector");
    return keep(instruction);
  }

  Error matrixAccess(const SpirvInstruction &instruction) {
    SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
    const SpirvMatrixAccess access = *spirvMatrixAccess(instruction);
    const std::uint32_t matrix =
        access.loads ? operands[0] : types().typeOf(operands[access.object]);
    const std::optional<SpirvPointer> pointer = types().pointer(operands[access.pointer]);
    // Strides count what the pointer points to, here halves of bytes.
    if (pointer && int4Types.contains(pointer->pointee)) {
      std::uint32_t &stride = operands[access.stride];
      const std::uint32_t integer = types().typeOf(stride);
      stride = emitValue(Op::ShiftRightLogical, integer, {stride, constant(integer, 1)});
    }
    if (isInt4(matrix)) {
      if (operands.size() == access.memoryOperands())
        operands.push_back(0);
      operands[access.memoryOperands()] |= fourBitComponents;
    }
    return keepWith(instruction, operands);
  }

  // Values.

  /// The type with as many components as `like`.
  std::uint32_t withComponents(std::uint32_t scalar, std::uint32_t like) {
    const ArrayRef<std::uint32_t> definition = types().definition(like);
    if (types().scalarOf(like) == like)
      return scalar;
    SpirvWords operands(definition.begin() + 2, definition.end());
    operands[0] = scalar;
    return type(types().kindOf(like), operands);
  }

  std::uint32_t call(StringRef function, std::uint32_t bytes, std::uint32_t value) {
    // Functions of other types have other names; only the part up to the types counts.
    const std::string base = ("__spirv_" + function).str();
    const std::string name = "_Z" + utostr(base.size()) + base + "u" + utostr(bytes);
    return emitValue(Op::FunctionCall, bytes, {importFunction(name, {bytes, bytes}), value});
  }

  /// A conversion of bytes; signs are extended before it, and what is too much is cut off after it.
  Error convert(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t to = operands[0], result = operands[1], from = types().typeOf(operands[2]);
    if (saturated.contains(result))
      return unsupported("conversions of integers of 4 bits do not saturate");
    if (isInt4(from) && isInt4(to))
      return replace(result, operands[2]);
    const std::uint32_t bytes = resolved(withComponents(byteType(), to));
    std::uint32_t value = operands[2];
    const bool isSigned = instruction.op == Op::SConvert || instruction.op == Op::ConvertSToF;
    if (isInt4(from) && isSigned)
      value = call("ConvertI4ToI8", bytes, value);
    if (!isInt4(to)) {
      if (resolved(to) == bytes)
        return replace(result, value);
      emit(instruction.op, {to, result, value});
      return Error::success();
    }
    if (resolved(from) != bytes)
      value = emitValue(instruction.op, bytes, {value});
    return replace(result, call("ConvertI8ToI4", bytes, value));
  }

  Error bitcast(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t to = operands[0], result = operands[1], from = types().typeOf(operands[2]);
    if (isInt4(to) == isInt4(from) && resolved(to) == resolved(from))
      return replace(result, operands[2]);
    for (std::uint32_t type : {to, from})
      if (isInt4(type) && (!isPacked(type) || countOf(type) % 2))
        return unsupported("what is cast to or from other types are vectors of integers of 4 bits "
                           "that take whole bytes");
    std::uint32_t value = operands[2], packed = resolved(from);
    if (isInt4(from)) {
      value = pack(value);
      packed = packedType(from);
    }
    const std::uint32_t target = isInt4(to) ? packedType(to) : resolved(to);
    const bool isSame = packed == target;
    if (!isInt4(to)) {
      if (isSame)
        return replace(result, value);
      emit(Op::Bitcast, {to, result, value});
      return Error::success();
    }
    unpack(result, to, isSame ? value : emitValue(Op::Bitcast, target, {value}));
    return Error::success();
  }

  /// The operands say which bytes are halves.
  Error multiplyAdd(const SpirvInstruction &instruction) {
    SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
    if (isInt4Value(operands[4]) || isInt4(operands[0]))
      return unsupported("C and the result have no components of 4 bits");
    operands.resize(6);
    if (isInt4Value(operands[2]))
      operands[5] |= mul_add::aInt4;
    if (isInt4Value(operands[3]))
      operands[5] |= mul_add::bInt4;
    return keepWith(instruction, operands);
  }

  DenseSet<std::uint32_t> capabilities, saturated, int4Types;
  DenseSet<std::uint32_t> holders; ///< arrays and structures with such integers
};

} // namespace

bool usesInt4(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    result = isOfExtension(instruction);
    return !result && instruction.op != Op::Function;
  });
  return result;
}

Expected<SpirvWords> withoutInt4(SpirvWords module) { return Rewriter(std::move(module)).run(); }

} // namespace heddle::compiler
