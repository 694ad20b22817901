#include "tests/unit/support/amx_emulator/sequence.hpp"

#include "tests/support/amx_emulator/signal_handler.hpp"
#include "tests/support/targets/targets.hpp"
#include "tests/unit/support/amx_emulator/instructions.hpp"

#include <cpuid.h>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::amx {

namespace {

bool hasFeature(unsigned leaf, unsigned subleaf, unsigned index, unsigned bit) {
  unsigned registers[4] = {};
  return __get_cpuid_count(leaf, subleaf, &registers[0], &registers[1], &registers[2],
                           &registers[3]) &&
         (registers[index] >> bit & 1);
}

bool askForTiles() {
  constexpr int requestPermission = 0x1023, tileData = 18;
  return ::syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}

std::string readAll(int fd) {
  std::string text;
  char buffer[512];
  while (true) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count <= 0)
      return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

} // namespace

std::string SequenceTest::problem(Feature feature) {
  if (GetParam() == Unit::emulator)
    return "";
  constexpr unsigned eax = 0, edx = 3;
  if (std::string reason = test::tilesProblem(); !reason.empty())
    return "nothing to compare with: " + reason;
  switch (feature) {
  case Feature::tile:
    return "";
  case Feature::int8:
    return hasFeature(7, 0, edx, 25) ? "" : "this processor has no AMX-INT8 to compare with";
  case Feature::bf16:
    return hasFeature(7, 0, edx, 22) ? "" : "this processor has no AMX-BF16 to compare with";
  case Feature::fp16:
    return hasFeature(7, 1, eax, 21) ? "" : "this processor has no AMX-FP16 to compare with";
  case Feature::tf32:
    return hasFeature(0x1E, 1, eax, 6) ? "" : "this processor has no AMX-TF32 to compare with";
  }
  return "unknown feature";
}

Ending SequenceTest::run(std::size_t size, const std::function<void(std::uint8_t *)> &sequence) {
  Ending ending;
  void *shared = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int pipe[2];
  if (shared == MAP_FAILED || ::pipe(pipe) != 0) {
    ADD_FAILURE() << "no memory or no pipe to share with a child";
    return ending;
  }
  std::memset(shared, 0xA5, size);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe[1], STDERR_FILENO);
    ::close(pipe[0]);
    // A sanitizer would report the signals that tests provoke.
    ::signal(SIGSEGV, SIG_DFL);
    ::signal(SIGILL, SIG_DFL);
    if (GetParam() == Unit::emulator)
      installEmulator();
    else if (!askForTiles())
      ::_exit(1);
    sequence(static_cast<std::uint8_t *>(shared));
    ::_exit(0);
  }
  ::close(pipe[1]);
  ending.message = readAll(pipe[0]);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  EXPECT_TRUE(ending.signal || WEXITSTATUS(status) == 0) << "the sequence's process failed";
  const auto *bytes = static_cast<const std::uint8_t *>(shared);
  ending.output.assign(bytes, bytes + size);
  ::munmap(shared, size);
  return ending;
}

} // namespace heddle::amx
