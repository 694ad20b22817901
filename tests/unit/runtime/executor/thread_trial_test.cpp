#include "runtime/executor/thread_trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace heddle::executor {

namespace {

/// How many threads each of so many launches of 100 work-items gets, where ticks(threads) pass from
/// its beginning to its end.
template <typename Ticks>
std::vector<unsigned> threadsOf(ThreadTrial &trial, unsigned launches, unsigned most, Ticks ticks) {
  std::vector<unsigned> result;
  for (unsigned i = 0; i < launches; ++i) {
    result.push_back(trial.next(most));
    trial.learn(result.back(), 100, ticks(result.back()));
  }
  return result;
}

unsigned slowerTogether(unsigned threads) { return threads == 1 ? 2400 : 20000; }
unsigned quickerTogether(unsigned threads) { return 64000 / threads; }

} // namespace

TEST(ThreadTrialTest, OneThreadWhereMoreAreSlower) {
  ThreadTrial trial;
  EXPECT_EQ(threadsOf(trial, 20, 2, slowerTogether).back(), 1u);
  ThreadTrial many;
  EXPECT_EQ(threadsOf(many, 40, 64, slowerTogether).back(), 1u);
}

TEST(ThreadTrialTest, AllThreadsWhereTheyAreQuicker) {
  ThreadTrial trial;
  const std::vector<unsigned> threads = threadsOf(trial, 20, 64, quickerTogether);
  EXPECT_EQ(threads.back(), 64u);
  EXPECT_EQ(std::count(threads.begin(), threads.end(), 64u), 18);
}

TEST(ThreadTrialTest, SomeThreadsWhereMoreAndFewerAreSlower) {
  ThreadTrial trial;
  const auto ticks = [](unsigned threads) { return threads == 4 ? 1000 : 2000; };
  EXPECT_EQ(threadsOf(trial, 20, 16, ticks).back(), 4u);
}

TEST(ThreadTrialTest, ShortLaunchesTryTheRuleAndHalves) {
  ThreadTrials trials;
  const auto ticks = [](unsigned threads) { return threads == 8 ? 1000 : 2000; };
  const std::vector<unsigned> threads = threadsOf(trials.ofShort(100, 16), 40, 16, ticks);
  EXPECT_EQ(threads.front(), ThreadTrial::byRule);
  EXPECT_EQ(threads.back(), 8u);
}

TEST(ThreadTrialTest, TheRuleHoldsWhereNothingIsClearlyQuicker) {
  ThreadTrials trials;
  const auto ticks = [](unsigned threads) { return threads == 8 ? 950 : 1000; };
  EXPECT_EQ(threadsOf(trials.ofShort(100, 16), 40, 16, ticks).back(), ThreadTrial::byRule);
}

TEST(ThreadTrialTest, GoesOnWhileFewerAreQuickerHoweverSlowTheyAre) {
  ThreadTrials trials;
  const auto ticks = [](unsigned threads) {
    return threads == ThreadTrial::byRule ? 1000 : threads * 400;
  };
  EXPECT_EQ(threadsOf(trials.ofShort(100, 64), 40, 64, ticks).back(), 1u);
}

TEST(ThreadTrialTest, LaunchesThatFindNothingInTheCachesAreNoHarm) {
  ThreadTrials trials;
  unsigned launch = 0;
  const auto ticks = [&](unsigned threads) {
    return ++launch <= 2 ? 30000u : threads == 1 ? 1000u : 2000u;
  };
  EXPECT_EQ(threadsOf(trials.ofShort(100, 4), 40, 4, ticks).back(), 1u);
}

TEST(ThreadTrialTest, OneLaunchThatWasDisturbedDoesNotDecide) {
  ThreadTrial trial;
  unsigned launch = 0;
  const auto ticks = [&](unsigned threads) {
    ++launch;
    // Of two threads one got no processor, and something else had that of the one.
    return launch == 2 ? 2300u : launch == 4 ? 30000u : slowerTogether(threads);
  };
  EXPECT_EQ(threadsOf(trial, 20, 2, ticks).back(), 1u);
}

TEST(ThreadTrialTest, LaunchesOfAboutAsManyWorkItemsShareATrial) {
  ThreadTrials trials;
  ThreadTrial &some = trials.ofShort(1024, 16);
  EXPECT_EQ(&some, &trials.ofShort(2047, 16));
  EXPECT_NE(&some, &trials.ofShort(2048, 16));
  EXPECT_NE(&some, &trials.ofShort(1023, 16));
  EXPECT_NE(&some, &trials.ofAtomics());
  EXPECT_EQ(&some, &trials.ofShort(1024, 16));
  EXPECT_NE(&some, &trials.ofShort(1024, 8));
}

TEST(ThreadTrialTest, BeginsAnewInTheEndAndWhereOthersMayRunIt) {
  ThreadTrial trial;
  threadsOf(trial, 100, 2, slowerTogether);
  EXPECT_EQ(threadsOf(trial, 1100, 2, quickerTogether).back(), 2u);
  threadsOf(trial, 100, 2, slowerTogether);
  EXPECT_EQ(trial.next(4), 4u);
}

} // namespace heddle::executor
