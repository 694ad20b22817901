#include "runtime/compile/cached_compiler.hpp"

#include "runtime/compile/cache_key.hpp"
#include "runtime/compile/compile_server.hpp"
#include "runtime/compile/compiler_client.hpp"
#include "runtime/compile/compiler_location.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/trace_event.hpp"

namespace heddle::compile {

CachedCompiler &CachedCompiler::shared() {
  static CachedCompiler &instance = *[] {
    const Options &wanted = options();
    Settings settings;
    settings.compiler = wanted.compiler;
    settings.timeLimit = std::chrono::seconds(wanted.compilerTimeout);
    if (wanted.cache) {
      settings.cacheFolder = DiskCache::defaultFolder(wanted.cacheDir);
      if (settings.cacheFolder.empty())
        log(LogTopic::cache, "nothing is kept: none of HEDDLE_CACHE_DIR, XDG_CACHE_HOME and HOME "
                             "names a folder");
    }
    settings.cacheSizeLimit = wanted.cacheSize;
    settings.server = wanted.compileServer;
    auto *compiler = new CachedCompiler(settings);
    compiler->cache.holdLockAcrossFork();
    return compiler;
  }();
  return instance;
}

CachedCompiler::CachedCompiler(const Settings &settings)
    : settings(settings), cache(settings.cacheFolder, settings.cacheSizeLimit) {}

abi::CompileResponse CachedCompiler::compile(const abi::CompileRequest &request) {
  const CompilerLocation compiler = locateCompiler(settings.compiler);
  const bool cached = !settings.cacheFolder.empty() && !compiler.program.empty();
  TraceScope scope("compile", "build");
  std::string key;
  if (cached) {
    key = cacheKey(request, compiler.program);
    if (std::optional<abi::CompileResponse> found = cache.find(key)) {
      scope.note("cache", "hit");
      return std::move(*found);
    }
    scope.note("cache", "miss");
  }
  abi::CompileResponse response = runCompiler(compiler, request, settings.timeLimit,
                                              settings.server ? &CompileServer::shared() : nullptr);
  if (cached && response.status == abi::CompileStatus::success && !response.dependsOnTime) {
    // They tell of this build only.
    response.stages.clear();
    cache.store(key, response);
  }
  return response;
}

} // namespace heddle::compile
