// Files, as the cache and the compiler client need them: descriptors that close themselves, whole
// contents, memory files. Errors are errno values; nothing here throws except bad_alloc.
#ifndef HEDDLE_RUNTIME_SUPPORT_FILE_HPP
#define HEDDLE_RUNTIME_SUPPORT_FILE_HPP

#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

/// Owns a file descriptor; -1 is none.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept : fd(std::exchange(other.fd, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    if (this != &other)
      reset(std::exchange(other.fd, -1));
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return fd; }
  explicit operator bool() const { return fd >= 0; }
  int release() { return std::exchange(fd, -1); }
  void reset(int next = -1);

private:
  int fd = -1;
};

/// While one is there, a write of the calling thread past RLIMIT_FSIZE fails with EFBIG. Otherwise
/// it raises SIGXFSZ, which ends an application that does not handle it.
class FileSizeSignalBlocked {
public:
  FileSizeSignalBlocked();
  FileSizeSignalBlocked(const FileSizeSignalBlocked &) = delete;
  FileSizeSignalBlocked &operator=(const FileSizeSignalBlocked &) = delete;
  /// Takes the signal, if it has come.
  ~FileSizeSignalBlocked();

private:
  sigset_t fileSizeSignal;
  sigset_t previous;
};

/// An empty file that lives in memory only and is closed on exec. `executable` asks for one whose
/// contents may be mapped as code. errno says why when there is none.
FileDescriptor createMemoryFile(const char *name, bool executable = false);

/// Writes everything, or returns the errno value that stopped it. A limit on file sizes
/// (RLIMIT_FSIZE) is an error like a full disk, and not a signal that ends the application.
int writeAll(int fd, std::string_view bytes);

/// Everything from the start of a seekable file; nothing when it cannot be read.
std::optional<std::string> readAll(int fd);

/// The contents of the named file; nothing when it cannot be opened or read.
std::optional<std::string> readFile(const std::string &path);

/// "No such file or directory" and the like. Safe to call from several threads.
std::string errorText(int error);

} // namespace heddle

#endif
