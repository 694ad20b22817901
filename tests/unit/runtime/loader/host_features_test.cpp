#include "runtime/cpu_features.hpp"
#include "runtime/loader/host_features.hpp"

#include <gtest/gtest.h>

namespace heddle::loader {
namespace {

TEST(HostFeaturesTest, AgreeWithTheFeaturesThatTheDeviceReports) {
  const CpuFeatures &cpu = CpuFeatures::host();
  EXPECT_EQ(hostHasFeature("avx2"), cpu.avx2);
  EXPECT_EQ(hostHasFeature("fma"), cpu.fma);
  EXPECT_EQ(hostHasFeature("f16c"), cpu.f16c);
  EXPECT_EQ(hostHasFeature("avxvnni"), cpu.avxVnni);
  EXPECT_EQ(hostHasFeature("avx512f") && hostHasFeature("avx512bw") && hostHasFeature("avx512dq") &&
                hostHasFeature("avx512vl") && hostHasFeature("avx512cd"),
            cpu.avx512);
  EXPECT_EQ(hostHasFeature("avx512vnni"), cpu.avx512Vnni);
  EXPECT_EQ(hostHasFeature("avx512bf16"), cpu.avx512Bf16);
  EXPECT_EQ(hostHasFeature("amx-tile"), cpu.amxTile && requestAmxPermission());
  EXPECT_EQ(hostHasFeature("amx-int8"), cpu.amxInt8 && requestAmxPermission());
}

TEST(HostFeaturesTest, KnowsEveryFeatureThatTheProcessorReportsItself) {
  // The compiler's built-in view of the same processor.
  EXPECT_EQ(hostHasFeature("bmi"), __builtin_cpu_supports("bmi") != 0);
  EXPECT_EQ(hostHasFeature("bmi2"), __builtin_cpu_supports("bmi2") != 0);
  EXPECT_EQ(hostHasFeature("popcnt"), __builtin_cpu_supports("popcnt") != 0);
  EXPECT_EQ(hostHasFeature("avx512vbmi"), __builtin_cpu_supports("avx512vbmi") != 0);
  EXPECT_EQ(hostHasFeature("avx512vpopcntdq"), __builtin_cpu_supports("avx512vpopcntdq") != 0);
}

TEST(HostFeaturesTest, DoesNotClaimWhatItDoesNotKnow) {
  EXPECT_FALSE(hostHasFeature("warp-drive"));
  EXPECT_FALSE(hostHasFeature(""));
}

} // namespace
} // namespace heddle::loader
