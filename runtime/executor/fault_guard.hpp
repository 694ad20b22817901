// Faults of commands that do not take the application along (HEDDLE_CATCH_FAULTS).
//
// A kernel that touches memory which is not there, or divides by zero, raises a signal on the
// thread that runs it. The handler for that is set with the first guarded run, and jumps out of the
// kernel: compiled kernels, copies and fills hold no locks and have nothing to clean up. What a
// native kernel of the application leaves behind is its own affair. Any other fault goes to the
// handler that was there before.
#ifndef HEDDLE_RUNTIME_EXECUTOR_FAULT_GUARD_HPP
#define HEDDLE_RUNTIME_EXECUTOR_FAULT_GUARD_HPP

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::executor {

/// What happened.
struct Fault {
  int signal = 0; ///< SIGSEGV, SIGBUS or SIGFPE; 0 after leave()
  int code = 0;   ///< si_code
  std::uintptr_t address = 0;

  /// "invalid address 0x10 (SIGSEGV)".
  std::string description() const;
};

class FaultGuard {
public:
  /// Calls the function, which must leave nothing to clean up where it stops.
  static std::optional<Fault> run(void (*function)(void *), void *argument) {
    setHandlers();
    return runWithoutHandlers(function, argument);
  }
  /// The same for functions that only leave() stops; signals are nobody's business.
  static std::optional<Fault> runWithoutHandlers(void (*function)(void *), void *argument);
  /// Stops the function that this thread runs, from within; returns where none is.
  static void leave();

  /// While the guarded function calls code of ours, which may not be left like that.
  class Suspension {
  public:
    Suspension();
    Suspension(const Suspension &) = delete;
    Suspension &operator=(const Suspension &) = delete;
    ~Suspension();

  private:
    void *frame;
  };

private:
  static void setHandlers();
};

} // namespace heddle::executor

#endif
