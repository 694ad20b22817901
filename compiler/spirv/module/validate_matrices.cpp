#include "compiler/spirv/module/validate_matrices.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/spirv/module/spirv_matrices.hpp"
#include "compiler/spirv/module/validate_matrix_access.hpp"
#include "compiler/spirv/module/validate_matrix_operations.hpp"
#include "compiler/spirv/module/validate_multiply.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

/// More components are not held in registers or compiled in any time that anybody would wait.
constexpr std::uint64_t mostElements = 65536;

/// Storage classes.
constexpr std::uint32_t functionStorage = 7, genericStorage = 8;
constexpr std::uint32_t kernelMatrices = 6022;
/// Capabilities that declare CooperativeMatrixKHR with themselves.
constexpr std::uint32_t implyingMatrices[] = {4213, 5114, 5118, 6192, 6213, 6238,
                                              6411, 6434, 6435, 6436, 6437};

struct Requirement {
  std::uint32_t capability;
  StringLiteral name;
};

Requirement requirementOf(Op op) {
  switch (op) {
  case Op::CooperativeMatrixLoadCheckedINTEL:
  case Op::CooperativeMatrixStoreCheckedINTEL:
  case Op::CooperativeMatrixConstructCheckedINTEL:
    return {6192, "CooperativeMatrixCheckedInstructionsINTEL"};
  case Op::CooperativeMatrixLoadOffsetINTEL:
  case Op::CooperativeMatrixStoreOffsetINTEL:
    return {6238, "CooperativeMatrixOffsetInstructionsINTEL"};
  case Op::CooperativeMatrixPrefetchINTEL:
    return {6411, "CooperativeMatrixPrefetchINTEL"};
  case Op::CooperativeMatrixGetElementCoordINTEL:
  case Op::CooperativeMatrixApplyFunctionINTEL:
    return {6435, "CooperativeMatrixInvocationInstructionsINTEL"};
  default:
    return {kernelMatrices, "CooperativeMatrixKHR"};
  }
}

StringRef nameOfScope(std::uint64_t scope) {
  static constexpr StringLiteral names[] = {"CrossDevice", "Device", "Workgroup", "Subgroup",
                                            "Invocation"};
  return scope < std::size(names) ? StringRef(names[scope]) : StringRef("an unknown scope");
}

class Checker {
public:
  Checker(ArrayRef<std::uint32_t> module, const SpecializedValues &specialized)
      : module(module), matrices(specialized) {}

  Error run() {
    Error error = Error::success();
    forEachInstruction(module, [&](const SpirvInstruction &instruction) {
      present = &instruction;
      operands = instruction.operands;
      types.read(instruction);
      matrices.read(instruction);
      error = joinErrors(std::move(error), check());
      return !error;
    });
    return error;
  }

private:
  // What the rules speak about.

  Error broken(const Twine &message) const {
    return createStringError("word " + Twine(present->at) + ", " +
                             spirvFormOf(static_cast<std::uint32_t>(present->op))->name + ": " +
                             message);
  }
  Error unless(const std::optional<std::string> &problem) const {
    return problem ? broken(*problem) : Error::success();
  }
  const SpirvMatrix *matrixOf(std::uint32_t value) const {
    return matrices.find(types.typeOf(value));
  }
  bool isKind(std::uint32_t type, Op kind) const { return types.kindOf(type) == kind; }
  unsigned widthOf(std::uint32_t number) const { return types.definition(number)[2]; }
  bool isNumber(std::uint32_t type, Op kind, unsigned width) const {
    return isKind(type, kind) && widthOf(type) == width;
  }
  bool isInteger(std::uint32_t value) const { return types.isInteger(value); }
  const SpirvConstants &constants() const { return matrices.constants(); }

  // The instructions.

