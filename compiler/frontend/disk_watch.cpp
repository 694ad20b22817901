#include "compiler/frontend/disk_watch.hpp"

#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class TimeMacroWatch : public clang::PPCallbacks {
public:
  explicit TimeMacroWatch(bool &dependsOnTime) : dependsOnTime(dependsOnTime) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    static constexpr StringLiteral macros[] = {"__DATE__", "__TIME__", "__TIMESTAMP__"};
    if (const clang::IdentifierInfo *identifier = name.getIdentifierInfo())
      dependsOnTime |= is_contained(macros, identifier->getName());
  }

private:
  bool &dependsOnTime;
};

} // namespace

void DiskWatch::note(const Twine &path, const ErrorOr<vfs::Status> &status) {
  using Found = abi::LookedUpPath::Found;
  SmallString<256> absolute;
  path.toVector(absolute);
  // A path that cannot be made absolute leads nowhere.
  if (makeAbsolute(absolute))
    return;
  found[absolute] = !status ? Found::nothing : status->isDirectory() ? Found::folder : Found::file;
}

ErrorOr<vfs::Status> DiskWatch::status(const Twine &path) {
  ErrorOr<vfs::Status> result = ProxyFileSystem::status(path);
  note(path, result);
  return result;
}

bool DiskWatch::exists(const Twine &path) { return static_cast<bool>(status(path)); }

ErrorOr<std::unique_ptr<vfs::File>> DiskWatch::openFileForRead(const Twine &path) {
  ErrorOr<std::unique_ptr<vfs::File>> file = ProxyFileSystem::openFileForRead(path);
  if (file)
    note(path, (*file)->status());
  else
    note(path, file.getError());
  return file;
}

std::vector<abi::LookedUpPath> DiskWatch::lookedUpPaths(ArrayRef<abi::IncludedFile> read) const {
  StringSet<> known;
  for (const abi::IncludedFile &file : read)
    known.insert(file.path);
  std::vector<abi::LookedUpPath> paths;
  for (const auto &entry : found)
    if (!known.contains(entry.first()))
      paths.push_back({entry.first().str(), entry.second});
  sort(paths, [](const auto &a, const auto &b) { return a.path < b.path; });
  return paths;
}

std::unique_ptr<clang::PPCallbacks> watchTimeMacros(bool &dependsOnTime) {
  return std::make_unique<TimeMacroWatch>(dependsOnTime);
}

} // namespace heddle::compiler
