#include "tests/stress/graph_writer.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

namespace heddle::test {

namespace {

constexpr cl_int failedList = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

struct AddArguments {
  cl_ulong *values;
  std::size_t count;
  cl_ulong summand;
};

void CL_CALLBACK add(void *pointer) {
  const auto &arguments = *static_cast<AddArguments *>(pointer);
  for (std::size_t i = 0; i < arguments.count; ++i)
    arguments.values[i] += arguments.summand;
}

} // namespace

GraphWriter::GraphWriter(const Shared &shared, std::uint64_t seed)
    : shared(shared), generator(seed) {
  cl_int error = CL_SUCCESS;
  // From what is done on the spot to what workers share.
  for (std::size_t count : {1, 100, 1000, 5000, 40000, 200000}) {
    Memory &memory = memories.emplace_back();
    memory.model.resize(count);
    std::iota(memory.model.begin(), memory.model.end(), generator());
    memory.buffer = clCreateBuffer(shared.context, CL_MEM_COPY_HOST_PTR, count * sizeof(cl_ulong),
                                   memory.model.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  kernel = clCreateKernel(shared.program, "number", &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

GraphWriter::Range GraphWriter::anyRange(const Memory &memory) {
  const auto size = static_cast<unsigned>(memory.model.size());
  if (chance(50))
    return {0, size};
  const unsigned first = random(size);
  return {first, 1 + random(size - first)};
}

std::vector<GraphWriter::Node *> GraphWriter::before(const Memory *read,
                                                     const Memory *written) const {
  std::vector<Node *> result;
  if (read && read->writer)
    result.push_back(read->writer);
  if (written) {
    if (written->writer)
      result.push_back(written->writer);
    result.insert(result.end(), written->readers.begin(), written->readers.end());
  }
  return result;
}

GraphWriter::Node &GraphWriter::newNode(const SharedQueue &queue) {
  Node &node = nodes.emplace_back();
  node.queue = &queue;
  return node;
}

std::vector<cl_event> GraphWriter::waitList(const SharedQueue &queue,
                                            const std::vector<Node *> &earlier, Node &command) {
  std::vector<cl_event> list;
  bool needsBarrier = false;
  const auto add = [&](Node &node) {
    list.push_back(node.event);
    if (node.expected < 0)
      command.expected = failedList;
  };
  for (Node *node : earlier) {
    if (node->queue == &queue && queue.inOrder && chance(80))
      continue;
    if (node->queue == &queue && !queue.inOrder && chance(20)) {
      needsBarrier = true;
      continue;
    }
    if (chance(15)) {
      // By way of a marker in any queue.
      const SharedQueue &other = shared.queues[random(unsigned(shared.queues.size()))];
      Node &marker = newNode(other);
      marker.expected = node->expected < 0 ? failedList : CL_COMPLETE;
      const cl_event one[] = {node->event};
      EXPECT_EQ(clEnqueueMarkerWithWaitList(other.queue, 1, one, marker.event.out()), CL_SUCCESS);
      add(marker);
      continue;
    }
    add(*node);
  }
  if (gate && chance(10))
    add(*gate);
  if (needsBarrier)
    EXPECT_EQ(clEnqueueBarrierWithWaitList(queue.queue, 0, nullptr, nullptr), CL_SUCCESS);
  return list;
}

template <typename Enqueue>
bool GraphWriter::command(Memory *read, Memory *written, Enqueue &&enqueue, bool isBlocking,
                          const SharedQueue *onlyOn) {
  const SharedQueue &queue =
      onlyOn ? *onlyOn : shared.queues[random(unsigned(shared.queues.size()))];
  Node &node = newNode(queue);
  const std::vector<cl_event> list = waitList(queue, before(read, written), node);
  const cl_int status = enqueue(queue.queue, static_cast<cl_uint>(list.size()),
                                list.empty() ? nullptr : list.data(), node.event.out());
  EXPECT_EQ(status, isBlocking && node.expected < 0 ? failedList : CL_SUCCESS);
  if (!node.event) {
    // A blocking command that failed gives none out.
    EXPECT_EQ(status, failedList);
    return false;
  }
  if (chance(20))
    addCallback(node);
  if (node.expected < 0)
    return false;
  if (read)
    read->readers.push_back(&node);
  if (written) {
    written->writer = &node;
    written->readers.clear();
  }
  return true;
}

void GraphWriter::addUserEvent() {
  cl_int error = CL_SUCCESS;
  Node &node = nodes.emplace_back();
  node.event = clCreateUserEvent(shared.context, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  node.expected = chance(30) ? -1000 - static_cast<cl_int>(random(1000)) : CL_COMPLETE;
  gate = &node;
  const std::lock_guard lock(mutex);
  decisions.push_back({node.event, node.expected});
}

bool GraphWriter::decide() {
  Decision decision;
  {
    const std::lock_guard lock(mutex);
    if (decisions.empty())
      return false;
    decision = decisions.front();
    decisions.pop_front();
  }
  EXPECT_EQ(clSetUserEventStatus(decision.event, decision.status), CL_SUCCESS);
  return true;
}

void GraphWriter::addCallback(Node &node) {
  Callback &callback = callbacks.emplace_back();
  constexpr cl_int whens[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
  callback.when = whens[random(3)];
  callback.node = &node;
  if (chance(30))
    callback.queue = node.queue->queue;
  EXPECT_EQ(clSetEventCallback(node.event, callback.when, called, &callback), CL_SUCCESS);
}

void CL_CALLBACK GraphWriter::called(cl_event event, cl_int status, void *userData) {
  auto &callback = *static_cast<Callback *>(userData);
  if (callback.queue) {
    OwnedEvent marker;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(callback.queue, 1, &event, marker.out()), CL_SUCCESS);
    EXPECT_EQ(clFlush(callback.queue), CL_SUCCESS);
  }
  callback.told = status;
  ++callback.calls;
}

void GraphWriter::enqueueWrite() {
  Memory &memory = anyMemory();
  const Range range = anyRange(memory);
  Values &source = sources.emplace_back(range.count);
  std::iota(source.begin(), source.end(), generator());
  const bool blocking = chance(10);
  if (command(
          nullptr, &memory,
          [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
            return clEnqueueWriteBuffer(
                queue, memory.buffer, blocking, range.first * sizeof(cl_ulong),
                range.count * sizeof(cl_ulong), source.data(), count, list, event);
          },
          blocking))
    std::copy(source.begin(), source.end(), memory.model.begin() + std::ptrdiff_t(range.first));
}

void GraphWriter::enqueueRead() {
  Memory &memory = anyMemory();
  const Range range = anyRange(memory);
  Received &target = received.emplace_back();
  target.values.resize(range.count);
  const bool blocking = chance(10);
  const bool runs = command(
      &memory, nullptr,
      [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
        return clEnqueueReadBuffer(queue, memory.buffer, blocking, range.first * sizeof(cl_ulong),
                                   range.count * sizeof(cl_ulong), target.values.data(), count,
                                   list, event);
      },
      blocking);
  const auto first = memory.model.begin() + std::ptrdiff_t(range.first);
  target.expected = runs ? Values(first, first + std::ptrdiff_t(range.count)) : Values(range.count);
  if (runs && blocking)
    EXPECT_EQ(target.values, target.expected);
}

void GraphWriter::enqueueCopy() {
  Memory &source = anyMemory(), &target = anyMemory();
  if (&source == &target)
    return;
  const std::size_t count = std::min(anyRange(source).count, anyRange(target).count);
  const std::size_t from = random(unsigned(source.model.size() - count + 1));
  const std::size_t to = random(unsigned(target.model.size() - count + 1));
  if (command(&source, &target,
              [&](cl_command_queue queue, cl_uint listSize, const cl_event *list, cl_event *event) {
                return clEnqueueCopyBuffer(queue, source.buffer, target.buffer,
                                           from * sizeof(cl_ulong), to * sizeof(cl_ulong),
                                           count * sizeof(cl_ulong), listSize, list, event);
              }))
    std::copy_n(source.model.begin() + std::ptrdiff_t(from), count,
                target.model.begin() + std::ptrdiff_t(to));
}

void GraphWriter::enqueueFill() {
  Memory &memory = anyMemory();
  const Range range = anyRange(memory);
  const cl_ulong pattern = generator();
  if (command(nullptr, &memory,
              [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
                return clEnqueueFillBuffer(queue, memory.buffer, &pattern, sizeof(pattern),
                                           range.first * sizeof(cl_ulong),
                                           range.count * sizeof(cl_ulong), count, list, event);
              }))
    std::fill_n(memory.model.begin() + std::ptrdiff_t(range.first), range.count, pattern);
}

void GraphWriter::enqueueMap() {
  Memory &memory = anyMemory();
  const Range range = anyRange(memory);
  cl_ulong *mapped = nullptr;
  if (!command(
          nullptr, &memory,
          [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
            cl_int error = CL_INVALID_VALUE;
            mapped = static_cast<cl_ulong *>(
                clEnqueueMapBuffer(queue, memory.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                   range.first * sizeof(cl_ulong), range.count * sizeof(cl_ulong),
                                   count, list, event, &error));
            return error;
          },
          /*isBlocking=*/true))
    return;
  const auto first = memory.model.begin() + std::ptrdiff_t(range.first);
  EXPECT_TRUE(std::equal(mapped, mapped + range.count, first));
  std::iota(mapped, mapped + range.count, generator());
  std::copy_n(mapped, range.count, first);
  // The application may unmap where it likes; it has seen the map end.
  cl_event unmapped = nullptr;
  const SharedQueue &queue = shared.queues[random(unsigned(shared.queues.size()))];
  EXPECT_EQ(clEnqueueUnmapMemObject(queue.queue, memory.buffer, mapped, 0, nullptr, &unmapped),
            CL_SUCCESS);
  Node &node = newNode(queue);
  node.event = unmapped;
  memory.writer = &node;
  memory.readers.clear();
}

void GraphWriter::enqueueKernel() {
  Memory &memory = anyMemory();
  const cl_ulong base = generator();
  const std::size_t global = anyRange(memory).count;
  const std::size_t local = 1 + random(64);
  const cl_mem buffer = memory.buffer;
  // The next command may have others: the driver has taken these along.
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(base), &base), CL_SUCCESS);
  if (command(nullptr, &memory,
              [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
                return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global,
                                              chance(50) ? &local : nullptr, count, list, event);
              }))
    std::iota(memory.model.begin(), memory.model.begin() + std::ptrdiff_t(global), base);
}

void GraphWriter::enqueueNativeKernel() {
  Memory &memory = anyMemory();
  AddArguments arguments = {nullptr, anyRange(memory).count, generator()};
  const cl_mem object = memory.buffer;
  const void *place = &arguments.values;
  if (command(nullptr, &memory,
              [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
                return clEnqueueNativeKernel(queue, add, &arguments, sizeof(arguments), 1, &object,
                                             &place, count, list, event);
              }))
    for (std::size_t i = 0; i < arguments.count; ++i)
      memory.model[i] += arguments.summand;
}

GraphWriter::Step GraphWriter::record(cl_command_buffer_khr buffer, const Memory &source,
                                      const Memory &target, Range part,
                                      const std::vector<cl_sync_point_khr> &after,
                                      cl_sync_point_khr &point) {
  const CommandBufferFunctions &cl = *shared.commandBuffers;
  const auto list = after.empty() ? nullptr : after.data();
  const auto listSize = static_cast<cl_uint>(after.size());
  const cl_ulong value = generator();
  const unsigned kind = random(part.first == 0 ? 3 : 2);
  if (kind == 0) {
    EXPECT_EQ(cl.commandFillBuffer(buffer, nullptr, nullptr, target.buffer, &value, sizeof(value),
                                   part.first * sizeof(cl_ulong), part.count * sizeof(cl_ulong),
                                   listSize, list, &point, nullptr),
              CL_SUCCESS);
    return [=](const Values &, Values &to) {
      std::fill_n(to.begin() + std::ptrdiff_t(part.first), part.count, value);
    };
  }
  if (kind == 1) {
    const std::size_t count = std::min(part.count, source.model.size());
    const std::size_t first = random(unsigned(source.model.size() - count + 1));
    EXPECT_EQ(cl.commandCopyBuffer(buffer, nullptr, nullptr, source.buffer, target.buffer,
                                   first * sizeof(cl_ulong), part.first * sizeof(cl_ulong),
                                   count * sizeof(cl_ulong), listSize, list, &point, nullptr),
              CL_SUCCESS);
    return [=](const Values &from, Values &to) {
      std::copy_n(from.begin() + std::ptrdiff_t(first), count,
                  to.begin() + std::ptrdiff_t(part.first));
    };
  }
  const cl_mem object = target.buffer;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(object), &object), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(value), &value), CL_SUCCESS);
  EXPECT_EQ(cl.commandNDRangeKernel(buffer, nullptr, nullptr, kernel, 1, nullptr, &part.count,
                                    nullptr, listSize, list, &point, nullptr),
            CL_SUCCESS);
  return [=](const Values &, Values &to) {
    std::iota(to.begin(), to.begin() + std::ptrdiff_t(part.count), value);
  };
}

