// The compile-time query. Most of it is decided while this file is compiled.
#include "heddle/matrix_params.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

namespace mine {
struct Half {
  unsigned short bits;
};
} // namespace mine

namespace heddle::matrix {

template <> struct type_of<mine::Half> : type_is<matrix_type::fp16> {};

namespace {

using enum architecture;
using precision::tf32;
using i8 = std::int8_t;
using u8 = std::uint8_t;
using i32 = std::int32_t;

/// M, N and K of the default shape.
template <architecture Arch, typename Ta, typename Tb, typename Tc, typename Td = Tc>
constexpr bool defaultsTo(std::size_t m, std::size_t n, std::size_t k) {
  using params = matrix_params<Arch, Ta, Tb, Tc, Td>;
  return params::M == m && params::N == n && params::K == k;
}

// Default sizes.
static_assert(defaultsTo<intel_cpu_spr, i8, u8, i32>(16, 16, 64));
static_assert(defaultsTo<intel_cpu_spr, bfloat16, bfloat16, float>(16, 16, 32));
static_assert(defaultsTo<intel_cpu_gnr, half, half, float>(16, 16, 32));
static_assert(defaultsTo<intel_cpu_dmr, tf32, tf32, float>(16, 16, 16));
static_assert(defaultsTo<intel_gpu_pvc, u8, i8, i32>(8, 16, 32));
static_assert(defaultsTo<intel_gpu_bmg_g21, half, half, float, half>(8, 16, 16));
static_assert(defaultsTo<intel_gpu_lnl_m, bfloat16, bfloat16, bfloat16>(8, 16, 16));
static_assert(defaultsTo<intel_gpu_ptl_h, tf32, tf32, float>(8, 16, 8));
static_assert(defaultsTo<intel_gpu_dg2_g10, i8, i8, i32>(8, 8, 32));
static_assert(defaultsTo<intel_gpu_arl_h, bfloat16, bfloat16, float>(8, 8, 16));

// Types: each generation of tiles adds some, and there are no others.
static_assert(!is_supported<intel_cpu_spr, half, half, float>);
static_assert(!is_supported<intel_cpu_gnr, tf32, tf32, float>);
static_assert(is_supported<intel_cpu_dmr, half, half, float>);
static_assert(!is_supported<intel_cpu_dmr, half, half, half>);
static_assert(!is_supported<intel_gpu_pvc, half, bfloat16, float>);
static_assert(!is_supported<intel_gpu_dg2_g11, tf32, tf32, float>);
static_assert(!is_supported<intel_gpu_dg2_g11, half, half, half>);
static_assert(!is_supported<intel_cpu_spr, float, float, float>);
static_assert(!is_supported<intel_cpu_spr, i8, i8, float>);
static_assert(!is_supported<intel_cpu_spr, i8, i8, i32, std::uint32_t>);

// Sizes: tiles have all up to the largest, GPUs only rows.
template <architecture Arch, std::size_t M, std::size_t N, std::size_t K>
constexpr bool hasBytes = is_supported<Arch, i8, i8, i32, i32, M, N, K>;
static_assert(hasBytes<intel_cpu_spr, 1, 1, 1> && hasBytes<intel_cpu_spr, 7, 13, 29> &&
              hasBytes<intel_cpu_spr, 16, 16, 64>);
static_assert(!hasBytes<intel_cpu_spr, 17, 16, 64> && !hasBytes<intel_cpu_spr, 16, 17, 64> &&
              !hasBytes<intel_cpu_spr, 16, 16, 65>);
static_assert(hasBytes<intel_gpu_wcl, 1, 16, 32> && hasBytes<intel_gpu_wcl, 8, 16, 32>);
static_assert(!hasBytes<intel_gpu_wcl, 16, 16, 32> && !hasBytes<intel_gpu_wcl, 8, 8, 32> &&
              !hasBytes<intel_gpu_wcl, 8, 16, 16>);
static_assert(hasBytes<intel_gpu_dg2_g12, 8, 8, 32> && !hasBytes<intel_gpu_dg2_g12, 8, 16, 32>);
static_assert(is_supported<intel_gpu_pvc, half, half, half, float, 32, 64, 32>);
static_assert(is_supported<intel_gpu_pvc, bfloat16, bfloat16, float, float, 1, 64, 16>);
static_assert(!is_supported<intel_gpu_pvc, bfloat16, bfloat16, float, float, 2, 64, 16>);
static_assert(is_supported<intel_gpu_dg2_g10, bfloat16, bfloat16, float, float, 32, 32, 16>);
// Some sizes missing.
static_assert(!is_supported<intel_cpu_spr, i8, i8, i32, i32, 16, 16, 0>);
static_assert(!is_supported<intel_cpu_spr, i8, i8, i32, i32, 0, 16, 64>);

// Validation gives back what was asked for.
using small = matrix_params<intel_cpu_spr, bfloat16, bfloat16, float, float, 3, 5, 8>;
static_assert(small::M == 3 && small::N == 5 && small::K == 8);

// Matrices.
using pvc = matrix_params<intel_gpu_pvc, half, half, float, half>;
static_assert(std::is_same_v<pvc::joint_matrix_a, joint_matrix<half, use::a, 8, 16>>);
static_assert(std::is_same_v<pvc::joint_matrix_b, joint_matrix<half, use::b, 16, 16>>);
static_assert(std::is_same_v<pvc::joint_matrix_c, joint_matrix<float, use::accumulator, 8, 16>>);
static_assert(std::is_same_v<pvc::joint_matrix_d, joint_matrix<half, use::accumulator, 8, 16>>);
static_assert(pvc::joint_matrix_a::type == matrix_type::fp16 && pvc::joint_matrix_a::rows == 8 &&
              pvc::joint_matrix_a::cols == 16 && pvc::joint_matrix_a::size_bytes == 256 &&
              pvc::joint_matrix_c::size_bytes == 512);
// The numbers of OpTypeCooperativeMatrixKHR.
static_assert(int(use::a) == 0 && int(use::b) == 1 && int(use::accumulator) == 2);

// Types of one's own.
static_assert(defaultsTo<intel_cpu_gnr, mine::Half, half, float>(16, 16, 32));

template <architecture Arch> using all = matrix_params<Arch>;
static_assert(all<intel_cpu_spr>::numtiles == 8 && all<intel_gpu_pvc>::numtiles == 0);

TEST(MatrixParams, ListsTheCombinationsOfEachUnit) {
  EXPECT_EQ(all<intel_cpu_spr>::num_combinations, 5u);
  EXPECT_EQ(all<intel_cpu_gnr>::num_combinations, 6u);
  EXPECT_EQ(all<intel_cpu_dmr>::num_combinations, 7u);
  // Bytes, sixteen bits in six shapes of four pairs of sums each, tf32.
  EXPECT_EQ(all<intel_gpu_pvc>::num_combinations, 4u + 2 * 6 * 4 + 1);
  EXPECT_EQ(all<intel_gpu_dg2_g10>::num_combinations, 4u + 2 + 1);
}

/// Either a maximum or a size in each direction, of no more than a kernel can hold.
template <architecture Arch> void expectSound() {
  const auto &list = all<Arch>::combinations;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const combination &entry = list[i];
    EXPECT_TRUE((entry.max_msize == 0) != (entry.msize == 0)) << i;
    EXPECT_TRUE((entry.max_nsize == 0) != (entry.nsize == 0)) << i;
    EXPECT_TRUE((entry.max_ksize == 0) != (entry.ksize == 0)) << i;
    EXPECT_TRUE(entry.has_sizes(entry.m(), entry.n(), entry.k())) << i;
    EXPECT_FALSE(entry.has_sizes(entry.m() + 1, entry.n(), entry.k())) << i;
    EXPECT_FALSE(entry.has_sizes(0, entry.n(), entry.k())) << i;
    EXPECT_LE(std::max({entry.m(), entry.n(), entry.k()}), 64u) << i;
    EXPECT_EQ(size_of(entry.atype), size_of(entry.btype)) << i;
  }
}

TEST(MatrixParams, ListsSoundCombinations) {
#define HEDDLE_MATRIX_ARCHITECTURE(name, units) expectSound<architecture::name>();
#include "heddle/matrix_combinations.def"
}

TEST(MatrixParams, ListsContinuousSizesAsAMaximumAndSingleOnesByThemselves) {
  const combination &tiles = all<intel_cpu_spr>::combinations[0];
  EXPECT_EQ(tiles.max_msize, 16u);
  EXPECT_EQ(tiles.max_nsize, 16u);
  EXPECT_EQ(tiles.max_ksize, 64u);
  EXPECT_EQ(tiles.msize, 0u);
  const combination &rows = all<intel_gpu_pvc>::combinations[0];
  EXPECT_EQ(rows.max_msize, 8u);
  EXPECT_EQ(rows.nsize, 16u);
  EXPECT_EQ(rows.ksize, 32u);
  EXPECT_EQ(rows.max_nsize, 0u);
}

TEST(MatrixParams, KnowsSizesOfElements) {
  EXPECT_EQ(size_of(matrix_type::uint8), 1u);
  EXPECT_EQ(size_of(matrix_type::bf16), 2u);
  EXPECT_EQ(size_of(matrix_type::tf32), 4u);
  EXPECT_EQ(size_of(matrix_type::sint64), 8u);
}

} // namespace
} // namespace heddle::matrix
