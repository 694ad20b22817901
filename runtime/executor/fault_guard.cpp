#include "runtime/executor/fault_guard.hpp"

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <memory>
#include <utility>

namespace heddle::executor {

namespace {

/// A run() in progress.
struct Frame {
  sigjmp_buf place;
  Fault fault;
};

// Read in a signal handler, where no memory may be asked for: the model that needs none.
[[gnu::tls_model("initial-exec")]] thread_local Frame *current = nullptr;

constexpr std::array<int, 3> caught = {SIGSEGV, SIGBUS, SIGFPE};
std::array<struct sigaction, 3> previous;

/// As if the handler of this file were not there.
void passOn(int signal, siginfo_t *info, void *context) {
  for (std::size_t i = 0; i < caught.size(); ++i) {
    if (caught[i] != signal)
      continue;
    const struct sigaction &before = previous[i];
    if (before.sa_flags & SA_SIGINFO)
      return before.sa_sigaction(signal, info, context);
    const bool isSent = info->si_code <= 0; // by kill() and its relatives
    if (before.sa_handler == SIG_IGN && isSent)
      return;
    if (before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL)
      return before.sa_handler(signal);
    // The instruction runs again, and ends the program.
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    ::sigaction(signal, &standard, nullptr);
    if (isSent)
      ::raise(signal);
  }
}

void handle(int signal, siginfo_t *info, void *context) {
  Frame *const frame = std::exchange(current, nullptr);
  if (!frame || info->si_code <= 0) {
    current = frame;
    return passOn(signal, info, context);
  }
  frame->fault = {signal, info->si_code, reinterpret_cast<std::uintptr_t>(info->si_addr)};
  siglongjmp(frame->place, 1);
}

bool install() {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  // Not held back while it runs, since it does not return. On a stack of its own, because the
  // thread's may be what is used up.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (std::size_t i = 0; i < caught.size(); ++i)
    ::sigaction(caught[i], &action, &previous[i]);
  return true;
}

/// A stack for the handler, where the thread has none yet.
class SignalStack {
public:
  SignalStack() {
    stack_t there;
    if (::sigaltstack(nullptr, &there) != 0 || !(there.ss_flags & SS_DISABLE))
      return;
    memory = std::make_unique<char[]>(size);
    stack_t stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = size;
    ::sigaltstack(&stack, nullptr);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;
  ~SignalStack() {
    if (!memory)
      return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
  }

private:
  static constexpr std::size_t size = 64 << 10; // what is saved for tiles alone takes 8 KiB
  std::unique_ptr<char[]> memory;
};

} // namespace

std::string Fault::description() const {
  if (signal == 0)
    return "a loop that waits for ever";
  char text[80];
  if (signal == SIGFPE)
    std::snprintf(text, sizeof(text), "%s (SIGFPE)",
                  code == FPE_INTDIV ? "division of an integer by zero" : "arithmetic exception");
  else
    std::snprintf(text, sizeof(text), "invalid address 0x%llx (%s)",
                  static_cast<unsigned long long>(address),
                  signal == SIGBUS ? "SIGBUS" : "SIGSEGV");
  return text;
}

void FaultGuard::setHandlers() {
  static const bool installed = install();
  static_cast<void>(installed);
  thread_local SignalStack stack;
}

std::optional<Fault> FaultGuard::runWithoutHandlers(void (*function)(void *), void *argument) {
  Frame frame;
  Frame *const outer = current;
  if (sigsetjmp(frame.place, /*savemask=*/0) == 0) {
    current = &frame;
    function(argument);
    current = outer;
    return std::nullopt;
  }
  current = outer; // the handler has cleared it
  return frame.fault;
}

void FaultGuard::leave() {
  if (Frame *const frame = std::exchange(current, nullptr)) {
    frame->fault = {};
    siglongjmp(frame->place, 1);
  }
}

FaultGuard::Suspension::Suspension() : frame(std::exchange(current, nullptr)) {}

FaultGuard::Suspension::~Suspension() { current = static_cast<Frame *>(frame); }

} // namespace heddle::executor
