#include "runtime/compile/compiler_location.hpp"

#include "runtime/support/environment.hpp"

#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <unistd.h>

namespace heddle::compile {

namespace {

constexpr char programName[] = "heddlec";

std::string resolved(const std::string &path) {
  char buffer[PATH_MAX];
  return ::realpath(path.c_str(), buffer) ? std::string(buffer) : path;
}

} // namespace

std::string ownFolder() {
  Dl_info info{};
  if (!::dladdr(reinterpret_cast<void *>(&locateCompiler), &info) || !info.dli_fname)
    return {};
  // The name is what the loader was given: it may be relative, or a link.
  std::string path = resolved(info.dli_fname);
  std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

CompilerLocation locateCompiler(const std::string &asked) {
  CompilerLocation location;
  auto found = [&location](const std::string &path) {
    location.lookedAt.push_back(path);
    if (::access(path.c_str(), X_OK) != 0)
      return false;
    location.program = resolved(path);
    return true;
  };
  if (!asked.empty()) {
    found(asked);
    return location;
  }

  if (std::string folder = ownFolder(); !folder.empty())
    for (const char *relative : {"/heddle/", "/../lib/heddle/", "/../libexec/heddle/", "/../bin/"})
      if (found(folder + relative + programName))
        return location;

  const char *path = environmentVariable("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    std::size_t colon = rest.find(':');
    std::string_view folder = rest.substr(0, colon);
    // Relative entries depend on where the application happens to be.
    if (folder.starts_with('/') && found(std::string(folder) + "/" + programName))
      return location;
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return location;
}

} // namespace heddle::compile
