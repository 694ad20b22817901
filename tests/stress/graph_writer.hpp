// One application thread's part of a random graph of commands, and its sequential model.
//
// Each writer has buffers of its own, so that the order in which it enqueues is an order that the
// results must agree with; queues and devices are shared with the other writers. Commands that
// touch the same buffer are ordered by their in-order queue, by wait lists, by markers or by
// barriers, as it falls.
#ifndef HEDDLE_TESTS_STRESS_GRAPH_WRITER_HPP
#define HEDDLE_TESTS_STRESS_GRAPH_WRITER_HPP

#include "tests/support/command_buffer_fixture.hpp"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace heddle::test {

struct SharedQueue {
  cl_command_queue queue = nullptr;
  bool inOrder = true;
};

/// What the writers of a graph have in common.
struct Shared {
  cl_context context = nullptr;
  cl_program program = nullptr;
  std::vector<SharedQueue> queues;
  const CommandBufferFunctions *commandBuffers = nullptr;
};

class GraphWriter {
public:
  GraphWriter(const Shared &shared, std::uint64_t seed);

  /// Enqueues so many commands.
  void write(unsigned commands);
  /// Decides about the next user event that was not decided about; false when there is none. Any
  /// thread.
  bool decide();
  /// Waits for all commands and compares; when everything is decided about.
  void check();

private:
  using Values = std::vector<cl_ulong>;

  /// A command, or a user event.
  struct Node {
    OwnedEvent event;
    const SharedQueue *queue = nullptr; ///< null for user events
    cl_int expected = CL_COMPLETE;
  };
  struct Memory {
    OwnedMem buffer;
    Values model;
    Node *writer = nullptr;
    std::vector<Node *> readers; ///< since then
  };
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  /// A transfer to the host, and what shall have come.
  struct Received {
    Values values;
    Values expected;
    Node *node = nullptr;
  };
  struct Callback {
    cl_int when = 0;
    Node *node = nullptr;
    cl_command_queue queue = nullptr; ///< to enqueue to from the callback, or null
    std::atomic<int> calls{0};
    std::atomic<cl_int> told{1};
  };
  struct Decision {
    cl_event event = nullptr;
    cl_int status = CL_COMPLETE;
  };

  unsigned random(unsigned below) { return static_cast<unsigned>(generator() % below); }
  bool chance(unsigned percent) { return random(100) < percent; }
  Memory &anyMemory() { return memories[random(static_cast<unsigned>(memories.size()))]; }
  Range anyRange(const Memory &memory);

  /// The events that a command on this queue waits for, before which all of `nodes` have ended.
  std::vector<cl_event> waitList(const SharedQueue &queue, const std::vector<Node *> &nodes,
                                 Node &command);
  std::vector<Node *> before(const Memory *read, const Memory *written) const;
  Node &newNode(const SharedQueue &queue);
  /// Enqueues by enqueue(queue, list size, list, event), and notes what was read and written; true
  /// when the command will run.
  template <typename Enqueue>
  bool command(Memory *read, Memory *written, Enqueue &&enqueue, bool isBlocking = false,
               const SharedQueue *onlyOn = nullptr);
  void addUserEvent();
  void addCallback(Node &node);
  static void CL_CALLBACK called(cl_event event, cl_int status, void *userData);

  void enqueueWrite();
  void enqueueRead();
  void enqueueCopy();
  void enqueueFill();
  void enqueueMap();
  void enqueueKernel();
  void enqueueNativeKernel();
  /// What one recorded command does, as (source's values, target's values).
  using Step = std::function<void(const Values &, Values &)>;
  /// Records one on `part` of the target, which waits for the sync points.
  Step record(cl_command_buffer_khr buffer, const Memory &source, const Memory &target, Range part,
              const std::vector<cl_sync_point_khr> &after, cl_sync_point_khr &point);
  void enqueueCommandBuffer();

  const Shared &shared;
  std::mt19937_64 generator;
  std::deque<Memory> memories;
  std::deque<Node> nodes;
  std::deque<Received> received;
  std::deque<Callback> callbacks;
  std::deque<Values> sources; ///< host memory that writes read
  OwnedKernel kernel;
  Node *gate = nullptr; ///< the user event that some commands wait for
  std::mutex mutex;
  std::deque<Decision> decisions;
};

} // namespace heddle::test

#endif
