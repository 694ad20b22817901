// The draft instruction for products with scales, at sub-group sizes 16 and 32, and the functions
// of its kind.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_module.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <functional>
#include <map>

namespace heddle::test {
namespace {

struct ScaledCase {
  std::string name;
  MadFunction f; ///< operands with the scale bits; no function has a name
  unsigned blocks = 1;
};

void PrintTo(const ScaledCase &scaledCase, std::ostream *os) { *os << scaledCase.name; }

/// Exponents with a bias of 127: of A for each row and block, of B for each column and block.
struct Scales {
  std::vector<std::uint8_t> a, b;
};

/// Each block's products as an operation adds them to zero, times the scales, added to the sum with
/// one rounding; narrow results are rounded at the end.
Matrix scaledMultiplyAdd(const ScaledCase &p, const Matrix &a, const Matrix &b, const Matrix &c,
                         const Scales &scales, Format result) {
  const MadFunction &f = p.f;
  Matrix d(f.m, f.n, result);
  for (unsigned m = 0; m < f.m; ++m)
    for (unsigned n = 0; n < f.n; ++n) {
      float sum = c.real(m, n);
      for (unsigned block = 0; block < p.blocks; ++block) {
        float product = 0;
        for (unsigned k = f.k / p.blocks * block; k < f.k / p.blocks * (block + 1); ++k)
          product = std::fma(a.real(m, k), b.real(k, n), product);
        const int x = scales.a[m * p.blocks + block], y = scales.b[n * p.blocks + block];
        if (x == 255 || y == 255)
          product = NAN;
        sum = float(std::ldexp(static_cast<long double>(product), x + y - 254) + sum);
      }
      d.at(m, n) = bitsOfValue(result, sum);
    }
  return d;
}

/// What a kernel with these operands leaves.
struct ScaledKernel {
  const ScaledCase &p;
  Format result;
  std::string resultType;
};

/// Scales as lanes hold them: those of row m in lane m, of column n in lane n. No other counts.
Bytes laneScales(const ScaledCase &p, const std::vector<std::uint8_t> &scales) {
  Bytes bytes(std::size_t(p.f.lanes()) * p.blocks, 255);
  std::copy(scales.begin(), scales.end(), bytes.begin());
  return bytes;
}

/// Runs the kernel on matrices and scales made from the seed, and says what differs.
std::string differenceOfRun(const ScaledKernel &kernel, const BuiltProgram &built,
                            const std::string &name, Fill fill, unsigned seed,
                            const std::function<std::uint8_t(Random &)> &scale, double tolerance) {
  const ScaledCase &p = kernel.p;
  const MadFunction &f = p.f;
  Random random(seed);
  Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b), c(f.m, f.n, f.c);
  fillMatrices(a, b, c, fill, random);
  Scales scales;
  for (unsigned i = 0; i < f.m * p.blocks; ++i)
    scales.a.push_back(scale(random));
  for (unsigned i = 0; i < f.n * p.blocks; ++i)
    scales.b.push_back(scale(random));
  MadFunction ofResult = f;
  ofResult.c = kernel.result;
  ofResult.cType = kernel.resultType;
  const std::size_t bytes = packC(ofResult, Matrix(f.m, f.n, kernel.result)).laneMajor().size();
  const Bytes found = MatrixDevice::get().run(built.program, name,
                                              {packA(f, a).laneMajor(), packB(f, b).laneMajor(),
                                               packC(f, c).laneMajor(), laneScales(p, scales.a),
                                               laneScales(p, scales.b)},
                                              bytes, f.lanes(), f.lanes());
  if (found.size() != bytes)
    return "the kernel left " + std::to_string(found.size()) + " bytes";
  const Matrix d =
      unpackC(ofResult, Registers::fromLaneMajor(f.lanes(), componentCount(kernel.resultType),
                                                 componentBits(kernel.resultType), found.data()));
  return difference(d, scaledMultiplyAdd(p, a, b, c, scales, kernel.result), tolerance);
}

/// Where the machine sums in an order of its own: 64 products below 16, scaled by at most 2^6.
double toleranceOf(Format factors, Format result) {
  return sumsInReferenceOrder(factors) ? 0
                                       : 64 * 16 * 64 * (result == Format::f32 ? 0x1p-20 : 0x1p-7);
}

class ScaledMatrixTest : public MatrixDeviceTest, public testing::WithParamInterface<ScaledCase> {
protected:
  static MatrixModule module(const ScaledCase &p, bool withLiteral) {
    const MadFunction &f = p.f;
    MatrixModule result;
    result.require(6236, "SPV_INTEL_subgroup_matrix_multiply_accumulate");
    result.require(6263, "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate");
    std::optional<std::uint32_t> operands;
    if (withLiteral)
      operands = f.operands;
    result.addMatrixKernel(
        "k", f.lanes(),
        {f.k, f.aType, f.bType, f.cType, f.cType, operands, p.blocks == 1 ? "uchar" : "uchar2"});
    return result;
  }

