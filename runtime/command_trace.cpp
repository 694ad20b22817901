#include "runtime/command_trace.hpp"

#include <CL/cl_ext.h>

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

/// Above all numbers that the system gives to threads (2^22), with room for a queue's tracks.
constexpr std::uint64_t firstQueueTrack = std::uint64_t(1) << 24;
constexpr std::uint64_t tracksOfQueue = 1 << 12;

std::uint64_t nextNumber(std::atomic<std::uint64_t> &counter) {
  return counter.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::uint64_t nextCommand() {
  static std::atomic<std::uint64_t> commands{0};
  return nextNumber(commands);
}

} // namespace

std::string_view commandTypeName(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL:
    return "kernel";
  case CL_COMMAND_TASK:
    return "task";
  case CL_COMMAND_NATIVE_KERNEL:
    return "native kernel";
  case CL_COMMAND_READ_BUFFER:
    return "read buffer";
  case CL_COMMAND_WRITE_BUFFER:
    return "write buffer";
  case CL_COMMAND_COPY_BUFFER:
    return "copy buffer";
  case CL_COMMAND_READ_IMAGE:
    return "read image";
  case CL_COMMAND_WRITE_IMAGE:
    return "write image";
  case CL_COMMAND_COPY_IMAGE:
    return "copy image";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    return "copy image to buffer";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    return "copy buffer to image";
  case CL_COMMAND_MAP_BUFFER:
    return "map buffer";
  case CL_COMMAND_MAP_IMAGE:
    return "map image";
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return "unmap";
  case CL_COMMAND_MARKER:
    return "marker";
  case CL_COMMAND_BARRIER:
    return "barrier";
  case CL_COMMAND_READ_BUFFER_RECT:
    return "read rectangle";
  case CL_COMMAND_WRITE_BUFFER_RECT:
    return "write rectangle";
  case CL_COMMAND_COPY_BUFFER_RECT:
    return "copy rectangle";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS:
  case CL_COMMAND_SVM_MIGRATE_MEM:
  case CL_COMMAND_MIGRATEMEM_INTEL:
    return "migrate";
  case CL_COMMAND_FILL_BUFFER:
    return "fill buffer";
  case CL_COMMAND_FILL_IMAGE:
    return "fill image";
  case CL_COMMAND_SVM_FREE:
    return "free shared memory";
  case CL_COMMAND_SVM_MEMCPY:
  case CL_COMMAND_MEMCPY_INTEL:
    return "copy shared memory";
  case CL_COMMAND_SVM_MEMFILL:
  case CL_COMMAND_MEMFILL_INTEL:
    return "fill shared memory";
  case CL_COMMAND_SVM_MAP:
    return "map shared memory";
  case CL_COMMAND_SVM_UNMAP:
    return "unmap shared memory";
  case CL_COMMAND_COMMAND_BUFFER_KHR:
    return "command buffer";
  default:
    return "command";
  }
}

std::unique_ptr<QueueTrace> QueueTrace::create(std::string_view kind) {
  if (!Trace::active())
    return nullptr;
  static std::atomic<std::uint64_t> queues{0};
  return std::unique_ptr<QueueTrace>(new QueueTrace(nextNumber(queues), kind));
}

std::uint64_t QueueTrace::takeTrack() {
  std::uint64_t index = 0;
  bool isNew = false;
  {
    MutexLock lock(mutex);
    index =
        static_cast<std::uint64_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    isNew = index == taken.size();
    if (isNew)
      taken.push_back(true);
    else
      taken[index] = true;
  }
  if (isNew)
    nameTrack(index);
  return firstQueueTrack + queueNumber * tracksOfQueue + index;
}

void QueueTrace::giveBack(std::uint64_t track) {
  MutexLock lock(mutex);
  taken[track % tracksOfQueue] = false;
}

void QueueTrace::nameTrack(std::uint64_t index) const {
  const std::uint64_t track = firstQueueTrack + queueNumber * tracksOfQueue + index;
  TraceEvent name(TraceEvent::metadata, "thread_name", "", 0, track);
  std::string text = "queue " + std::to_string(queueNumber);
  if (index == 0)
    text += " (" + kind + ")";
  else
    text += " (" + std::to_string(index + 1) + ")";
  name.argument("name", std::string_view(text));
  Trace::active()->append(name);
  // Queues stand above the threads.
  TraceEvent order(TraceEvent::metadata, "thread_sort_index", "", 0, track);
  order.argument("sort_index", static_cast<std::int64_t>(queueNumber * tracksOfQueue + index) -
                                   static_cast<std::int64_t>(firstQueueTrack));
  Trace::active()->append(order);
}

