#include "runtime/support/file.hpp"
#include "runtime/support/hash.hpp"
#include "runtime/support/log.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle {
namespace {

TEST(FileTest, MemoryFileGivesBackWhatWasWritten) {
  FileDescriptor file = createMemoryFile("test");
  ASSERT_TRUE(file);
  const std::string bytes("a\0b", 3);
  EXPECT_EQ(writeAll(file.get(), bytes), 0);
  EXPECT_EQ(readAll(file.get()), bytes);
  EXPECT_TRUE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC);
}

TEST(FileTest, ReadFileRefusesWhatIsNoRegularFile) {
  EXPECT_FALSE(readFile("/nowhere/at-all"));
  EXPECT_FALSE(readFile("/tmp"));
  EXPECT_FALSE(readFile("/dev/zero"));
  EXPECT_TRUE(readFile("/proc/self/exe"));
}

TEST(FileTest, AFileSizeLimitIsAnErrorAndNotTheEndOfTheProcess) {
  // In a child, because the limit holds for the whole process.
  EXPECT_EXIT(
      {
        rlimit limit;
        limit.rlim_cur = limit.rlim_max = 1000;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        FileDescriptor file = createMemoryFile("test");
        int error = writeAll(file.get(), std::string(5000, 'x'));
        // The signal must not be left pending either.
        sigset_t pending;
        sigpending(&pending);
        std::exit(error == EFBIG && !sigismember(&pending, SIGXFSZ) ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

TEST(FileTest, AMessageBeyondTheLimitIsLostAndNotTheEndOfTheProcess) {
  EXPECT_EXIT(
      {
        const FileDescriptor file = createMemoryFile("test");
        ::dup2(file.get(), STDERR_FILENO);
        complain("%s", "within the limit");
        rlimit none{};
        ::setrlimit(RLIMIT_FSIZE, &none);
        complain("%s", "beyond the limit");
        std::exit(readAll(file.get()) == "heddle: within the limit\n" ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

TEST(FileTest, AFullDiskIsAnError) {
  FileDescriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full)
    GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(writeAll(full.get(), "x"), ENOSPC);
}

TEST(HashTest, NamesAreThirtyTwoHexadecimalDigits) {
  EXPECT_EQ(hexadecimal(std::string("\x01\xff\x00", 3)), "01ff00");
  EXPECT_EQ(contentName("a").size(), 32u);
  EXPECT_NE(contentName("a"), contentName("b"));
  EXPECT_EQ(contentName("a").find_first_not_of("0123456789abcdef"), std::string::npos);
}

} // namespace
} // namespace heddle
