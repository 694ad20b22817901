#include "compiler/driver/crash_report.hpp"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle::compiler {

namespace {

std::atomic<const char *> currentStage{"starting"};

std::uint64_t monotonicNanoseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::uint64_t(time.tv_sec) * 1000000000 + std::uint64_t(time.tv_nsec);
}

std::vector<abi::StageTime> stages;

bool stageTimesWanted = false;
double stageStart = 0;

/// Of this process, which a busy machine does not change, and of those that compiled groups of its
/// kernels.
double processorMilliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  const auto milliseconds = [](const timeval &value) {
    return 1e3 * static_cast<double>(value.tv_sec) + 1e-3 * static_cast<double>(value.tv_usec);
  };
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec) +
         milliseconds(children.ru_utime) + milliseconds(children.ru_stime);
}

constexpr int crashSignals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE};

/// Everything here may run inside a signal handler: write() and nothing of the heap.
void say(const char *text) {
  size_t length = std::strlen(text);
  while (length > 0) {
    ssize_t written = ::write(STDERR_FILENO, text, length);
    if (written <= 0)
      return;
    text += written;
    length -= static_cast<size_t>(written);
  }
}

void sayLine(const char *what, const char *reason = nullptr) {
  say("heddlec: ");
  say(what);
  say(" while ");
  say(currentStage.load());
  if (reason) {
    say(": ");
    say(reason);
  }
  say("\n");
}

const char *describe(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGABRT:
    return "aborted";
  case SIGBUS:
    return "bus error";
  case SIGILL:
    return "illegal instruction";
  case SIGFPE:
    return "arithmetic trap";
  default:
    return "crashed";
  }
}

void onCrash(int signal) {
  // Crashing again, or waiting for a lock that the crash has left behind, must not keep the parent
  // waiting.
  for (int other : crashSignals)
    std::signal(other, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(2);
  sayLine(describe(signal));
  // The passes that are running, and on which function.
  llvm::sys::RunSignalHandlers();
  // The parent must see a signal, not an exit status.
  std::raise(signal);
}

void onCpuLimit(int) {
  sayLine("ran out of processor time");
  ::_exit(124);
}

void onFatalError(void *, const char *reason, bool) {
  sayLine("stopped", reason);
  ::_exit(70);
}

void onBadAlloc(void *, const char *, bool) {
  sayLine("out of memory");
  ::_exit(71);
}

/// Stack overflow is a crash too: its handler needs a stack of its own.
void useOwnSignalStack() {
  static char memory[256 * 1024];
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = sizeof(memory);
  ::sigaltstack(&stack, nullptr);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  ::sigaction(signal, &action, nullptr);
}

} // namespace

void enterStage(const char *stage) {
  const char *previous = currentStage.exchange(stage);
  const std::uint64_t time = monotonicNanoseconds();
  if (!stages.empty())
    stages.back().end = time;
  stages.push_back({stage, time, time});
  if (!stageTimesWanted)
    return;
  double now = processorMilliseconds();
  std::fprintf(stderr, "%8.2f ms %s\n", now - stageStart, previous);
  stageStart = now;
}

void forgetStages() { stages.clear(); }

std::vector<abi::StageTime> stagesSoFar() {
  if (!stages.empty())
    stages.back().end = monotonicNanoseconds();
  return stages;
}

void showStageTimes() { stageTimesWanted = true; }

void installCrashReport() {
  rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // LLVM's pass managers keep a record of what they are at; it is printed by RunSignalHandlers().
  llvm::EnablePrettyStackTrace();
  llvm::setBugReportMsg("");
  useOwnSignalStack();
  for (int signal : crashSignals)
    handle(signal, onCrash);
  handle(SIGXCPU, onCpuLimit);
  // A limit on file sizes is an error of the write, which says what could not be written.
  std::signal(SIGXFSZ, SIG_IGN);
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
  std::set_new_handler([] { onBadAlloc(nullptr, nullptr, false); });
}

void limitResources(std::uint64_t memoryBytes, std::uint32_t cpuSeconds) {
  // Who runs in a limit of memory does one job only.
  if (memoryBytes != 0) {
    rlimit limit{memoryBytes, memoryBytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  // The upper limit of time stays: a process cannot raise it again, and the next job may have
  // another one. Where a job has none it is the user's.
  static const rlimit ofUser = [] {
    rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
    ::getrlimit(RLIMIT_CPU, &limit);
    return limit;
  }();
  rlimit limit = ofUser;
  timespec used{};
  if (cpuSeconds != 0 && ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0) {
    const rlim_t end = static_cast<rlim_t>(used.tv_sec) + (used.tv_nsec != 0) + cpuSeconds;
    limit.rlim_cur = std::min(end, ofUser.rlim_cur);
  }
  ::setrlimit(RLIMIT_CPU, &limit);
}

} // namespace heddle::compiler