  Error check() {
    if (Error error = checkCapability())
      return error;
    switch (present->op) {
    case Op::Capability:
      capabilities.insert(operands[0]);
      return Error::success();
    case Op::EntryPoint:
      kernels.insert(operands[1]);
      return Error::success();
    case Op::ExtInstImport:
      if (spirvText(operands.drop_front()) == "OpenCL.std")
        openclSet = operands[0];
      return Error::success();
    case Op::TypeCooperativeMatrixKHR:
      return checkType();
    case Op::TypeVector:
      return matrices.holds(operands[1]) ? broken("a vector has components that are numbers, found "
                                                  "a cooperative matrix")
                                         : Error::success();
    case Op::TypePointer:
      return checkStorage(operands[2], operands[1]);
    case Op::Variable:
      return checkVariable();
    case Op::UntypedVariableKHR:
      return operands.size() > 3 ? checkStorage(operands[3], operands[2], functionStorage)
                                 : Error::success();
    case Op::Function:
      return checkFunction();
    case Op::Load:
      return checkMemory(operands[2], operands[0]);
    case Op::Store:
      return checkMemory(operands[0], types.typeOf(operands[1]));
    case Op::ConstantComposite:
    case Op::SpecConstantComposite:
    case Op::CompositeConstruct:
      return checkSplat();
    case Op::CompositeExtract:
      return checkPart(operands[2], operands.drop_front(3), operands[0]);
    case Op::CompositeInsert:
      return checkPart(operands[3], operands.drop_front(4), types.typeOf(operands[2]));
    case Op::AccessChain:
    case Op::InBoundsAccessChain:
      return checkChain(operands.drop_front(3));
    case Op::PtrAccessChain:
    case Op::InBoundsPtrAccessChain:
      return checkChain(operands.drop_front(4));
    case Op::Select:
      return checkSelect();
    case Op::MatrixTimesScalar:
      return checkScaling();
    case Op::CooperativeMatrixMulAddKHR:
      return checkMulAdd();
    case Op::CooperativeMatrixLengthKHR:
      return checkLength();
    case Op::CooperativeMatrixConstructCheckedINTEL:
      return checkConstructChecked();
    case Op::CooperativeMatrixGetElementCoordINTEL:
      return checkCoordinates();
    case Op::CooperativeMatrixApplyFunctionINTEL:
      return checkApply();
    default:
      if (const std::optional<SpirvMatrixAccess> access = spirvMatrixAccess(*present))
        return unless(problemOfAccess(*present, *access, types, matrices));
      return touchesMatrices() ? unless(problemOfOperation(*present, types, matrices))
                               : Error::success();
    }
  }

  Error checkCapability() const {
    const bool isOnMatrices =
        spirvFormOf(static_cast<std::uint32_t>(present->op))->name.contains("CooperativeMatrix");
    if (!isOnMatrices)
      return Error::success();
    const Requirement needed = requirementOf(present->op);
    const auto isDeclared = [this](std::uint32_t capability) {
      return capabilities.contains(capability);
    };
    if (isDeclared(needed.capability) ||
        (needed.capability == kernelMatrices && any_of(implyingMatrices, isDeclared)))
      return Error::success();
    return broken("the module does not declare capability " + needed.name);
  }

  /// Whether an operand or the result is a matrix, or holds one.
  bool touchesMatrices() const {
    if (present->op == Op::ExtInst && operands[2] != openclSet)
      return false; // debug information
    if (hasTypeAndResult(present->op) && matrices.holds(operands[0]))
      return true;
    SpirvWords ids(operands.begin(), operands.end());
    bool result = false;
    forEachId(present->op, ids,
              [&](std::uint32_t &id) { result |= matrices.holds(types.typeOf(id)); });
    return result;
  }

  Error checkType() const {
    const SpirvMatrix &matrix = *matrices.find(operands[0]);
    if (!types.isNumber(matrix.component))
      return broken("the component type, id " + Twine(matrix.component) +
                    ", is no integer and no floating-point type");
    const std::pair<StringLiteral, std::optional<std::uint64_t>> numbers[] = {
        {"scope", matrix.scope},
        {"number of rows", matrix.rows},
        {"number of columns", matrix.columns},
        {"use", matrix.use}};
    for (const auto &[place, number] : enumerate(numbers))
      if (!number.second)
        return broken("the " + number.first + ", id " + Twine(operands[2 + place]) +
                      ", is no constant integer");
    if (*matrix.scope != subGroupScope)
      return broken("matrices of scope " + nameOfScope(*matrix.scope) + " (" +
                    Twine(*matrix.scope) + ") are not supported, expected Subgroup (3)");
    if (*matrix.rows == 0 || *matrix.columns == 0)
      return broken("the matrix has " + Twine(*matrix.rows) + " rows and " +
                    Twine(*matrix.columns) + " columns, expected at least 1 of each");
    if (*matrix.rows > mostElements || *matrix.rows * *matrix.columns > mostElements ||
        *matrix.columns > mostElements)
      return broken("the matrix has " + Twine(*matrix.rows) + " rows and " +
                    Twine(*matrix.columns) + " columns, expected at most " + Twine(mostElements) +
                    " elements");
    if (*matrix.use > unsigned(MatrixUse::accumulator))
      return broken("the use is " + Twine(*matrix.use) +
                    ", expected MatrixA (0), MatrixB (1) or MatrixAccumulator (2)");
    return Error::success();
  }

