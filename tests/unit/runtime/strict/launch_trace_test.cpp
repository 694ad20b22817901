#include "runtime/strict/launch_trace.hpp"
#include "runtime/strict/unwritten_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

namespace heddle {
namespace {

class LaunchTraceTest : public testing::Test {
protected:
  struct Found {
    HeddleFindingKind kind;
    std::uint64_t item; ///< of the work-group, that found it
    std::uint64_t otherGroup, otherItem;
  };

  void SetUp() override { trace.begin(local.data()); }

  HeddlePlace at(unsigned access) {
    return {.kernel = "k",
            .file = "a.cl",
            .subject = "a",
            .bytes = 4,
            .objectSize = 0,
            .line = ++lines,
            .column = 1,
            .alignment = 4,
            .argument = 0,
            .kind = heddleFinding_race,
            .access = access,
            .lanes = 16,
            .scope = heddleScopeDevice,
            .ordered = heddleScopeWorkItem,
            .reported = 0};
  }

  /// An atomic by which what came before is known to whom it reaches.
  HeddlePlace flagFor(unsigned scope) {
    return at(heddleReads | heddleWrites | heddleAtomic | heddleReleases | heddleAcquires |
              heddleGlobal | heddleFollowed | scope << heddleOrderScopeShift);
  }

  /// Each lane the word of its number, from `word` on; in sub-groups of 16.
  void touch(HeddlePlace &place, std::uint64_t group, std::uint64_t subGroup, std::uint64_t word,
             std::uint64_t lanes = 0xFFFF) {
    touchAt(place, group, subGroup, &memory[word], 4, lanes);
  }
  void touchAt(HeddlePlace &place, std::uint64_t group, std::uint64_t subGroup, const void *address,
               std::uint64_t step, std::uint64_t lanes, std::uint64_t bytes = 4,
               std::uint64_t value = 0) {
    const HeddleFinders finders{{group, 0, 0}, subGroup * 16, lanes, nullptr};
    const HeddleTouch what{bytes, reinterpret_cast<std::uintptr_t>(address), step, nullptr, &value,
                           0};
    trace.touched(place, finders, what);
  }
  void meet(unsigned access, std::uint64_t subGroup) {
    places.push_back(at(access | heddleMeets));
    places.back().line = 1;
    places.back().kind = heddleFinding_divergentBarrier;
    const HeddleFinders finders{{0, 0, 0}, subGroup * 16, 0xFFFF, nullptr};
    trace.touched(places.back(), finders, {});
  }
  void barrier(unsigned memory) {
    for (std::uint64_t subGroup : {0, 1})
      meet(memory | heddleOfWorkGroup | heddleBarrier, subGroup);
  }

  struct Reports final : LaunchTrace::Report {
    explicit Reports(ShadowMemory::Span memory) : memory(memory) {}
    void operator()(HeddlePlace &, const HeddleFinders &finders, std::uint64_t,
                    HeddleFindingKind kind, const OtherAccess *other) const override {
      all.push_back({kind,
                     finders.firstItem + static_cast<unsigned>(__builtin_ctzll(finders.lanes)),
                     other ? other->finders.group[0] : 0, other ? other->finders.firstItem : 0});
    }
    bool isShared(const HeddlePlace &) const override { return false; }
    std::vector<ShadowMemory::Span> buffers() const override { return {memory}; }
    const ShadowMemory::Span memory;
    mutable std::vector<Found> all;
  };

