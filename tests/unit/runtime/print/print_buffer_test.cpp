#include "runtime/print/print_buffer.hpp"

#include "tests/unit/runtime/print/record.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace heddle::test {

namespace {

/// What the buffer writes.
std::string written(PrintBuffer &buffer) {
  std::FILE *file = std::tmpfile();
  buffer.flush(file);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  std::fclose(file);
  return text;
}

} // namespace

TEST(PrintBuffer, HoldsTextUntilItIsFlushed) {
  PrintBuffer buffer(100);
  EXPECT_EQ(buffer.print("a %d\n", Record(1).arguments()), 0);
  EXPECT_EQ(buffer.print("b\n", {}), 0);
  EXPECT_EQ(written(buffer), "a 1\nb\n");
  EXPECT_EQ(written(buffer), "");
}

TEST(PrintBuffer, SaysWhenAFormatIsNone) {
  PrintBuffer buffer(100);
  EXPECT_EQ(buffer.print(nullptr, {}), -1);
  EXPECT_EQ(buffer.print("%d", {}), -1);
  EXPECT_EQ(written(buffer), "%d");
}

TEST(PrintBuffer, DropsEverythingFromTheFirstMessageThatDoesNotFit) {
  PrintBuffer buffer(10);
  EXPECT_EQ(buffer.print("1234567\n", {}), 0);
  EXPECT_EQ(buffer.print("abc", {}), -1);
  EXPECT_EQ(buffer.print("d", {}), -1);
  EXPECT_EQ(written(buffer), "1234567\n");

  PrintBuffer exact(3);
  EXPECT_EQ(exact.print("abc", {}), 0);
  EXPECT_EQ(exact.print("", {}), 0);
  EXPECT_EQ(written(exact), "abc");
}

TEST(PrintBuffer, KeepsMessagesOfThreadsWhole) {
  PrintBuffer buffer(1 << 20);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&buffer, thread] {
      for (int i = 0; i < 500; ++i)
        buffer.print("<%d %d>\n", Record(thread, i).arguments());
    });
  for (std::thread &thread : threads)
    thread.join();
  const std::string text = written(buffer);
  int next[4] = {};
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    int thread = -1, i = -1, length = 0;
    ASSERT_EQ(std::sscanf(text.c_str() + at, "<%d %d>%n", &thread, &i, &length), 2);
    ASSERT_EQ(text[at + static_cast<std::size_t>(length)], '\n');
    ASSERT_EQ(i, next[thread]++);
  }
  for (int count : next)
    EXPECT_EQ(count, 500);
}

} // namespace heddle::test
