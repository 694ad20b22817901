// LLD wants names of files. An object is a memory file, named through /proc/self/fd. LLD writes
// its output beside the final name and renames it, which a memory file cannot do; only for the
// name "-" it writes to standard output. So standard output is a memory file while LLD runs.

#include "compiler/codegen/link_binary.hpp"

#include "lld/Common/Driver.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace heddle::compiler {

namespace {

Error systemError(StringRef what) { return createStringError(what + ": " + std::strerror(errno)); }

Error writeAll(int fd, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return systemError("cannot write an object into memory");
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return Error::success();
}

Expected<std::string> readAll(int fd) {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return systemError("cannot read the linked object");
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  for (size_t done = 0; done < bytes.size();) {
    ssize_t got = ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return systemError("cannot read the linked object");
    done += static_cast<size_t>(got);
  }
  return bytes;
}

} // namespace

Expected<std::string> linkSharedObject(ArrayRef<StringRef> objects, bool stripDebugInfo) {
  int output = ::memfd_create("kernel.so", MFD_CLOEXEC);
  SmallVector<int> inputs;
  SmallVector<std::string> inputNames;
  scope_exit closeFiles([&] {
    for (int input : inputs)
      ::close(input);
    if (output >= 0)
      ::close(output);
  });
  if (output < 0)
    return systemError("cannot create a memory file");
  for (StringRef object : objects) {
    int input = ::memfd_create("kernel.o", MFD_CLOEXEC);
    if (input < 0)
      return systemError("cannot create a memory file");
    inputs.push_back(input);
    if (Error error = writeAll(input, object))
      return error;
    inputNames.push_back(("/proc/self/fd/" + Twine(input)).str());
  }

  SmallVector<const char *> arguments = {"ld.lld",      "-shared",         "--threads=1",
                                         "-O0",         "--build-id=none", "-z",
                                         "noexecstack", "-Bsymbolic",      "--hash-style=gnu"};
  if (stripDebugInfo)
    arguments.push_back("--strip-all");
  arguments.append({"-o", "-"});
  for (const std::string &name : inputNames)
    arguments.push_back(name.c_str());

  // The linker's own messages go to the two streams below, not to the descriptors.
  std::string log;
  raw_string_ostream logStream(log);
  outs().flush();
  int savedOutput = ::dup(STDOUT_FILENO);
  if (::dup2(output, STDOUT_FILENO) < 0)
    return systemError("cannot redirect standard output");
  lld::Result result = lld::lldMain(arguments, logStream, logStream, {{lld::Gnu, &lld::elf::link}});
  outs().flush();
  const std::error_code writeError = outs().error();
  outs().clear_error();
  if (savedOutput >= 0) {
    ::dup2(savedOutput, STDOUT_FILENO);
    ::close(savedOutput);
  } else {
    ::close(STDOUT_FILENO);
  }
  if (result.retCode != 0)
    return createStringError("the linker failed: " + log);
  if (writeError)
    return createStringError("cannot write the linked object: " + writeError.message());
  return readAll(output);
}

} // namespace heddle::compiler
