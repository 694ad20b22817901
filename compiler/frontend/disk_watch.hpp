// What one compilation sees of the world outside its source: the files and folders of the disk, and
// the time of day. A cache has to know.
#ifndef HEDDLE_COMPILER_FRONTEND_DISK_WATCH_HPP
#define HEDDLE_COMPILER_FRONTEND_DISK_WATCH_HPP

#include "runtime/abi/compiler_interface.hpp"

#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>
#include <vector>

namespace heddle::compiler {

/// The disk, with a note of each path that somebody looked at.
class DiskWatch : public llvm::vfs::ProxyFileSystem {
public:
  DiskWatch() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;

  /// In the order of the paths, without those of `read`.
  std::vector<abi::LookedUpPath> lookedUpPaths(llvm::ArrayRef<abi::IncludedFile> read) const;

private:
  void note(const llvm::Twine &path, const llvm::ErrorOr<llvm::vfs::Status> &status);

  llvm::StringMap<abi::LookedUpPath::Found> found;
};

/// Sets the flag where a macro expands to a date or a time.
std::unique_ptr<clang::PPCallbacks> watchTimeMacros(bool &dependsOnTime);

} // namespace heddle::compiler

#endif
