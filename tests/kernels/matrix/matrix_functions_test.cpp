// Every matrix function in every shape, as OpenCL C, as a SPIR-V instruction and as a function that
// a module imports, against the exact reference. The functions of a family are kernels of one
// program, built once.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_module.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <tuple>

namespace heddle::test {
namespace {

// Two full sub-groups in each work-group, and a promise that no work-group is smaller: code for
// sub-groups that are not full, which matrix_kernels_test.cpp looks at, would take most of the
// build time.
constexpr unsigned subGroupsInGroup = 2;
constexpr char options[] = "-cl-std=CL3.0 -cl-uniform-work-group-size";

/// d[i] = c[i] + sum over steps of a * b, chained on the accumulator in a loop.
std::string kernelText(const MadFunction &f) {
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(f.n) +
         "), reqd_work_group_size(" + std::to_string(subGroupsInGroup * f.n) +
         ", 1, 1))) kernel void " + f.id() + "(global const " + f.aType + " *a, global const " +
         f.bType + " *b, global const " + f.cType + " *c, global " + f.cType +
         " *d, uint steps, uint stride) {\n  size_t i = get_global_id(0);\n  " + f.cType +
         " acc = c[i];\n  for (uint s = 0; s < steps; ++s)\n    acc = " + f.function +
         "(a[i + s * stride], b[i + s * stride], acc);\n  d[i] = acc;\n}\n";
}

/// How a program comes to a function.
enum class Way { source, instruction, imported };

/// The functions of one size that the extensions list, or those that no extension lists: programs
/// of half the size each.
struct Family {
  unsigned n;
  bool unlisted;
  bool contains(const MadFunction &f) const {
    const bool other = !f.hasInstruction() || bitsOf(f.a) != bitsOf(f.b) || isSmallFloat(f.a);
    return f.n == n && other == unlisted;
  }
};

/// What a module imports is what the source calls, once it is found: of a target that is named, not
/// all are built again.
bool isImported(const MadFunction &f) {
  constexpr unsigned rows = 8;
  const char *target = std::getenv("HEDDLE_TARGET");
  return !target || !*target || f.m == rows;
}

BuiltProgram build(const Family &family, Way way) {
  std::string source;
  MatrixModule module;
  module.require(6236, "SPV_INTEL_subgroup_matrix_multiply_accumulate");
  for (const MadFunction &f : madFunctions()) {
    if (!family.contains(f) || (way == Way::imported && !isImported(f)))
      continue;
    const unsigned localSize = subGroupsInGroup * f.n;
    if (way == Way::source)
      source += kernelText(f);
    else if (way == Way::imported)
      module.addImportKernel(f.id(), f.n, mangledName(f), f.aType, f.bType, f.cType, localSize);
    else if (f.hasInstruction())
      module.addMatrixKernel(f.id(), f.n, {f.k, f.aType, f.bType, f.cType, f.cType, f.operands},
                             localSize);
  }
  return way == Way::source
             ? MatrixDevice::get().buildSource(source, options)
             : MatrixDevice::get().buildIl(module.words(), "-cl-uniform-work-group-size");
}

/// The program that has a function, built once.
const BuiltProgram &programOf(const MadFunction &f, Way way) {
  static std::map<std::tuple<unsigned, bool, Way>, BuiltProgram> programs;
  const Family family = {f.n, !Family{f.n, false}.contains(f)};
  auto [entry, isNew] = programs.try_emplace({family.n, family.unlisted, way});
  if (isNew)
    entry->second = build(family, way);
  return entry->second;
}

/// Operands and results of many sub-groups, each with its own matrices.
class Problem {
public:
  Problem(const MadFunction &f, Fill fill, unsigned subGroups, unsigned steps)
      : f(f), subGroups(subGroups), steps(steps) {
    Random random(std::uint64_t(fill) * 1000 + f.m * 10 + f.n);
    std::vector<Matrix> sums;
    for (unsigned step = 0; step < steps; ++step)
      for (unsigned group = 0; group < subGroups; ++group) {
        Matrix x(f.m, f.k, f.a), y(f.k, f.n, f.b), z(f.m, f.n, f.c);
        fillMatrices(x, y, z, fill, random);
        if (step == 0) {
          sums.push_back(z);
          anyOrder.emplace_back(z);
          append(c, packC(f, z));
        }
        sums[group] = multiplyAdd(x, y, sums[group]);
        anyOrder[group].add(x, y);
        // A NaN where no element is: it must not get into the result.
        append(a, packA(f, x, 0x7FC00000));
        append(b, packB(f, y));
      }
    expected = std::move(sums);
  }