  std::array<std::uint32_t, 64> memory{};
  std::array<std::uint32_t, 32> local{};
  std::uint32_t lines = 1;
  std::vector<HeddlePlace> places = [] {
    std::vector<HeddlePlace> result;
    result.reserve(64); // what is remembered leads there
    return result;
  }();
  HeddleNdRange range{{0, 0, 0}, {64, 1, 1}, {32, 1, 1}, {2, 1, 1}, 1, 0};
  std::vector<HeddleArgumentRange> ranges{
      {0, sizeof(memory), sizeof(memory), sizeof(memory), sizeof(memory)},
      {0, sizeof(memory), sizeof(memory), sizeof(memory), sizeof(memory)}};
  TraceBudget budget;
  Reports reports{{reinterpret_cast<std::uintptr_t>(memory.data()),
                   reinterpret_cast<std::uintptr_t>(memory.data() + memory.size())}};
  LaunchTrace trace{range, ranges, sizeof(local), budget, reports, /*all=*/false};
};

TEST_F(LaunchTraceTest, FindsWhoReadsWhatAnotherHasWritten) {
  HeddlePlace write = at(heddleWrites | heddleGlobal), read = at(heddleReads | heddleGlobal);
  touch(write, 0, 0, 0);
  touch(read, 0, 0, 0);
  EXPECT_TRUE(reports.all.empty());
  touch(read, 0, 1, 15, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_race);
  EXPECT_EQ(reports.all[0].item, 16u);
  EXPECT_EQ(reports.all[0].otherItem, 15u);
}

TEST_F(LaunchTraceTest, BarriersOrderTheMemoryThatTheyName) {
  HeddlePlace write = at(heddleWrites | heddleGlobal), read = at(heddleReads | heddleGlobal);
  touch(write, 0, 0, 0);
  barrier(heddleLocal);
  touch(read, 0, 1, 0, 1);
  EXPECT_EQ(reports.all.size(), 1u);
  barrier(heddleGlobal);
  touch(read, 0, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, BarriersOrderNothingBetweenWorkGroups) {
  HeddlePlace write = at(heddleWrites | heddleGlobal);
  touch(write, 0, 0, 0);
  barrier(heddleGlobal);
  trace.end();
  trace.begin(local.data());
  touch(write, 1, 0, 0, 2);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].otherGroup, 0u);
}

TEST_F(LaunchTraceTest, WritesOfTheSameDoNotRaceBeforeTheyAreDone) {
  HeddlePlace write = at(heddleWrites | heddleGlobal | heddleHasValue);
  constexpr std::uint64_t value = 0x0605'0403'0201, other = 0x0705'0403'0201;
  // Another thread is told of its write while this one has not done its own.
  touchAt(write, 0, 0, &memory[1], 0, 1, 6, value);
  trace.begin(local.data());
  touchAt(write, 1, 0, &memory[1], 0, 1, 6, value);
  EXPECT_TRUE(reports.all.empty());
  touchAt(write, 1, 0, &memory[1], 0, 1, 6, other);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].otherGroup, 0u);
}

