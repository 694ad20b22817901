// Blocks of products that share factors, of floats that are no bfloats: where tiles multiply
// nothing but bfloats, they are done as sums of bfloats, which a single product does not pay for.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace heddle::test {
namespace {

constexpr unsigned rowBlocks = 4, columnBlocks = 2;

std::string kernelText(const MadFunction &f) {
  const std::string r = std::to_string(rowBlocks), q = std::to_string(columnBlocks);
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(f.n) + "))) kernel void " +
         f.id() + "(global const " + f.aType + " *a, global const " + f.bType +
         " *b, global const " + f.cType + " *c, global " + f.cType +
         " *d, uint steps, uint stride) {\n  size_t id = get_global_id(0);\n  " + f.cType +
         " sum[" + r + "][" + q + "];\n  for (int i = 0; i < " + r +
         "; ++i)\n    for (int j = 0; j < " + q + "; ++j)\n      sum[i][j] = c[id + (i * " + q +
         " + j) * stride];\n" + "  for (uint s = 0; s < steps; ++s) {\n    " + f.aType + " x[" + r +
         "];\n    " + f.bType + " y[" + q + "];\n    for (int i = 0; i < " + r +
         "; ++i)\n      x[i] = a[id + (s * " + r + " + i) * stride];\n    for (int j = 0; j < " +
         q + "; ++j)\n      y[j] = b[id + (s * " + q +
         " + j) * stride];\n    for (int i = 0; i < " + r + "; ++i)\n      for (int j = 0; j < " +
         q + "; ++j)\n        sum[i][j] = " + f.function + "(x[i], y[j], sum[i][j]);\n  }\n" +
         "  for (int i = 0; i < " + r + "; ++i)\n    for (int j = 0; j < " + q +
         "; ++j)\n      d[id + (i * " + q + " + j) * stride] = sum[i][j];\n}\n";
}

/// Of 8 rows, and of 4 rows some: tiles do not take fewer.
std::vector<MadFunction> functions() {
  std::vector<MadFunction> result;
  for (const MadFunction &f : madFunctions())
    if (!isInteger(f.a) && f.a != Format::bf16 &&
        (f.m == 8 || (f.m == 4 && f.c == Format::f32 && f.a == f.b)))
      result.push_back(f);
  return result;
}

const BuiltProgram &programOf(unsigned subGroupSize) {
  static std::map<unsigned, BuiltProgram> programs;
  auto [entry, isNew] = programs.try_emplace(subGroupSize);
  if (isNew) {
    std::string source;
    for (const MadFunction &f : functions())
      if (f.n == subGroupSize)
        source += kernelText(f);
    entry->second =
        MatrixDevice::get().buildSource(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
  }
  return entry->second;
}

class FloatBlocksTest : public MatrixDeviceTest, public testing::WithParamInterface<MadFunction> {
protected:
  void run(Fill fill, unsigned steps) {
    const MadFunction &f = GetParam();
    const BuiltProgram &built = programOf(f.n);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    Random random(unsigned(fill) * 100 + steps);
    Bytes a, b, c;
    const auto append = [](Bytes &all, const Registers &registers) {
      const Bytes bytes = registers.laneMajor();
      all.insert(all.end(), bytes.begin(), bytes.end());
    };
    std::vector<Matrix> expected;
    std::vector<AnyOrderSums> anyOrder;
    for (unsigned step = 0; step < steps; ++step) {
      std::vector<Matrix> x, y;
      for (unsigned i = 0; i < rowBlocks; ++i) {
        Matrix other(f.k, f.n, f.b), z(f.m, f.n, f.c);
        fillMatrices(x.emplace_back(f.m, f.k, f.a), other, z, fill, random);
        append(a, packA(f, x.back(), 0x7FC00000));
      }
      for (unsigned j = 0; j < columnBlocks; ++j) {
        Matrix other(f.m, f.k, f.a), z(f.m, f.n, f.c);
        fillMatrices(other, y.emplace_back(f.k, f.n, f.b), z, fill, random);
        append(b, packB(f, y.back()));
      }
      for (unsigned i = 0; i < rowBlocks; ++i)
        for (unsigned j = 0; j < columnBlocks; ++j) {
          const unsigned place = i * columnBlocks + j;
          if (step == 0) {
            Matrix left(f.m, f.k, f.a), right(f.k, f.n, f.b);
            fillMatrices(left, right, expected.emplace_back(f.m, f.n, f.c), fill, random);
            append(c, packC(f, expected.back()));
            anyOrder.emplace_back(expected.back());
          }
          expected[place] = multiplyAdd(x[i], y[j], expected[place]);
          anyOrder[place].add(x[i], y[j]);
        }
    }
    const Bytes found =
        device().run(built.program, f.id(), {a, b, c}, c.size(), f.n, f.n, {steps, f.n});
    ASSERT_EQ(found.size(), c.size());
    const std::size_t bytes = c.size() / expected.size();
    for (unsigned place = 0; place < expected.size(); ++place) {
      const Matrix result = unpackC(f, Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType),
                                                                found.data() + place * bytes));
      EXPECT_EQ(sumsInReferenceOrder(f.a) ? difference(result, expected[place])
                                          : anyOrder[place].difference(result),
                "")
          << "block " << place;
    }
  }
};

TEST_P(FloatBlocksTest, MultiplyRandomMatrices) { run(Fill::random, 1); }
TEST_P(FloatBlocksTest, ChainInALoop) { run(Fill::random, 5); }
TEST_P(FloatBlocksTest, PutOneProductWhereTheLayoutSays) { run(Fill::oneHot, 1); }
TEST_P(FloatBlocksTest, StayWithinTheBoundAtTheEndsOfTheRanges) { run(Fill::extremes, 2); }
TEST_P(FloatBlocksTest, KeepInfinitiesNaNsDenormalsAndSignedZeros) {
  for (unsigned steps : {1, 2, 3})
    run(Fill::special, steps);
}

/// Right results would not show where they come from.
TEST_P(FloatBlocksTest, RunOnTiles) {
  using Count = std::uint64_t (*)(const char *);
  const auto count = reinterpret_cast<Count>(::dlsym(RTLD_DEFAULT, "heddleAmxEmulatorCount"));
  if (!count)
    GTEST_SKIP() << "the AMX emulator is not there to count instructions";
  if (!std::getenv("HEDDLE_TEST_TILES"))
    GTEST_SKIP() << "HEDDLE_TEST_TILES does not demand tiles of the compiler";
  const auto products = [&] {
    return count("tdpbf16ps") + count("tdpfp16ps") + count("tmmultf32ps");
  };
  const std::uint64_t before = products();
  run(Fill::random, 2);
  // With less to multiply, factors that are put together in each round stay in vector registers.
  if (GetParam().m == 8 && GetParam().n == 16) {
    EXPECT_GT(products(), before);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, FloatBlocksTest, testing::ValuesIn(functions()),
                         [](const auto &info) { return info.param.id(); });

} // namespace
} // namespace heddle::test