  Error checkStorage(std::uint32_t type, std::uint32_t storage,
                     std::uint32_t other = genericStorage) const {
    if (!matrices.holds(type) || storage == functionStorage || storage == other)
      return Error::success();
    return broken("cooperative matrices lie in storage class Function (7) alone, found " +
                  Twine(storage));
  }

  Error checkVariable() const {
    const std::optional<SpirvPointer> pointer = types.pointerType(operands[0]);
    return pointer ? checkStorage(pointer->pointee, operands[2], functionStorage)
                   : Error::success();
  }

  Error checkFunction() const {
    const ArrayRef<std::uint32_t> signature = types.definition(operands[3]);
    if (!kernels.contains(operands[1]) || !isKind(operands[3], Op::TypeFunction))
      return Error::success();
    for (std::uint32_t parameter : signature.drop_front(3))
      if (matrices.holds(parameter))
        return broken("a kernel has no parameters that are cooperative matrices");
    return Error::success();
  }

  /// Loads and stores of variables, whose pointers say what they point to.
  Error checkMemory(std::uint32_t pointer, std::uint32_t type) const {
    const std::optional<SpirvPointer> found = types.pointer(pointer);
    if (!found || !found->pointee)
      return Error::success();
    if ((matrices.holds(type) || matrices.holds(found->pointee)) && found->pointee != type)
      return broken("the pointer, id " + Twine(pointer) + ", points to type " +
                    Twine(found->pointee) + ", and the value is of type " + Twine(type));
    return Error::success();
  }

  Error checkSplat() const {
    const SpirvMatrix *matrix = matrices.find(operands[0]);
    if (!matrix)
      return Error::success();
    if (operands.size() != 3)
      return broken("a cooperative matrix is made of one constituent, found " +
                    Twine(operands.size() - 2));
    return checkComponent(*matrix, types.typeOf(operands[2]), "the constituent");
  }

  Error checkComponent(const SpirvMatrix &matrix, std::uint32_t type, const Twine &what) const {
    return type == matrix.component
               ? Error::success()
               : broken(what + " is of type " + Twine(type) + ", expected the component type, " +
                        Twine(matrix.component));
  }

  std::uint32_t partOf(std::uint32_t type, std::optional<std::uint64_t> index) const {
    const ArrayRef<std::uint32_t> definition = types.definition(type);
    switch (types.kindOf(type)) {
    case Op::TypeArray:
    case Op::TypeVector:
      return definition[2];
    case Op::TypeStruct:
      return index && *index < definition.size() - 2 ? definition[2 + *index] : 0;
    default:
      return 0;
    }
  }

  /// Literal indexes into a value; `part`: the type of what is found there.
  Error checkPart(std::uint32_t composite, ArrayRef<std::uint32_t> indexes,
                  std::uint32_t part) const {
    std::uint32_t type = types.typeOf(composite);
    if (!matrices.holds(type))
      return matrices.holds(part) ? broken("the composite holds no cooperative matrix")
                                  : Error::success();
    for (auto [place, index] : enumerate(indexes)) {
      if (const SpirvMatrix *matrix = matrices.find(type))
        return checkIndexes(*matrix, indexes.size() - place, part);
      type = partOf(type, index);
    }
    return type == part ? Error::success()
                        : broken("the part is of type " + Twine(type) + ", found " + Twine(part));
  }

  Error checkIndexes(const SpirvMatrix &matrix, std::size_t left, std::uint32_t part) const {
    if (left != 1)
      return broken("one index takes a component of a cooperative matrix, found " + Twine(left));
    return checkComponent(matrix, part, "the part");
  }

