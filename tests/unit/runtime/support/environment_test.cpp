// What a program with rights that its user has not makes of its environment. The test is its own
// such program: a copy with the set-user-id bit, run by another user.
#include "runtime/compile/compiler_location.hpp"
#include "runtime/compile/disk_cache.hpp"
#include "runtime/support/environment.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/subprocess.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <grp.h>
#include <iostream> // makes streams usable before main()
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle {
namespace {

constexpr char reportOption[] = "--report-environment";

/// What this program sees, a line each.
void report(std::ostream &out) {
  out << "trusted " << environmentIsTrusted() << "\n"
      << "compiler '" << options().compiler << "'\n"
      << "found '" << compile::locateCompiler(options().compiler).program << "'\n"
      << "cache '" << compile::DiskCache::defaultFolder(options().cacheDir) << "'\n"
      << "threads " << options().numThreads << "\n";
  const ChildEnvironment environment;
  for (char *const *entry = environment.pointers(); *entry; ++entry)
    out << "child " << *entry << "\n";
}

// Before main(), which takes the arguments for its own.
[[maybe_unused]] const bool reported = [] {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string arguments((std::istreambuf_iterator<char>(file)),
                              std::istreambuf_iterator<char>());
  if (arguments.find(reportOption) == std::string::npos)
    return false;
  std::ostringstream out;
  report(out);
  const bool written = ::write(STDOUT_FILENO, out.str().data(), out.str().size()) > 0;
  ::_exit(written ? 0 : 1);
}();

/// The report of a program that `user` runs in an environment of malice.
std::string reportOf(const std::string &program, uid_t user) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    const char *argv[] = {program.c_str(), reportOption, nullptr};
    // This program's own libraries may lie where only that says.
    const char *libraries = std::getenv("LD_LIBRARY_PATH");
    const std::string path = std::string("LD_LIBRARY_PATH=") + (libraries ? libraries : "");
    const char *environment[] = {"HEDDLE_COMPILER=/bin/true",
                                 "HEDDLE_CACHE_DIR=/tmp/evil",
                                 "HEDDLE_NUM_THREADS=3",
                                 "XDG_CACHE_HOME=/tmp/evil",
                                 "HOME=/tmp/evil",
                                 "PATH=/tmp/evil",
                                 "GCONV_PATH=/tmp/evil",
                                 path.c_str(),
                                 nullptr};
    if (user == ::getuid() || (::setgroups(0, nullptr) == 0 && ::setresuid(user, user, user) == 0))
      ::execve(argv[0], const_cast<char **>(argv), const_cast<char **>(environment));
    ::_exit(1);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = ::read(ends[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return text;
}

TEST(EnvironmentTest, CountsInAnOrdinaryProgram) {
  const std::string text = reportOf("/proc/self/exe", ::getuid());
  EXPECT_NE(text.find("trusted 1\ncompiler '/bin/true'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("cache '/tmp/evil'\nthreads 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("child GCONV_PATH=/tmp/evil\n"), std::string::npos) << text;
}

TEST(EnvironmentTest, DoesNotCountInASetuidProgram) {
  if (std::getenv("LD_LIBRARY_PATH"))
    GTEST_SKIP() << "a setuid program does not find its libraries by LD_LIBRARY_PATH";
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can make a setuid program of another user";
  // Where the other user may go.
  std::string folder = "/tmp/heddle-setuid-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  const std::string copy = folder + "/program";
  std::filesystem::copy_file("/proc/self/exe", copy);
  ASSERT_EQ(::chmod(copy.c_str(), 04755), 0);
  constexpr uid_t nobody = 65534;
  const std::string text = reportOf(copy, nobody);
  std::filesystem::remove_all(folder);
  if (text.find("trusted 1\n") != std::string::npos)
    GTEST_SKIP() << "the file system of " << folder << " has no setuid programs";
  EXPECT_NE(text.find("trusted 0\ncompiler ''\n"), std::string::npos) << text;
  EXPECT_NE(text.find("cache ''\nthreads 0\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("evil"), std::string::npos) << text;
  EXPECT_EQ(text.find("/bin/true"), std::string::npos) << text;
}

TEST(EnvironmentTest, ChildrenGetNothingOfOneThatIsNotTrusted) {
  ::setenv("LD_HEDDLE", "1", 1);
  ::setenv("OTHER_HEDDLE", "1", 1);
  auto has = [](bool trusted, const char *wanted) {
    const ChildEnvironment environment(trusted);
    for (char *const *entry = environment.pointers(); *entry; ++entry)
      if (std::strcmp(*entry, wanted) == 0)
        return true;
    return false;
  };
  EXPECT_TRUE(has(true, "OTHER_HEDDLE=1"));
  EXPECT_FALSE(has(true, "LD_HEDDLE=1"));
  EXPECT_FALSE(has(false, "OTHER_HEDDLE=1"));
  EXPECT_FALSE(has(false, "LD_HEDDLE=1"));
  ::unsetenv("LD_HEDDLE");
  ::unsetenv("OTHER_HEDDLE");
}

} // namespace
} // namespace heddle