void GraphWriter::enqueueCommandBuffer() {
  Memory &source = anyMemory(), &target = anyMemory();
  if (&source == &target)
    return;
  const CommandBufferFunctions &cl = *shared.commandBuffers;
  const SharedQueue &queue = shared.queues[random(unsigned(shared.queues.size()))];
  cl_int error = CL_INVALID_VALUE;
  cl_command_buffer_khr buffer = cl.createCommandBuffer(1, &queue.queue, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  if (!buffer)
    return;
  std::vector<Step> steps;
  // What the next command has to wait for; an in-order queue does so by itself.
  std::vector<cl_sync_point_khr> last;
  const auto recordOn = [&](Range part, std::vector<cl_sync_point_khr> &points) {
    points.emplace_back();
    steps.push_back(record(buffer, source, target, part,
                           queue.inOrder ? std::vector<cl_sync_point_khr>() : last, points.back()));
  };
  for (unsigned i = 0, count = 1 + random(5); i < count; ++i) {
    if (!last.empty() && chance(20)) {
      cl_sync_point_khr barrier = 0;
      EXPECT_EQ(
          cl.commandBarrierWithWaitList(buffer, nullptr, nullptr, 0, nullptr, &barrier, nullptr),
          CL_SUCCESS);
      last = {barrier};
    }
    std::vector<cl_sync_point_khr> points;
    const std::size_t half = target.model.size() / 2;
    if (half > 0 && chance(40)) {
      // Side by side.
      recordOn({0, half}, points);
      recordOn({half, target.model.size() - half}, points);
    } else {
      recordOn(anyRange(target), points);
    }
    last = points;
  }
  EXPECT_EQ(cl.finalizeCommandBuffer(buffer), CL_SUCCESS);
  for (unsigned i = 0, times = 1 + random(3); i < times; ++i)
    if (command(
            &source, &target,
            [&](cl_command_queue, cl_uint count, const cl_event *list, cl_event *event) {
              return cl.enqueueCommandBuffer(0, nullptr, buffer, count, list, event);
            },
            /*isBlocking=*/false, &queue))
      for (const Step &step : steps)
        step(source.model, target.model);
  EXPECT_EQ(cl.releaseCommandBuffer(buffer), CL_SUCCESS);
}

void GraphWriter::write(unsigned commands) {
  using Enqueue = void (GraphWriter::*)();
  constexpr Enqueue kinds[] = {&GraphWriter::enqueueWrite,        &GraphWriter::enqueueRead,
                               &GraphWriter::enqueueCopy,         &GraphWriter::enqueueFill,
                               &GraphWriter::enqueueKernel,       &GraphWriter::enqueueKernel,
                               &GraphWriter::enqueueMap,          &GraphWriter::enqueueNativeKernel,
                               &GraphWriter::enqueueCommandBuffer};
  for (unsigned i = 0; i < commands && !testing::Test::HasFailure(); ++i) {
    if (chance(8))
      addUserEvent();
    (this->*kinds[random(std::size(kinds))])();
    if (chance(2))
      EXPECT_EQ(clFinish(shared.queues[random(unsigned(shared.queues.size()))].queue), CL_SUCCESS);
  }
}

void GraphWriter::check() {
  for (const Node &node : nodes) {
    if (!node.event)
      continue;
    const cl_event list[] = {node.event};
    EXPECT_EQ(clWaitForEvents(1, list), node.expected < 0 ? failedList : CL_SUCCESS);
    EXPECT_EQ(statusOf(node.event), node.expected);
  }
  for (const Received &target : received)
    EXPECT_TRUE(target.values == target.expected);
  for (const Memory &memory : memories) {
    Values values(memory.model.size());
    EXPECT_EQ(clEnqueueReadBuffer(shared.queues.front().queue, memory.buffer, CL_TRUE, 0,
                                  values.size() * sizeof(cl_ulong), values.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(values == memory.model) << "buffer of " << values.size();
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (const Callback &callback : callbacks) {
    while (callback.calls == 0 && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    EXPECT_EQ(callback.calls, 1);
    EXPECT_TRUE(callback.told == callback.when || callback.told == callback.node->expected)
        << callback.told << " instead of " << callback.when;
    if (callback.when == CL_COMPLETE)
      EXPECT_EQ(callback.told, callback.node->expected);
  }
}

} // namespace heddle::test
