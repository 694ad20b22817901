#include "runtime/executor/stream_trial.hpp"

#include <gtest/gtest.h>

namespace heddle::executor {

namespace {

constexpr std::uint64_t large = 64 << 20;

/// How many of so many launches go past the caches.
unsigned pastCaches(StreamTrial &trial, unsigned launches, std::uint64_t bytes,
                    std::uint64_t ticksThrough, std::uint64_t ticksPast) {
  unsigned count = 0;
  for (unsigned i = 0; i < launches; ++i) {
    const bool past = trial.next(bytes);
    count += past;
    trial.learn(past, bytes, past ? ticksPast : ticksThrough);
  }
  return count;
}

} // namespace

TEST(StreamTrialTest, TakesTheQuickerWay) {
  StreamTrial one;
  StreamTrial other;
  EXPECT_GE(pastCaches(one, 100, large, 300, 200), 90u);
  EXPECT_LE(pastCaches(other, 100, large, 200, 300), 10u);
}

TEST(StreamTrialTest, SizesAreMeasuredByThemselves) {
  StreamTrial trial;
  pastCaches(trial, 20, large, 200, 300);
  pastCaches(trial, 20, 8 * large, 3000, 2000);
  EXPECT_FALSE(trial.next(large));
  EXPECT_TRUE(trial.next(8 * large));
  EXPECT_TRUE(trial.next(8 * large + 1));
}

TEST(StreamTrialTest, LittleStaysInCaches) {
  StreamTrial trial;
  EXPECT_EQ(pastCaches(trial, 20, StreamTrial::leastBytes - 1, 300, 200), 0u);
}

// The caches hold what the other way has left in them.
TEST(StreamTrialTest, TheFirstLaunchOfAWayDoesNotCount) {
  StreamTrial trial;
  bool past = trial.next(large);
  trial.learn(past, large, 1);
  pastCaches(trial, 20, large, 300, 200);
  EXPECT_TRUE(trial.next(large));
}

} // namespace heddle::executor
