#include "runtime/executor/ndrange_split.hpp"
#include "runtime/executor/work_queue.hpp"

#include <gtest/gtest.h>

namespace heddle::executor {
namespace {

TEST(NdRangeSplitTest, CountsTrailingWorkGroups) {
  const HeddleNdRange range = splitNdRange(3, {1, 2, 3}, {17, 8, 5}, {4, 8, 2});
  EXPECT_EQ(range.numGroups[0], 5u);
  EXPECT_EQ(range.numGroups[1], 1u);
  EXPECT_EQ(range.numGroups[2], 3u);
  EXPECT_EQ(range.globalOffset[2], 3u);
  EXPECT_EQ(range.workDim, 3u);
  EXPECT_EQ(workGroupCount(range), 15u);
}

TEST(NdRangeSplitTest, AnEmptyDimensionGivesNoWorkGroups) {
  EXPECT_EQ(workGroupCount(splitNdRange(2, {0, 0, 0}, {SIZE_MAX, 0, 1}, {1, 1, 1})), 0u);
}

TEST(NdRangeSplitTest, SaysWhenTheNumberDoesNotFit) {
  EXPECT_EQ(workGroupCount(splitNdRange(2, {0, 0, 0}, {SIZE_MAX, 2, 1}, {1, 1, 1})), UINT64_MAX);
}

TEST(WorkQueueTest, HandsOutEveryUnitOnce) {
  for (std::uint64_t units : {0u, 1u, 15u, 16u, 33u, 1000u, 100003u})
    for (unsigned workers : {1u, 2u, 7u, 64u}) {
      WorkQueue queue(units);
      queue.prepare(workers);
      std::uint64_t expected = 0;
      for (Chunk chunk = queue.claim(); chunk.count; chunk = queue.claim()) {
        EXPECT_EQ(chunk.first, expected);
        expected += chunk.count;
      }
      EXPECT_EQ(expected, units);
      EXPECT_TRUE(queue.exhausted());
      EXPECT_EQ(queue.chunksLeft(), 0u);
    }
}

TEST(WorkQueueTest, GivesWorkersSeveralChunksEach) {
  EXPECT_EQ(chunkSize(3, 8), 1u);
  EXPECT_EQ(chunkSize(1600, 10), 10u);
  EXPECT_EQ(chunkSize(UINT64_MAX, 1), UINT64_MAX / 16);
}

TEST(WorkQueueTest, DrainingLeavesNothing) {
  WorkQueue queue(100);
  queue.prepare(1);
  queue.claim();
  queue.drain();
  EXPECT_EQ(queue.claim().count, 0u);
}

} // namespace
} // namespace heddle::executor
