// What a program asks for a build: the cache, and behind it the compiler.
#ifndef HEDDLE_RUNTIME_COMPILE_CACHED_COMPILER_HPP
#define HEDDLE_RUNTIME_COMPILE_CACHED_COMPILER_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/compile/disk_cache.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace heddle::compile {

class CachedCompiler {
public:
  struct Settings {
    std::string compiler;                   ///< HEDDLE_COMPILER; empty: look it up
    std::chrono::milliseconds timeLimit{0}; ///< 0: none
    std::string cacheFolder;                ///< empty: no cache
    std::uint64_t cacheSizeLimit = 0;       ///< bytes
    bool server = false;                    ///< ask the resident compiler of this process
  };

  /// The one that the options of this process describe.
  static CachedCompiler &shared();

  explicit CachedCompiler(const Settings &settings);

  /// The result of the build, from the cache or by running the compiler; only successful builds are
  /// kept. May be called from several threads at a time.
  abi::CompileResponse compile(const abi::CompileRequest &request);

  /// What was found out about a program; nothing without a cache.
  std::optional<std::string> findNote(const std::string &key) { return cache.findNote(key); }
  void keepNote(const std::string &key, const std::string &note) { cache.storeNote(key, note); }

private:
  const Settings settings;
  DiskCache cache;
};

} // namespace heddle::compile

#endif
