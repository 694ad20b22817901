// The edges between events and commands, and what happens when the last edge of a command goes.
#ifndef HEDDLE_RUNTIME_COMMAND_GRAPH_HPP
#define HEDDLE_RUNTIME_COMMAND_GRAPH_HPP

#include "runtime/command.hpp"

#include <span>

namespace heddle {

/// Stateless: the graph is the nodes themselves. Each event knows the commands that wait for it,
/// each command counts the edges that hold it back.
class CommandGraph {
  struct ReadyList;

public:
  /// Puts a new command in. It waits for `waitList` (a failure there terminates it), and for
  /// `previous`, which may be null, and `order` (which only delay it). callerWaits: the calling
  /// thread blocks until the command has ended.
  static void insert(Ref<Command> command, std::span<Event *const> waitList, Event *previous,
                     std::span<const Ref<Event>> order, bool callerWaits);

  /// For a thread that waits in the middle of a command (a native kernel does, or a destructor
  /// callback): what is about to be started on it is started first, and what becomes ready
  /// meanwhile at once.
  class WaitingScope {
  public:
    WaitingScope();
    WaitingScope(const WaitingScope &) = delete;
    WaitingScope &operator=(const WaitingScope &) = delete;
    ~WaitingScope();

  private:
    ReadyList *outer;
  };

  /// An edge of the command is gone, because its event ended with the given status.
  static void edgeGone(Ref<Command> command, EdgeKind edge, cl_int status);

private:
  static void makeReady(Ref<Command> command);
  static void start(Command &command);

  static thread_local ReadyList *readyList; ///< of the outermost makeReady(), or null
};

} // namespace heddle

#endif
