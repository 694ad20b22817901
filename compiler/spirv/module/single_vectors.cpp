#include "compiler/spirv/module/single_vectors.hpp"

#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr StringLiteral extensionName("SPV_INTEL_vector_compute");
constexpr std::uint32_t vectorAny = 5619;
constexpr std::uint32_t undefinedComponent = ~0u;

class Rewriter : public SpirvRewriter {
public:
  using SpirvRewriter::SpirvRewriter;

private:
  bool isSingle(std::uint32_t type) const {
    return types().kindOf(type) == Op::TypeVector && types().definition(type)[3] == 1;
  }
  bool holdsSingle(std::uint32_t value) const { return isSingle(types().typeOf(value)); }

  Error rewrite(const SpirvInstruction &instruction) override {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      return operands[0] == vectorAny ? drop() : keep(instruction);
    case Op::Extension:
      return spirvText(operands) == extensionName ? drop() : keep(instruction);
    case Op::TypeVector:
      return isSingle(operands[0]) ? replace(operands[0], operands[1]) : keep(instruction);
    case Op::ConstantComposite:
    case Op::SpecConstantComposite:
    case Op::CompositeConstruct:
      if (!isSingle(operands[0]))
        return keep(instruction);
      if (operands.size() != 3)
        return unsupported("a vector of one component has one constituent");
      return replace(operands[1], operands[2]);
    case Op::CompositeExtract:
      return access(instruction, operands[2], operands.drop_front(3), operands.take_front(3));
    case Op::CompositeInsert:
      return access(instruction, operands[3], operands.drop_front(4), operands.take_front(4));
    case Op::VectorExtractDynamic:
    case Op::VectorInsertDynamic:
      // The only component, whatever the index is: any other one is undefined.
      if (!holdsSingle(operands[2]))
        return keep(instruction);
      return replace(operands[1],
                     instruction.op == Op::VectorExtractDynamic ? operands[2] : operands[3]);
    case Op::VectorShuffle:
      return shuffle(instruction);
    case Op::Any:
    case Op::All:
      return holdsSingle(operands[2]) ? replace(operands[1], operands[2]) : keep(instruction);
    case Op::VectorTimesScalar:
    case Op::Dot:
      if (!holdsSingle(operands[2]))
        return keep(instruction);
      emit(Op::FMul, operands);
      return Error::success();
    case Op::Bitcast:
      if (resolved(operands[0]) == resolved(types().typeOf(operands[2])))
        return replace(operands[1], operands[2]);
      return keep(instruction);
    case Op::SDotKHR:
    case Op::UDotKHR:
    case Op::SUDotKHR:
    case Op::SDotAccSatKHR:
    case Op::UDotAccSatKHR:
    case Op::SUDotAccSatKHR:
      return holdsSingle(operands[2])
                 ? unsupported("dot products of vectors of one component are not supported")
                 : keep(instruction);
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain: {
      const bool hasElement =
          instruction.op == Op::PtrAccessChain || instruction.op == Op::InBoundsPtrAccessChain;
      const std::optional<SpirvPointer> base = types().pointer(operands[2]);
      const unsigned first = hasElement ? 4 : 3;
      if (!base || !base->pointee)
        return keep(instruction);
      return walk(instruction, base->pointee, operands.drop_front(first),
                  operands.take_front(first), hasElement ? 0 : operands[2]);
    }
    case Op::UntypedAccessChainKHR:
    case Op::UntypedInBoundsAccessChainKHR:
      return walk(instruction, operands[2], operands.drop_front(4), operands.take_front(4),
                  operands[3]);
    case Op::UntypedPtrAccessChainKHR:
    case Op::UntypedInBoundsPtrAccessChainKHR:
      return walk(instruction, operands[2], operands.drop_front(5), operands.take_front(5), 0);
    case Op::SpecConstantOp:
      return constantOperation(instruction);
    default:
      return keep(instruction);
    }
  }

  /// The literal indexes of OpCompositeExtract and OpCompositeInsert into `composite`.
  Error access(const SpirvInstruction &instruction, std::uint32_t composite,
               ArrayRef<std::uint32_t> indexes, ArrayRef<std::uint32_t> before) {
    SmallVector<std::uint32_t> left;
    std::uint32_t type = types().typeOf(composite);
    for (std::uint32_t index : indexes) {
      if (!isSingle(type))
        left.push_back(index);
      type = partOf(type, index);
    }
    // All of the value: what is extracted is the value itself, what is inserted takes its place.
    if (left.empty() && !indexes.empty())
      return replace(before[1], before[2]);
    SpirvWords operands(before.begin(), before.end());
    append_range(operands, left);
    return keepWith(instruction, operands);
  }

  /// Indexes that are ids; what an access chain without any is, if it may have none.
  Error walk(const SpirvInstruction &instruction, std::uint32_t type,
             ArrayRef<std::uint32_t> indexes, ArrayRef<std::uint32_t> before, std::uint32_t base) {
    SpirvWords operands(before.begin(), before.end());
    for (std::uint32_t index : indexes) {
      if (!isSingle(type))
        operands.push_back(index);
      const ArrayRef<std::uint32_t> constant = types().definition(index);
      type = partOf(type, types().kindOf(index) == Op::Constant ? constant[3] : 0);
    }
    if (operands.size() == before.size() && base && !indexes.empty())
      return replace(before[1], base);
    return keepWith(instruction, operands);
  }

  std::uint32_t partOf(std::uint32_t type, std::uint32_t index) const {
    const ArrayRef<std::uint32_t> definition = types().definition(type);
    switch (types().kindOf(type)) {
    case Op::TypeVector:
    case Op::TypeArray:
      return definition[2];
    case Op::TypeStruct:
      return index + 2 < definition.size() ? definition[2 + index] : 0;
    default:
      return 0;
    }
  }

  Error shuffle(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::uint32_t first = operands[2], second = operands[3];
    if (!isSingle(operands[0]) && !holdsSingle(first) && !holdsSingle(second))
      return keep(instruction);
    const std::uint32_t scalar = types().scalarOf(operands[0]);
    const std::uint32_t firstCount = componentsOf(first), secondCount = componentsOf(second);
    if (!firstCount || !secondCount)
      return unsupported("its operands are vectors");
    SmallVector<std::uint32_t> components;
    for (std::uint32_t number : operands.drop_front(4)) {
      if (number == undefinedComponent) {
        components.push_back(emitValue(Op::Undef, scalar, {}));
        continue;
      }
      if (number >= firstCount + secondCount)
        return unsupported("component " + Twine(number) + " is none of its operands'");
      const bool isOfFirst = number < firstCount;
      const std::uint32_t vector = isOfFirst ? first : second;
      components.push_back(holdsSingle(vector)
                               ? vector
                               : emitValue(Op::CompositeExtract, scalar,
                                           {vector, isOfFirst ? number : number - firstCount}));
    }
    if (isSingle(operands[0]) && components.size() == 1)
      return replace(operands[1], components[0]);
    SpirvWords construct = {operands[0], operands[1]};
    append_range(construct, components);
    emit(Op::CompositeConstruct, construct);
    return Error::success();
  }

  std::uint32_t componentsOf(std::uint32_t value) const {
    const std::uint32_t type = types().typeOf(value);
    return types().kindOf(type) == Op::TypeVector ? types().definition(type)[3] : 0;
  }

  /// What takes vectors apart has other operands for scalars.
  Error constantOperation(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const auto op = static_cast<Op>(operands[2]);
    const bool takesApart =
        op == Op::VectorShuffle || op == Op::CompositeExtract || op == Op::CompositeInsert;
    if (takesApart && operands.size() > 4 &&
        (isSingle(operands[0]) || holdsSingle(operands[3]) ||
         (op != Op::CompositeExtract && holdsSingle(operands[4]))))
      return unsupported("operations on constants take no vectors of one component apart");
    return keep(instruction);
  }
};

} // namespace

bool usesAnyVectors(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    result = (instruction.op == Op::Capability && operands[0] == vectorAny) ||
             (instruction.op == Op::TypeVector && operands[2] == 1) ||
             (instruction.op == Op::Extension && spirvText(operands) == extensionName);
    // Types come before functions.
    return !result && instruction.op != Op::Function;
  });
  return result;
}

Expected<SpirvWords> withoutSingleVectors(SpirvWords module) {
  return Rewriter(std::move(module)).run();
}

} // namespace heddle::compiler
