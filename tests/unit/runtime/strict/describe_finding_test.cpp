#include "runtime/strict/describe_finding.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

class DescribeFindingTest : public testing::Test {
protected:
  DescribedFinding of(std::uint64_t value) {
    return describe({place, finders, value, range, argument, address});
  }

  /// Four bytes of argument 1, which has 64.
  HeddlePlace place{.kernel = "k",
                    .file = "",
                    .subject = "a",
                    .bytes = 4,
                    .objectSize = 0,
                    .line = 0,
                    .column = 0,
                    .alignment = 4,
                    .argument = 1,
                    .kind = heddleFinding_outOfBounds,
                    .access = heddleReads,
                    .lanes = 16,
                    .scope = heddleScopeDevice,
                    .ordered = heddleScopeWorkItem,
                    .reported = 0};
  HeddleFinders finders{{0, 0, 0}, 0, 1, nullptr};
  HeddleNdRange range{{0, 0, 0}, {32, 1, 1}, {16, 1, 1}, {2, 1, 1}, 1, 0};
  HeddleArgumentRange argument{0, 64, 64, 64, 64};
  std::uint64_t address = 0x10000;
};

TEST_F(DescribeFindingTest, NamesTheOffsetBehindTheObject) {
  EXPECT_EQ(of(64).kind, heddleFinding_outOfBounds);
  EXPECT_EQ(of(61).kind, heddleFinding_outOfBounds);
  EXPECT_EQ(of(64).sentence, "work-item (0, 0, 0) reads 4 bytes at offset 64 of argument 1 'a', "
                             "which has 64 bytes");
  EXPECT_NE(of(std::uint64_t(-4)).sentence.find("offset -4 of"), std::string::npos);
}

TEST_F(DescribeFindingTest, CallsWhatFitsMisaligned) {
  EXPECT_EQ(of(58).kind, heddleFinding_misaligned);
}

TEST_F(DescribeFindingTest, TellsNullFromFreedMemory) {
  argument = {0, 0, 0, 0, 0};
  EXPECT_EQ(of(0).kind, heddleFinding_freedMemory);
  address = 0;
  EXPECT_EQ(of(0).kind, heddleFinding_nullPointer);
}

TEST_F(DescribeFindingTest, KnowsOnlyTheAddressOfOtherPointers) {
  place.argument = -1;
  place.subject = "";
  EXPECT_EQ(of(8).kind, heddleFinding_nullPointer);
  EXPECT_EQ(of(8).sentence, "work-item (0, 0, 0) reads 4 bytes at address 0x8");
  EXPECT_EQ(of(0x12342).kind, heddleFinding_misaligned);
  EXPECT_EQ(of(0x12340).kind, heddleFinding_outOfBounds);
}

TEST_F(DescribeFindingTest, FindsTheFirstWorkItem) {
  range = {{100, 0, 0}, {10, 6, 1}, {8, 4, 1}, {2, 2, 1}, 2, 0};
  // The last work-group has 2 x 2 work-items.
  finders = {{1, 1, 0}, 0, 0b1000, nullptr};
  EXPECT_EQ(of(64).globalId, (std::array<std::uint64_t, 3>{109, 5, 0}));
  finders = {{0, 0, 0}, 16, 0b10, nullptr};
  EXPECT_EQ(of(64).globalId, (std::array<std::uint64_t, 3>{101, 2, 0}));
}

TEST_F(DescribeFindingTest, SaysWhoIsThere) {
  place.kind = heddleFinding_divergentBarrier;
  place.subject = "a barrier";
  EXPECT_EQ(of(0xff).sentence,
            "work-item (0, 0, 0) is at a barrier with only the work-items 0 to 7 of its sub-group");
  EXPECT_NE(of(0x8031).sentence.find("the work-items 0, 4 to 5 and 15 of"), std::string::npos);
  EXPECT_NE(of(0x4).sentence.find("with only the work-item 2 of"), std::string::npos);
  EXPECT_NE(of(0x5555).sentence.find("with only 8 work-items of"), std::string::npos);
  EXPECT_NE(of(UINT64_MAX).sentence.find("0 to 63 of"), std::string::npos);
}

TEST_F(DescribeFindingTest, NamesTheFlagOfABuffer) {
  argument.readable = argument.written = 0;
  EXPECT_EQ(of(4).kind, heddleFinding_writeOnly);
  EXPECT_EQ(of(64).kind, heddleFinding_outOfBounds);
  place.access = heddleReads | heddleWrites;
  argument.writable = 0;
  EXPECT_EQ(of(4).kind, heddleFinding_readOnly);
}

TEST_F(DescribeFindingTest, ComparesOperands) {
  place.kind = heddleFinding_workGroupOperand;
  place.access = heddleSameInGroup;
  place.subject = "async_work_group_copy the number of elements";
  const OtherAccess other{&place, {{0, 0, 0}, 5, 1, nullptr}, 16};
  const auto sentence = [&] {
    return describe({place, finders, 20, range, argument, address, heddleFinding_workGroupOperand,
                     &other})
        .sentence;
  };
  EXPECT_EQ(sentence(),
            "work-item (0, 0, 0) gives async_work_group_copy the number of elements 20, "
            "and work-item (5, 0, 0) gives 16");
  place.access |= heddleReads;
  place.subject = "async_work_group_copy the source";
  EXPECT_EQ(sentence(), "work-item (0, 0, 0) gives async_work_group_copy another source than "
                        "work-item (5, 0, 0)");
}

} // namespace
} // namespace heddle
