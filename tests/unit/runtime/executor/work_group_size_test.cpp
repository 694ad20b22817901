#include "runtime/executor/work_group_size.hpp"

#include <gtest/gtest.h>

namespace heddle::executor {
namespace {

using Size = std::array<std::size_t, 3>;

WorkGroupLimits limits(std::size_t subGroupSize = 16, unsigned workers = 4) {
  WorkGroupLimits result;
  result.subGroupSize = subGroupSize;
  result.maximumItems = 4096;
  result.maximumSizes = {4096, 4096, 4096};
  result.workers = workers;
  return result;
}

std::size_t items(const Size &size) { return size[0] * size[1] * size[2]; }

TEST(WorkGroupSizeTest, DividesTheGlobalSize) {
  for (Size global : {Size{1, 1, 1}, Size{7, 1, 1}, Size{1000, 3, 1}, Size{64, 64, 64},
                      Size{1023, 1, 5}, Size{4099, 1, 1}, Size{13, 17, 19}, Size{1 << 20, 1, 1}}) {
    const Size local = chooseWorkGroupSize(global, limits());
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(global[i] % local[i], 0u) << global[0] << "x" << global[1] << "x" << global[2];
    EXPECT_LE(items(local), 4096u);
  }
}

TEST(WorkGroupSizeTest, FillsSubGroups) {
  EXPECT_EQ(items(chooseWorkGroupSize({1 << 20, 1, 1}, limits())) % 16, 0u);
  // Dimension 0 alone is too short for a sub-group.
  EXPECT_EQ(items(chooseWorkGroupSize({4, 4096, 1}, limits())) % 16, 0u);
  EXPECT_EQ(items(chooseWorkGroupSize({48, 48, 1}, limits())) % 16, 0u);
}

TEST(WorkGroupSizeTest, LeavesWorkForEveryWorker) {
  const Size local = chooseWorkGroupSize({1024, 1, 1}, limits(16, 16));
  EXPECT_GE(1024 / items(local), 16u);
  EXPECT_EQ(items(local) % 16, 0u);
}

TEST(WorkGroupSizeTest, PrefersLargeWorkGroupsWhenThereAreEnough) {
  EXPECT_GE(items(chooseWorkGroupSize({1 << 20, 1, 1}, limits())), 128u);
}

TEST(WorkGroupSizeTest, PrefersDimensionZero) {
  const Size local = chooseWorkGroupSize({256, 256, 1}, limits());
  EXPECT_GE(local[0], 16u);
  EXPECT_GE(local[0], local[1]);
}

TEST(WorkGroupSizeTest, PrefersTheFirstDimensionOfTheCode) {
  abi::KernelMetadata code;
  code.firstDimension = 1;
  WorkGroupLimits wanted = limits();
  wanted.code = &code;
  const Size local = chooseWorkGroupSize({256, 256, 1}, wanted);
  EXPECT_GE(local[1], 16u);
  EXPECT_GE(local[1], local[0]);
}

TEST(WorkGroupSizeTest, GoesAlongRows) {
  WorkGroupLimits free = limits(16, 2);
  free.anySize = true;
  EXPECT_EQ(chooseWorkGroupSize({1920, 1080, 1}, free), (Size{240, 1, 1}));
  EXPECT_EQ(chooseWorkGroupSize({640, 480, 1}, free), (Size{160, 1, 1}));
}

TEST(WorkGroupSizeTest, KeepsTheLimitsOfTheDevice) {
  WorkGroupLimits tight = limits();
  tight.maximumItems = 8;
  tight.maximumSizes = {4, 2, 64};
  const Size local = chooseWorkGroupSize({64, 64, 64}, tight);
  EXPECT_LE(items(local), 8u);
  EXPECT_LE(local[0], 4u);
  EXPECT_LE(local[1], 2u);
}

TEST(WorkGroupSizeTest, NeedNotDivideWhenTrailingWorkGroupsMayBeSmaller) {
  WorkGroupLimits free = limits();
  free.anySize = true;
  // A prime: only 1 and itself divide it.
  EXPECT_EQ(items(chooseWorkGroupSize({1048583, 1, 1}, free)) % 16, 0u);
  EXPECT_EQ(items(chooseWorkGroupSize({1048583, 1, 1}, limits())), 1u);
}

abi::KernelMetadata codeForWholeSubGroups() {
  abi::KernelMetadata code;
  code.subGroupSize = 16;
  code.wholeSubGroupsOnly = true;
  return code;
}

TEST(WorkGroupSizeTest, PrefersWhatThereIsCodeFor) {
  const abi::KernelMetadata code = codeForWholeSubGroups();
  WorkGroupLimits any = limits(16, 2), wanted = any;
  wanted.code = &code;
  EXPECT_EQ(chooseWorkGroupSize({100000, 1, 1}, any), (Size{250, 1, 1}));
  EXPECT_EQ(chooseWorkGroupSize({100000, 1, 1}, wanted), (Size{160, 1, 1}));
  any.workers = wanted.workers = 8;
  EXPECT_EQ(chooseWorkGroupSize({2016, 100, 1}, any), (Size{252, 1, 1}));
  EXPECT_EQ(chooseWorkGroupSize({2016, 100, 1}, wanted), (Size{144, 1, 1}));
}

TEST(WorkGroupSizeTest, PrefersWholeWorkGroupsForCodeOfThose) {
  abi::KernelMetadata code;
  code.subGroupSize = 16;
  code.alignedGroupsOnly = true;
  WorkGroupLimits wanted = limits(16, 2);
  wanted.anySize = true;
  EXPECT_EQ(chooseWorkGroupSize({1000, 1, 1}, wanted), (Size{128, 1, 1}));
  wanted.code = &code;
  EXPECT_EQ(chooseWorkGroupSize({1000, 1, 1}, wanted), (Size{125, 1, 1}));
}

TEST(WorkGroupSizeTest, KeepsItsChoiceWhereCodeForItIsWorthTheWait) {
  const abi::KernelMetadata code = codeForWholeSubGroups();
  WorkGroupLimits wanted = limits(16, 2);
  wanted.code = &code;
  // Rows that are not of whole sub-groups, whatever the work-groups are; and sizes that are so
  // small, or take so much longer, that the launch would suffer.
  for (const Size global : {Size{200, 150, 1}, Size{97, 101, 1}, Size{8, 8, 1}, Size{10000, 1, 1},
                            Size{4000, 1, 1}, Size{976, 4, 1}, Size{15376, 1, 1}})
    EXPECT_EQ(chooseWorkGroupSize(global, wanted), chooseWorkGroupSize(global, limits(16, 2)));
}

TEST(WorkGroupSizeTest, LaneByLaneKernelsGetWorkGroupsToo) {
  EXPECT_GT(items(chooseWorkGroupSize({4096, 1, 1}, limits(1))), 1u);
}

TEST(JoinWorkGroupsTest, FillsSubGroups) {
  EXPECT_EQ(joinWorkGroups({1 << 20, 1, 1}, {1, 1, 1}, 16, 4, false), (Size{256, 1, 1}));
  EXPECT_EQ(joinWorkGroups({1 << 20, 1, 1}, {17, 1, 1}, 16, 4, false), (Size{256, 1, 1}));
  EXPECT_EQ(joinWorkGroups({1000, 1000, 1}, {2, 2, 1}, 16, 4, false), (Size{128, 2, 1}));
  EXPECT_EQ(joinWorkGroups({100003, 1, 1}, {1, 1, 1}, 8, 2, false), (Size{256, 1, 1}));
}

TEST(JoinWorkGroupsTest, LeavesFullSubGroups) {
  EXPECT_EQ(joinWorkGroups({1 << 20, 1, 1}, {256, 1, 1}, 16, 4, true), (Size{256, 1, 1}));
  EXPECT_EQ(joinWorkGroups({1024, 1024, 1}, {16, 16, 1}, 16, 4, false), (Size{16, 16, 1}));
}

// Twelve work-groups that are the lanes of one keep one worker busy.
TEST(JoinedGroupsTest, CountWorkersThatHaveNothingToDo) {
  EXPECT_EQ(timesFewerWorkers(12, 1, 2), 2u);
  EXPECT_EQ(timesFewerWorkers(12, 1, 16), 12u);
  EXPECT_EQ(timesFewerWorkers(64, 4, 16), 4u);
  EXPECT_EQ(timesFewerWorkers(1024, 64, 16), 1u);
  EXPECT_EQ(timesFewerWorkers(1, 1, 16), 1u);
}

TEST(CutLongGroupsTest, LeavesWorkForAllToTheEnd) {
  constexpr std::uint64_t millisecond = 2'500'000;
  EXPECT_EQ(cutLongGroups({2048, 1, 1}, {256, 1, 1}, 1, 2, 100 * millisecond, false),
            (Size{64, 1, 1}));
  EXPECT_EQ(cutLongGroups({2048, 1, 1}, {256, 1, 1}, 16, 16, 100 * millisecond, false),
            (Size{16, 1, 1}));
  EXPECT_EQ(cutLongGroups({64, 64, 1}, {32, 16, 1}, 16, 2, 100 * millisecond, false),
            (Size{32, 4, 1}));
}

TEST(CutLongGroupsTest, LeavesWhatIsShortOrNotKnownOrOneSubGroup) {
  EXPECT_EQ(cutLongGroups({2048, 1, 1}, {256, 1, 1}, 1, 2, 0, false), (Size{256, 1, 1}));
  EXPECT_EQ(cutLongGroups({2048, 1, 1}, {256, 1, 1}, 1, 2, 1'000'000, false), (Size{256, 1, 1}));
  EXPECT_EQ(cutLongGroups({1 << 20, 1, 1}, {256, 1, 1}, 1, 2, 1'000'000'000, false),
            (Size{256, 1, 1}));
  EXPECT_EQ(cutLongGroups({64, 1, 1}, {48, 1, 1}, 16, 2, 1'000'000'000, false), (Size{48, 1, 1}));
}

// As many as run at a time may each wait for what another one does.
TEST(CutLongGroupsTest, LeavesWhatMayWaitForOneAnother) {
  EXPECT_EQ(cutLongGroups({512, 1, 1}, {256, 1, 1}, 16, 2, 1'000'000'000, true), (Size{256, 1, 1}));
  EXPECT_EQ(cutLongGroups({768, 1, 1}, {256, 1, 1}, 16, 2, 1'000'000'000, true), (Size{16, 1, 1}));
}

TEST(JoinWorkGroupsTest, MakesShortRowsLonger) {
  EXPECT_EQ(joinWorkGroups({1024, 1024, 1}, {16, 16, 1}, 16, 4, true), (Size{64, 16, 1}));
  EXPECT_EQ(joinWorkGroups({1024, 1024, 1}, {48, 4, 1}, 16, 4, true), (Size{48, 4, 1}));
  EXPECT_EQ(joinWorkGroups({32, 1024, 1}, {16, 16, 1}, 16, 4, true), (Size{32, 16, 1}));
  EXPECT_EQ(joinWorkGroups({1 << 20, 1, 1}, {64, 1, 1}, 16, 4, false), (Size{256, 1, 1}));
  EXPECT_EQ(joinWorkGroups({128, 256, 1}, {16, 16, 1}, 16, 4, true), (Size{32, 16, 1}));
}

TEST(JoinWorkGroupsTest, LeavesWorkForEveryWorker) {
  EXPECT_EQ(joinWorkGroups({1024, 1, 1}, {1, 1, 1}, 16, 16, false), (Size{16, 1, 1}));
  EXPECT_EQ(joinWorkGroups({2048, 1, 1}, {1, 1, 1}, 1, 2, false), (Size{256, 1, 1}));
  EXPECT_EQ(joinWorkGroups({16, 1, 1}, {1, 1, 1}, 1, 2, false), (Size{2, 1, 1}));
}

TEST(JoinWorkGroupsTest, TakesRowsWhereTheyAreShort) {
  EXPECT_EQ(joinWorkGroups({1, 1 << 20, 1}, {1, 1, 1}, 16, 4, false), (Size{1, 256, 1}));
  EXPECT_EQ(joinWorkGroups({3, 5, 1 << 20}, {1, 1, 1}, 16, 4, false), (Size{3, 5, 18}));
  EXPECT_EQ(joinWorkGroups({3, 2, 1}, {1, 1, 1}, 16, 4, false), (Size{3, 2, 1}));
}

TEST(JoinWorkGroupsTest, LeavesEmptyRanges) {
  EXPECT_EQ(joinWorkGroups({0, 4, 1}, {1, 1, 1}, 16, 4, false), (Size{1, 1, 1}));
}

TEST(WithJoinedRowsTest, MakesRowsOfLongOnes) {
  EXPECT_EQ(withJoinedRows({1024, 1024, 1}, {256, 1, 1}, 16, 8), (Size{32, 8, 1}));
  EXPECT_EQ(withJoinedRows({1024, 1024, 1}, {64, 4, 1}, 16, 8), (Size{32, 8, 1}));
  EXPECT_EQ(withJoinedRows({1024, 1024, 1}, {64, 1, 1}, 16, 8), (Size{16, 8, 1}));
  EXPECT_EQ(withJoinedRows({1024, 1024, 4}, {48, 4, 2}, 16, 8), (Size{16, 8, 2}));
}

TEST(WithJoinedRowsTest, LeavesOthers) {
  EXPECT_EQ(withJoinedRows({1024, 1024, 1}, {256, 1, 1}, 16, 1), (Size{256, 1, 1}));
  EXPECT_EQ(withJoinedRows({1024, 1024, 1}, {16, 16, 1}, 16, 8), (Size{16, 16, 1}));
  EXPECT_EQ(withJoinedRows({1024, 4, 1}, {256, 1, 1}, 16, 8), (Size{256, 1, 1}));
  EXPECT_EQ(withJoinedRows({8, 1024, 1}, {8, 4, 1}, 16, 8), (Size{8, 4, 1}));
  EXPECT_EQ(withJoinedRows({0, 0, 0}, {1, 1, 1}, 16, 8), (Size{1, 1, 1}));
}

TEST(SquareWorkGroupsTest, FillsTheLinesThatARowBegins) {
  EXPECT_EQ(squareWorkGroups({1024, 1024, 1}, 16, 4), (Size{16, 16, 1}));
  EXPECT_EQ(squareWorkGroups({1024, 1024, 1}, 32, 4), (Size{32, 8, 1}));
  EXPECT_EQ(squareWorkGroups({1024, 1024, 1}, 1, 4), (Size{16, 16, 1}));
  EXPECT_EQ(squareWorkGroups({1024, 3, 2}, 16, 4), (Size{16, 3, 1}));
}

TEST(SquareWorkGroupsTest, LeavesWorkForEveryWorker) {
  EXPECT_EQ(squareWorkGroups({64, 64, 1}, 16, 16), (Size{16, 4, 1}));
  EXPECT_EQ(squareWorkGroups({5, 1, 1}, 16, 16), (Size{5, 1, 1}));
}

TEST(SquareWorkGroupsTest, AreNoneOfNoWorkItems) {
  EXPECT_EQ(squareWorkGroups({0, 64, 1}, 16, 4), (Size{1, 16, 1}));
  EXPECT_EQ(squareWorkGroups({64, 0, 1}, 16, 4), (Size{16, 1, 1}));
}

TEST(WorkGroupSizeTest, IsASquareWhereLinesGoAlongBothDimensions) {
  abi::KernelMetadata code;
  code.crossesRows = true;
  WorkGroupLimits wanted = limits(16);
  wanted.code = &code;
  EXPECT_EQ(chooseWorkGroupSize({1024, 1024, 1}, wanted), (Size{16, 8, 1}));
  // None that divides has rows of whole sub-groups.
  EXPECT_EQ(chooseWorkGroupSize({1000, 1000, 1}, wanted),
            chooseWorkGroupSize({1000, 1000, 1}, limits(16)));
}

using Groups = std::array<std::uint32_t, 3>;
constexpr std::uint64_t anyNumber = 1 << 20;

TEST(JoinSmallGroupsTest, FillsOneSubGroup) {
  const auto groups = [](Size global, Size local) {
    return joinSmallGroups(global, local, 16, true, anyNumber).groups;
  };
  EXPECT_EQ(groups({1 << 20, 1, 1}, {1, 1, 1}), (Groups{16, 1, 1}));
  EXPECT_EQ(groups({1 << 20, 1, 1}, {4, 1, 1}), (Groups{4, 1, 1}));
  EXPECT_EQ(groups({1 << 20, 1, 1}, {3, 1, 1}), (Groups{5, 1, 1}));
  EXPECT_EQ(groups({1000, 1000, 1}, {2, 2, 1}), (Groups{4, 1, 1}));
  EXPECT_EQ(groups({1, 1 << 20, 1}, {1, 1, 1}), (Groups{1, 16, 1}));
  EXPECT_EQ(groups({4, 4, 1 << 20}, {2, 1, 1}), (Groups{2, 4, 1}));
}

TEST(JoinSmallGroupsTest, FillsRowsOfSubGroups) {
  const auto groups = [](std::size_t local) {
    return joinSmallGroups({1 << 20, 1, 1}, {local, 1, 1}, 16, false, anyNumber).groups[0];
  };
  EXPECT_EQ(groups(1), 128u);
  EXPECT_EQ(groups(8), 16u);
  EXPECT_EQ(groups(3), 32u);
  EXPECT_EQ(groups(17), 16u);
  EXPECT_EQ(groups(33), 16u);
}

TEST(JoinSmallGroupsTest, LeavesWhatFillsSubGroups) {
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {16, 1, 1}, 16, false, anyNumber));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {64, 1, 1}, 16, false, anyNumber));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {65, 1, 1}, 16, false, anyNumber));
  EXPECT_FALSE(joinSmallGroups({1024, 1024, 1}, {4, 4, 1}, 16, false, anyNumber));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {9, 1, 1}, 16, true, anyNumber));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {17, 1, 1}, 16, true, anyNumber));
}

TEST(JoinSmallGroupsTest, TakesNoMoreThanThereIsMemoryFor) {
  EXPECT_EQ(joinSmallGroups({1 << 20, 1, 1}, {1, 1, 1}, 16, true, 5).groups, (Groups{5, 1, 1}));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {1, 1, 1}, 16, true, 1));
  EXPECT_FALSE(joinSmallGroups({1 << 20, 1, 1}, {1, 1, 1}, 16, true, 0));
}

TEST(JoinSmallGroupsTest, SaysWhetherTrailingOnesAreSmaller) {
  EXPECT_TRUE(joinSmallGroups({100, 1, 1}, {4, 1, 1}, 16, true, anyNumber).uniform);
  EXPECT_FALSE(joinSmallGroups({101, 1, 1}, {4, 1, 1}, 16, true, anyNumber).uniform);
  EXPECT_FALSE(joinSmallGroups({100, 3, 1}, {4, 2, 1}, 16, true, anyNumber).uniform);
}

} // namespace
} // namespace heddle::executor
