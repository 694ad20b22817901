#include "tests/support/amx_emulator/signal_handler.hpp"

#include "tests/support/amx_emulator/execute.hpp"
#include "tests/support/amx_emulator/signal_frame.hpp"
#include "tests/support/amx_emulator/trap_configuration.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <ucontext.h>
#include <unistd.h>

namespace heddle::amx {

namespace {

// Reserved when the thread starts: allocating in a signal handler could lock a lock again.
[[gnu::tls_model("initial-exec")]] constinit thread_local TileState tileState = {};

constinit std::atomic<std::uint64_t> counts[operationCount] = {};

struct sigaction previous;

// Asked before the first signal: where a processor is a virtual one, CPUID takes long.
constinit unsigned configurationOffset = 0;

// printf is not for signal handlers.
void say(std::initializer_list<const char *> parts) {
  char text[256];
  std::size_t length = 0;
  for (const char *part : parts)
    for (; *part && length < sizeof text; ++part)
      text[length++] = *part;
  const ssize_t written = ::write(STDERR_FILENO, text, length);
  static_cast<void>(written);
}

void passOn(int signal, siginfo_t *info, void *context) {
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(signal, info, context);
    return;
  }
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
    return;
  }
  // The instruction is executed again and ends the process. A signal that somebody sent has no
  // instruction that would raise it again.
  const bool sent = info->si_code <= 0;
  if (sent && previous.sa_handler == SIG_IGN)
    return;
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(SIGILL, &standard, nullptr);
  if (sent)
    ::raise(signal);
}

Registers readRegisters(const gregset_t &saved, std::uint64_t nextInstruction) {
  constexpr int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                             REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                             REG_R12, REG_R13, REG_R14, REG_R15};
  Registers registers;
  for (unsigned i = 0; i < 16; ++i)
    registers.general[i] = static_cast<std::uint64_t>(saved[order[i]]);
  registers.nextInstruction = nextInstruction;
  return registers;
}

void count(Operation operation) {
  counts[static_cast<unsigned>(operation)].fetch_add(1, std::memory_order_relaxed);
}

/// What a processor with AMX has executed before this signal, because ldtilecfg needs no
/// permission: the thread has that configuration now, and zeros in its tiles. Its instructions for
/// configurations raise SIGILL from now on, so that nothing more of it is missed.
void catchUp(ucontext_t &context) {
  TileConfig config;
  if (!takeConfiguration(reinterpret_cast<std::uint8_t *>(context.uc_mcontext.fpregs),
                         configurationOffset, config))
    return;
  std::memset(static_cast<void *>(&tileState), 0, sizeof tileState);
  tileState.config = config;
  count(Operation::ldtilecfg);
  trapConfigurations(reinterpret_cast<const void *>(context.uc_mcontext.gregs[REG_RIP]));
}

void handle(int signal, siginfo_t *info, void *context) {
  gregset_t &saved = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const auto address = static_cast<std::uint64_t>(saved[REG_RIP]);
  // Only the kernel's own SIGILL speaks of the instruction at RIP.
  if (info->si_code <= 0)
    return passOn(signal, info, context);

  const Decoded decoded = decode(reinterpret_cast<const std::uint8_t *>(address));
  if (decoded.kind == Decoded::Kind::other)
    return passOn(signal, info, context);
  const Instruction &instruction = decoded.instruction;
  const char *name = operationName(instruction.operation);
  if (decoded.kind == Decoded::Kind::refused) {
    say({"heddle amx emulator: ", name, ": ", decoded.reason, "\n"});
    return passOn(signal, info, context);
  }

  catchUp(*static_cast<ucontext_t *>(context));
  const std::uint64_t next = address + instruction.length;
  const Outcome outcome = execute(instruction, readRegisters(saved, next), tileState);
  switch (outcome.kind) {
  case Outcome::Kind::done:
    count(instruction.operation);
    saved[REG_RIP] = static_cast<greg_t>(next);
    return;
  case Outcome::Kind::invalidOpcode:
    say({"heddle amx emulator: ", name, " is an invalid instruction here: ", outcome.reason, "\n"});
    return passOn(signal, info, context);
  case Outcome::Kind::generalProtection:
    say({"heddle amx emulator: ", name, " is a general protection fault: ", outcome.reason, "\n"});
    ::raise(SIGSEGV);
    return;
  }
}

} // namespace

void installEmulator() {
  static const bool installed = [] {
    configurationOffset = offsetOfConfiguration();
    trapConfigurations(reinterpret_cast<const void *>(&handle));
    struct sigaction action = {};
    action.sa_sigaction = &handle;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    return ::sigaction(SIGILL, &action, &previous) == 0;
  }();
  if (!installed)
    say({"heddle amx emulator: SIGILL cannot be taken over\n"});
}

std::uint64_t executedCount(Operation operation) {
  return counts[static_cast<unsigned>(operation)].load(std::memory_order_relaxed);
}

void printCounts() {
  for (unsigned i = 0; i < operationCount; ++i)
    if (const std::uint64_t count = executedCount(static_cast<Operation>(i)))
      std::fprintf(stderr, "heddle amx emulator: %s %llu\n",
                   operationName(static_cast<Operation>(i)),
                   static_cast<unsigned long long>(count));
}

} // namespace heddle::amx

std::uint64_t heddleAmxEmulatorCount(const char *operation) {
  using namespace heddle::amx;
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < operationCount; ++i)
    if (!operation || std::strcmp(operationName(static_cast<Operation>(i)), operation) == 0)
      sum += executedCount(static_cast<Operation>(i));
  return sum;
}
