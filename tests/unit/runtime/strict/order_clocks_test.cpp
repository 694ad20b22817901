#include "runtime/strict/order_clocks.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uintptr_t word = 0x1000;

TEST(OrderClocksTest, WhoMeetsKnowsWhatWasDoneUntilThen) {
  OrderClocks clocks;
  clocks.settle(2);
  clocks.meet(2);
  EXPECT_TRUE(clocks.isBefore(0, OrderClocks::start, 1));
  EXPECT_TRUE(clocks.isBefore(2, OrderClocks::start, 0));
  EXPECT_FALSE(clocks.isBefore(3, OrderClocks::start, 0));
}

TEST(OrderClocksTest, WhatIsDoneAfterAMeetingHasToBeAcquired) {
  OrderClocks clocks;
  clocks.meet(3);
  const OrderClocks::Time first = clocks.release(0, word);
  const OrderClocks::Time second = clocks.release(0, word);
  clocks.acquire(1, word);
  EXPECT_TRUE(clocks.isBefore(0, first, 1));
  EXPECT_FALSE(clocks.isBefore(0, second, 1));
  EXPECT_FALSE(clocks.isBefore(0, first, 2));
}

TEST(OrderClocksTest, ALaterMeetingTellsTheRest) {
  OrderClocks clocks;
  clocks.meet(2);
  const OrderClocks::Time first = clocks.release(0, word);
  clocks.acquire(1, word);
  EXPECT_FALSE(clocks.isBefore(0, first, 1));
  clocks.meet(2);
  EXPECT_TRUE(clocks.isBefore(0, first, 1));
  EXPECT_TRUE(clocks.isBefore(1, OrderClocks::start, 0));
}

} // namespace
} // namespace heddle
