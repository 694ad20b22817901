// Commands that a thread of the application runs itself, and fork().
//
// What workers have in hand at a fork counts as run in the child (executor/thread_pool). So does
// what another thread of the application was just running: its thread is not there to end it.
#ifndef HEDDLE_RUNTIME_RUNNING_HERE_HPP
#define HEDDLE_RUNTIME_RUNNING_HERE_HPP

#include <pthread.h>

namespace heddle {

class Command;

/// On the stack of the thread that runs the command, until before it ends the command.
class RunningHere {
public:
  explicit RunningHere(Command &command);
  RunningHere(const RunningHere &) = delete;
  RunningHere &operator=(const RunningHere &) = delete;
  ~RunningHere() { done(); }

  /// Once the work is done; the command is about to end. The second time it does nothing.
  void done();

  /// In a child after fork(): ends what its parent's other threads were running. To be called by
  /// whoever may wait for such a command.
  static void endOrphans();

private:
  friend struct RunningList;

  Command &command;
  const pthread_t thread;
  bool isListed = true;
  RunningHere *previous = nullptr;
  RunningHere *next = nullptr;
};

} // namespace heddle

#endif
