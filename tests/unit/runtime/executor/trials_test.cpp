#include "runtime/executor/trials.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::executor {

namespace {

/// Launches by turns until one of them has all; how many each one had before.
std::vector<unsigned> launchesOf(Trials &trials, const std::vector<std::uint64_t> &ticks,
                                 unsigned launches) {
  std::vector<unsigned> result(ticks.size());
  for (unsigned i = 0; i < launches; ++i) {
    const std::size_t which = trials.next();
    ++result[which];
    trials.cost(which).learn(10, ticks[which]);
  }
  return result;
}

} // namespace

TEST(TrialsTest, TakeTheQuickest) {
  Trials trials;
  trials.add();
  EXPECT_EQ(trials.next(), 0u);
  trials.add();
  trials.add();
  const std::vector<unsigned> launches = launchesOf(trials, {120, 100, 110}, 100);
  EXPECT_LE(launches[0], 4u);
  EXPECT_GE(launches[1], 90u);
  EXPECT_LE(launches[2], 4u);
}

TEST(TrialsTest, LeaveOutTheHopeless) {
  Trials trials;
  trials.add();
  trials.add();
  trials.add();
  const std::vector<unsigned> launches = launchesOf(trials, {1000, 100, 200}, 20);
  EXPECT_EQ(launches[0], 1u);
  EXPECT_EQ(launches[1], 17u);
  EXPECT_EQ(launches[2], 2u);
}

TEST(TrialsTest, WaitForTheFirstLaunch) {
  Trials trials;
  trials.add();
  launchesOf(trials, {100}, 20);
  trials.add();
  EXPECT_EQ(trials.next(), 1u);
  EXPECT_EQ(trials.next(), 0u);
  trials.cost(1).learn(10, 90);
  EXPECT_EQ(trials.next(), 1u);
}

TEST(TrialsTest, BeginWithTheNewest) {
  Trials trials;
  trials.add();
  launchesOf(trials, {100}, 20);
  trials.add();
  EXPECT_EQ(trials.next(), 1u);
}

TEST(TrialsTest, NeedNoResults) {
  Trials trials;
  trials.add();
  trials.add();
  std::vector<unsigned> launches(2);
  for (int i = 0; i < 20; ++i)
    ++launches[trials.next()];
  EXPECT_EQ(launches[0], 4u);
  EXPECT_EQ(launches[1], 16u);
}

TEST(TrialsTest, AreOverWhenAllHaveBeenMeasured) {
  Trials trials;
  trials.add();
  trials.add();
  EXPECT_FALSE(trials.areOver());
  launchesOf(trials, {120, 100}, 7);
  EXPECT_FALSE(trials.areOver());
  launchesOf(trials, {120, 100}, 1);
  EXPECT_TRUE(trials.areOver());
  EXPECT_EQ(trials.bestCost().least(), 10);
  trials.add();
  EXPECT_FALSE(trials.areOver());
}

TEST(TrialsTest, AreNotOverBeforeTheirLaunchesEnd) {
  Trials trials;
  trials.add();
  for (int i = 0; i < 4; ++i)
    trials.next();
  EXPECT_FALSE(trials.areOver());
}

TEST(CostEstimateTest, RemembersTheLeast) {
  CostEstimate cost;
  cost.learn(10, 500);
  cost.learn(10, 200);
  cost.learn(10, 300);
  cost.learn(10, 0);
  EXPECT_EQ(cost.least(), 20);
}

} // namespace heddle::executor
