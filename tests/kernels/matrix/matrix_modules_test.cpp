// The SPIR-V instruction beyond the table: sizes that a module leaves open, shapes that no function
// of OpenCL C has, and combinations without a meaning, which are build failures and nothing worse.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_module.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

struct Combination {
  std::string name;
  MadFunction f;
};

void PrintTo(const Combination &combination, std::ostream *os) { *os << combination.name; }

MatrixModule matrixModule() {
  MatrixModule module;
  module.require(6236, "SPV_INTEL_subgroup_matrix_multiply_accumulate");
  return module;
}

std::string testName(const testing::TestParamInfo<Combination> &info) { return info.param.name; }

class MatrixShapeTest : public MatrixDeviceTest, public testing::WithParamInterface<Combination> {};

TEST_P(MatrixShapeTest, ComputesTheProduct) {
  const MadFunction &f = GetParam().f;
  MatrixModule module = matrixModule();
  std::optional<std::uint32_t> operands = f.operands;
  if (!f.operands)
    operands.reset();
  module.addMatrixKernel("k", /*subGroupSize=*/0,
                         {f.k, f.aType, f.bType, f.cType, f.cType, operands});
  const BuiltProgram built = device().buildIl(module.words());
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  Random random(3);
  Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b), c(f.m, f.n, f.c);
  fillMatrices(a, b, c, Fill::random, random);
  const Bytes bytesC = packC(f, c).laneMajor();
  const Bytes found =
      device().run(built.program, "k", {packA(f, a).laneMajor(), packB(f, b).laneMajor(), bytesC},
                   bytesC.size(), f.lanes(), f.lanes());
  ASSERT_EQ(found.size(), bytesC.size());
  EXPECT_EQ(difference(unpackC(f, Registers::fromLaneMajor(f.lanes(), componentCount(f.cType),
                                                           componentBits(f.cType), found.data())),
                       multiplyAdd(a, b, c), randomSumTolerance(f.a)),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Beyond, MatrixShapeTest,
    testing::Values(
        Combination{"ThreeRows",
                    {"", 16, 3, 16, Format::bf16, Format::bf16, Format::f32, "short3", "int8",
                     "float3", 0x3000}},
        Combination{
            "HalfTheDepth",
            {"", 8, 4, 16, Format::u8, Format::i8, Format::i32, "short4", "int4", "int4", 0x32}},
        Combination{
            "SixteenRowsOfB",
            {"", 16, 8, 64, Format::i8, Format::i8, Format::i32, "int8", "int16", "int8", 0x33}},
        Combination{
            "EightBitsByFour",
            {"", 16, 8, 32, Format::i8, Format::i4, Format::i32, "short8", "int4", "int8", 0x93}},
        Combination{
            "FourBitsByEight",
            {"", 8, 4, 32, Format::u4, Format::u8, Format::i32, "short4", "int8", "int4", 0x60}},
        Combination{"Tf32WithARowInEachComponent",
                    {"", 8, 4, 8, Format::tf32, Format::tf32, Format::f32, "float4", "float8",
                     "float4", 0x300}},
        Combination{
            "HalfAccumulatorOfSize8",
            {"", 8, 4, 16, Format::f16, Format::f16, Format::f16, "int4", "int8", "half4", 0xC00}},
        Combination{
            "FloatsWithoutOperandsWord",
            {"", 8, 8, 8, Format::f32, Format::f32, Format::f32, "float8", "float8", "float8", 0}},
        Combination{
            "FloatsInTheLayoutOfTf32",
            {"", 16, 4, 8, Format::f32, Format::f32, Format::f32, "float2", "float8", "float4", 0}},
        Combination{"Float8ByFloat4",
                    {"", 16, 8, 32, Format::e4m3, Format::e2m1, Format::f32, "short8", "int4",
                     "float8", 0x84000}},
        Combination{"Float4ByFloat8OfSize8",
                    {"", 8, 2, 32, Format::e2m1, Format::e5m2, Format::bf16, "short2", "int8",
                     "short2", 0x6000C}},
        // Sub-group size 32, one column a lane.
        Combination{"Bfloat16OfSize32",
                    {"", 32, 8, 32, Format::bf16, Format::bf16, Format::f32, "short8", "int16",
                     "float8", 0x3000}},
        Combination{
            "BytesOfSize32",
            {"", 32, 4, 32, Format::i8, Format::u8, Format::i32, "char4", "int8", "int4", 0x31}},
        Combination{
            "NibblesOfSize32",
            {"", 32, 8, 64, Format::u4, Format::i4, Format::i32, "char8", "int8", "int8", 0xC2}},
        Combination{"Tf32OfSize32",
                    {"", 32, 8, 16, Format::tf32, Format::tf32, Format::f32, "float4", "float16",
                     "float8", 0x300}},
        // And with 16 columns: even rows in the lower lanes, odd rows in the upper ones.
        Combination{"RowsAbreastOfBytes",
                    {"", 16, 8, 32, Format::i8, Format::i8, Format::i32, "short4", "int4", "int4",
                     0x33, 2}},
        Combination{"RowsAbreastOfBfloat16",
                    {"", 16, 4, 16, Format::bf16, Format::bf16, Format::f32, "short2", "int4",
                     "float2", 0x3000, 2}},
        Combination{"RowsAbreastOfHalf",
                    {"", 16, 8, 16, Format::f16, Format::f16, Format::f16, "short4", "int4",
                     "half4", 0xC00, 2}},
        Combination{"TwoRowsAbreast",
                    {"", 16, 2, 32, Format::e4m3, Format::e4m3, Format::f32, "short", "int4",
                     "float", 0xC000, 2}},
        Combination{"FourRowsAbreast",
                    {"", 16, 4, 32, Format::e4m3, Format::e5m2, Format::f32, "short2", "int4",
                     "float2", 0x24000, 2}},
        Combination{"RowsAbreastOfFloat8",
                    {"", 16, 8, 32, Format::e5m2, Format::e4m3, Format::bf16, "short4", "int4",
                     "short4", 0x1800C, 2}},
        Combination{"EvenRowsOfE5m2Abreast",
                    {"", 16, 8, 32, Format::e5m2, Format::e5m2, Format::f32, "short4", "int4",
                     "float4", 0x30000, 2}},
        Combination{"RowsAbreastOfFloat4",
                    {"", 16, 8, 64, Format::e2m1, Format::e2m1, Format::f32, "short4", "int4",
                     "float4", 0xC0000, 2}},
        Combination{"RowsAbreastOfFloat4InBfloat16",
                    {"", 16, 4, 64, Format::e2m1, Format::e2m1, Format::bf16, "short2", "int4",
                     "short2", 0xC000C, 2}}),
    testName);

