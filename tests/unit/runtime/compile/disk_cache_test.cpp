#include "runtime/compile/cache_eviction.hpp"
#include "runtime/compile/disk_cache.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::compile {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public testing::Test {
protected:
  static abi::CompileResponse response(const std::string &binary) {
    abi::CompileResponse result;
    result.status = abi::CompileStatus::success;
    result.log = "a warning";
    result.spirv = "spirv";
    result.binary = binary;
    return result;
  }
  DiskCache cache(std::uint64_t limit = 1 << 30) { return DiskCache(folder / "cache", limit); }
  std::string entries() { return folder / "cache/programs"; }
  std::string onlyEntry() {
    std::vector<std::string> names = filesOf(entries());
    EXPECT_EQ(names.size(), 1u);
    return entries() + "/" + (names.empty() ? "" : names.front());
  }
  std::string contents(const std::string &path) { return readFile(path).value_or(""); }
  void overwrite(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  TemporaryFolder folder;
};

TEST_F(DiskCacheTest, GivesBackWhatWasStored) {
  cache().store("key", response("code"));
  std::optional<abi::CompileResponse> found = cache().find("key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->binary, "code");
  EXPECT_EQ(found->log, "a warning");
  EXPECT_EQ(found->spirv, "spirv");
  EXPECT_FALSE(cache().find("another key"));
}

TEST_F(DiskCacheTest, KeepsNotes) {
  EXPECT_FALSE(cache().findNote("key"));
  cache().storeNote("key", "16 lanes");
  EXPECT_EQ(cache().findNote("key"), "16 lanes");
  cache().storeNote("key", "");
  EXPECT_EQ(cache().findNote("key"), "");
  // It is no build, whoever asks for one by its key.
  EXPECT_FALSE(cache().find("key"));
  EXPECT_TRUE(filesOf(entries()).empty());
}

TEST_F(DiskCacheTest, EveryDamageOfANoteIsAMiss) {
  cache().storeNote("key", "16 lanes");
  const std::string path = onlyEntry();
  const std::string good = contents(path);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] ^= 1;
    overwrite(path, bad);
    EXPECT_FALSE(cache().findNote("key")) << at;
    EXPECT_FALSE(fs::exists(path));
  }
}

