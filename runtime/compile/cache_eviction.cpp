#include "runtime/compile/cache_eviction.hpp"

#include "runtime/support/file.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace heddle::compile {

namespace {

struct Entry {
  std::string name;
  timespec used;
  std::uint64_t size;
};

// Nobody needs an hour to write a kernel binary.
constexpr std::time_t abandonedAfterSeconds = 3600;

} // namespace

std::uint64_t evictOldEntries(int folder, std::uint64_t sizeLimit) {
  int listing = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = listing < 0 ? nullptr : ::fdopendir(listing);
  if (!directory) {
    if (listing >= 0)
      ::close(listing);
    return 0;
  }
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  const std::time_t now = std::time(nullptr);
  while (const dirent *found = ::readdir(directory)) {
    std::string_view name = found->d_name;
    struct stat status{};
    if (::fstatat(folder, found->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode))
      continue;
    if (name.ends_with(cacheEntrySuffix)) {
      // What it takes on the disk, which for small files is more than their length.
      auto size = static_cast<std::uint64_t>(status.st_blocks) * 512;
      entries.push_back({std::string(name), status.st_mtim, size});
      total += size;
    } else if (name.starts_with(cacheTemporaryPrefix) &&
               now - status.st_mtim.tv_sec > abandonedAfterSeconds) {
      ::unlinkat(folder, found->d_name, 0);
    }
  }
  ::closedir(directory);
  if (total <= sizeLimit)
    return total;

  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
  });
  const std::uint64_t goal = sizeLimit / 4 * 3;
  unsigned removed = 0;
  for (const Entry &entry : entries) {
    if (total <= goal)
      break;
    // Another process may have been quicker; the entry is gone in both cases.
    ::unlinkat(folder, entry.name.c_str(), 0);
    total -= entry.size;
    ++removed;
  }
  log(LogTopic::cache, "removed the %u entries that were used longest ago", removed);
  return total;
}

} // namespace heddle::compile
