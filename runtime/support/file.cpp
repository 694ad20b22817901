#include "runtime/support/file.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle {

FileSizeSignalBlocked::FileSizeSignalBlocked() {
  sigemptyset(&fileSizeSignal);
  sigaddset(&fileSizeSignal, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &fileSizeSignal, &previous);
}

FileSizeSignalBlocked::~FileSizeSignalBlocked() {
  const int before = errno;
  if (!sigismember(&previous, SIGXFSZ)) {
    timespec now{};
    while (sigtimedwait(&fileSizeSignal, nullptr, &now) < 0 && errno == EINTR)
      ;
  }
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  errno = before;
}

void FileDescriptor::reset(int next) {
  if (fd >= 0)
    ::close(fd);
  fd = next;
}

FileDescriptor createMemoryFile(const char *name, bool executable) {
#ifndef MFD_EXEC
  constexpr unsigned MFD_EXEC = 0x10;
#endif
#ifndef MFD_NOEXEC_SEAL
  constexpr unsigned MFD_NOEXEC_SEAL = 0x8;
#endif
  // Kernels before 6.3 refuse the flags that say whether the contents may be executed.
  int fd = ::memfd_create(name, MFD_CLOEXEC | (executable ? MFD_EXEC : MFD_NOEXEC_SEAL));
  if (fd < 0 && errno == EINVAL)
    fd = ::memfd_create(name, MFD_CLOEXEC);
  return FileDescriptor(fd);
}

int writeAll(int fd, std::string_view bytes) {
  FileSizeSignalBlocked blocked;
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::optional<std::string> readAll(int fd) {
  struct stat status{};
  if (::fstat(fd, &status) != 0 || status.st_size < 0)
    return std::nullopt;
  std::string bytes;
  bytes.resize(static_cast<std::size_t>(status.st_size));
  std::size_t have = 0;
  for (;;) {
    // One byte more than the size shows whether the file has grown meanwhile.
    if (have == bytes.size())
      bytes.resize(bytes.size() + 1);
    ssize_t got = ::pread(fd, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
    if (got < 0) {
      if (errno == EINTR)
        continue;
      return std::nullopt;
    }
    if (got == 0)
      break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

std::optional<std::string> readFile(const std::string &path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status{};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return readAll(file.get());
}

std::string errorText(int error) {
  // The file system's own limit is far away.
  if (error == EFBIG)
    return "File too large (the limit is that of ulimit -f)";
  char buffer[128];
  return strerror_r(error, buffer, sizeof(buffer));
}

} // namespace heddle
