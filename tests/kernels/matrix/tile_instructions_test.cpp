// That kernels compiled for AMX run on tiles: counts of the emulator, which is there in
// kernels.matrix_amx only. Right results would not show it.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace heddle::test {
namespace {

struct TileCase {
  std::string function;    ///< of sub-group size 16 and 8 rows, with sums of 32 bits
  std::string instruction; ///< the one that multiplies
};

void PrintTo(const TileCase &tileCase, std::ostream *os) { *os << tileCase.instruction; }

const TileCase tileCases[] = {
    {"intel_sub_group_i8_i8_matrix_mad_k32", "tdpbssd"},
    {"intel_sub_group_i8_u8_matrix_mad_k32", "tdpbsud"},
    {"intel_sub_group_u8_i8_matrix_mad_k32", "tdpbusd"},
    {"intel_sub_group_u8_u8_matrix_mad_k32", "tdpbuud"},
    {"intel_sub_group_bf16_bf16_matrix_mad_k16", "tdpbf16ps"},
};

const MadFunction &functionOf(const TileCase &tileCase) {
  for (const MadFunction &f : madFunctions())
    if (f.function == tileCase.function && f.n == 16 && f.m == 8 &&
        (f.c == Format::i32 || f.c == Format::f32))
      return f;
  throw std::logic_error("no function " + tileCase.function);
}

/// A sum that grows over `steps` products of operands in memory.
std::string kernelText(const MadFunction &f, const std::string &name) {
  return "__attribute__((intel_reqd_sub_group_size(16))) kernel void " + name + "(global const " +
         f.aType + " *a, global const " + f.bType + " *b, global const " + f.cType +
         " *c, global " + f.cType + " *d, uint steps, uint stride) {\n" +
         "  size_t i = get_global_id(0);\n  " + f.cType + " sum = c[i];\n" +
         "  for (uint s = 0; s < steps; ++s)\n    sum = " + f.function +
         "(a[i + s * stride], b[i + s * stride], sum);\n  d[i] = sum;\n}\n";
}

const BuiltProgram &program() {
  static const BuiltProgram built = [] {
    std::string source;
    for (const TileCase &tileCase : tileCases)
      source += kernelText(functionOf(tileCase), tileCase.instruction);
    return MatrixDevice::get().buildSource(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
  }();
  return built;
}

class TileInstructionsTest : public MatrixDeviceTest, public testing::WithParamInterface<TileCase> {
protected:
  void SetUp() override {
    MatrixDeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    count = reinterpret_cast<Count>(::dlsym(RTLD_DEFAULT, "heddleAmxEmulatorCount"));
    if (!count)
      GTEST_SKIP() << "the AMX emulator is not there to count instructions";
    if (!std::getenv("HEDDLE_TEST_TILES"))
      GTEST_SKIP() << "HEDDLE_TEST_TILES does not demand tiles of the compiler";
    ASSERT_EQ(program().error, CL_SUCCESS) << program().log;
  }

  using Count = std::uint64_t (*)(const char *);
  Count count = nullptr;
};

TEST_P(TileInstructionsTest, AProductIsOneInstructionAndSumsStayInTiles) {
  constexpr unsigned subGroups = 4, steps = 6;
  const MadFunction &f = functionOf(GetParam());
  Random random(5);
  Bytes a, b, c;
  const auto append = [](Bytes &all, const Registers &registers) {
    const Bytes bytes = registers.laneMajor();
    all.insert(all.end(), bytes.begin(), bytes.end());
  };
  std::vector<Matrix> expected;
  for (unsigned step = 0; step < steps; ++step)
    for (unsigned group = 0; group < subGroups; ++group) {
      Matrix x(f.m, f.k, f.a), y(f.k, f.n, f.b), z(f.m, f.n, f.c);
      fillMatrices(x, y, z, Fill::random, random);
      if (step == 0) {
        append(c, packC(f, z));
        expected.push_back(z);
      }
      expected[group] = multiplyAdd(x, y, expected[group]);
      append(a, packA(f, x));
      append(b, packB(f, y));
    }

  const std::string &name = GetParam().instruction;
  const std::uint64_t productsBefore = count(name.c_str()), loadsBefore = count("tileloadd"),
                      storesBefore = count("tilestored"), releasesBefore = count("tilerelease");
  const Bytes found = device().run(program().program, name, {a, b, c}, c.size(), 16 * subGroups, 32,
                                   {steps, 16 * subGroups});
  const std::uint64_t products = count(name.c_str()) - productsBefore;
  const std::uint64_t loads = count("tileloadd") - loadsBefore;
  const std::uint64_t stores = count("tilestored") - storesBefore;

  EXPECT_GT(products, 0u);
  EXPECT_LE(products, subGroups * steps);
  // Two factors for each product. The sums at the start, which may be loaded again in front of the
  // loop, and at the end.
  EXPECT_GT(loads, 0u);
  EXPECT_LE(loads, subGroups * (2 * steps + 2));
  EXPECT_GT(stores, 0u);
  EXPECT_LE(stores, subGroups);
  EXPECT_GT(count("tilerelease"), releasesBefore);

  ASSERT_EQ(found.size(), c.size());
  const std::size_t bytes = c.size() / subGroups;
  for (unsigned group = 0; group < subGroups; ++group)
    EXPECT_EQ(difference(unpackC(f, Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType),
                                                             found.data() + group * bytes)),
                         expected[group], randomSumTolerance(f.a)),
              "")
        << "sub-group " << group;
}

INSTANTIATE_TEST_SUITE_P(Products, TileInstructionsTest, testing::ValuesIn(tileCases),
                         [](const auto &info) { return info.param.instruction; });

} // namespace
} // namespace heddle::test