TEST_F(DiskCacheTest, FoldersAndFilesAreForTheUserAlone) {
  cache().store("key", response("code"));
  struct stat status{};
  ASSERT_EQ(::stat((folder / "cache").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  ASSERT_EQ(::stat(entries().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  ASSERT_EQ(::stat(onlyEntry().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST_F(DiskCacheTest, LookingMakesNoFolders) {
  EXPECT_FALSE(cache().find("key"));
  EXPECT_FALSE(fs::exists(folder / "cache"));
}

TEST_F(DiskCacheTest, EveryDamageIsAMissAndRemovesTheEntry) {
  cache().store("key", response("code"));
  const std::string path = onlyEntry();
  const std::string good = contents(path);
  for (std::size_t size = 0; size < good.size(); size += 3) {
    overwrite(path, good.substr(0, size));
    EXPECT_FALSE(cache().find("key")) << "cut to " << size;
    EXPECT_FALSE(fs::exists(path));
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string damaged = good;
    damaged[at] ^= 0x20;
    overwrite(path, damaged);
    EXPECT_FALSE(cache().find("key")) << "changed at " << at;
  }
  overwrite(path, good + "x");
  EXPECT_FALSE(cache().find("key"));
  overwrite(path, good);
  EXPECT_TRUE(cache().find("key"));
}

TEST_F(DiskCacheTest, AnEntryOfAnotherKeyWithTheSameNameIsAMiss) {
  cache().store("key", response("code"));
  const std::string path = onlyEntry();
  const std::string entry = contents(path);
  fs::remove(path);
  cache().store("other", response("other code"));
  // As if both keys had the same hash.
  overwrite(onlyEntry(), entry);
  EXPECT_FALSE(cache().find("other"));
}

TEST_F(DiskCacheTest, AnEntryIsGoodWhileItsIncludedFilesAre) {
  folder.write("header.h", "one");
  abi::CompileResponse built = response("code");
  built.includedFiles.push_back({folder / "header.h", abi::contentHash("one")});
  cache().store("key", built);
  EXPECT_TRUE(cache().find("key"));
  folder.write("header.h", "two");
  EXPECT_FALSE(cache().find("key"));
  folder.write("header.h", "one");
  EXPECT_TRUE(cache().find("key"));
  fs::remove(folder / "header.h");
  EXPECT_FALSE(cache().find("key"));
}

TEST_F(DiskCacheTest, AnEntryIsGoodWhileWhatWasLookedForIsThereOrNot) {
  using Found = abi::LookedUpPath::Found;
  folder.write("there.h", "one");
  fs::create_directory(folder / "folder");
  abi::CompileResponse built = response("code");
  built.lookedUpPaths = {{folder / "missing.h", Found::nothing},
                         {folder / "there.h", Found::file},
                         {folder / "folder", Found::folder}};
  cache().store("key", built);
  EXPECT_TRUE(cache().find("key"));
  folder.write("missing.h", "");
  EXPECT_FALSE(cache().find("key"));
  fs::remove(folder / "missing.h");
  EXPECT_TRUE(cache().find("key"));
  // Another content is no other answer: it was not read.
  folder.write("there.h", "two");
  EXPECT_TRUE(cache().find("key"));
  fs::remove(folder / "there.h");
  EXPECT_FALSE(cache().find("key"));
  folder.write("there.h", "two");
  fs::remove(folder / "folder");
  folder.write("folder", "a file of that name");
  EXPECT_FALSE(cache().find("key"));
}

TEST_F(DiskCacheTest, DoesNotUseAFolderThatOthersCanWriteTo) {
  cache().store("key", response("code"));
  fs::permissions(entries(), fs::perms(0770));
  EXPECT_FALSE(cache().find("key"));
  fs::permissions(entries(), fs::perms(0700));
  EXPECT_TRUE(cache().find("key"));
  fs::permissions(folder / "cache", fs::perms(0777));
  EXPECT_FALSE(cache().find("key"));
}

TEST_F(DiskCacheTest, DoesNotUseAFolderOfAnotherUser) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give a folder away";
  cache().store("key", response("code"));
  ASSERT_EQ(::chown(entries().c_str(), 12345, 12345), 0);
  EXPECT_FALSE(cache().find("key"));
}

TEST_F(DiskCacheTest, DoesNotFollowALinkToAnotherFolder) {
  fs::create_directories(folder / "elsewhere/programs");
  fs::permissions(folder / "elsewhere", fs::perms(0700));
  fs::permissions(folder / "elsewhere/programs", fs::perms(0700));
  fs::create_symlink(folder / "elsewhere", folder / "cache");
  cache().store("key", response("code"));
  EXPECT_TRUE(filesOf(folder / "elsewhere/programs").empty());
  fs::remove(folder / "cache");
  fs::create_directory(folder / "cache");
  fs::create_symlink(folder / "elsewhere/programs", folder / "cache/programs");
  cache().store("key", response("code"));
  EXPECT_TRUE(filesOf(folder / "elsewhere/programs").empty());
}

TEST_F(DiskCacheTest, AFolderThatCannotBeMadeIsNoCache) {
  folder.write("cache", "a file in the way");
  cache().store("key", response("code"));
  EXPECT_FALSE(cache().find("key"));
  DiskCache nowhere("/proc/nowhere/cache", 1 << 20);
  nowhere.store("key", response("code"));
  EXPECT_FALSE(nowhere.find("key"));
}

TEST_F(DiskCacheTest, AFolderThatCannotBeWrittenIsReadOnly) {
  cache().store("key", response("code"));
  // Root may write anywhere, so another user looks: in a child, which changes its identity.
  EXPECT_EXIT(
      {
        fs::permissions(folder.path, fs::perms(0755));
        if (::geteuid() == 0 && (::chown((folder / "cache").c_str(), 12345, 12345) != 0 ||
                                 ::chown(entries().c_str(), 12345, 12345) != 0 ||
                                 ::chown(onlyEntry().c_str(), 12345, 12345) != 0 ||
                                 ::setgid(12345) != 0 || ::setuid(12345) != 0))
          std::exit(2);
        fs::permissions(entries(), fs::perms(0500));
        DiskCache readOnly(folder / "cache", 1 << 30);
        readOnly.store("new key", response("code"));
        const bool good = !readOnly.find("new key") && readOnly.find("key");
        fs::permissions(entries(), fs::perms(0700));
        std::exit(good ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

TEST_F(DiskCacheTest, AFullDiskLeavesNoHalfEntry) {
  fs::create_directory(folder / "small");
  if (::mount("none", (folder / "small").c_str(), "tmpfs", 0, "size=64k,mode=0700") != 0)
    GTEST_SKIP() << "no right to mount a small file system";
  {
    DiskCache small(folder / "small", 1 << 30);
    small.store("fits", response("code"));
    EXPECT_TRUE(small.find("fits"));
    small.store("does not fit", response(std::string(200000, 'x')));
    EXPECT_FALSE(small.find("does not fit"));
    EXPECT_EQ(filesOf(folder / "small/programs").size(), 1u);
    EXPECT_TRUE(small.find("fits"));
  }
  EXPECT_EQ(::umount((folder / "small").c_str()), 0);
}

TEST_F(DiskCacheTest, AFileSizeLimitLeavesNoHalfEntry) {
  EXPECT_EXIT(
      {
        rlimit limit;
        limit.rlim_cur = limit.rlim_max = 1000;
        ::setrlimit(RLIMIT_FSIZE, &limit);
        DiskCache limited(folder / "cache", 1 << 30);
        limited.store("key", response(std::string(5000, 'x')));
        std::exit(!limited.find("key") && filesOf(entries()).empty() ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

TEST_F(DiskCacheTest, RemovesWhatWasNotUsedForLongest) {
  const std::string code(60000, 'x');
  DiskCache small = cache(400000);
  auto age = [&](const std::string &path, long seconds) {
    timespec times[2] = {{::time(nullptr) - seconds, 0}, {::time(nullptr) - seconds, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  };
  std::vector<std::string> before;
  for (int i = 0; i < 6; ++i) {
    small.store("key " + std::to_string(i), response(code));
    for (const std::string &name : filesOf(entries()))
      if (std::find(before.begin(), before.end(), name) == before.end()) {
        before.push_back(name);
        age(entries() + "/" + name, 1000 - i);
      }
  }
  // The oldest is used again.
  EXPECT_TRUE(small.find("key 0"));
  for (int i = 6; i < 9; ++i)
    small.store("key " + std::to_string(i), response(code));
  EXPECT_TRUE(small.find("key 0"));
  EXPECT_FALSE(small.find("key 1"));
  EXPECT_TRUE(small.find("key 8"));
  EXPECT_LE(filesOf(entries()).size(), 6u);
}

TEST_F(DiskCacheTest, DoesNotStoreWhatIsLargerThanTheCache) {
  cache(1000).store("key", response(std::string(2000, 'x')));
  EXPECT_FALSE(cache(1000).find("key"));
}

TEST_F(DiskCacheTest, RemovesTemporaryFilesThatSomebodyLeftBehind) {
  cache().store("key", response("code"));
  folder.write("cache/programs/new-1-2-3", "old");
  folder.write("cache/programs/new-4-5-6", "new");
  timespec old[2] = {{::time(nullptr) - 100000, 0}, {::time(nullptr) - 100000, 0}};
  ::utimensat(AT_FDCWD, (entries() + "/new-1-2-3").c_str(), old, 0);
  FileDescriptor opened(::open(entries().c_str(), O_RDONLY | O_DIRECTORY));
  evictOldEntries(opened.get(), 1 << 30);
  EXPECT_FALSE(fs::exists(entries() + "/new-1-2-3"));
  EXPECT_TRUE(fs::exists(entries() + "/new-4-5-6"));
}

TEST_F(DiskCacheTest, AKillAtAnyMomentLeavesTheCacheWhole) {
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      DiskCache mine = cache();
      for (int i = 0;; ++i)
        mine.store("key " + std::to_string(i % 5), response(std::string(100000, 'a' + i % 5)));
    }
    ::usleep(3000 + round * 500);
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    for (const std::string &name : filesOf(entries()))
      if (name.ends_with(cacheEntrySuffix))
        EXPECT_GT(fs::file_size(entries() + "/" + name), 100000u);
    for (int i = 0; i < 5; ++i)
      if (std::optional<abi::CompileResponse> found = cache().find("key " + std::to_string(i)))
        EXPECT_EQ(found->binary, std::string(100000, 'a' + i));
  }
}

TEST_F(DiskCacheTest, ChoosesTheFolderAsTheBaseDirectorySpecificationSays) {
  const char *home = std::getenv("HOME");
  const std::string oldHome = home ? home : "";
  const char *xdg = std::getenv("XDG_CACHE_HOME");
  const std::string oldXdg = xdg ? xdg : "";
  ::setenv("HOME", "/home/someone", 1);
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(DiskCache::defaultFolder(""), "/home/someone/.cache/heddle");
  ::setenv("XDG_CACHE_HOME", "/var/somewhere", 1);
  EXPECT_EQ(DiskCache::defaultFolder(""), "/var/somewhere/heddle");
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(DiskCache::defaultFolder(""), "/home/someone/.cache/heddle");
  EXPECT_EQ(DiskCache::defaultFolder("/asked"), "/asked");
  ::unsetenv("HOME");
  EXPECT_EQ(DiskCache::defaultFolder(""), "");
  ::unsetenv("XDG_CACHE_HOME");
  if (home)
    ::setenv("HOME", oldHome.c_str(), 1);
  if (xdg)
    ::setenv("XDG_CACHE_HOME", oldXdg.c_str(), 1);
}

} // namespace
} // namespace heddle::compile