// Sums that come in one format and leave in another: in float between them.
class MatrixAccumulatorTest : public MatrixDeviceTest {
protected:
  void expectProduct(const MadFunction &f, Format resultFormat, const std::string &resultType) {
    MatrixModule module = matrixModule();
    module.addMatrixKernel("k", 16, {f.k, f.aType, f.bType, f.cType, resultType, f.operands});
    const BuiltProgram built = device().buildIl(module.words());
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    Random random(4);
    Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b), c(f.m, f.n, f.c), wide(f.m, f.n, Format::f32);
    fillMatrices(a, b, c, Fill::random, random);
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned n = 0; n < f.n; ++n)
        wide.at(m, n) = bitsOfFloat(c.real(m, n));
    const Matrix sum = multiplyAdd(a, b, wide);
    Matrix expected(f.m, f.n, resultFormat);
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned n = 0; n < f.n; ++n)
        expected.at(m, n) = bitsOfValue(resultFormat, sum.real(m, n));
    MadFunction result = f;
    result.c = resultFormat;
    result.cType = resultType;
    const std::size_t bytes = packC(result, expected).laneMajor().size();
    const Bytes found =
        device().run(built.program, "k",
                     {packA(f, a).laneMajor(), packB(f, b).laneMajor(), packC(f, c).laneMajor()},
                     bytes, f.n, f.n);
    ASSERT_EQ(found.size(), bytes);
    // One unit of the last place where the machine sums in an order of its own.
    EXPECT_EQ(difference(unpackC(result, Registers::fromLaneMajor(
                                             f.n, f.m, componentBits(resultType), found.data())),
                         expected, sumsInReferenceOrder(f.a) ? 0 : 0.5),
              "");
  }
};

