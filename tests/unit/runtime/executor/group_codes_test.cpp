#include "runtime/executor/group_codes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::executor {

namespace {

using abi::GroupBoundaries;
using Size = std::array<std::size_t, 3>;

abi::KernelMetadata kernelOf(std::uint32_t lanes, GroupBoundaries boundaries) {
  abi::KernelMetadata kernel;
  kernel.subGroupSize = lanes;
  kernel.groupBoundaries = boundaries;
  kernel.sameAtAnySize = true;
  return kernel;
}

/// "8:8x8x1*1" is code of 8 lanes for one work-group of 8 x 8.
std::string textOf(const abi::KernelMetadata &kernel, const Size &localSize,
                   const Size &globalSize = {1024, 1024, 1}) {
  std::string text;
  if (!mayWantGroupCode(kernel, globalSize, localSize))
    return text;
  std::uint64_t groups = 1;
  for (int i = 0; i < 3; ++i)
    groups *= globalSize[i] / localSize[i];
  for (const GroupCode &code : groupCodes(kernel, {globalSize, localSize, groups, 1024, 4})) {
    text += (text.empty() ? "" : " ") + std::to_string(code.subGroupSize);
    const abi::JoinedGroups &joined = code.joinedGroups;
    if (joined)
      text += ":" + std::to_string(joined.localSize[0]) + "x" +
              std::to_string(joined.localSize[1]) + "x" + std::to_string(joined.localSize[2]) +
              "*" + std::to_string(joined.numGroups()) + (joined.rowsApart ? " rows" : "") +
              (joined.uniform ? "" : " tails");
    if (const auto &known = code.knownLocalSize; known[0] != 0)
      text += " known " + std::to_string(known[0]) + "x" + std::to_string(known[1]) + "x" +
              std::to_string(known[2]);
    if (code.keepsDimensions)
      text += " in place";
  }
  return text;
}

} // namespace

TEST(GroupCodesTest, LanesFitRows) {
  for (const auto boundaries : {GroupBoundaries::shareMemory, GroupBoundaries::haveIds}) {
    const abi::KernelMetadata kernel = kernelOf(16, boundaries);
    EXPECT_EQ(textOf(kernel, {8, 8, 1}), "8:8x8x1*1");
    EXPECT_EQ(textOf(kernel, {24, 4, 1}, {960, 64, 1}), "8:24x4x1*1");
    EXPECT_EQ(textOf(kernel, {8, 4, 2}, {1024, 64, 2}), "8:8x4x2*1");
  }
  EXPECT_EQ(textOf(kernelOf(32, GroupBoundaries::shareMemory), {16, 16, 1}), "16:16x16x1*1");
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::visible), {8, 8, 1}), "8");
}

TEST(GroupCodesTest, StagingForProductsWantsTheSizeAlone) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  kernel.seesSubGroups = true;
  kernel.sameAtAnySize = false;
  EXPECT_EQ(textOf(kernel, {64, 2, 1}), "");
  kernel.wantsLocalSize = kernel.wholeSubGroupsOnly = true;
  EXPECT_EQ(textOf(kernel, {64, 2, 1}), "16 known 64x2x1");
  EXPECT_TRUE(isCertain(groupCodes(kernel, {{1024, 1024, 1}, {64, 2, 1}, 8192, 1024, 4})));
  // Sub-groups that are not whole, or have parts of two rows; a work-group that is not whole.
  EXPECT_EQ(textOf(kernel, {24, 2, 1}, {960, 64, 1}), "");
  EXPECT_EQ(textOf(kernel, {8, 8, 1}), "");
  EXPECT_EQ(textOf(kernel, {64, 3, 1}), "");
  kernel.wholeSubGroupsOnly = false;
  EXPECT_EQ(textOf(kernel, {64, 2, 1}), "");
}

TEST(GroupCodesTest, OneOrTwoWorkItemsAreTiny) {
  const abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  EXPECT_TRUE(areTiny(kernel, {1, 1, 1}));
  EXPECT_TRUE(areTiny(kernel, {1, 2, 1}));
  EXPECT_FALSE(areTiny(kernel, {4, 1, 1}));
  EXPECT_FALSE(areTiny(kernelOf(8, GroupBoundaries::shareMemory), {2, 1, 1}));
}

TEST(GroupCodesTest, DimensionsStayInPlaceWhereRowsWouldBeShort) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::invisible);
  EXPECT_EQ(textOf(kernel, {4, 4, 1}, {1024, 8, 1}), "");
  kernel.firstDimension = 1;
  EXPECT_EQ(textOf(kernel, {4, 4, 1}, {1024, 8, 1}), "16 in place");
  EXPECT_EQ(textOf(kernel, {4, 4, 1}, {8, 1024, 1}), "");
}

TEST(GroupCodesTest, RowsAreThoseOfTheCode) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::haveIds);
  kernel.firstDimension = 1;
  EXPECT_EQ(textOf(kernel, {8, 16, 1}), "");
  EXPECT_EQ(textOf(kernel, {16, 8, 1}), "16:16x8x1*1 in place 8:16x8x1*1 16 in place");
  EXPECT_EQ(textOf(kernel, {4, 8, 1}), "8:4x8x1*1 16 in place");
  // Joined along the rows.
  EXPECT_EQ(textOf(kernel, {1, 4, 1}), "16:1x4x1*32 16 in place");
}

TEST(GroupCodesTest, ShortRowsGoByThemselvesOrOneByOne) {
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::shareMemory), {4, 4, 1}),
            "8:4x4x1*1 rows 1:4x4x1*1 16:4x4x1*4");
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::haveIds), {4, 16, 1}),
            "8:4x16x1*1 rows 1:4x16x1*1 16:4x16x1*4");
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::haveIds), {4, 128, 1}),
            "8:4x128x1*1 rows 16:4x128x1*4");
}

