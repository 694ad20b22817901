#include "runtime/compile/disk_cache.hpp"

#include "runtime/abi/byte_stream.hpp"
#include "runtime/compile/cache_eviction.hpp"
#include "runtime/support/environment.hpp"
#include "runtime/support/hash.hpp"
#include "runtime/support/log.hpp"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::compile {

namespace {

constexpr std::string_view magic = "HDLCACHE";
constexpr std::uint32_t formatVersion = 1;
constexpr std::size_t hashSize = 16;
constexpr char subFolder[] = "programs";

std::string encodeEntry(const std::string &key, const std::string &content) {
  abi::ByteWriter payload;
  payload.string(key);
  payload.string(content);
  const std::string rest = payload.take();
  abi::ByteWriter header;
  header.integer(formatVersion);
  return std::string(magic) + header.take() + abi::contentHash(rest) + rest;
}

// Nothing when the entry is damaged or of another format; `equalKey` false when it is whole but
// belongs to another build whose key has the same hash.
std::optional<std::string> decodeEntry(std::string_view bytes, const std::string &key,
                                       bool &equalKey) {
  const std::size_t headerSize = magic.size() + sizeof(formatVersion) + hashSize;
  if (bytes.size() < headerSize || !bytes.starts_with(magic))
    return std::nullopt;
  if (abi::ByteReader(bytes.substr(magic.size())).integer<std::uint32_t>() != formatVersion)
    return std::nullopt;
  const std::string_view rest = bytes.substr(headerSize);
  if (abi::contentHash(rest) != bytes.substr(headerSize - hashSize, hashSize))
    return std::nullopt;
  abi::ByteReader in(rest);
  equalKey = in.string() == key;
  std::string content = in.string();
  if (!in.finished())
    return std::nullopt;
  return content;
}

// All missing folders of the path, each for the user alone.
bool makeFolders(const std::string &path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
      return false;
    if (slash == std::string::npos)
      return true;
  }
}

// Code from a folder that others can write to is code of others.
std::string whyNotTrusted(int folder) {
  struct stat status{};
  if (::fstat(folder, &status) != 0)
    return errorText(errno);
  if (status.st_uid != ::geteuid())
    return "it belongs to user " + std::to_string(status.st_uid);
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return "others can write to it";
  return {};
}

std::string temporaryName() {
  static std::atomic<unsigned> counter{0};
  static const std::uint64_t random =
      std::uint64_t(std::random_device{}()) << 32 | std::random_device{}();
  return std::string(cacheTemporaryPrefix) + std::to_string(::getpid()) + "-" +
         std::to_string(random) + "-" + std::to_string(counter.fetch_add(1));
}

bool diskUnchanged(const abi::CompileResponse &response) {
  for (const abi::IncludedFile &file : response.includedFiles) {
    std::optional<std::string> contents = readFile(file.path);
    if (!contents || abi::contentHash(*contents) != file.hash) {
      log(LogTopic::cache, "'%s' has changed", file.path.c_str());
      return false;
    }
  }
  for (const abi::LookedUpPath &looked : response.lookedUpPaths)
    if (abi::lookUp(looked.path) != looked.found) {
      log(LogTopic::cache, "'%s' has appeared or gone", looked.path.c_str());
      return false;
    }
  return true;
}

} // namespace

DiskCache::DiskCache(std::string folder, std::uint64_t sizeLimit)
    : parent(std::move(folder)), sizeLimit(sizeLimit) {}

std::string DiskCache::defaultFolder(const std::string &asked) {
  if (!asked.empty())
    return asked;
  // The base directory specification: a relative path is to be ignored.
  if (const char *cache = environmentVariable("XDG_CACHE_HOME"); cache && cache[0] == '/')
    return std::string(cache) + "/heddle";
  if (const char *home = environmentVariable("HOME"); home && home[0] == '/')
    return std::string(home) + "/.cache/heddle";
  return {};
}

