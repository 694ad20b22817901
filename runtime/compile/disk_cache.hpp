// Keeps the results of builds between runs of programs.
//
// One file for each entry, in a folder that only the user may enter, because what it holds is run
// as code:
//
//   "HDLCACHE" · format version · hash of the rest · key, whole · encoded CompileResponse, or a
//   note
//
// An entry is written to a temporary file and renamed, so any number of processes may share the
// folder and a kill at any moment leaves no half entry; the hash makes a miss of any other damage.
// A hit is an entry whose key is equal, byte for byte, while what the build saw of the disk is as
// it was: included files have their contents, and what was looked for is there or is not. Nothing
// here can fail a build: a folder that cannot be used, a full disk, a damaged entry are misses,
// with a line in the log (HEDDLE_LOG=cache).
#ifndef HEDDLE_RUNTIME_COMPILE_DISK_CACHE_HPP
#define HEDDLE_RUNTIME_COMPILE_DISK_CACHE_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/support/file.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::compile {

class DiskCache {
public:
  /// `folder` is made when it does not exist; empty: no cache. Entries that were not used for
  /// longest are removed when all together take more than `sizeLimit` bytes.
  DiskCache(std::string folder, std::uint64_t sizeLimit);

  /// `asked` (HEDDLE_CACHE_DIR), else $XDG_CACHE_HOME/heddle, else ~/.cache/heddle; empty when
  /// there is no home folder either.
  static std::string defaultFolder(const std::string &asked);

  /// For the cache that lives as long as the process: a child after fork() can use it, too.
  void holdLockAcrossFork() { holdAcrossFork(mutex); }

  std::optional<abi::CompileResponse> find(const std::string &key);
  void store(const std::string &key, const abi::CompileResponse &response);
  /// A few bytes that are worth keeping, by a key that is no build's.
  std::optional<std::string> findNote(const std::string &key);
  void storeNote(const std::string &key, const std::string &note);

private:
  struct Entry;
  /// Damage is removed.
  std::optional<Entry> read(const std::string &key);
  static void remove(const FileDescriptor &folder, const std::string &name);
  static void noteUse(const Entry &entry);
  void write(const std::string &key, const std::string &content);
  FileDescriptor openFolder(bool create);
  void noteStored(int folder, std::uint64_t size) EXCLUDES(mutex);

  const std::string parent;
  const std::uint64_t sizeLimit;
  Mutex mutex;
  /// What the folder held when it was last looked through, and what was stored since.
  std::optional<std::uint64_t> knownSize GUARDED_BY(mutex);
  unsigned storesSinceScan GUARDED_BY(mutex) = 0;
};

} // namespace heddle::compile

#endif