  /// Each case's program is built once.
  const BuiltProgram &program() {
    static std::map<std::string, BuiltProgram> programs;
    auto [entry, isNew] = programs.try_emplace(GetParam().name);
    if (isNew)
      entry->second = device().buildIl(module(GetParam(), true).words());
    return entry->second;
  }

  void run(Fill fill, const std::function<std::uint8_t(Random &)> &scale) {
    const BuiltProgram &built = program();
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    for (unsigned seed = 1; seed <= 4; ++seed)
      EXPECT_EQ(differenceOfRun({GetParam(), GetParam().f.c, GetParam().f.cType}, built, "k", fill,
                                seed, scale, tolerance),
                "")
          << "seed " << seed;
  }

  double tolerance = 0;
};

TEST_P(ScaledMatrixTest, ScalesRowsOfAAndColumnsOfB) {
  tolerance = toleranceOf(GetParam().f.a, GetParam().f.c);
  run(Fill::random, [](Random &random) { return std::uint8_t(124 + random.below(7)); });
}

TEST_P(ScaledMatrixTest, PutsOneProductWhereTheLayoutSays) {
  run(Fill::oneHot, [](Random &random) { return std::uint8_t(120 + random.below(15)); });
}

TEST_P(ScaledMatrixTest, TakesTheExponentOf255ForNaN) {
  if (!sumsInReferenceOrder(GetParam().f.a))
    tolerance = 64 * 16 * (GetParam().f.c == Format::f32 ? 0x1p-20 : 0x1p-7);
  run(Fill::random, [](Random &random) { return std::uint8_t(random.below(12) ? 127 : 255); });
}

TEST_P(ScaledMatrixTest, MultipliesByAnyPowerOfTwo) {
  run(Fill::oneHot, [](Random &random) { return std::uint8_t(random.below(255)); });
}

TEST_P(ScaledMatrixTest, KeepsInfinitiesNaNsDenormalsAndSignedZeros) {
  if (!sumsInReferenceOrder(GetParam().f.a))
    GTEST_SKIP() << "this target sums products of " << GetParam().name
                 << " in an order of its own, and takes denormals as zero";
  run(Fill::special, [](Random &random) { return std::uint8_t(126 + random.below(3)); });
}

TEST_P(ScaledMatrixTest, NeedsTheOperandsWordToKnowTheFormat) {
  const BuiltProgram built = device().buildIl(module(GetParam(), false).words());
  EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(built.log.find("has no packing in operands 0x0"), std::string::npos) << built.log;
}

std::vector<ScaledCase> scaledCases() {
  constexpr std::uint32_t scaleBits = 0x300000;
  struct Row {
    Format a, b;
    unsigned k, blocks;
    std::uint32_t operands;
    Format narrow; ///< the accumulator beside f32
    std::string name;
  };
  const Row rows[] = {
      {Format::f16, Format::f16, 16, 1, 0xC00, Format::f16, "f16"},
      {Format::bf16, Format::bf16, 16, 1, 0x3000, Format::bf16, "bf16"},
      {Format::e4m3, Format::e4m3, 32, 1, 0xC000, Format::bf16, "e4m3"},
      {Format::e4m3, Format::e5m2, 32, 1, 0x24000, Format::bf16, "e4m3_e5m2"},
      {Format::e5m2, Format::e4m3, 32, 1, 0x18000, Format::bf16, "e5m2_e4m3"},
      {Format::e5m2, Format::e5m2, 32, 1, 0x30000, Format::bf16, "e5m2"},
      {Format::e2m1, Format::e2m1, 64, 2, 0xC0000, Format::bf16, "e2m1"},
  };
  std::vector<ScaledCase> cases;
  for (const Row &row : rows)
    for (unsigned abreast : {1u, 2u})
      for (Format c : {Format::f32, row.narrow}) {
        const std::string count = abreast == 1 ? "8" : "4";
        const std::string type = c == Format::f32 ? "float" : c == Format::f16 ? "half" : "short";
        const std::uint32_t bits = row.operands | scaleBits | (c == Format::bf16 ? 0xC : 0);
        cases.push_back({row.name + "_" + type + (abreast == 1 ? "_size16" : "_size32"),
                         {"", 16, 8, row.k, row.a, row.b, c, "short" + count, "int" + count,
                          type + count, bits, abreast},
                         row.blocks});
      }
  // Beyond the draft: fewer rows, no scale bits, two blocks of 8-bit floats with infinities.
  cases.push_back(
      {"two_rows_without_scale_bits",
       {"", 16, 2, 32, Format::e4m3, Format::e4m3, Format::f32, "short2", "int8", "float2", 0xC000},
       1});
  cases.push_back({"one_row",
                   {"", 16, 1, 64, Format::e2m1, Format::e2m1, Format::f32, "short", "int8",
                    "float", 0xC0000 | scaleBits},
                   2});
  cases.push_back({"two_blocks_of_e5m2",
                   {"", 16, 8, 64, Format::e5m2, Format::e5m2, Format::f32, "int8", "int16",
                    "float8", 0x30000 | scaleBits},
                   2});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Formats, ScaledMatrixTest, testing::ValuesIn(scaledCases()),
                         [](const auto &info) { return info.param.name; });

/// One overload of builtins/include/subgroup_scaled_matrix.def.
struct ScaledFunction {
  ScaledCase p;
  Format result;
  std::string resultType, scaleType;
};

void PrintTo(const ScaledFunction &function, std::ostream *os) { *os << function.p.name; }

std::vector<ScaledFunction> scaledFunctions() {
  std::vector<ScaledFunction> functions;
#define HEDDLE_SCALED_MATRIX_MAD(function, K, aFormat, bFormat, cFormat, dFormat, cType, dType,    \
                                 scaleType, bits)                                                  \
  functions.push_back({{#function "_of_" #cType,                                                   \
                        {#function, 16, 8, K, Format::aFormat, Format::bFormat, Format::cFormat,   \
                         "short8", "int8", #cType, bits},                                          \
                        componentCount(#scaleType)},                                               \
                       Format::dFormat,                                                            \
                       #dType,                                                                     \
                       #scaleType});
#include "builtins/include/subgroup_scaled_matrix.def"
  return functions;
}

class ScaledFunctionTest : public MatrixDeviceTest,
                           public testing::WithParamInterface<ScaledFunction> {
protected:
  /// Kernels of all functions, named after them, are built once.
  static const BuiltProgram &program() {
    static const BuiltProgram built = [] {
      std::string source;
      for (const ScaledFunction &function : scaledFunctions()) {
        const MadFunction &f = function.p.f;
        source += "__attribute__((intel_reqd_sub_group_size(16))) kernel void " + function.p.name +
                  "(global const short8 *a, global const int8 *b, global const " + f.cType +
                  " *c, global const " + function.scaleType + " *x, global const " +
                  function.scaleType + " *y, global " + function.resultType +
                  " *d) {\n  size_t i = get_global_id(0);\n  d[i] = " + f.function +
                  "(a[i], b[i], c[i], x[i], y[i]);\n}\n";
      }
      return MatrixDevice::get().buildSource(source);
    }();
    return built;
  }
};

TEST_P(ScaledFunctionTest, DoesWhatTheInstructionDoes) {
  const ScaledFunction &function = GetParam();
  ASSERT_EQ(program().error, CL_SUCCESS) << program().log;
  for (unsigned seed = 1; seed <= 2; ++seed)
    EXPECT_EQ(differenceOfRun(
                  {function.p, function.result, function.resultType}, program(), function.p.name,
                  Fill::random, seed,
                  [](Random &random) { return std::uint8_t(124 + random.below(7)); },
                  toleranceOf(function.p.f.a, function.result)),
              "")
        << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Table, ScaledFunctionTest, testing::ValuesIn(scaledFunctions()),
                         [](const auto &info) { return info.param.p.name; });

struct ScaledRefusal {
  std::string name;
  MatrixInstruction instruction;
  std::string text;
};

void PrintTo(const ScaledRefusal &refusal, std::ostream *os) { *os << refusal.name; }

class ScaledRefusalTest : public MatrixDeviceTest,
                          public testing::WithParamInterface<ScaledRefusal> {};

TEST_P(ScaledRefusalTest, IsABuildFailureThatSaysWhy) {
  MatrixModule module;
  module.require(6263, "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate");
  module.addMatrixKernel("k", 16, GetParam().instruction);
  const BuiltProgram built = device().buildIl(module.words());
  EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(built.log.find(GetParam().text), std::string::npos) << "the log is: " << built.log;
}

INSTANTIATE_TEST_SUITE_P(
    Combinations, ScaledRefusalTest,
    testing::Values(ScaledRefusal{"Integers",
                                  {32, "short8", "int8", "int8", "int8", 0x300033, "uchar"},
                                  "expected float formats beside scales"},
                    ScaledRefusal{
                        "ScalesOf16Bits",
                        {32, "short8", "int8", "float8", "float8", 0x30C000, "ushort"},
                        "the scales have types i16 and i16, expected one type of 8-bit integers"},
                    ScaledRefusal{"ThreeBlocks",
                                  {64, "short8", "int8", "float8", "float8", 0x3C0000, "uchar3"},
                                  "K is 64 and there are 3 scales"},
                    ScaledRefusal{"SixteenBlocks",
                                  {64, "short8", "int8", "float8", "float8", 0x3C0000, "uchar16"},
                                  "expected one for each block of whole components"},
                    ScaledRefusal{"RowsThatShareAComponent",
                                  {8, "float4", "float8", "float8", "float8", 0x300300, "uchar"},
                                  "expected one for each"},
                    ScaledRefusal{"UnknownBits",
                                  {32, "short8", "int8", "float8", "float8", 0x40C000, "uchar"},
                                  "unknown bits 0x400000"},
                    ScaledRefusal{"InternalBits",
                                  {64, "char8", "int4", "int8", "int8", 0xC0000003, "uchar"},
                                  "unknown bits 0xC0000000"},
                    ScaledRefusal{"ResultOfOtherHeight",
                                  {32, "short8", "int8", "float8", "float4", 0x30C000, "uchar"},
                                  "expected as many rows"}),
    [](const auto &info) { return info.param.name; });

class ScaledModuleTest : public MatrixDeviceTest {};

// The call that the instruction becomes is one of a function that is defined elsewhere.
TEST_F(ScaledModuleTest, NeedsNoLinkageCapability) {
  MatrixModule module;
  module.require(6263, "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate");
  module.addMatrixKernel("k", 16, {32, "short8", "int8", "float8", "float8", 0x30C000, "uchar"});
  MatrixModule::Words words;
  const MatrixModule::Words all = module.words();
  for (std::size_t at = 0, count = 5; at < all.size(); at += count) {
    if (at)
      count = all[at] >> 16;
    const bool isLinkage = at && all[at] == (2u << 16 | 17) && all[at + 1] == 5;
    if (!isLinkage)
      words.insert(words.end(), all.begin() + long(at), all.begin() + long(at + count));
  }
  ASSERT_EQ(words.size() + 2, all.size());
  const BuiltProgram built = device().buildIl(words);
  EXPECT_EQ(built.error, CL_SUCCESS) << built.log;
}

// Such a module must not get to the translator.
TEST_F(ScaledModuleTest, IsABuildFailureWhenAnOperandIsNoValue) {
  MatrixModule module;
  module.require(6263, "SPV_INTEL_subgroup_scaled_matrix_multiply_accumulate");
  module.addMatrixKernel("k", 16, {32, "short8", "int8", "float8", "float8", 0x30C000, "uchar"});
  MatrixModule::Words words = module.words();
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16)
    if ((words[at] & 0xFFFF) == 6264)
      words[at + 4] = words[at + 1]; // matrix A: the id of the result type
  const BuiltProgram built = device().buildIl(words);
  EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(built.log.find("is no value"), std::string::npos) << "the log is: " << built.log;
}

} // namespace
} // namespace heddle::test
