// Long modules: ten times the matrix instructions take about ten times the time to build.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include <chrono>
#include <cstdlib>
#include <string_view>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using enum Component;

/// The time that a kernel with so many loads, products and stores takes. No cache has seen its
/// name.
std::chrono::duration<double> buildTime(unsigned instructions) {
  CooperativeMatrixModule m;
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  MatrixCase k(m, "k" + std::to_string(instructions) + "_" + std::to_string(now), 16, 0);
  const HostMatrix a(8, 16, bf16), b(16, 16, bf16), c(8, 16, f32);
  const Id typeA = m.matrix(a, Use::a), typeB = m.matrix(b, Use::b),
           typeC = m.matrix(c, Use::accumulator);
  const Id layout = m.layout(Layout::rowMajor), stride = m.constantOf("long", 64);
  const auto load = [&](Id type, Component component, unsigned number) {
    return m.value(opCooperativeMatrixLoad, type,
                   {k.pointer(k.in, 64 * number, typeName(component)), layout, stride});
  };
  Id sum = load(typeC, f32, 0);
  for (unsigned i = 0; i + 4 <= instructions; i += 4) {
    sum = m.multiplyAdd(typeC, load(typeA, bf16, i), load(typeB, bf16, i + 1), sum, bf16Factors);
    m.instruction(opCooperativeMatrixStore,
                  {k.pointer(k.out, 64 * i, "float"), sum, layout, stride});
  }
  k.end();
  const auto begin = std::chrono::steady_clock::now();
  const BuiltProgram built = MatrixDevice::get().buildIl(m.words());
  const auto end = std::chrono::steady_clock::now();
  EXPECT_EQ(built.error, CL_SUCCESS) << built.log;
  if (built.program)
    clReleaseProgram(built.program);
  return end - begin;
}

TEST(CooperativeMatrixModules, BuildInProportionToTheirSize) {
  // One target is enough, and this one's kernels are the longest.
  const char *target = std::getenv("HEDDLE_TARGET");
  if (!target || std::string_view(target) != "x86-64-v3")
    GTEST_SKIP() << "only for HEDDLE_TARGET=x86-64-v3";
  ASSERT_EQ(MatrixDevice::get().problem(), "");
  const double few = buildTime(100).count(), many = buildTime(1000).count();
  std::printf("100 matrix instructions: %.2f s, 1000: %.2f s\n", few, many);
  // Ten times would be 10; squares and worse are 100. A second, for machines with much to do.
  EXPECT_LT(many, 40 * few + 1);
}

} // namespace
} // namespace heddle::test
