#include "runtime/cpu_features.hpp"
#include "runtime/cpu_topology.hpp"
#include "runtime/device.hpp"
#include "runtime/support/options.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace heddle {

TEST(CpuFeaturesTest, AgreesWithTheCompilersOwnDetection) {
  const CpuFeatures &cpu = CpuFeatures::host();
  __builtin_cpu_init();
  EXPECT_EQ(cpu.avx2, __builtin_cpu_supports("avx2") != 0);
  EXPECT_EQ(cpu.fma, __builtin_cpu_supports("fma") != 0);
  EXPECT_EQ(cpu.avx512, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512cd") &&
                            __builtin_cpu_supports("avx512dq") &&
                            __builtin_cpu_supports("avx512vl"));
  EXPECT_EQ(cpu.level >= TargetIsa::avx512, cpu.level >= TargetIsa::avx2 && cpu.avx512);
}

TEST(CpuFeaturesTest, HasABrandAndAStableFingerprint) {
  const CpuFeatures &cpu = CpuFeatures::host();
  ASSERT_FALSE(cpu.brand.empty());
  EXPECT_NE(cpu.brand.front(), ' ');
  EXPECT_NE(cpu.brand.back(), ' ');
  EXPECT_EQ(cpu.brand.find("  "), std::string::npos);
  EXPECT_NE(cpu.fingerprint.find(cpu.brand), std::string::npos);
}

TEST(CpuFeaturesTest, GivesAmxOnlyToProcessorsThatHaveIt) {
  if (!CpuFeatures::host().amxTile)
    EXPECT_FALSE(requestAmxPermission());
  else
    EXPECT_TRUE(requestAmxPermission());
}

TEST(AmxPermissionTest, IsAskedForOnlyWhereThereAreTiles) {
  static unsigned asked;
  asked = 0;
  const auto ask = [] {
    ++asked;
    return 0;
  };
  CpuFeatures cpu;
  EXPECT_FALSE(askForAmx(cpu, "", ask).granted);
  cpu.amxTile = true;
  EXPECT_TRUE(askForAmx(cpu, "+amx-tile", ask).granted);
  EXPECT_EQ(asked, 0u);
  EXPECT_TRUE(askForAmx(cpu, "+amx-bf16", ask).granted);
  EXPECT_EQ(asked, 1u);
}

TEST(AmxPermissionTest, ARefusalHasAReasonAndMeansCodeWithoutTiles) {
  CpuFeatures cpu;
  cpu.amxTile = true;
  const AmxPermission refused = askForAmx(cpu, "", [] { return ENOSPC; });
  EXPECT_FALSE(refused.granted);
  EXPECT_EQ(refused.refusal, "No space left on device");
  EXPECT_EQ(nativeTarget(cpu, "", refused.granted),
            "native,-amx-tile,-amx-int8,-amx-bf16,-amx-fp16,-amx-tf32");
  EXPECT_EQ(nativeTarget(cpu, "-avx512f", true), "native,-avx512f");
  EXPECT_EQ(nativeTarget(CpuFeatures(), "", false), "native");
}

TEST(CpuFeaturesTest, AssumptionsHaveTheFirstWord) {
  const CpuFeatures with = CpuFeatures::detect("+amx-tile,+amx-int8,-amx-bf16");
  EXPECT_TRUE(with.amxTile);
  EXPECT_TRUE(with.amxInt8);
  EXPECT_FALSE(with.amxBf16);
  const CpuFeatures without = CpuFeatures::detect("-avx512f,-avx2,-amx-tile");
  EXPECT_FALSE(without.avx512);
  EXPECT_FALSE(without.avx2);
  EXPECT_FALSE(without.amxInt8);
  EXPECT_EQ(without.level, TargetIsa::none);
}

TEST(CpuFeaturesTest, AssumptionsArePartOfTheFingerprint) {
  EXPECT_NE(CpuFeatures::detect("+amx-tile").fingerprint, CpuFeatures::detect("").fingerprint);
}

TEST(CpuFeaturesTest, ReadsAssumptionsWordByWord) {
  EXPECT_EQ(assumedFeature("+amx-tile,-fma", "amx-tile"), true);
  EXPECT_EQ(assumedFeature("+amx-tile,-fma", "fma"), false);
  EXPECT_EQ(assumedFeature("+amx-tile,-fma", "amx"), std::nullopt);
  EXPECT_EQ(assumedFeature("fma", "fma"), std::nullopt);
  EXPECT_EQ(assumedFeature("+fma,,-fma", "fma"), false);
  EXPECT_EQ(assumedFeature("", ""), std::nullopt);
}

TEST(CpuFeaturesTest, LevelsHaveTheNamesOfTheTable) {
  EXPECT_EQ(targetIsaName(TargetIsa::avx2), "x86-64-v3");
  EXPECT_EQ(targetIsaName(TargetIsa::none), "");
  EXPECT_EQ(floatLanes(TargetIsa::avx2), 8u);
  EXPECT_EQ(floatLanes(TargetIsa::avx512), 16u);
}

TEST(CpuTopologyTest, FindsMemoryAndCaches) {
  const CpuTopology topology = CpuTopology::detect();
  EXPECT_GT(topology.memoryBytes, std::uint64_t(64) << 20);
  EXPECT_GE(topology.cacheLineBytes, 32u);
}

TEST(DeviceLimitsTest, PersonalityDecidesWhichSubGroupSizesAreReported) {
  Options options;
  EXPECT_EQ(deviceLimits(CpuFeatures::host(), options).subGroupSizes,
            (std::vector<std::size_t>{16, 32}));
  options.personality = "xehpg";
  EXPECT_EQ(deviceLimits(CpuFeatures::host(), options).subGroupSizes,
            (std::vector<std::size_t>{8, 16, 32}));
  options.personality = "xe3";
  testing::internal::CaptureStderr();
  EXPECT_EQ(deviceLimits(CpuFeatures::host(), options).subGroupSizes,
            (std::vector<std::size_t>{16, 32}));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "heddle: HEDDLE_PERSONALITY: 'xe3' is none of xe2 and xehpg; xe2 is used\n");
}

TEST(DeviceLimitsTest, ThreadsAndTargetComeFromTheOptions) {
  Options options;
  options.numThreads = 3;
  options.target = "x86-64-v4";
  const DeviceLimits limits = deviceLimits(CpuFeatures::host(), options);
  EXPECT_EQ(limits.computeUnits, 3u);
  EXPECT_EQ(limits.vectorBytes, 64u);
}

TEST(MatrixUnitVersion, IsThatOfTheProcessorWhoseTilesTheseAre) {
  CpuFeatures cpu;
  EXPECT_EQ(matrixUnitVersion(cpu, true), 0U);
  cpu.level = TargetIsa::amx;
  EXPECT_EQ(matrixUnitVersion(cpu, true), 8U);
  EXPECT_EQ(matrixUnitVersion(cpu, false), 0U) << "tiles that may not be used";
  cpu.amxFp16 = true;
  EXPECT_EQ(matrixUnitVersion(cpu, true), 9U);
  cpu.amxTf32 = true;
  EXPECT_EQ(matrixUnitVersion(cpu, true), 10U);
}

} // namespace heddle