TEST_F(MatrixAccumulatorTest, GoesFromFloatToBfloat16) {
  expectProduct(
      {"", 16, 8, 16, Format::bf16, Format::bf16, Format::f32, "short8", "int8", "float8", 0x3008},
      Format::bf16, "short8");
}
TEST_F(MatrixAccumulatorTest, GoesFromBfloat16ToFloat) {
  expectProduct({"", 16, 2, 32, Format::e4m3, Format::e5m2, Format::bf16, "short2", "int8",
                 "short2", 0x24004},
                Format::f32, "float2");
}
TEST_F(MatrixAccumulatorTest, GoesFromHalfToFloat) {
  expectProduct(
      {"", 16, 1, 16, Format::f16, Format::f16, Format::f16, "short", "int8", "half", 0xC00},
      Format::f32, "float");
}
TEST_F(MatrixAccumulatorTest, GoesFromFloatToHalf) {
  expectProduct(
      {"", 16, 8, 16, Format::f16, Format::f16, Format::f32, "short8", "int8", "float8", 0xC00},
      Format::f16, "half8");
}

struct Refusal {
  std::string name;
  unsigned k;
  std::string a, b, c;
  std::optional<std::uint32_t> operands;
  std::string text;
  unsigned subGroupSize = 16;
  std::string result = ""; ///< as C when empty
};

void PrintTo(const Refusal &refusal, std::ostream *os) { *os << refusal.name; }

/// The combinations that the OpenCL environment lists, without an operands word: packed elements
/// are nothing that the types show. Floats alone are plain floats then (FloatsInTheLayoutOfTf32).
std::vector<Refusal> withoutOperands() {
  std::vector<Refusal> result;
  for (const MadFunction &f : madFunctions())
    if (f.hasInstruction() && f.a != Format::tf32)
      result.push_back({f.id(), f.k, f.aType, f.bType, f.cType, std::nullopt,
                        "has no packing in operands 0x0", f.n});
  return result;
}

class MatrixRefusalTest : public MatrixDeviceTest, public testing::WithParamInterface<Refusal> {};

