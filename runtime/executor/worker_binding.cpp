#include "runtime/executor/worker_binding.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <sched.h>
#include <sys/resource.h>
#include <x86intrin.h>

namespace heddle::executor {

namespace {

// Of the time stamp counter, which counts two to four of them in a nanosecond.
constexpr std::uint64_t betweenLooks = std::uint64_t(1) << 25;
// So many times the system itself may want the processor between two looks.
constexpr long toleratedSwitches = 1;
// What a busy machine costs at most: that a worker settles, wrongly, every so many looks.
constexpr unsigned mostPatience = 128;

// The processors on which workers have settled, a bit for each. Two on one would be too many.
constexpr unsigned mostProcessors = 8192, bitsOfWord = 64;
std::array<std::atomic<std::uint64_t>, mostProcessors / bitsOfWord> taken;

bool take(unsigned processor) {
  const std::uint64_t bit = std::uint64_t(1) << processor % bitsOfWord;
  return processor < mostProcessors &&
         (taken[processor / bitsOfWord].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
}

void giveBack(unsigned processor) {
  taken[processor / bitsOfWord].fetch_and(~(std::uint64_t(1) << processor % bitsOfWord),
                                          std::memory_order_relaxed);
}

long switchesForOthers() {
  struct rusage usage = {};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

ProcessorSet only(unsigned processor) {
  ProcessorSet set;
  set.add(processor);
  return set;
}

} // namespace

thread_local WorkerBinding *WorkerBinding::ofThisThread = nullptr;

WorkerBinding::WorkerBinding(bool settles) : settles(settles) { ofThisThread = this; }

WorkerBinding::~WorkerBinding() {
  if (settledOn)
    giveBack(*settledOn);
  ofThisThread = nullptr;
}

void WorkerBinding::follow(const WorkerGroup *group) {
  const ProcessorSet *const wanted = group ? group->processors().get() : nullptr;
  if (wanted == ofGroup.get())
    return;
  unsettle();
  if (!ofGroup)
    anywhere = ProcessorSet::ofThisThread();
  (wanted ? *wanted : anywhere).bindThisThread();
  ofGroup = wanted ? group->processors() : nullptr;
}

bool WorkerBinding::isTime() { return settles && __rdtsc() >= nextLook; }

void WorkerBinding::lookAround(unsigned atWork) {
  nextLook = __rdtsc() + betweenLooks;
  if (ofGroup)
    return;
  const int here = ::sched_getcpu();
  const long switches = switchesForOthers();
  const bool isDisturbed = switches - lastSwitches > toleratedSwitches;
  const bool hasMoved = here < 0 || static_cast<unsigned>(here) != lastProcessor;
  lastSwitches = switches;
  lastProcessor = static_cast<unsigned>(std::max(0, here));
  if (isDisturbed) {
    if (settledOn) {
      unsettle();
      patience = std::min(patience * 2, mostPatience);
    }
    looksToWait = patience;
    return;
  }
  if (looksToWait > 0)
    --looksToWait;
  if (looksToWait > 0)
    return;
  if (settledOn) {
    patience = std::max(patience - 1, 1u);
    return;
  }
  if (hasMoved)
    return;
  // With a processor to spare, the system may know a better place than this one.
  ProcessorSet allowed = ProcessorSet::ofThisThread();
  if (allowed.numbers().size() > atWork || !take(lastProcessor))
    return;
  if (!only(lastProcessor).bindThisThread())
    return giveBack(lastProcessor);
  anywhere = std::move(allowed);
  settledOn = lastProcessor;
}

void WorkerBinding::unsettle() {
  if (!settledOn)
    return;
  // Unless somebody else has said meanwhile where the threads of this process run.
  if (ProcessorSet::ofThisThread() == only(*settledOn))
    anywhere.bindThisThread();
  giveBack(*settledOn);
  settledOn.reset();
}

void WorkerBinding::leaveHere() {
  if (ofThisThread) {
    ofThisThread->unsettle();
    ofThisThread->follow(nullptr);
  }
}

void WorkerBinding::unsettleHere() {
  if (ofThisThread)
    ofThisThread->unsettle();
}

void WorkerBinding::undoFor(pthread_attr_t &attributes) {
  if (ofThisThread && (ofThisThread->ofGroup || ofThisThread->settledOn))
    ofThisThread->anywhere.bindThreadsOf(attributes);
}

void WorkerBinding::afterForkInChild() {
  for (std::atomic<std::uint64_t> &word : taken)
    word.store(0, std::memory_order_relaxed);
  // A worker may be what forked, in a native kernel.
  if (ofThisThread && ofThisThread->settledOn)
    take(*ofThisThread->settledOn);
}

} // namespace heddle::executor
