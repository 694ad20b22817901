#include "runtime/debug_files.hpp"

#include "runtime/support/file.hpp"
#include "runtime/support/hash.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle {

namespace {

/// The folder's absolute path, as a debugger may run elsewhere. Empty where it cannot be had.
std::string makeFolder() {
  const std::string &folder = options().debugFiles;
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return "";
  const std::unique_ptr<char, decltype(&std::free)> path(::realpath(folder.c_str(), nullptr),
                                                         &std::free);
  return path ? path.get() : "";
}

std::string refuse(const std::string &path, int error) {
  static std::atomic<bool> isKnown{false};
  if (!isKnown.exchange(true))
    complain("HEDDLE_DEBUG_FILES: cannot write '%s': %s", path.c_str(), errorText(error).c_str());
  return "";
}

/// Other processes never see a part of the file.
std::string write(const std::string &name, std::string_view contents) {
  const std::string folder = makeFolder();
  if (folder.empty())
    return refuse(options().debugFiles, errno);
  std::string path = folder + "/" + name;
  std::string draft = path + ".XXXXXX";
  const FileDescriptor file(::mkstemp(draft.data()));
  if (!file)
    return refuse(path, errno);
  int error = writeAll(file.get(), contents);
  if (!error && ::rename(draft.c_str(), path.c_str()) != 0)
    error = errno;
  if (!error)
    return path;
  ::unlink(draft.c_str());
  return refuse(path, error);
}

} // namespace

bool debugFilesWanted() { return !options().debugFiles.empty(); }

std::string keepSource(std::string_view text) { return write(contentName(text) + ".cl", text); }

std::string keepKernelBinary(std::string_view elf, std::string_view kernel) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t longestName = 100;
  std::string name(kernel.substr(0, longestName));
  // A kernel of a SPIR-V module may have any name.
  std::replace(name.begin(), name.end(), '/', '_');
  const unsigned number = count.fetch_add(1, std::memory_order_relaxed);
  return write(name + "-" + std::to_string(::getpid()) + "-" + std::to_string(number) + ".so", elf);
}

} // namespace heddle
