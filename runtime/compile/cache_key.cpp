#include "runtime/compile/cache_key.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/byte_stream.hpp"
#include "runtime/cpu_features.hpp"

#include <algorithm>
#include <climits>
#include <dirent.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace heddle::compile {

namespace {

void addFile(abi::ByteWriter &key, const std::string &path) {
  struct stat status{};
  const bool there = ::stat(path.c_str(), &status) == 0;
  key.string(path);
  key.integer<std::uint64_t>(there ? static_cast<std::uint64_t>(status.st_size) : UINT64_MAX);
  key.integer<std::int64_t>(there ? status.st_mtim.tv_sec : 0);
  key.integer<std::int64_t>(there ? status.st_mtim.tv_nsec : 0);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A line that ends in a backslash goes on in the next one, also inside a word; some blanks may
/// stand behind the backslash, and a trigraph for it.
std::string withLinesJoined(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t sign = text[at] == '\\' ? 1 : text.substr(at, 3) == "?\?/" ? 3 : 0;
    if (sign != 0) {
      const std::size_t next = text.find_first_not_of(" \t\v\f\r", at + sign);
      if (next != text.npos && text[next] == '\n') {
        at = next;
        continue;
      }
    }
    joined += text[at];
  }
  return joined;
}

} // namespace

// A folder shared with other programs, such as /usr/bin, is told by its size, and there only our
// own names count.
void addCompilerFiles(abi::ByteWriter &key, const std::string &program) {
  addFile(key, program);
  const std::string folder = program.substr(0, program.rfind('/'));
  std::vector<std::string> names;
  constexpr std::size_t sharedFolder = 64;
  if (DIR *entries = ::opendir(folder.c_str())) {
    while (const dirent *entry = ::readdir(entries))
      if (entry->d_name[0] != '.')
        names.push_back(entry->d_name);
    ::closedir(entries);
  }
  if (names.size() > sharedFolder)
    std::erase_if(names, [](const std::string &name) { return !name.starts_with("heddle"); });
  std::sort(names.begin(), names.end());
  for (const std::string &name : names)
    addFile(key, folder + "/" + name);
}

bool dependsOnCurrentDirectory(const abi::CompileRequest &request) {
  if (request.inputKind != abi::InputKind::openclC)
    return false;
  // Without an include neither the paths of -I nor embedded headers matter. A macro can spell
  // "#include <X>" but not the word itself; asking too often only costs a miss in another
  // directory.
  const std::string text = withLinesJoined(request.input);
  for (std::string_view word : {"include", "embed", "import"})
    if (contains(text, word) || contains(request.options, word))
      return true;
  return contains(request.options, "-imacros") || contains(request.options, "-g");
}

std::string cacheKey(const abi::CompileRequest &request, const std::string &compilerProgram) {
  abi::ByteWriter key;
  key.integer(abi::abiVersion);
  addCompilerFiles(key, compilerProgram);

  key.string(request.target);
  if (request.target.empty() || request.target.starts_with("native"))
    // A home folder may be shared by machines with other processors.
    key.string(CpuFeatures::host().fingerprint);

  key.string(request.options);
  key.integer(request.subGroupSize);
  key.integer<std::uint64_t>(request.reportedSubGroupSizes.size());
  for (std::uint32_t size : request.reportedSubGroupSizes)
    key.integer(size);
  key.string(request.kernel);
  for (std::uint32_t size : request.joinedGroups.localSize)
    key.integer(size);
  for (std::uint32_t groups : request.joinedGroups.groups)
    key.integer(groups);
  key.integer<std::uint8_t>(request.joinedGroups.uniform);
  key.integer<std::uint8_t>(request.joinedGroups.rowsApart);
  for (std::uint32_t size : request.knownLocalSize)
    key.integer(size);
  key.integer<std::uint8_t>(request.anyRange);
  key.integer<std::uint8_t>(request.alignedGroups);
  key.integer<std::uint8_t>(request.wholeSubGroups);
  key.integer<std::uint8_t>(request.mayDefer);
  key.integer<std::uint8_t>(request.keepDimensions);
  key.integer<std::uint8_t>(request.checks.wanted);
  key.integer<std::uint8_t>(request.checks.all);
  key.string(request.checks.device);
  abi::write(key, request.specializationConstants);
  key.integer<std::uint8_t>(request.verbose);

  if (dependsOnCurrentDirectory(request)) {
    char buffer[PATH_MAX];
    key.string(::getcwd(buffer, sizeof(buffer)) ? buffer : "");
  }
  key.integer(request.kind);
  key.integer(request.inputKind);
  key.string(request.input);
  key.string(request.sourceName);
  key.integer<std::uint64_t>(request.headers.size());
  for (const abi::EmbeddedHeader &header : request.headers) {
    key.string(header.name);
    key.string(header.text);
  }
  abi::write(key, request.modules);
  return key.take();
}

} // namespace heddle::compile