// Neither the folder nor the one inside it may be a link: a link in a folder like /tmp could make
// us write where somebody else wants it.
FileDescriptor DiskCache::openFolder(bool create) {
  if (parent.empty())
    return {};
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  FileDescriptor outer(::open(parent.c_str(), flags));
  if (!outer && errno == ENOENT && create && makeFolders(parent))
    outer.reset(::open(parent.c_str(), flags));
  if (!outer) {
    if (create || errno != ENOENT)
      log(LogTopic::cache, "'%s' cannot be used: %s", parent.c_str(), errorText(errno).c_str());
    return {};
  }
  std::string problem = whyNotTrusted(outer.get());
  FileDescriptor inner;
  if (problem.empty()) {
    inner.reset(::openat(outer.get(), subFolder, flags));
    if (!inner && errno == ENOENT && create && ::mkdirat(outer.get(), subFolder, 0700) == 0)
      inner.reset(::openat(outer.get(), subFolder, flags));
    // Two processes may have made it at the same time.
    if (!inner && errno == EEXIST)
      inner.reset(::openat(outer.get(), subFolder, flags));
    if (!inner && errno == ENOENT && !create)
      return {};
    problem = inner ? whyNotTrusted(inner.get()) : errorText(errno);
  }
  if (!problem.empty()) {
    log(LogTopic::cache, "'%s/%s' cannot be used: %s", parent.c_str(), subFolder, problem.c_str());
    return {};
  }
  return inner;
}

/// An entry, which stays open so that its use can be noted.
struct DiskCache::Entry {
  std::string name;
  FileDescriptor folder, file;
  std::string content;
};

std::optional<DiskCache::Entry> DiskCache::read(const std::string &key) {
  FileDescriptor folder = openFolder(/*create=*/false);
  if (!folder)
    return std::nullopt;
  std::string name = contentName(key) + std::string(cacheEntrySuffix);
  FileDescriptor file(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file)
    return std::nullopt;
  const std::optional<std::string> bytes =
      whyNotTrusted(file.get()).empty() ? readAll(file.get()) : std::nullopt;
  bool equalKey = false;
  std::optional<std::string> content;
  if (bytes)
    content = decodeEntry(*bytes, key, equalKey);
  if (!content)
    remove(folder, name);
  if (!content || !equalKey)
    return std::nullopt;
  return Entry{std::move(name), std::move(folder), std::move(file), std::move(*content)};
}

void DiskCache::remove(const FileDescriptor &folder, const std::string &name) {
  log(LogTopic::cache, "entry %s is damaged or of another format; removed", name.c_str());
  ::unlinkat(folder.get(), name.c_str(), 0);
}

void DiskCache::noteUse(const Entry &entry) {
  // The time of the last use, which eviction goes by.
  ::futimens(entry.file.get(), nullptr);
  log(LogTopic::cache, "found %s", entry.name.c_str());
}

std::optional<abi::CompileResponse> DiskCache::find(const std::string &key) {
  const std::optional<Entry> entry = read(key);
  if (!entry)
    return std::nullopt;
  std::optional<abi::CompileResponse> response = abi::decodeResponse(entry->content);
  if (!response)
    remove(entry->folder, entry->name);
  if (!response || !diskUnchanged(*response))
    return std::nullopt;
  noteUse(*entry);
  return response;
}

std::optional<std::string> DiskCache::findNote(const std::string &key) {
  std::optional<Entry> entry = read(key);
  if (!entry)
    return std::nullopt;
  noteUse(*entry);
  return std::move(entry->content);
}

void DiskCache::store(const std::string &key, const abi::CompileResponse &response) {
  write(key, abi::encode(response));
}

void DiskCache::storeNote(const std::string &key, const std::string &note) { write(key, note); }

void DiskCache::write(const std::string &key, const std::string &content) {
  const std::string entry = encodeEntry(key, content);
  if (entry.size() > sizeLimit)
    return;
  FileDescriptor folder = openFolder(/*create=*/true);
  if (!folder)
    return;
  const std::string temporary = temporaryName();
  FileDescriptor file(::openat(folder.get(), temporary.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  int error = file ? writeAll(file.get(), entry) : errno;
  const std::string name = contentName(key) + std::string(cacheEntrySuffix);
  if (!error && ::renameat(folder.get(), temporary.c_str(), folder.get(), name.c_str()) != 0)
    error = errno;
  if (error) {
    log(LogTopic::cache, "cannot write an entry to '%s': %s", parent.c_str(),
        errorText(error).c_str());
    if (file)
      ::unlinkat(folder.get(), temporary.c_str(), 0);
    return;
  }
  log(LogTopic::cache, "stored %s, %zu bytes", name.c_str(), entry.size());
  noteStored(folder.get(), entry.size());
}

void DiskCache::noteStored(int folder, std::uint64_t size) {
  // Other processes store, too, so the sum of our own is only good for a while.
  constexpr unsigned storesBetweenScans = 64;
  MutexLock lock(mutex);
  if (knownSize)
    *knownSize += size;
  if (knownSize && *knownSize <= sizeLimit && ++storesSinceScan < storesBetweenScans)
    return;
  knownSize = evictOldEntries(folder, sizeLimit);
  storesSinceScan = 0;
}

} // namespace heddle::compile