void EventTrace::drawArrow(std::uint64_t toTrack, std::uint64_t toTime,
                           std::string_view kind) const {
  const std::uint64_t time = endTime.load(std::memory_order_relaxed);
  if (time == 0)
    return;
  // An arrow belongs to what surrounds its ends, and the end of an event is not in it any more.
  TraceEvent arrow = TraceEvent::arrowFrom(time - 1, endTrack.load(std::memory_order_relaxed),
                                           toTime, toTrack, kind);
  Trace::active()->append(arrow);
}

CommandTrace::CommandTrace(QueueTrace &queue)
    : queue(queue), commandNumber(nextCommand()), thread(Trace::thisThread()),
      queueTime(Trace::timeOfCall()) {}

CommandTrace::CommandTrace(QueueTrace &queue, std::uint64_t start)
    : queue(queue), commandNumber(nextCommand()), thread(Trace::thisThread()), queueTime(0) {
  started();
  startTime = start;
}

void CommandTrace::started() {
  // In this order: on one track, one command has ended before the next one starts.
  track = queue.takeTrack();
  startTime = Trace::now();
  startThread = Trace::thisThread();
}

bool CommandTrace::ended(cl_int status) {
  // One that never started is a point in time.
  if (startTime == 0)
    started();
  const std::uint64_t now = parts.load(std::memory_order_relaxed) == 1
                                ? lastPart.load(std::memory_order_relaxed)
                                : Trace::now();
  // Long enough for the point in it where arrows start.
  endTime = std::max(now, startTime + 2);
  if (status >= 0 && !Trace::active()->shows(startTime, endTime))
    return false;
  setEnd(track, endTime);
  return true;
}

TraceEvent CommandTrace::end(std::string_view name, std::string_view type, cl_int status) const {
  TraceEvent event(TraceEvent::complete, name, "command", startTime, track);
  event.duration(endTime - startTime);
  event.argument("type", type);
  event.argument("command", commandNumber);
  event.argument("queue", queue.number());
  if (const std::uint64_t ranges = parts.load(std::memory_order_relaxed); ranges > 1)
    event.argument("ranges", ranges);
  if (submitTime != 0) {
    event.argument("us until it could run", (submitTime - queueTime) / 1000);
    event.argument("us until it ran", (startTime - submitTime) / 1000);
  }
  if (status < 0)
    event.argument("error", status);
  return event;
}

void CommandTrace::write(TraceEvent &event) {
  Trace &trace = *Trace::active();
  trace.append(event);
  if (queueTime != 0) {
    TraceEvent arrow = TraceEvent::arrowFrom(queueTime, thread, startTime, track, "enqueue");
    trace.append(arrow);
  }
  for (const std::shared_ptr<const EventTrace> &event : before)
    event->drawArrow(track, startTime, "wait list");
  before.clear();
  queue.giveBack(track);
}

std::uint64_t CommandTrace::nextPart() {
  const std::uint64_t part = parts.fetch_add(1, std::memory_order_relaxed);
  constexpr std::uint64_t mostShown = 256;
  // From one power of two to the next, half of mostShown.
  const std::uint64_t step = std::max(part < mostShown ? 1 : std::bit_floor(part) / (mostShown / 2),
                                      partsToOne.load(std::memory_order_relaxed));
  return (part & (step - 1)) == 0 ? step : 0;
}

// As many as stand for this much work: to show one costs a tenth of a microsecond.
void CommandTrace::partEnded(std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t worthIt = 16'000;
  lastPart.store(end, std::memory_order_relaxed);
  if (end - begin < worthIt / 2)
    partsToOne.store(std::bit_ceil(worthIt / (end - begin + 1)), std::memory_order_relaxed);
}

void TracedPart::begin() {
  standsFor = trace->nextPart();
  if (standsFor != 0)
    start = trace->partBegins();
}

void TracedPart::end() const {
  const std::uint64_t time = Trace::now();
  trace->partEnded(start, time);
  if (!Trace::active()->shows(start, time))
    return;
  TraceEvent event(TraceEvent::complete, name, "work", start, Trace::thisThread());
  event.duration(time - start);
  event.argument("command", trace->number());
  event.argument("first", first);
  event.argument("count", count);
  if (standsFor != 1)
    event.argument("shown is one of", standsFor);
  Trace::active()->append(event);
}

} // namespace heddle