TEST_P(MatrixRefusalTest, IsABuildFailureThatSaysWhy) {
  const Refusal &p = GetParam();
  MatrixModule module = matrixModule();
  module.addMatrixKernel("k", p.subGroupSize,
                         {p.k, p.a, p.b, p.c, p.result.empty() ? p.c : p.result, p.operands});
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
                "bfloat16 as 16-bit integers with their bit in the operands word"},
        Refusal{"HalfAccumulatorOfBfloat16", 16, "short8", "int8", "half8", 0x3000,
                "bf16 x bf16 accumulates in half, expected f16 x f16"},
        Refusal{"HalfAccumulatorOfFloat8", 32, "short8", "int8", "half8", 0xC000,
                "e4m3 x e4m3 accumulates in half"},
        Refusal{"ResultOfOtherHeight", 16, "short8", "int8", "float8", 0x3000,
                "expected as many rows", 16, "float4"},
        Refusal{"IntegersIntoFloat", 32, "short8", "int8", "int8", 0x33,
                "i8 x i8 accumulates in float", 16, "float8"},
        Refusal{"DoubleAccumulator", 16, "short8", "int8", "char8", 0x3000,
                "an accumulator has type <8 x i8>"},
        Refusal{"Float8ByBfloat16", 16, "char8", "int8", "float8", 0x6000,
                "A and B hold e4m3 x bf16"},
        Refusal{"ScaleBitsWithoutScales", 32, "short8", "int8", "float8", 0x30C000,
                "unknown bits 0x300000"},
        Refusal{"BytesInB", 32, "short8", "char8", "int8", 0x33,
                "matrix B has components of type i8, expected 32 bits"},
        Refusal{"LongComponentsOfA", 32, "long8", "int8", "int8", 0x33,
                "matrix A has components of type i64"},
        Refusal{"PartOfAWord", 4, "char8", "int", "int8", 0x63, "expected whole words of 32 bits"},
        Refusal{"FourLanes", 16, "int8", "int4", "int8", 0x33,
                "needs sub-group size 4, this device has 8, 16 and 32", 0},
        Refusal{"SixtyFourLanes", 64, "char8", "int16", "int8", 0x33,
                "needs sub-group size 64, this device has 8, 16 and 32", 0},
        Refusal{"RowsAbreastOfSize16", 32, "short4", "int4", "int4", 0x33,
                "needs sub-group size 32, the kernel's size is 16"},
        Refusal{"SixteenRowsAbreast", 32, "short8", "int4", "int8", 0x33,
                "the result has 16 rows, expected 1 to 8", 32},
        Refusal{"RowsAbreastOfAlone", 32, "short2", "int4", "int4", 0x33,
                "cannot hold 8 x 32 elements of i8", 32},
        Refusal{"MixedFloats", 16, "short8", "int8", "float8", 0x1800, "A and B hold bf16 x f16"},
        Refusal{"Tf32InIntegers", 8, "int4", "int8", "float8", 0x300,
                "matrix A holds tf32 in components of type i32, expected float"},
        Refusal{"AnotherSubGroupSize", 32, "int8", "int8", "int8", 0x33,
                "needs sub-group size 8, the kernel's size is 16"}),
    [](const auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(WithoutOperands, MatrixRefusalTest, testing::ValuesIn(withoutOperands()),
                         [](const auto &info) { return info.param.name; });

class AnyMatrixModuleTest : public MatrixDeviceTest {};

// Whatever an instruction says, a build works or tells what is wrong.
TEST_F(AnyMatrixModuleTest, NoCombinationOfTypesBreaksTheCompiler) {
  const std::vector<std::string> scalars = {"char", "short", "int", "long", "half", "float"};
  const std::vector<std::string> counts = {"", "2", "3", "4", "8", "16"};
  const unsigned depths[] = {0, 1, 4, 8, 16, 32, 64, 128, 0x80000000, 0xFFFFFFFF};
  const unsigned sizes[] = {0, 8, 16, 32};
  Random random(12);
  const auto anyType = [&] {
    return scalars[random.below(unsigned(scalars.size()))] +
           counts[random.below(unsigned(counts.size()))];
  };
  for (int i = 0; i < 150; ++i) {
    const bool isScaled = i % 3 == 0;
    MatrixInstruction instruction = {
        depths[random.below(10)], anyType(), anyType(), anyType(), "", {}};
    instruction.result = random.below(4) ? instruction.c : anyType();
    if (random.below(8)) // one packing of each factor, and any of the other bits
      instruction.operands =
          0x10u << 2 * random.below(8) | 0x20u << 2 * random.below(8) | (random.next() & 0x30000F);
    if (isScaled)
      instruction.scale = random.below(2) ? "uchar" + counts[random.below(6)] : anyType();
    MatrixModule module = matrixModule();
    if (isScaled)
      module.require(6263, "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate");
    module.addMatrixKernel("k", sizes[random.below(4)], instruction);
    const BuiltProgram built = device().buildIl(module.words());
    if (built.error == CL_SUCCESS)
      continue;
    EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(built.log.find("matrix multiply-accumulate"), std::string::npos)
        << "module " << i << ", K = " << instruction.k << ", " << instruction.a << " * "
        << instruction.b << " + " << instruction.c << " -> " << instruction.result << ", scales "
        << instruction.scale << ": the log is: " << built.log;
  }
}

} // namespace
} // namespace heddle::test