TEST_F(LaunchTraceTest, SplitBarriersOrderWhatComesBeforeTheirFirstHalf) {
  HeddlePlace before = at(heddleWrites | heddleGlobal), between = at(heddleWrites | heddleGlobal),
              read = at(heddleReads | heddleGlobal);
  constexpr unsigned half = heddleGlobal | heddleOfWorkGroup | heddleBarrier;
  touch(before, 0, 0, 0, 1);
  meet(half | heddleArrives, 0);
  touch(between, 0, 0, 1, 1);
  meet(half | heddleArrives, 1);
  for (std::uint64_t subGroup : {0, 1})
    meet(half | heddleHasArrived, subGroup);
  touch(read, 0, 1, 0, 1);
  EXPECT_TRUE(reports.all.empty());
  touch(read, 0, 1, 1, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  barrier(heddleGlobal);
  touch(read, 0, 1, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, AtomicsDoNotRaceWithAtomics) {
  HeddlePlace atomic = at(heddleWrites | heddleReads | heddleAtomic | heddleGlobal);
  HeddlePlace plain = at(heddleWrites | heddleGlobal);
  touch(atomic, 0, 0, 0);
  touch(atomic, 0, 1, 0);
  EXPECT_TRUE(reports.all.empty());
  touch(plain, 0, 0, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, ScopesOfAtomicsHaveBothWorkItemsInThem) {
  HeddlePlace wide = at(heddleWrites | heddleReads | heddleAtomic | heddleGlobal), narrow = wide;
  narrow.scope = heddleScopeSubGroup;
  touch(narrow, 0, 0, 0, 3);
  touch(narrow, 0, 0, 0, 3);
  EXPECT_TRUE(reports.all.empty());
  touch(wide, 0, 1, 0, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_memoryScope);
  barrier(heddleGlobal);
  touch(narrow, 0, 0, 0, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, WhatAtomicsMayOrderIsNoRace) {
  HeddlePlace write = at(heddleWrites | heddleGlobal);
  write.ordered = heddleScopeWorkGroup;
  touch(write, 0, 0, 0);
  touch(write, 0, 1, 0);
  EXPECT_TRUE(reports.all.empty());
  trace.end();
  trace.begin(local.data());
  touch(write, 1, 0, 0, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FollowsWhatWorkGroupsReleaseAndAcquire) {
  constexpr unsigned followed = heddleGlobal | heddleFollowed;
  HeddlePlace write = at(heddleWrites | followed), read = at(heddleReads | followed);
  HeddlePlace flag = flagFor(heddleScopeDevice);
  write.ordered = read.ordered = flag.ordered = heddleScopeDevice;
  const auto begin = [&](std::uint64_t group) {
    trace.end();
    EXPECT_TRUE(trace.partAt(group).isTraced);
    trace.begin(local.data());
  };
  touch(write, 0, 0, 0, 1);
  touch(flag, 0, 0, 8, 1);
  touch(write, 0, 0, 1, 1); // behind the release
  begin(1);
  touch(flag, 1, 0, 8, 1);
  begin(2);
  touch(flag, 2, 0, 8, 1);
  touch(read, 2, 0, 0, 1); // by way of another one
  EXPECT_TRUE(reports.all.empty());
  touch(read, 2, 0, 1, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_race);
  // Those that are not traced may have handed it on.
  EXPECT_FALSE(trace.partAt(70).isTraced);
  EXPECT_EQ(trace.partAt(70).groups, 26u);
  touch(read, 2, 1, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

// Between the look at an atomic and the atomic itself another thread may run a whole work-group.
TEST_F(LaunchTraceTest, AcquiresWhatIsReleasedUntilTheOperation) {
  constexpr unsigned followed = heddleGlobal | heddleFollowed;
  HeddlePlace write = at(heddleWrites | followed), read = at(heddleReads | followed);
  HeddlePlace flag = flagFor(heddleScopeDevice);
  write.ordered = read.ordered = flag.ordered = heddleScopeDevice;
  touch(flag, 0, 0, 8, 3);
  std::thread([&] {
    trace.begin(local.data());
    touch(write, 1, 0, 0, 1);
    touch(flag, 1, 0, 8, 1);
    touch(write, 1, 0, 1, 1); // behind the release
    trace.end();
  }).join();
  touch(read, 0, 0, 0, 1);
  EXPECT_TRUE(reports.all.empty());
  touch(read, 0, 0, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FollowsWhatSubGroupsReleaseAndAcquire) {
  constexpr unsigned followed = heddleGlobal | heddleFollowed;
  HeddlePlace write = at(heddleWrites | followed), read = at(heddleReads | followed);
  HeddlePlace flag = flagFor(heddleScopeWorkGroup);
  flag.scope = write.ordered = read.ordered = flag.ordered = heddleScopeWorkGroup;
  touch(write, 0, 0, 0, 1);
  touch(flag, 0, 0, 8, 1);
  touch(write, 0, 0, 1, 1);
  touch(flag, 0, 1, 8, 1);
  touch(read, 0, 1, 0, 1);
  EXPECT_TRUE(reports.all.empty());
  touch(read, 0, 1, 1, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FindsWhoWaitsForItsOwnSubGroup) {
  HeddlePlace look = at(heddleReads | heddleAtomic | heddleGlobal | heddleWaits);
  HeddlePlace write = at(heddleWrites | heddleAtomic | heddleGlobal);
  touch(look, 0, 0, 0, 1);
  touchAt(write, 0, 1, &memory[0], 4, 1); // of another one
  touch(look, 0, 0, 0, 1);
  touchAt(write, 0, 0, &memory[0], 0, 2);
  touch(write, 0, 0, 8, 1);
  touch(look, 0, 0, 0, 1); // it has done something else
  EXPECT_TRUE(reports.all.empty());
  touchAt(write, 0, 0, &memory[0], 0, 2);
  touch(look, 0, 0, 0, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_forwardProgress);
  EXPECT_EQ(reports.all[0].otherItem, 1u);
}

TEST_F(LaunchTraceTest, LocalMemoryIsUnwrittenInEachWorkGroup) {
  HeddlePlace write = at(heddleWrites | heddleLocal);
  HeddlePlace read = at(heddleReads | heddleLocal | heddleWantsValue);
  touchAt(write, 0, 0, local.data(), 4, 0xFFFF);
  touchAt(read, 0, 0, local.data(), 4, 0xFFFF);
  EXPECT_TRUE(reports.all.empty());
  trace.end();
  trace.begin(local.data());
  touchAt(read, 1, 0, local.data(), 4, 1);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_unwritten);
}

TEST_F(LaunchTraceTest, RowsAreAsFarApartAsTheyAre) {
  constexpr std::uint64_t rowWords = 8, twoRows = std::uint64_t(2) << 48 | rowWords * 4;
  HeddlePlace block = at(heddleWrites | heddleGlobal | heddleOfSubGroup | heddleRows);
  HeddlePlace word = at(heddleWrites | heddleGlobal);
  touchAt(block, 0, 0, &memory[0], 0, 1, 16, twoRows);
  touch(word, 0, 1, 4, 1);            // behind the first row
  touch(word, 0, 1, 2 * rowWords, 1); // behind the last one
  EXPECT_TRUE(reports.all.empty());
  touch(word, 0, 1, rowWords + 3, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FindsWhatNobodyHasWritten) {
  HeddlePlace read = at(heddleReads | heddleGlobal | heddleWantsValue);
  std::fill_n(reinterpret_cast<std::uint64_t *>(memory.data()), memory.size() / 2,
              UnwrittenMemory::word);
  memory[16] = memory[61] = 1;
  touch(read, 0, 0, 0);
  EXPECT_TRUE(reports.all.empty()); // its argument has been written
  ranges[0].written = 0;
  touch(read, 0, 0, 16, 0b11); // two halves of a word
  EXPECT_TRUE(reports.all.empty());
  touch(read, 0, 0, 14, 0b110);
  touch(read, 0, 0, 60, 0b1001); // and the last one of the buffer
  ASSERT_EQ(reports.all.size(), 2u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_unwrittenBuffer);
  EXPECT_EQ(reports.all[0].item, 1u);
  EXPECT_EQ(reports.all[1].item, 3u);
}

TEST_F(LaunchTraceTest, FindsBytesThatNobodyHasWrittenInThreeWords) {
  HeddlePlace read = at(heddleReads | heddleGlobal | heddleWantsValue);
  ranges[0].written = 0;
  const auto fill = [&](std::uint64_t mask) {
    std::fill_n(reinterpret_cast<std::uint64_t *>(memory.data()), memory.size() / 2,
                UnwrittenMemory::word ^ mask);
  };
  const auto readBytes = [&](std::size_t first, std::uint64_t lanes) {
    touchAt(read, 0, 0, reinterpret_cast<const std::byte *>(memory.data()) + first, 2, lanes, 1);
  };
  fill(0x0101010101010101);
  readBytes(1, 0xFFFF);
  fill(0x0001000100010001); // every other one was written
  readBytes(0, 0xFFFF);
  readBytes(1, 0xFF); // eight bytes of two words
  EXPECT_TRUE(reports.all.empty());
  readBytes(1, 0x1FF);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, KnowsWhatTheLaunchHasWrittenThoughItIsAsItWas) {
  HeddlePlace write = at(heddleWrites | heddleGlobal);
  HeddlePlace read = at(heddleReads | heddleGlobal | heddleWantsValue);
  std::fill_n(reinterpret_cast<std::uint64_t *>(memory.data()), memory.size() / 2,
              UnwrittenMemory::word);
  ranges[0].written = 0;
  touchAt(write, 0, 0, &memory[4], 1, 0b1, 1);
  touchAt(read, 0, 0, &memory[4], 1, 0b1, 1);
  EXPECT_TRUE(reports.all.empty());
  touchAt(read, 0, 0, &memory[4], 1, 0b10, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FollowsCopiesUntilTheyAreWaitedFor) {
  HeddlePlace copy = at(heddleWrites | heddleLocal | heddleOfWorkGroup);
  HeddlePlace read = at(heddleReads | heddleLocal);
  touchAt(copy, 0, 0, &local[0], 0, 0xFFFF, 64);
  touchAt(copy, 0, 1, &local[0], 0, 0xFFFF, 64);
  EXPECT_TRUE(reports.all.empty()); // they began it together
  touchAt(read, 0, 1, &local[0], 4, 0b10);
  ASSERT_EQ(reports.all.size(), 1u);
  barrier(heddleLocal);
  touchAt(read, 0, 1, &local[4], 4, 0b10);
  EXPECT_EQ(reports.all.size(), 2u);
  for (std::uint64_t subGroup : {0, 1})
    meet(heddleLocal | heddleOfWorkGroup | heddleBarrier | heddleAwaitsCopies, subGroup);
  touchAt(read, 0, 1, &local[8], 4, 0b10);
  EXPECT_EQ(reports.all.size(), 2u);
}

TEST_F(LaunchTraceTest, FindsARestrictArgumentThatIsNotAlone) {
  HeddlePlace first = at(heddleWrites | heddleGlobal | heddleRestrict);
  HeddlePlace second = at(heddleReads | heddleGlobal);
  second.argument = 1;
  touch(first, 0, 0, 0);
  touch(second, 0, 0, 16);
  EXPECT_TRUE(reports.all.empty());
  touch(second, 0, 0, 0, 8);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_restrictAlias);
  EXPECT_EQ(reports.all[0].otherItem, 3u);
}

TEST_F(LaunchTraceTest, FindsWhoNeverComesToABarrier) {
  meet(heddleGlobal | heddleOfWorkGroup | heddleBarrier, 0);
  trace.end();
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_divergentBarrier);
  EXPECT_EQ(reports.all[0].otherItem, 16u);
}

TEST_F(LaunchTraceTest, ComparesOperandsWithWhoeverCameFirst) {
  HeddlePlace place = at(heddleSameInGroup);
  touchAt(place, 0, 0, nullptr, 0, 0xFFFF, 0, 5);
  touchAt(place, 0, 1, nullptr, 0, 0xFFFF, 0, 5);
  EXPECT_TRUE(reports.all.empty());
  touchAt(place, 0, 1, nullptr, 0, 0xFF00, 0, 6);
  touchAt(place, 0, 0, nullptr, 0, 0xFFFF, 0, 7);
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_workGroupOperand);
  EXPECT_EQ(reports.all[0].item, 0u);
  EXPECT_EQ(reports.all[0].otherItem, 24u);
}

TEST_F(LaunchTraceTest, FindsWhoNeverComesToASplitFunction) {
  for (unsigned subGroup : {0u, 1u, 0u})
    meet(heddlePair | heddleGlobal | heddleOfWorkGroup, subGroup);
  EXPECT_TRUE(reports.all.empty());
  trace.end();
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_matrixPartner);
  EXPECT_EQ(reports.all[0].otherItem, 16u);
}

TEST_F(LaunchTraceTest, KnowsWhoMeetsAtASplitFunction) {
  HeddlePlace write = at(heddleWrites | heddleGlobal), read = at(heddleReads | heddleGlobal);
  // Partners meet as often as they like between two barriers, which are the same for all.
  for (std::uint64_t subGroup : {0, 1})
    meet(heddleGlobal | heddleOfWorkGroup | heddlePair, subGroup);
  touch(write, 0, 0, 0);
  touchAt(write, 0, 2, &memory[40], 4, 1);
  for (std::uint64_t subGroup : {0, 1, 2})
    meet(heddleGlobal | heddleOfWorkGroup | heddleBarrier, subGroup);
  touchAt(read, 0, 2, &memory[0], 4, 1);
  EXPECT_TRUE(reports.all.empty());
  touch(write, 0, 0, 16);
  for (std::uint64_t subGroup : {0, 1})
    meet(heddleGlobal | heddleOfWorkGroup | heddlePair, subGroup);
  touchAt(read, 0, 1, &memory[16], 4, 1);
  EXPECT_TRUE(reports.all.empty());
  touchAt(read, 0, 2, &memory[16], 4, 1);
  EXPECT_EQ(reports.all.size(), 1u);
}

TEST_F(LaunchTraceTest, FindsPartnersAtOtherSplitFunctions) {
  HeddlePlace one = at(heddleMeets | heddlePair), other = at(heddleMeets | heddlePair);
  trace.touched(one, {{0, 0, 0}, 0, 0xFFFF, nullptr}, {});
  trace.touched(other, {{0, 0, 0}, 16, 0xFFFF, nullptr}, {});
  trace.end();
  ASSERT_EQ(reports.all.size(), 1u);
  EXPECT_EQ(reports.all[0].kind, heddleFinding_matrixPartner);
  EXPECT_EQ(reports.all[0].item, 16u);
}

} // namespace
} // namespace heddle