  /// Indexes that are ids; those of untyped pointers were made typed ones.
  Error checkChain(ArrayRef<std::uint32_t> indexes) const {
    const std::optional<SpirvPointer> base = types.pointer(operands[2]),
                                      result = types.pointerType(operands[0]);
    if (!base || !result || !matrices.holds(base->pointee))
      return Error::success();
    std::uint32_t type = base->pointee;
    for (auto [place, index] : enumerate(indexes)) {
      if (const SpirvMatrix *matrix = matrices.find(type)) {
        if (!isInteger(index))
          return broken("the index, id " + Twine(index) + ", is no integer");
        return checkIndexes(*matrix, indexes.size() - place, result->pointee);
      }
      type = partOf(type, constants().valueOf(index));
    }
    return type == result->pointee ? Error::success()
                                   : broken("the result points to type " + Twine(result->pointee) +
                                            ", expected " + Twine(type));
  }

  Error checkSelect() const {
    if (!touchesMatrices())
      return Error::success();
    if (!isKind(types.typeOf(operands[2]), Op::TypeBool))
      return broken("the condition between cooperative matrices is one boolean");
    return checkSameTypes(operands.drop_front(3));
  }

  Error checkSameTypes(ArrayRef<std::uint32_t> values) const {
    return unless(problemOfTypes(*present, values, types));
  }

  Error checkIntegers(unsigned first, unsigned last) const {
    for (unsigned place = first; place <= last; ++place)
      if (!isInteger(operands[place]))
        return broken("the operand, id " + Twine(operands[place]) + ", is no integer");
    return Error::success();
  }

  // Values.

  Error checkMulAdd() const {
    const SpirvMatrix *all[] = {matrixOf(operands[2]), matrixOf(operands[3]), matrixOf(operands[4]),
                                matrices.find(operands[0])};
    for (auto [place, matrix] : enumerate(all))
      if (!matrix)
        return broken(
            place == 3
                ? "the result type, id " + Twine(operands[0]) + ", is no cooperative matrix"
                : "the operand, id " + Twine(operands[2 + place]) + ", is no cooperative matrix");
    const std::uint32_t mask = operands.size() > 5 ? operands[5] : 0;
    return unless(problemOfMulAdd({*all[0], *all[1], *all[2], *all[3]}, mask, types));
  }

  Error checkLength() const {
    if (!matrices.find(operands[2]))
      return broken("it asks for the length of a cooperative matrix type, found id " +
                    Twine(operands[2]));
    return isNumber(operands[0], Op::TypeInt, 32)
               ? Error::success()
               : broken("the result type is an integer of 32 bits");
  }

  Error checkConstructChecked() const {
    const SpirvMatrix *matrix = matrices.find(operands[0]);
    if (!matrix)
      return broken("the result type, id " + Twine(operands[0]) + ", is no cooperative matrix");
    if (Error error = checkIntegers(2, 5))
      return error;
    return checkComponent(*matrix, types.typeOf(operands[6]), "the value");
  }

  Error checkCoordinates() const {
    if (!matrixOf(operands[2]))
      return broken("the operand, id " + Twine(operands[2]) + ", is no cooperative matrix");
    if (Error error = checkIntegers(3, 3))
      return error;
    return isKind(operands[0], Op::TypeVector) && types.definition(operands[0])[3] == 2 &&
                   isNumber(types.scalarOf(operands[0]), Op::TypeInt, 32)
               ? Error::success()
               : broken("the result type is a vector of two integers of 32 bits");
  }

  Error checkApply() const {
    if (!types.pointer(operands[2]))
      return broken("the function object, id " + Twine(operands[2]) + ", is no pointer");
    if (!matrices.find(operands[0]))
      return broken("the result type, id " + Twine(operands[0]) + ", is no cooperative matrix");
    return checkSameTypes(operands.drop_front(3));
  }

  Error checkScaling() const {
    if (Error error = checkSameTypes(operands.slice(2, 1)))
      return error;
    const SpirvMatrix *matrix = matrices.find(operands[0]);
    return matrix ? checkComponent(*matrix, types.typeOf(operands[3]), "the scalar")
                  : broken("matrices that are not cooperative are not supported");
  }

  const ArrayRef<std::uint32_t> module;
  const SpirvInstruction *present = nullptr;
  ArrayRef<std::uint32_t> operands;

  SpirvTypes types;
  SpirvMatrices matrices;
  DenseSet<std::uint32_t> capabilities, kernels;
  std::uint32_t openclSet = 0;
};

} // namespace

Error checkMatrices(ArrayRef<std::uint32_t> module, const SpecializedValues &specialized) {
  return Checker(module, specialized).run();
}

} // namespace heddle::compiler
