#include "runtime/support/options.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace heddle {

namespace {

struct Reading {
  Options options;
  std::vector<std::string> complaints;
};

Reading read(const std::map<std::string, std::string> &environment) {
  Reading result;
  result.options = Options::read(
      [&](const char *name) {
        auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
      },
      [&](const std::string &sentence) { result.complaints.push_back(sentence); });
  return result;
}

} // namespace

TEST(OptionsTest, HasDefaultsForWhatIsUnsetOrEmpty) {
  Reading reading = read({{"HEDDLE_PERSONALITY", ""}});
  EXPECT_EQ(reading.options.personality, "xe2");
  EXPECT_EQ(reading.options.deviceVendor, "Heddle");
  EXPECT_EQ(reading.options.deviceName, "");
  EXPECT_EQ(reading.options.numThreads, 0u);
  EXPECT_TRUE(reading.options.cache);
  EXPECT_TRUE(reading.complaints.empty());
}

TEST(OptionsTest, ReadsNumbersWithSuffixes) {
  EXPECT_EQ(read({{"HEDDLE_NUM_THREADS", "12"}}).options.numThreads, 12u);
  EXPECT_EQ(read({{"HEDDLE_CACHE_SIZE", "3k"}}).options.cacheSize, 3072u);
  EXPECT_EQ(read({{"HEDDLE_CACHE_SIZE", "2G"}}).options.cacheSize, std::uint64_t(2) << 30);
}

TEST(OptionsTest, ReadsFlags) {
  for (const char *off : {"0", "off", "no", "false"})
    EXPECT_FALSE(read({{"HEDDLE_CACHE", off}}).options.cache) << off;
  for (const char *on : {"1", "on", "yes", "true"})
    EXPECT_TRUE(read({{"HEDDLE_VERBOSE", on}}).options.verbose) << on;
}

TEST(OptionsTest, ComplainsAndKeepsTheDefaultForWhatCannotBeRead) {
  for (const char *bad :
       {"many", "-1", "4x", "4kb", "99999999999999999999", "99999999999999999g"}) {
    Reading reading = read({{"HEDDLE_NUM_THREADS", bad}});
    EXPECT_EQ(reading.options.numThreads, 0u) << bad;
    ASSERT_EQ(reading.complaints.size(), 1u) << bad;
    EXPECT_NE(reading.complaints[0].find("HEDDLE_NUM_THREADS"), std::string::npos);
    EXPECT_NE(reading.complaints[0].find(bad), std::string::npos);
  }
}

} // namespace heddle
