#include "compiler/spirv/module/cooperative_matrices.hpp"

#include "compiler/spirv/module/spirv_matrices.hpp"
#include "compiler/spirv/module/spirv_rewriter.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr std::uint32_t linkageCapability = 5;
/// Memory operands.
constexpr std::uint32_t keptMemoryOperands = 0x1 | 0x4 | fourBitComponents; // Volatile, Nontemporal

bool isComposite(Op constant) {
  return constant == Op::ConstantComposite || constant == Op::SpecConstantComposite;
}

bool hasElement(Op chain) {
  return chain == Op::PtrAccessChain || chain == Op::InBoundsPtrAccessChain;
}

class Rewriter : public SpirvRewriter {
public:
  Rewriter(SpirvWords given, const SpecializedValues &specialized)
      : SpirvRewriter(std::move(given)), matrices(specialized) {
    SpirvMatrices ahead(specialized);
    forEachInstruction(module(), [&](const SpirvInstruction &instruction) {
      ahead.read(instruction);
      hasLinkage |=
          instruction.op == Op::Capability && instruction.operands[0] == linkageCapability;
      if (isComposite(instruction.op) && ahead.holds(instruction.operands[0]))
        matrixConstants[instruction.operands[1]] = instruction.words;
      return instruction.op != Op::Function;
    });
  }

private:
  Error rewrite(const SpirvInstruction &given) override {
    matrices.read(given);
    if (given.op == Op::FunctionEnd) {
      localConstants.clear();
      localTypes.clear();
    }
    if (!isInFunctions() || matrixConstants.empty())
      return rewriteLocal(given);
    // The constants that this function has made for itself.
    SpirvWords words(given.words.begin(), given.words.end());
    forEachId(given.op, MutableArrayRef(words).drop_front(),
              [this](std::uint32_t &id) { id = localConstant(id); });
    return rewriteLocal({given.op, ArrayRef(words).drop_front(), words, given.at});
  }

