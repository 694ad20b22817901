#include "runtime/executor/ndrange_split.hpp"
#include "runtime/executor/work_queue.hpp"

#include <gtest/gtest.h>

#include <vector>

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
      WorkQueue::Place place;
      std::uint64_t expected = 0;
      for (Chunk chunk = queue.claim(place); chunk.count; chunk = queue.claim(place)) {
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
  WorkQueue::Place place;
  queue.claim(place);
  queue.drain();
  EXPECT_EQ(queue.claim(place).count, 0u);
}

TEST(WorkQueueTest, GivesEachWorkerThePartThatItHadBefore) {
  for (int launch = 0; launch < 2; ++launch) {
    WorkQueue queue(160);
    queue.prepare(4, /*inParts=*/true);
    WorkQueue::Place third(2), first(0);
    EXPECT_EQ(queue.claim(third).first, 80u);
    EXPECT_EQ(queue.claim(first).first, 0u);
    EXPECT_EQ(queue.claim(third).first, 82u);
    // A thread that comes again goes on where it was.
    WorkQueue::Place thirdAgain(2);
    EXPECT_EQ(queue.claim(thirdAgain).first, 84u);
    // Two workers do not begin in one part while there is another one.
    WorkQueue::Place seventh(6);
    EXPECT_EQ(queue.claim(seventh).first, 120u);
  }
}

TEST(WorkQueueTest, GoesAroundInPartsWhereTheyAreSpread) {
  WorkQueue queue(80);
  queue.prepare(2, /*inParts=*/true, /*isSpread=*/true);
  WorkQueue::Place second(1);
  for (std::uint64_t first : {60u, 62u, 64u, 66u, 68u, 70u, 72u, 74u, 76u, 78u, 40u, 42u})
    EXPECT_EQ(queue.claim(second).first, first);
}

TEST(WorkQueueTest, HandsOutEveryUnitOfAllPartsOnce) {
  for (std::uint64_t units : {0u, 1u, 15u, 16u, 33u, 1000u, 100003u})
    for (unsigned workers : {1u, 2u, 7u, 64u}) {
      WorkQueue queue(units);
      queue.prepare(workers, /*inParts=*/true, /*isSpread=*/units != 1000);
      std::vector<bool> found(units);
      WorkQueue::Place places[] = {WorkQueue::Place(1), WorkQueue::Place(5)};
      std::uint64_t count = 0;
      for (unsigned turn = 0; count < units; ++turn) {
        ASSERT_FALSE(queue.exhausted());
        ASSERT_GT(queue.chunksLeft(), 0u);
        const Chunk chunk = queue.claim(places[turn % 3 == 0]);
        ASSERT_NE(chunk.count, 0u);
        for (std::uint64_t unit = chunk.first; unit < chunk.first + chunk.count; ++unit, ++count) {
          EXPECT_FALSE(found.at(unit));
          found[unit] = true;
        }
      }
      EXPECT_TRUE(queue.exhausted());
      EXPECT_EQ(queue.chunksLeft(), 0u);
      EXPECT_EQ(queue.claim(places[0]).count, 0u);
    }
}

} // namespace
} // namespace heddle::executor
