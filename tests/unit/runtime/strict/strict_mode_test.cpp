#include "runtime/strict/strict_mode.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(StrictModeTest, IsOffByDefault) {
  for (const char *option : {"", "0", "off", "no", "false"}) {
    ASSERT_TRUE(StrictMode::parse(option)) << option;
    EXPECT_EQ(StrictMode::parse(option)->kind, StrictMode::Kind::off) << option;
  }
}

TEST(StrictModeTest, ReportsStopsOrWritesAFile) {
  EXPECT_EQ(StrictMode::parse("1")->kind, StrictMode::Kind::report);
  EXPECT_EQ(StrictMode::parse("abort")->kind, StrictMode::Kind::abort);
  const auto log = StrictMode::parse("log:a:b");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->kind, StrictMode::Kind::log);
  EXPECT_EQ(log->file, "a:b");
}

TEST(StrictModeTest, LooksForAllBesides) {
  EXPECT_FALSE(StrictMode::parse("1")->all);
  for (const char *option : {"all", "all,1", "all,abort", "all,log:a"}) {
    ASSERT_TRUE(StrictMode::parse(option)) << option;
    EXPECT_TRUE(StrictMode::parse(option)->all) << option;
  }
  EXPECT_EQ(StrictMode::parse("all")->kind, StrictMode::Kind::report);
  EXPECT_EQ(StrictMode::parse("all,abort")->kind, StrictMode::Kind::abort);
}

TEST(StrictModeTest, RefusesWhatItDoesNotKnow) {
  for (const char *option : {"2", "log", "log:", "abort:", "ABORT", "all,", "all,off", "all,all"})
    EXPECT_FALSE(StrictMode::parse(option)) << option;
}

} // namespace
} // namespace heddle