  Error rewriteLocal(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      // Of the functions that take components.
      if (!hasLinkage)
        emit(Op::Capability, {linkageCapability});
      hasLinkage = true;
      return keep(instruction);
    case Op::TypeCooperativeMatrixKHR:
      return sizes(instruction);
    case Op::ConstantComposite:
    case Op::SpecConstantComposite:
      return matrixConstants.contains(operands[1]) ? drop() : keep(instruction);
    case Op::Name:
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
      return matrixConstants.contains(operands[0]) ? drop() : keep(instruction);
    case Op::Variable:
      return variable(instruction);
    case Op::CompositeExtract:
      return extract(instruction);
    case Op::CompositeInsert:
      return insert(instruction);
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
      return chain(instruction);
    case Op::MatrixTimesScalar:
      return scale(operands);
    default:
      if (const std::optional<SpirvMatrixAccess> access = spirvMatrixAccess(instruction))
        return memory(instruction, *access);
      return keep(instruction);
    }
  }

  // Types and constants.

  Error sizes(const SpirvInstruction &instruction) {
    SpirvWords words(instruction.words.begin(), instruction.words.end());
    const SpirvMatrix &matrix = *matrices.find(instruction.operands[0]);
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    std::size_t place = 3;
    for (std::optional<std::uint64_t> number :
         {matrix.scope, matrix.rows, matrix.columns, matrix.use}) {
      if (!number)
        return unsupported("id " + Twine(words[place]) + " is no constant integer");
      words[place++] = constant(integer, *number);
    }
    return keep({instruction.op, ArrayRef(words).drop_front(), words, instruction.at});
  }

  /// In the present function, what stands for a constant with matrices in it.
  std::uint32_t localConstant(std::uint32_t id) {
    const auto constant = matrixConstants.find(id);
    if (constant == matrixConstants.end())
      return id;
    if (const auto known = localConstants.find(id); known != localConstants.end())
      return known->second;
    SpirvWords operands(constant->second.begin() + 1, constant->second.end());
    for (std::uint32_t &constituent : drop_begin(operands, 2))
      constituent = localConstant(constituent);
    operands[1] = localConstants[id] = newId();
    localTypes[operands[1]] = operands[0];
    emitAtEntry(Op::CompositeConstruct, operands);
    return operands[1];
  }

  /// Its initializer, if it is such a constant, is stored.
  Error variable(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::optional<SpirvPointer> pointer = types().pointerType(operands[0]);
    if (operands.size() < 4 || !isInFunctions() || !pointer || !matrices.holds(pointer->pointee))
      return keep(instruction);
    emitAtEntry(Op::Store, {operands[1], operands[3]});
    return keepWith(instruction, operands.take_front(3));
  }

  // Components.

  std::uint32_t pointerTo(std::uint32_t storage, std::uint32_t pointee) {
    return type(Op::TypePointer, {storage, pointee});
  }

  std::uint32_t partOf(std::uint32_t type, std::uint64_t index) const {
    const ArrayRef<std::uint32_t> definition = types().definition(type);
    switch (types().kindOf(type)) {
    case Op::TypeArray:
    case Op::TypeVector:
      return definition[2];
    case Op::TypeStruct:
      return index < definition.size() - 2 ? definition[2 + index] : 0;
    default:
      return 0;
    }
  }

  /// The type of the matrix that the last one of these indexes takes a component of; 0 if it takes
  /// something else.
  std::uint32_t matrixAround(std::uint32_t type, ArrayRef<std::uint32_t> literals) const {
    if (literals.empty() || !matrices.holds(type))
      return 0;
    for (std::uint32_t index : literals.drop_back())
      type = partOf(type, index);
    return matrices.find(type) ? type : 0;
  }

  /// A component is the result of a call, since the translator aborts on the instruction.
  Error extract(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const ArrayRef<std::uint32_t> indexes = operands.drop_front(3);
    const std::uint32_t matrixType = matrixAround(typeOf(operands[2]), indexes);
    if (!matrixType)
      return keep(instruction);
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    emit(Op::FunctionCall,
         {operands[0], operands[1],
          component("CompositeExtract", matrixType, {operands[0], matrixType, integer}),
          matrixIn(matrixType, operands[2], indexes.drop_back()),
          constant(integer, indexes.back())});
    return Error::success();
  }

  /// Object, composite, indexes.
  Error insert(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const ArrayRef<std::uint32_t> indexes = operands.drop_front(4), outer = indexes.drop_back();
    const std::uint32_t matrixType = matrixAround(typeOf(operands[3]), indexes);
    if (!matrixType)
      return keep(instruction);
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    const std::uint32_t matrix = matrixIn(matrixType, operands[3], outer);
    const std::uint32_t changed = outer.empty() ? operands[1] : newId();
    emit(Op::FunctionCall,
         {matrixType, changed,
          component("CompositeInsert", matrixType,
                    {matrixType, matrices.find(matrixType)->component, matrixType, integer}),
          operands[2], matrix, constant(integer, indexes.back())});
    if (outer.empty())
      return Error::success();
    SpirvWords inserted = {operands[0], operands[1], changed, operands[3]};
    append_range(inserted, outer);
    emit(Op::CompositeInsert, inserted);
    return Error::success();
  }

  /// The function of this instruction on matrices of a type. Others have other names, of which the
  /// part behind the instruction does not count.
  std::uint32_t component(StringRef instruction, std::uint32_t matrixType,
                          ArrayRef<std::uint32_t> types) {
    const std::string name = ("__spirv_" + instruction).str();
    return importFunction("_Z" + utostr(name.size()) + name + "u" + utostr(resolved(matrixType)),
                          types);
  }

  /// The type of a value, also of a constant that the function has made.
  std::uint32_t typeOf(std::uint32_t value) const {
    const auto local = localTypes.find(value);
    return local == localTypes.end() ? types().typeOf(value) : local->second;
  }

  std::uint32_t matrixIn(std::uint32_t matrixType, std::uint32_t composite,
                         ArrayRef<std::uint32_t> indexes) {
    if (indexes.empty())
      return composite;
    SpirvWords operands = {composite};
    append_range(operands, indexes);
    return emitValue(Op::CompositeExtract, matrixType, operands);
  }

  /// A chain to a component is one to its matrix, and one from there.
  Error chain(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    const std::optional<SpirvPointer> base = types().pointer(operands[2]);
    const ArrayRef<std::uint32_t> indexes = operands.drop_front(hasElement(instruction.op) ? 4 : 3);
    if (!base || indexes.empty() || !matrices.holds(base->pointee))
      return keep(instruction);
    std::uint32_t walked = base->pointee;
    for (std::uint32_t index : indexes.drop_back())
      walked = partOf(walked, matrices.constants().valueOf(index).value_or(0));
    if (!matrices.find(walked))
      return keep(instruction);
    std::uint32_t matrix = operands[2];
    if (operands.size() > 4) {
      SpirvWords toMatrix = {pointerTo(base->storage, walked), newId()};
      append_range(toMatrix, operands.drop_front(2).drop_back());
      emit(instruction.op, toMatrix);
      matrix = toMatrix[1];
    }
    emit(Op::AccessChain, {operands[0], operands[1], matrix, indexes.back()});
    return Error::success();
  }

  Error scale(ArrayRef<std::uint32_t> operands) {
    const std::uint32_t type = operands[0];
    const bool isInteger = types().kindOf(types().scalarOf(type)) == Op::TypeInt;
    emit(isInteger ? Op::IMul : Op::FMul,
         {type, operands[1], operands[2], emitValue(Op::CompositeConstruct, type, {operands[3]})});
    return Error::success();
  }

  // Memory.

  Error memory(const SpirvInstruction &instruction, const SpirvMatrixAccess &access) {
    SpirvWords operands(instruction.operands.begin(), instruction.operands.end());
    const SpirvPointer pointer = *types().pointer(operands[access.pointer]);
    if (instruction.op == Op::CooperativeMatrixPrefetchINTEL)
      return access.lastNumber > 2 ? prefetch(operands, access, pointer) : keep(instruction);
    if (operands.size() > access.memoryOperands()) {
      operands.resize(access.memoryOperands() + 1);
      operands.back() &= keptMemoryOperands;
    }
    const std::uint32_t matrix = access.loads ? operands[0] : typeOf(operands[access.object]);
    if (types().isNumber(types().scalarOf(pointer.pointee)))
      return keepWith(instruction, operands);
    const std::uint32_t component = matrices.find(matrix)->component;
    operands[access.pointer] =
        emitValue(Op::Bitcast, pointerTo(pointer.storage, component), {operands[access.pointer]});
    if (operands.size() > access.stride)
      if (Error error =
              countComponents(operands[access.stride], sizeOf(pointer.pointee), sizeOf(component)))
        return error;
    return keepWith(instruction, operands);
  }

  /// Of pieces of `from` bytes, or of components if nobody knows their size, to components.
  Error countComponents(std::uint32_t &stride, std::uint64_t from, std::uint64_t component) {
    if (from % component)
      return unsupported("it points to pieces of " + Twine(from) +
                         " bytes, in which components of " + Twine(component) +
                         " bytes do not lie");
    if (from <= component)
      return Error::success();
    const std::uint32_t type = types().typeOf(stride);
    stride = emitValue(Op::IMul, type, {stride, constant(type, from / component)});
    return Error::success();
  }

  /// In bytes; 0 when the type has no size, or it is not known here.
  std::uint64_t sizeOf(std::uint32_t type) const { return layoutOf(type).size; }

  struct Layout {
    std::uint64_t size = 0, alignment = 1;
  };

  Layout layoutOf(std::uint32_t type) const {
    const ArrayRef<std::uint32_t> definition = types().definition(type);
    switch (types().kindOf(type)) {
    case Op::TypeInt:
    case Op::TypeFloat:
      return {definition[2] / 8, definition[2] / 8};
    case Op::TypeVector: {
      const std::uint64_t size = PowerOf2Ceil(definition[3]) * sizeOf(definition[2]);
      return {size, size};
    }
    case Op::TypeArray: {
      const Layout element = layoutOf(definition[2]);
      return {element.size * matrices.constants().valueOf(definition[3]).value_or(0),
              element.alignment};
    }
    case Op::TypeStruct: {
      Layout layout;
      for (std::uint32_t member : definition.drop_front(2)) {
        const Layout part = layoutOf(member);
        if (part.size == 0)
          return {};
        layout.size = alignTo(layout.size, part.alignment) + part.size;
        layout.alignment = std::max(layout.alignment, part.alignment);
      }
      layout.size = alignTo(layout.size, layout.alignment);
      return layout;
    }
    default:
      return {};
    }
  }

  /// The draft's form: pointer, line, element in the line, rows, columns, cache level, layout,
  /// stride. What says where the lines are may be missing, and then there is nothing to prefetch.
  Error prefetch(ArrayRef<std::uint32_t> operands, const SpirvMatrixAccess &access,
                 const SpirvPointer &pointer) {
    if (operands.size() <= access.stride)
      return drop();
    const std::uint32_t stride = operands[access.stride], wide = types().typeOf(stride);
    const auto widened = [&](std::uint32_t number) {
      return types().typeOf(number) == wide ? number : emitValue(Op::UConvert, wide, {number});
    };
    const std::uint32_t line = emitValue(Op::IMul, wide, {widened(operands[1]), stride});
    const std::uint32_t offset = emitValue(Op::IAdd, wide, {line, widened(operands[2])});
    const std::uint32_t place = emitValue(
        Op::PtrAccessChain, pointerTo(pointer.storage, pointer.pointee), {operands[0], offset});
    SpirvWords published = {place};
    append_range(published, operands.drop_front(3));
    emit(Op::CooperativeMatrixPrefetchINTEL, published);
    return Error::success();
  }

  SpirvMatrices matrices;
  bool hasLinkage = false;
  /// Constants with matrices in them, as they are written in the module.
  DenseMap<std::uint32_t, ArrayRef<std::uint32_t>> matrixConstants;
  // Of the present function.
  DenseMap<std::uint32_t, std::uint32_t> localConstants; ///< by constant
  DenseMap<std::uint32_t, std::uint32_t> localTypes;     ///< by what stands for a constant
};

} // namespace

Expected<SpirvWords> withPlainMatrices(SpirvWords module, const SpecializedValues &specialized) {
  return Rewriter(std::move(module), specialized).run();
}

} // namespace heddle::compiler
