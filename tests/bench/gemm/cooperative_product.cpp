#include "tests/bench/gemm/cooperative_product.hpp"

#include "tests/kernels/harness/spirv_module.hpp"

namespace heddle::bench {

namespace {

using namespace test::spv;
using test::SpirvModule;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;

constexpr std::uint16_t opPtrAccessChain = 67, opCompositeConstruct = 80,
                        opTypeCooperativeMatrix = 4456, opCooperativeMatrixLoad = 4457,
                        opCooperativeMatrixStore = 4458, opCooperativeMatrixMulAdd = 4459;
constexpr std::uint32_t cooperativeMatrix = 6022, packedCooperativeMatrix = 6434,
                        bfloatCooperativeMatrix = 6437, workgroupIdBuiltIn = 26;
constexpr std::uint32_t subgroupScope = 3, rowMajor = 0, packed = 2;
enum Use : std::uint32_t { useA, useB, useAccumulator };
constexpr std::uint32_t allSigned = 0xF, bfloatFactors = 0x40;
constexpr std::uint32_t tile = 16;

class Product : public SpirvModule {
public:
  Product(bool isBytes, bool takesRowMajorB) : rowMajorB(takesRowMajorB) {
    require(cooperativeMatrix, "SPV_KHR_cooperative_matrix");
    if (!isBytes || !takesRowMajorB)
      require(isBytes ? packedCooperativeMatrix : bfloatCooperativeMatrix,
              "SPV_INTEL_joint_matrix");
    if (!isBytes && !takesRowMajorB)
      require(packedCooperativeMatrix);
    element = type(isBytes ? "char" : "short");
    sum = type(isBytes ? "int" : "float");
    elementsOfWord = isBytes ? 4 : 2;
    step = isBytes ? 64 : 32;
    operands = isBytes ? allSigned : bfloatFactors;
    typeA = matrixType(element, tile, step, useA);
    typeB = matrixType(element, step, tile, useB);
    typeC = matrixType(sum, tile, tile, useAccumulator);
    longType = type("long");
  }

  void write(const std::string &name) {
    const Id elements = pointerTo(element), sums = pointerTo(sum), integer = type("int");
    const Words parameters =
        beginKernel(name, {elements, elements, sums, integer, integer}, tile, tile);
    a = parameters[0];
    b = parameters[1];
    c = parameters[2];
    const Id entry = newId(), loop = newId(), body = newId(), exit = newId();
    instruction(opBranch, {entry});
    instruction(opLabel, {entry});
    n = value(opUConvert, longType, {parameters[3]});
    k = value(opUConvert, longType, {parameters[4]});
    const Id groups = value(opLoad, type("long3"), {builtIn(workgroupIdBuiltIn, "long3")});
    row = times(value(opCompositeExtract, longType, {groups, 1}), cooperativeRows);
    column = times(value(opCompositeExtract, longType, {groups, 0}), cooperativeColumns);
    const Id zero = value(opCompositeConstruct, typeC, {newGlobal(opConstant, sum, {0})});
    instruction(opBranch, {loop});

    instruction(opLabel, {loop});
    const Id first = newId(), nextFirst = newId();
    instruction(opPhi, {longType, first, wide(0), entry, nextFirst, body});
    Id totals[4], nextTotals[4];
    for (int i = 0; i < 4; ++i) {
      totals[i] = newId();
      nextTotals[i] = newId();
      instruction(opPhi, {typeC, totals[i], zero, entry, nextTotals[i], body});
    }
    instruction(opBranchConditional, {value(opULessThan, type("bool"), {first, k}), body, exit});

    instruction(opLabel, {body});
    Id rows[2], columns[2];
    for (std::uint32_t i = 0; i < 2; ++i) {
      rows[i] = loadA(i, first);
      columns[i] = loadB(i, first);
    }
    for (int i = 0; i < 4; ++i)
      instruction(opCooperativeMatrixMulAdd,
                  {typeC, nextTotals[i], rows[i / 2], columns[i % 2], totals[i], operands});
    instruction(opIAdd, {longType, nextFirst, first, wide(step)});
    instruction(opBranch, {loop});

    instruction(opLabel, {exit});
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Id line = times(plus(row, wide(i / 2 * tile)), n);
      const Id place = plus(line, plus(column, wide(i % 2 * tile)));
      instruction(opCooperativeMatrixStore,
                  {value(opPtrAccessChain, sums, {c, place}), totals[i], constant(rowMajor), n});
    }
    endKernel();
  }

private:
  Id matrixType(Id of, std::uint32_t rows, std::uint32_t columns, Use use) {
    return newType(opTypeCooperativeMatrix,
                   {of, constant(subgroupScope), constant(rows), constant(columns), constant(use)});
  }
  Id wide(std::uint32_t number) {
    Id &id = wideConstants[number];
    return id ? id : id = newGlobal(opConstant, longType, {number, 0});
  }
  Id plus(Id x, Id y) { return value(opIAdd, longType, {x, y}); }
  Id times(Id x, Id y) { return value(opIMul, longType, {x, y}); }
  Id times(Id x, std::size_t y) { return times(x, wide(std::uint32_t(y))); }

  Id loadA(std::uint32_t i, Id first) {
    const Id place = plus(times(plus(row, wide(i * tile)), k), first);
    const Id pointer = value(opPtrAccessChain, pointerTo(element), {a, place});
    return value(opCooperativeMatrixLoad, typeA, {pointer, constant(rowMajor), k});
  }
  /// A panel has k lines of 16 elements, so many of which are side by side as fit a word.
  Id loadB(std::uint32_t j, Id first) {
    const Id left = plus(column, wide(j * tile));
    const Id place = rowMajorB ? plus(times(first, n), left)
                               : plus(times(left, k), times(first, std::size_t(tile)));
    const Id pointer = value(opPtrAccessChain, pointerTo(element), {b, place});
    return value(opCooperativeMatrixLoad, typeB,
                 {pointer, constant(rowMajorB ? rowMajor : packed),
                  rowMajorB ? n : wide(tile * elementsOfWord)});
  }

  bool rowMajorB;
  Id element, sum, longType, typeA, typeB, typeC;
  std::uint32_t elementsOfWord, step, operands;
  std::map<std::uint32_t, Id> wideConstants;
  Id a = 0, b = 0, c = 0, n = 0, k = 0, row = 0, column = 0;
};

} // namespace

std::vector<std::uint32_t> cooperativeProduct(const std::string &kernel, bool isBytes,
                                              bool takesRowMajorB) {
  Product product(isBytes, takesRowMajorB);
  product.write(kernel);
  return product.words();
}

} // namespace heddle::bench