  std::size_t workItems() const { return std::size_t(subGroups) * f.n; }

  void check(const Bytes &found) const {
    ASSERT_EQ(found.size(), c.size());
    const std::size_t bytes = c.size() / subGroups;
    for (unsigned group = 0; group < subGroups; ++group) {
      const Registers registers =
          Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType), found.data() + group * bytes);
      const Matrix result = unpackC(f, registers);
      EXPECT_EQ(sumsInReferenceOrder(f.a) ? difference(result, expected[group])
                                          : anyOrder[group].difference(result),
                "")
          << "sub-group " << group;
    }
  }

  const MadFunction &f;
  unsigned subGroups, steps;
  Bytes a, b, c;

private:
  static void append(Bytes &all, const Registers &registers) {
    const Bytes bytes = registers.laneMajor();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  std::vector<Matrix> expected;
  std::vector<AnyOrderSums> anyOrder;
};

class MatrixFunctionTest : public MatrixDeviceTest,
                           public testing::WithParamInterface<MadFunction> {
protected:
  void run(Way way, Fill fill, unsigned steps) {
    const BuiltProgram &built = programOf(GetParam(), way);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const Problem problem(GetParam(), fill, 6, steps);
    std::vector<cl_uint> numbers;
    if (way == Way::source) // only these kernels have a loop
      numbers = {steps, cl_uint(problem.workItems())};
    problem.check(device().run(built.program, GetParam().id(), {problem.a, problem.b, problem.c},
                               problem.c.size(), problem.workItems(),
                               subGroupsInGroup * GetParam().n, numbers));
  }
  void runSource(Fill fill, unsigned steps) { run(Way::source, fill, steps); }
};

TEST_P(MatrixFunctionTest, MultipliesRandomMatrices) { runSource(Fill::random, 1); }
TEST_P(MatrixFunctionTest, ChainsOnTheAccumulatorInALoop) { runSource(Fill::random, 3); }
TEST_P(MatrixFunctionTest, ReturnsTheAccumulatorAfterNoStep) {
  const BuiltProgram &built = programOf(GetParam(), Way::source);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Problem problem(GetParam(), Fill::random, 2, 1);
  EXPECT_EQ(device().run(built.program, GetParam().id(), {problem.a, problem.b, problem.c},
                         problem.c.size(), problem.workItems(), subGroupsInGroup * GetParam().n,
                         {0, 0}),
            problem.c);
}
TEST_P(MatrixFunctionTest, PutsOneProductWhereTheLayoutSays) { runSource(Fill::oneHot, 1); }
TEST_P(MatrixFunctionTest, WrapsAndIsExactAtTheEndsOfTheRanges) { runSource(Fill::extremes, 2); }
TEST_P(MatrixFunctionTest, KeepsInfinitiesNaNsDenormalsAndSignedZeros) {
  runSource(Fill::special, 1);
}
INSTANTIATE_TEST_SUITE_P(Table, MatrixFunctionTest, testing::ValuesIn(madFunctions()),
                         [](const auto &info) { return info.param.id(); });

class ImportedFunctionTest : public MatrixFunctionTest {};

TEST_P(ImportedFunctionTest, IsFoundByItsName) { run(Way::imported, Fill::random, 1); }

std::vector<MadFunction> importedFunctions() {
  std::vector<MadFunction> result;
  std::copy_if(madFunctions().begin(), madFunctions().end(), std::back_inserter(result),
               isImported);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Table, ImportedFunctionTest, testing::ValuesIn(importedFunctions()),
                         [](const auto &info) { return info.param.id(); });

/// Those that SPIR-V has an instruction for.
class MatrixInstructionTest : public MatrixFunctionTest {};

TEST_P(MatrixInstructionTest, MultipliesRandomMatrices) { run(Way::instruction, Fill::random, 1); }
TEST_P(MatrixInstructionTest, IsExactAtTheEndsOfTheRanges) {
  run(Way::instruction, Fill::extremes, 1);
}

std::vector<MadFunction> functionsWithInstruction() {
  std::vector<MadFunction> result;
  for (const MadFunction &f : madFunctions())
    if (f.hasInstruction())
      result.push_back(f);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Table, MatrixInstructionTest,
                         testing::ValuesIn(functionsWithInstruction()),
                         [](const auto &info) { return info.param.id(); });

} // namespace
} // namespace heddle::test
