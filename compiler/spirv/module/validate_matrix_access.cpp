#include "compiler/spirv/module/validate_matrix_access.hpp"

#include "compiler/ir/cooperative_matrix.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Problem = std::optional<std::string>;

/// Memory operands.
constexpr std::uint32_t aligned = 0x2, makeAvailable = 0x8, makeVisible = 0x10,
                        aliasScope = 0x10000, noAlias = 0x20000;
constexpr std::uint32_t knownMemoryOperands = 0x3f | aliasScope | noAlias;

class Rules {
public:
  Rules(const SpirvInstruction &instruction, const SpirvMatrixAccess &access,
        const SpirvTypes &types, const SpirvMatrices &matrices)
      : instruction(instruction), operands(instruction.operands), access(access), types(types),
        matrices(matrices) {}

  Problem check() const {
    const bool isPrefetch = instruction.op == Op::CooperativeMatrixPrefetchINTEL;
    const SpirvMatrix *matrix = access.loads    ? matrices.find(operands[0])
                                : access.object ? matrixOf(operands[access.object])
                                                : nullptr;
    if (!matrix && !isPrefetch)
      return broken(access.loads
                        ? "the result type, id " + Twine(operands[0]) + ", is no cooperative matrix"
                        : "the object, id " + Twine(operands[access.object]) +
                              ", is no cooperative matrix");
    const std::optional<SpirvPointer> pointer = types.pointer(operands[access.pointer]);
    if (!pointer)
      return broken("id " + Twine(operands[access.pointer]) + " is no pointer");
    if (pointer->pointee && matrices.holds(pointer->pointee))
      return broken("the pointer points to cooperative matrices, expected numbers in memory");
    for (unsigned place = access.firstNumber; place && place <= access.lastNumber; ++place)
      if (place != access.layout && place != access.object && !types.isInteger(operands[place]))
        return broken("the operand, id " + Twine(operands[place]) + ", is no integer");
    if (Problem problem = checkLayout(matrix))
      return problem;
    if (Problem problem = checkStride())
      return problem;
    if (isPrefetch)
      return std::nullopt;
    if (Problem problem = checkFourBits(*matrix))
      return problem;
    return checkMemoryOperands();
  }

private:
  static Problem broken(const Twine &message) { return message.str(); }
  const SpirvMatrix *matrixOf(std::uint32_t value) const {
    return matrices.find(types.typeOf(value));
  }
  unsigned widthOf(std::uint32_t number) const { return types.definition(number)[2]; }
  const SpirvConstants &constants() const { return matrices.constants(); }

  Problem checkLayout(const SpirvMatrix *matrix) const {
    const std::uint32_t id = operands[access.layout];
    const std::optional<std::uint64_t> layout = constants().valueOf(id);
    if (!layout)
      return broken("the memory layout, id " + Twine(id) + ", is no constant integer");
    if (*layout > unsigned(MatrixLayout::packed))
      return broken("the memory layout is " + Twine(*layout) +
                    ", expected RowMajorKHR (0), ColumnMajorKHR (1) or PackedINTEL (2)");
    if (*layout != unsigned(MatrixLayout::packed) || !matrix)
      return std::nullopt;
    if (matrix->use == unsigned(MatrixUse::accumulator))
      return broken("accumulators have no layout PackedINTEL (2)");
    return widthOf(matrix->component) > 32
               ? broken("the layout PackedINTEL (2) packs components of at most 32 bits, found " +
                        Twine(widthOf(matrix->component)))
               : std::nullopt;
  }

  /// Two components share a byte, of which no instruction reads or writes half.
  Problem checkFourBits(const SpirvMatrix &matrix) const {
    if (widthOf(matrix.component) != 4)
      return std::nullopt;
    if (access.firstNumber)
      return "components of 4 bits are loaded and stored at whole bytes, by "
             "OpCooperativeMatrixLoadKHR and OpCooperativeMatrixStoreKHR";
    const std::uint64_t layout = *constants().valueOf(operands[access.layout]);
    const bool isAlongRows =
        layout == unsigned(MatrixLayout::rowMajor) ||
        (layout == unsigned(MatrixLayout::packed) && matrix.use == unsigned(MatrixUse::a));
    const std::uint64_t count = isAlongRows ? *matrix.columns : *matrix.rows;
    return count % 2 ? broken("the lines of the matrix have " + Twine(count) +
                              " components of 4 bits, of which two share a byte")
                     : std::nullopt;
  }

  Problem checkStride() const {
    if (operands.size() <= access.stride) {
      // What is prefetched without a stride is one piece.
      if (instruction.op == Op::CooperativeMatrixPrefetchINTEL)
        return std::nullopt;
      return broken("the layout " + Twine(*constants().valueOf(operands[access.layout])) +
                    " needs a stride");
    }
    const std::uint32_t id = operands[access.stride];
    if (!types.isInteger(id))
      return broken("the stride, id " + Twine(id) + ", is no integer");
    const std::optional<std::int64_t> stride = constants().signedValueOf(id);
    if (stride && (*stride < 0 || (*stride == 0 && access.object)))
      return broken("the stride is " + Twine(*stride) + ", expected " +
                    (access.object ? "more than 0" : "0 or more"));
    return std::nullopt;
  }

  Problem checkMemoryOperands() const {
    if (operands.size() <= access.memoryOperands())
      return std::nullopt;
    const std::uint32_t mask = operands[access.memoryOperands()];
    if (mask & ~knownMemoryOperands)
      return broken("the memory operands are " + Twine(mask) + ", expected no bits but those of " +
                    Twine(knownMemoryOperands));
    if (access.loads && (mask & makeAvailable))
      return broken("a load has no memory operand MakePointerAvailable (8)");
    if (access.object && (mask & makeVisible))
      return broken("a store has no memory operand MakePointerVisible (16)");
    std::size_t expected = access.memoryOperands() + 1;
    for (std::uint32_t bit : {aligned, makeAvailable, makeVisible, aliasScope, noAlias})
      expected += (mask & bit) != 0;
    return operands.size() == expected
               ? std::nullopt
               : broken("it has " + Twine(operands.size()) + " operand words, expected " +
                        Twine(expected) + " with memory operands " + Twine(mask));
  }

  const SpirvInstruction &instruction;
  const ArrayRef<std::uint32_t> operands;
  const SpirvMatrixAccess &access;
  const SpirvTypes &types;
  const SpirvMatrices &matrices;
};

} // namespace

Problem problemOfAccess(const SpirvInstruction &instruction, const SpirvMatrixAccess &access,
                        const SpirvTypes &types, const SpirvMatrices &matrices) {
  return Rules(instruction, access, types, matrices).check();
}

} // namespace heddle::compiler
