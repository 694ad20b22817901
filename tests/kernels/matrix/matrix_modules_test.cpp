// The SPIR-V instruction beyond the table: sizes that a module leaves open, shapes that no function
// of OpenCL C has, and combinations without a meaning, which are build failures and nothing worse.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"
#include "tests/kernels/matrix/spirv_module.hpp"

namespace heddle::test {
namespace {

struct Combination {
  std::string name;
  MadFunction f;
};

void PrintTo(const Combination &combination, std::ostream *os) { *os << combination.name; }

SpirvModule matrixModule() {
  SpirvModule module;
  module.require(6236, "SPV_INTEL_subgroup_matrix_multiply_accumulate");
  return module;
}

std::string testName(const testing::TestParamInfo<Combination> &info) { return info.param.name; }

class MatrixShapeTest : public MatrixDeviceTest, public testing::WithParamInterface<Combination> {};

TEST_P(MatrixShapeTest, ComputesTheProduct) {
  const MadFunction &f = GetParam().f;
  SpirvModule module = matrixModule();
  module.addMatrixKernel("k", /*subGroupSize=*/0, f.k, f.aType, f.bType, f.cType, f.operands);
  const BuiltProgram built = device().buildIl(module.words());
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  Random random(3);
  Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b), c(f.m, f.n, f.c);
  fillMatrices(a, b, c, Fill::random, random);
  const Bytes bytesC = packC(f, c).laneMajor();
  const Bytes found =
      device().run(built.program, "k", {packA(f, a).laneMajor(), packB(f, b).laneMajor(), bytesC},
                   bytesC.size(), f.n, f.n);
  ASSERT_EQ(found.size(), bytesC.size());
  EXPECT_EQ(difference(unpackC(f, Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType),
                                                           found.data())),
                       multiplyAdd(a, b, c), randomSumTolerance(f.a)),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Beyond, MatrixShapeTest,
    testing::Values(Combination{"ThreeRows",
                                {"", 16, 3, 16, Format::bf16, Format::bf16, Format::f32, "short3",
                                 "int8", "float3", 0x3000}},
                    Combination{"HalfTheDepth",
                                {"", 8, 4, 16, Format::u8, Format::i8, Format::i32, "short4",
                                 "int4", "int4", 0x32}},
                    Combination{"SixteenRowsOfB",
                                {"", 16, 8, 64, Format::i8, Format::i8, Format::i32, "int8",
                                 "int16", "int8", 0x33}},
                    Combination{"EightBitsByFour",
                                {"", 16, 8, 32, Format::i8, Format::i4, Format::i32, "short8",
                                 "int4", "int8", 0x93}},
                    Combination{"FourBitsByEight",
                                {"", 8, 4, 32, Format::u4, Format::u8, Format::i32, "short4",
                                 "int8", "int4", 0x60}},
                    Combination{"Tf32WithARowInEachComponent",
                                {"", 8, 4, 8, Format::tf32, Format::tf32, Format::f32, "float4",
                                 "float8", "float4", 0x300}}),
    testName);

struct Refusal {
  std::string name;
  unsigned k;
  std::string a, b, c;
  std::optional<std::uint32_t> operands;
  std::string text;
};

void PrintTo(const Refusal &refusal, std::ostream *os) { *os << refusal.name; }

class MatrixRefusalTest : public MatrixDeviceTest, public testing::WithParamInterface<Refusal> {};

TEST_P(MatrixRefusalTest, IsABuildFailureThatSaysWhy) {
  const Refusal &p = GetParam();
  SpirvModule module = matrixModule();
  module.addMatrixKernel("k", 16, p.k, p.a, p.b, p.c, p.operands);
  const BuiltProgram built = device().buildIl(module.words());
  EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(built.log.find(p.text), std::string::npos) << "the log is: " << built.log;
}

INSTANTIATE_TEST_SUITE_P(
    Combinations, MatrixRefusalTest,
    testing::Values(
        Refusal{"NoOperandsWord", 16, "short8", "int8", "float8", std::nullopt,
                "matrix A of type <8 x i16> has no packing in operands 0x0"},
        Refusal{"NoPackingOfB", 32, "short8", "int8", "int8", 0x11, "matrix B of type <8 x i32>"},
        Refusal{"TwoPackings", 32, "short8", "int8", "int8", 0x73, "more than one packing"},
        Refusal{"UnknownBits", 32, "short8", "int8", "int8", 0x400033, "unknown bits 0x400000"},
        // Our own bits, of 2-bit integers.
        Refusal{"InternalBits", 32, "short8", "int2", "int8", 0x80000013,
                "unknown bits 0x80000000"},
        Refusal{"WrongDepth", 16, "short8", "int8", "int8", 0x33,
                "K is 16, and matrix B of type <8 x i32> holds 32 rows of i8"},
        Refusal{"DepthZero", 0, "short8", "int8", "int8", 0x33, "K is 0"},
        Refusal{"TooManyRows", 32, "short16", "int8", "int16", 0x33,
                "the result has 16 rows, expected 1 to 8"},
        Refusal{"RowsOfADiffer", 32, "short4", "int8", "int8", 0x33,
                "cannot hold 8 x 32 elements of i8"},
        Refusal{"FloatAccumulatorForIntegers", 32, "short8", "int8", "float8", 0x33,
                "i8 x i8 accumulates in float"},
        Refusal{"IntegerAccumulatorForFloats", 16, "short8", "int8", "int8", 0x3000,
                "bf16 x bf16 accumulates in 32-bit integers"},
        Refusal{"OneBfloatAccumulator", 16, "short8", "int8", "short8", 0x3004,
                "only one of C and the result"},
        Refusal{"MixedFloats", 16, "short8", "int8", "float8", 0x1800, "A and B hold bf16 x f16"},
        Refusal{"Tf32InIntegers", 8, "int4", "int8", "float8", 0x300,
                "matrix A holds tf32 in components of type i32, expected float"},
        Refusal{"AnotherSubGroupSize", 32, "int8", "int8", "int8", 0x33,
                "needs sub-group size 8, the kernel's size is 16"}),
    [](const auto &info) { return info.param.name; });

} // namespace
} // namespace heddle::test
