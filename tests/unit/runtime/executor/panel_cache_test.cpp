#include "runtime/executor/panel_cache.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

namespace heddle::executor {
namespace {

constexpr std::uint64_t kilobyte = 1024;

class PanelCacheTest : public testing::Test {
protected:
  HeddlePanel find(std::uint32_t table, std::uint64_t key, std::uint64_t bytes = kilobyte) {
    return cache.find({launch}, table, bytes, {&key, 1});
  }

  PanelCache cache;
  std::uint64_t launch = 1;
};

TEST_F(PanelCacheTest, FindsWhatWasMade) {
  const HeddlePanel first = find(0, 5);
  EXPECT_EQ(first.isNew, 1u);
  ASSERT_NE(first.memory, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.memory) % 64, 0u);
  const HeddlePanel again = find(0, 5);
  EXPECT_EQ(again.memory, first.memory);
  EXPECT_EQ(again.isNew, 0u);
}

TEST_F(PanelCacheTest, TellsTablesKeysAndSizesApart) {
  std::set<void *> places{find(0, 5).memory};
  for (const HeddlePanel &other :
       {find(1, 5), find(0, 6), find(0, 5, 2 * kilobyte), cache.find({1}, 0, kilobyte, {})}) {
    EXPECT_EQ(other.isNew, 1u);
    EXPECT_TRUE(places.insert(other.memory).second);
  }
}

TEST_F(PanelCacheTest, ForgetsAnotherLaunch) {
  const HeddlePanel before = find(0, 5);
  launch = 2;
  const HeddlePanel now = find(0, 5);
  EXPECT_EQ(now.isNew, 1u);
  EXPECT_EQ(now.memory, before.memory) << "memory is used again";
}

TEST_F(PanelCacheTest, APanelThatIsOverGivesItsPlaceToTheNext) {
  // Down columns of eight rows: each panel of the second table is wanted eight times and then no
  // more, those of the first one come again in the next column.
  std::set<void *> rows, columns;
  for (std::uint64_t column = 0; column < 20; ++column)
    for (std::uint64_t row = 0; row < 8; ++row) {
      const HeddlePanel a = find(0, row), b = find(1, 100 + column);
      EXPECT_EQ(a.isNew, column == 0);
      EXPECT_EQ(b.isNew, row == 0);
      rows.insert(a.memory);
      columns.insert(b.memory);
    }
  EXPECT_EQ(rows.size(), 8u);
  EXPECT_LE(columns.size(), 2u);
}

TEST_F(PanelCacheTest, GoingRoundMoreThanThereIsRoomForFindsMostOfWhatThereIsRoomFor) {
  // Two sizes by turns, and one that is never wanted again in between.
  const auto around = [&](std::uint64_t panels, std::uint64_t bytes, unsigned rounds) {
    unsigned found = 0;
    for (unsigned round = 0; round < rounds; ++round)
      for (std::uint64_t key = 0; key < panels; ++key) {
        found += find(0, key, bytes).isNew == 0;
        found += find(1, key, 2 * bytes).isNew == 0;
        if (key % 8 == 0)
          find(2, round * panels + key, bytes);
      }
    return double(found) / (2 * panels * (rounds - 1));
  };
  constexpr std::uint64_t bytes = PanelCache::mostBytes / 256;
  EXPECT_EQ(around(64, bytes, 10), 1);
  launch = 2;
  EXPECT_GT(around(128, bytes, 10), 0.4);
  launch = 3;
  EXPECT_GT(around(1024, bytes / 32, 10), 0.1);
}

TEST_F(PanelCacheTest, WhatIsFoundWasMadeForTheSameKeys) {
  // More than there is room for, in many numbers and some sizes, and launches in between.
  using Name = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  std::map<void *, Name> owners;
  std::minstd_rand random(5);
  unsigned found = 0;
  for (unsigned request = 0; request < 50000; ++request) {
    if (request % 7000 == 6999)
      ++launch;
    const std::uint64_t key = random() % 900 / (1 + random() % 8);
    const std::uint64_t bytes = (std::uint64_t(1) << key % 5) * 4 * kilobyte;
    const HeddlePanel panel = find(key % 3, key, bytes);
    ASSERT_NE(panel.memory, nullptr);
    const Name name(launch, key, bytes);
    if (panel.isNew)
      owners[panel.memory] = name;
    else
      ASSERT_EQ(owners[panel.memory], name);
    found += panel.isNew == 0;
  }
  EXPECT_GT(found, 25000u);
}

TEST_F(PanelCacheTest, MemoryIsNotGotAnewForEachPanel) {
  // As many as there is room for, and each is wanted again at once, but not later.
  std::set<void *> places;
  for (std::uint64_t key = 0; key < 5000; ++key)
    for (int time = 0; time < 2; ++time) {
      places.insert(find(0, key, 12 * kilobyte).memory);
      places.insert(find(1, key, 24 * kilobyte).memory);
    }
  EXPECT_LT(places.size(), 20u);
}

TEST_F(PanelCacheTest, TheLastOnesStay) {
  std::vector<HeddlePanel> last;
  for (std::uint32_t table : {0, 0, 1, 1})
    find(table, 100); // so that panels are known to be found again
  for (std::uint64_t key = 0; key < 60; ++key) {
    const HeddlePanel panel = find(key % 2, key / 2, PanelCache::mostBytes / 8);
    ASSERT_NE(panel.memory, nullptr);
    for (const HeddlePanel &other : last)
      EXPECT_NE(panel.memory, other.memory);
    last.push_back(panel);
    if (last.size() == PanelCache::kept)
      last.erase(last.begin());
  }
}

TEST_F(PanelCacheTest, GivesNoMemoryWhereItDoesNotPay) {
  EXPECT_EQ(find(0, 1, PanelCache::largestPanel + 1).memory, nullptr);
  EXPECT_EQ(find(PanelCache::mostTables, 1).memory, nullptr);
  // Panels that nobody wants twice, once there were more than there is room for.
  unsigned made = 0;
  for (std::uint64_t key = 0; key < 60; ++key)
    made += find(0, key, PanelCache::mostBytes / 16).memory != nullptr;
  EXPECT_GE(made, 16u);
  EXPECT_LT(made, 20u);
  launch = 2;
  EXPECT_NE(find(0, 0).memory, nullptr) << "another launch may want them twice";
}

// As products have them that are many, small, and each of other factors.
TEST_F(PanelCacheTest, LooksSeldomAfterManyThatNobodyWantedAgain) {
  for (launch = 1; launch <= 2; ++launch) {
    std::uint64_t key = 0;
    while (find(0, key).isNew)
      ++key;
    for (std::uint64_t other = key + 1; other < 2 * key + 1; ++other)
      EXPECT_EQ(find(0, other).memory, nullptr);
    // One of them is wanted after all, by turns with those of another table, whichever is first.
    if (launch == 2)
      find(1, 0);
    unsigned requests = 1;
    for (; !find(0, 3).memory && requests < 100; ++requests)
      find(1, 0);
    EXPECT_GT(requests, 1u);
    EXPECT_LE(requests, 16u);
    EXPECT_NE(find(0, 4).memory, nullptr);
    unsigned isMadeAfter = 1;
    while (isMadeAfter < 100 && !find(0, key++).isNew)
      ++isMadeAfter;
    EXPECT_LE(isMadeAfter, 16u);
  }
}

// As short loops in a convolution have them: what a row packs is wanted again by few.
TEST_F(PanelCacheTest, MakesFewSmallOnesWhereFewAreWantedAgain) {
  const auto madeOf = [&](std::uint64_t bytes) {
    ++launch;
    unsigned made = 0;
    for (std::uint64_t request = 0; request < 20000; ++request)
      made += find(0, request % 8 == 0 ? request % 512 : 1000 + request, bytes).isNew;
    return made;
  };
  EXPECT_LT(madeOf(kilobyte), 5000u);
  EXPECT_GT(madeOf(64 * kilobyte), 17000u) << "large ones are made all the same";
}

TEST_F(PanelCacheTest, GoesOnWhereALaunchGoesRoundAsManyAsItGivesUpBehind) {
  constexpr std::uint64_t around = 20;
  unsigned found = 0;
  for (std::uint64_t request = 0; request < 4 * around; ++request) {
    const std::uint64_t key = request % around;
    const HeddlePanel panel =
        cache.find({launch, nullptr, nullptr, 2 * around}, 0, kilobyte, {&key, 1});
    found += panel.memory && !panel.isNew;
  }
  EXPECT_EQ(found, 3 * around);
}

TEST_F(PanelCacheTest, GivesUpSoonerWhatALaunchBeforeGaveUp) {
  std::atomic<std::uint64_t> unwanted{0};
  const auto isMade = [&](std::uint64_t key) {
    return cache.find({launch, nullptr, &unwanted}, 3, kilobyte, {&key, 1}).memory != nullptr;
  };
  unsigned made = 0, madeAgain = 0;
  for (std::uint64_t key = 0; isMade(key); ++key)
    ++made;
  EXPECT_EQ(unwanted, 1u << 3);
  launch = 2;
  for (std::uint64_t key = 0; isMade(key); ++key)
    ++madeAgain;
  EXPECT_GT(madeAgain, 0u);
  EXPECT_LT(madeAgain, made / 8);
  // Another range of the kernel goes round 32 panels.
  launch = 3;
  unsigned found = 0;
  for (std::uint64_t request = 0; request < 640; ++request)
    found += isMade(request % 32);
  EXPECT_EQ(unwanted, 0u);
  EXPECT_GT(found, 500u);
}

TEST_F(PanelCacheTest, GivesUpInTheMiddleOfALaunch) {
  std::atomic<std::uint64_t> unwanted{0};
  unsigned made = 0;
  for (std::uint64_t key = 0; key < 100; ++key)
    made += cache.find({launch, nullptr, &unwanted, 100}, 0, kilobyte, {&key, 1}).memory != nullptr;
  EXPECT_EQ(made, 50u);
  EXPECT_EQ(unwanted, 1u);
}

TEST_F(PanelCacheTest, FindsWhatOthersHaveMade) {
  PanelCache other;
  const std::uint64_t key = 5;
  auto shared = std::make_shared<LaunchPanels>();
  const auto ask = [&](PanelCache &worker, std::uint64_t words = kilobyte) {
    return worker.find({launch, shared}, 0, words, {&key, 1});
  };
  const HeddlePanel first = ask(other);
  const HeddlePanel tooEarly = ask(cache);
  EXPECT_EQ(tooEarly.isNew, 1u) << "the other one is still being written";
  EXPECT_NE(tooEarly.memory, first.memory);
  other.finishLast();
  PanelCache third;
  const HeddlePanel found = ask(third);
  EXPECT_EQ(found.isNew, 0u);
  EXPECT_EQ(found.memory, first.memory);
  // Looking for the next panel is enough, too.
  const HeddlePanel second = ask(other, 2 * kilobyte);
  ask(other, 3 * kilobyte);
  EXPECT_EQ(ask(third, 2 * kilobyte).memory, second.memory);

  // Memory that a launch may read stays what it is while others run.
  const std::shared_ptr<LaunchPanels> running = std::exchange(shared, nullptr);
  launch = 2;
  for (std::uint64_t bytes = 1; bytes < 60; ++bytes)
    for (const HeddlePanel &before : {first, second})
      EXPECT_NE(ask(other, bytes * kilobyte).memory, before.memory);
}

TEST_F(PanelCacheTest, TakesMemoryBackFromALaunchThatIsOver) {
  auto shared = std::make_shared<LaunchPanels>();
  const std::uint64_t key = 5;
  const HeddlePanel before = cache.find({launch, shared}, 0, kilobyte, {&key, 1});
  cache.finishLast();
  shared = nullptr;
  launch = 2;
  EXPECT_EQ(find(0, 6).memory, before.memory);
}

TEST_F(PanelCacheTest, KeepsMemoryThatOthersCannotHave) {
  const auto shared = std::make_shared<LaunchPanels>();
  for (std::uint64_t key = 0; key < 60; ++key)
    for (int time = 0; time < 2; ++time)
      ASSERT_NE(cache.find({launch, shared}, 0, PanelCache::mostBytes / 8, {&key, 1}).memory,
                nullptr)
          << key;
}

TEST_F(PanelCacheTest, PanelsThatNoOtherWorkerWantsGiveTheirPlaceToTheNext) {
  const auto shared = std::make_shared<LaunchPanels>();
  std::set<void *> places;
  for (std::uint64_t key = 0; key < 400; ++key)
    for (int time = 0; time < 4; ++time)
      places.insert(cache.find({launch, shared}, 0, kilobyte, {&key, 1}).memory);
  EXPECT_LT(places.size(), 80u);
}

} // namespace
} // namespace heddle::executor