TEST(GroupCodesTest, ColumnsGoBesideOneAnother) {
  const abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  EXPECT_EQ(textOf(kernel, {1, 256, 1}), "16:1x256x1*16 8:1x256x1*1 rows 1:1x256x1*1");
  EXPECT_EQ(textOf(kernel, {2, 128, 1}), "16:2x128x1*8 8:2x128x1*1 rows 1:2x128x1*1");
  // Too few of them beside one another, or for all workers.
  EXPECT_EQ(textOf(kernel, {1, 256, 1}, {8, 65536, 1}), "8:1x256x1*1 rows 1:1x256x1*1");
  EXPECT_EQ(textOf(kernel, {1, 256, 1}, {32, 256, 1}), "8:1x256x1*1 rows 1:1x256x1*1");
  EXPECT_EQ(textOf(kernel, {3, 80, 1}, {960, 640, 1}), "8:3x80x1*1 rows 1:3x80x1*1");
  // Those of a column may rely on going on in step.
  abi::KernelMetadata meeting = kernel;
  meeting.sameAtAnySize = false;
  EXPECT_EQ(textOf(meeting, {1, 32, 1}), "");
  meeting.sameInAnyLanes = true;
  EXPECT_EQ(textOf(meeting, {1, 256, 1}).substr(0, 14), "16:1x256x1*16 ");
}

TEST(GroupCodesTest, RowsGetTheLanesThatTakeLeast) {
  const abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  const auto lanesFor = [&](std::size_t columns) {
    const std::string text = textOf(kernel, {columns, 10, 1}, {columns * 64, 640, 1});
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(lanesFor(5), "8");
  EXPECT_EQ(lanesFor(10), "16"); // 10 of 16 in one
  EXPECT_EQ(lanesFor(18), "8");  // three, the last of 2
  EXPECT_EQ(lanesFor(30), "16");
  EXPECT_EQ(lanesFor(50), "16");
  EXPECT_EQ(textOf(kernel, {10, 10, 1}, {995, 640, 1}).substr(0, 23), "16:10x10x1*1 rows tails");
}

TEST(GroupCodesTest, SmallGroupsGoTogetherOrOneByOne) {
  const abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  EXPECT_EQ(textOf(kernel, {4, 1, 1}, {1 << 20, 1, 1}), "16:4x1x1*4 1:4x1x1*1");
  EXPECT_EQ(textOf(kernel, {8, 1, 1}, {1 << 20, 1, 1}), "16:8x1x1*2 1:8x1x1*1 8:8x1x1*1");
  EXPECT_EQ(textOf(kernel, {1, 1, 1}, {1 << 20, 1, 1}), "16:1x1x1*16 1");
}

TEST(GroupCodesTest, SizesBecomeKnown) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  EXPECT_EQ(textOf(kernel, {256, 1, 1}, {1 << 20, 1, 1}), "16:256x1x1*1");
  EXPECT_EQ(textOf(kernel, {16, 16, 1}), "16:16x16x1*1");
  EXPECT_EQ(textOf(kernel, {256, 1, 1}, {1000, 1, 1}), "16:256x1x1*1 tails");
  kernel.requiredWorkGroupSize = {256, 1, 1};
  EXPECT_EQ(textOf(kernel, {256, 1, 1}, {1 << 20, 1, 1}), "");
}

TEST(GroupCodesTest, LeavesWhatFillsLanesOrSeesThem) {
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::haveIds), {16, 16, 1}), "");
  EXPECT_EQ(textOf(kernelOf(16, GroupBoundaries::invisible), {8, 8, 1}), "");
  EXPECT_EQ(textOf(kernelOf(1, GroupBoundaries::shareMemory), {8, 8, 1}), "");
  abi::KernelMetadata sees = kernelOf(16, GroupBoundaries::visible);
  sees.seesSubGroups = true;
  EXPECT_EQ(textOf(sees, {8, 8, 1}), "");
}

TEST(GroupCodesTest, AreSmallWhereLanesStayIdle) {
  const abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  EXPECT_TRUE(areSmall(kernel, {4, 2, 1}));
  EXPECT_TRUE(areSmall(kernel, {17, 1, 1}));
  EXPECT_FALSE(areSmall(kernel, {4, 4, 1}));
  EXPECT_FALSE(areSmall(kernel, {33, 1, 1}));
}

TEST(GroupCodesTest, TryOtherSizesWhereTheCompilerWasInDoubt) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::invisible);
  kernel.otherSizes = abi::sizeBit(1) | abi::sizeBit(8) | abi::sizeBit(32);
  EXPECT_EQ(textOf(kernel, {64, 1, 1}), "1 32 8");
  kernel.groupBoundaries = GroupBoundaries::visible;
  EXPECT_EQ(textOf(kernel, {8, 8, 1}), "8 1 32");
}

TEST(GroupCodesTest, KeepTheSizeWhereResultsMayDependOnIt) {
  abi::KernelMetadata kernel = kernelOf(16, GroupBoundaries::shareMemory);
  kernel.sameAtAnySize = false;
  EXPECT_EQ(textOf(kernel, {8, 8, 1}), "");
  EXPECT_EQ(textOf(kernel, {4, 1, 1}, {1 << 20, 1, 1}), "16:4x1x1*4");
  EXPECT_EQ(textOf(kernel, {16, 16, 1}), "16:16x16x1*1");
  kernel.sameInAnyLanes = true;
  EXPECT_EQ(textOf(kernel, {8, 8, 1}), "16:8x8x1*1 rows");
  EXPECT_EQ(textOf(kernel, {18, 6, 1}, {1152, 600, 1}), "16:18x6x1*1 rows");
}

} // namespace heddle::executor
