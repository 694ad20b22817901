#include "runtime/strict/launch_trace.hpp"

#include "runtime/strict/sub_group_state.hpp"
#include "runtime/strict/unwritten_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ctime>
#include <string_view>
#include <utility>

namespace heddle {

namespace {

/// The work-item and sub-group that asynchronous copies of the work-group are made by; which one it
/// is stands in `subInterval`.
constexpr std::uint32_t copier = UINT32_MAX;

/// A barrier or function of all work-items of a work-group, or an operand of one.
struct Meeting {
  HeddlePlace *place;
  HeddleFinders first; ///< who came there first
  std::uint64_t value = 0;
};

bool isSameLine(const HeddlePlace &a, const HeddlePlace &b) {
  return &a == &b || (a.line == b.line && a.column == b.column && a.line != 0 &&
                      std::string_view(a.file) == b.file);
}

std::uint64_t groupNumber(const HeddleNdRange &range, const std::uint64_t *group) {
  return group[0] + range.numGroups[0] * (group[1] + range.numGroups[1] * group[2]);
}

std::uint32_t firstItemOf(const HeddleFinders &finders) {
  const int lane = finders.lanes ? std::countr_zero(finders.lanes) : 0;
  return static_cast<std::uint32_t>(finders.firstItem) + static_cast<std::uint32_t>(lane);
}

/// Of the thread's own time: a thread that has no processor does not wait.
double secondsOfThread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// How long a thread has done nothing but look.
struct Wait {
  std::uint64_t looks = 0;
  std::uint64_t epoch = 0;
  double since = 0, lastLook = 0; ///< in the epoch
  bool isLong = false;
};

} // namespace

/// What a thread knows of the work-group that it runs.
class LaunchTrace::WorkGroup {
public:
  void begin(const void *memory, std::uint64_t size) {
    local = reinterpret_cast<std::uintptr_t>(memory);
    localSize = size;
    if (cells.size() * shadowGranule < size)
      cells.resize((size + shadowGranule - 1) / shadowGranule);
    ++number;
    subGroups.clear();
    meetings.clear();
    operands.clear();
    copies = 0;
    touches = 0;
    time = OrderClocks::start;
    hasAcquired = false;
    order.clear();
  }

  SubGroupState &subGroup(std::size_t index) {
    if (index >= subGroups.size())
      subGroups.resize(index + 1);
    subGroups[index].isThere = true;
    return subGroups[index];
  }

  template <typename Visit>
  void visitLocal(std::uintptr_t address, std::uint64_t bytes, Visit &&visit) {
    const std::uint64_t offset = address - local;
    if (offset >= localSize)
      return;
    const std::uintptr_t end = local + std::min(offset + bytes, localSize);
    for (std::uintptr_t granule = address / shadowGranule * shadowGranule; granule < end;
         granule += shadowGranule)
      visit(cells[(granule - local) / shadowGranule], bytesIn(granule, address, end));
  }

  /// Of all that this thread has run: tells what is in the cells of local memory from what others
  /// have left there.
  std::uint64_t number = 0;
  std::vector<SubGroupState> subGroups;
  std::vector<Meeting> meetings, operands;
  Wait wait;
  std::uint32_t touches = 0;
  OrderClocks::Time time = OrderClocks::start; ///< in the order of the work-groups
  bool hasAcquired = false;                    ///< from other work-groups, since that was settled
  OrderClocks order;                           ///< of the sub-groups
  std::uint32_t copies = 0;                    ///< sides of copies that some sub-group has come to

private:
  std::vector<ShadowCell> cells;
  std::uintptr_t local = 0;
  std::uint64_t localSize = 0;
};

LaunchTrace::WorkGroup &LaunchTrace::current() {
  static thread_local WorkGroup workGroup;
  return workGroup;
}

/// One access of a sub-group.
class LaunchTrace::Touch {
public:
  Touch(LaunchTrace &trace, HeddlePlace &place, const HeddleFinders &finders,
        const HeddleTouch &touch)
      : trace(trace), place(place), finders(finders), touch(touch), workGroup(current()),
        space(spaceOf(place)),
        state(workGroup.subGroup(finders.firstItem / std::max(place.lanes, 1u))) {
    actor.group =
        space == localSpace ? workGroup.number : groupNumber(trace.ndRange, finders.group);
    actor.subGroup = static_cast<std::uint32_t>(finders.firstItem / std::max(place.lanes, 1u));
    actor.interval = state.intervals[space];
    reached = state.reached[space];
    actor.subInterval = state.subIntervals[space];
    actor.groupTime = workGroup.time;
    actor.subGroupTime = state.time;
    ++workGroup.touches;
    if (isCopy(place)) {
      actor.item = actor.subGroup = copier;
      actor.subInterval = ++state.copies;
    }
  }

  void run(ShadowMemory &global) {
    // Another sub-group has begun the copy.
    if (isCopy(place) && state.copies <= workGroup.copies)
      return;
    if (isCopy(place))
      workGroup.copies = state.copies;
    const bool waits = place.access & heddleWaits;
    if (waits && state.looks.empty())
      state.looks.resize(64);
    if (!waits)
      state.waiting &= ~finders.lanes;
    for (std::uint64_t lanes = finders.lanes; lanes; lanes &= lanes - 1) {
      lane = static_cast<unsigned>(std::countr_zero(lanes));
      if (!isCopy(place))
        actor.item = static_cast<std::uint32_t>(finders.firstItem) + lane;
      address = addressOf(lane);
      length = place.access & heddleHasLength ? valueOf(lane) : touch.bytes;
      if (place.access & heddleAcquires)
        acquire();
      constexpr unsigned pitchBits = 48;
      const bool hasRows = place.access & heddleRows;
      const std::uint64_t rows = hasRows ? valueOf(0) >> pitchBits : 1;
      for (std::uint64_t row = 0; row < rows; ++row) {
        runRow(global);
        if (hasRows)
          address += valueOf(0) & ((std::uint64_t(1) << pitchBits) - 1);
      }
      if (place.access & heddleReleases)
        release();
      if (waits) {
        state.looks[lane] = {address, workGroup.touches};
        state.waiting |= std::uint64_t(1) << lane;
      }
      if (place.access & (heddleOfSubGroup | heddleOfWorkGroup))
        break;
    }
    acquireOnceMore();
  }

private:
  unsigned orderScope() const { return (place.access & heddleOrderScope) >> heddleOrderScopeShift; }
  std::uint64_t group() const { return groupNumber(trace.ndRange, finders.group); }
  bool ordersGroups() const {
    return space == globalSpace && orderScope() >= heddleScopeDevice &&
           trace.knowsOrder.load(std::memory_order_relaxed);
  }

  void acquire() {
    if (orderScope() >= heddleScopeWorkGroup)
      workGroup.order.acquire(actor.subGroup, address);
    if (!ordersGroups())
      return;
    const MutexLock lock(trace.orderMutex);
    trace.order.acquire(group(), address);
    workGroup.hasAcquired = true;
  }

  /// What others release until the operation itself: looking at its memory, and releasing, has
  /// settled what it acquires.
  void acquireOnceMore() {
    if (place.access & heddleAcquires)
      for (std::uint64_t lanes = finders.lanes; lanes; lanes &= lanes - 1) {
        address = addressOf(static_cast<unsigned>(std::countr_zero(lanes)));
        acquire();
      }
  }

  void release() {
    if (orderScope() >= heddleScopeWorkGroup)
      actor.subGroupTime = state.time = workGroup.order.release(actor.subGroup, address);
    if (!ordersGroups())
      return;
    const MutexLock lock(trace.orderMutex);
    actor.groupTime = workGroup.time = trace.order.release(group(), address);
    if (trace.order.isFull())
      trace.knowsOrder.store(false, std::memory_order_relaxed);
  }

  /// Whether what releases and acquires have ordered is known, and this is none of that.
  bool isUnordered(const Actor &earlier, unsigned wanted) const {
    if (wanted == heddleScopeWorkGroup)
      return earlier.subGroup != copier && !workGroup.order.isFull() &&
             !workGroup.order.isBefore(earlier.subGroup, earlier.subGroupTime, actor.subGroup);
    if (wanted != heddleScopeDevice || space != globalSpace ||
        !trace.knowsOrder.load(std::memory_order_relaxed))
      return false;
    const MutexLock lock(trace.orderMutex);
    return !trace.order.isBefore(earlier.group, earlier.groupTime, actor.group);
  }

  void runRow(ShadowMemory &global) {
    changes = (place.access & heddleWrites) != 0;
    bool isFirst = true, isKnown = false;
    granule = address / shadowGranule * shadowGranule;
    const auto visit = [&](ShadowCell &cell, std::uint32_t bytes) {
      // Of bytes that the launch has written one may be as it was.
      isKnown |= (cell.written & bytes) != 0;
      // There is memory at the address.
      if (std::exchange(isFirst, false))
        changes = changes && !leavesAsItIs(cell, bytes);
      look(cell, bytes);
      granule += shadowGranule;
    };
    if (space == localSpace)
      workGroup.visitLocal(address, length, visit);
    else
      global.visit(address, length, visit);
    if (!isFirst && !isKnown && isUnwritten(global))
      report(space == imageSpace ? heddleFinding_unwrittenImage : heddleFinding_unwrittenBuffer,
             nullptr);
  }

  /// Whether it reads what nobody has written.
  bool isUnwritten(const ShadowMemory &global) const {
    if (space == localSpace || !(place.access & heddleWantsValue) ||
        !(place.access & heddleReads) || place.argument < 0)
      return false;
    if (space == imageSpace)
      return trace.isUnwritten(place, address, length, global.endOf(address));
    const HeddleArgumentRange &range = trace.ranges[static_cast<std::size_t>(place.argument)];
    return range.written < range.readable &&
           trace.isUnwritten(place, address, length, global.endOf(address));
  }

  /// Whether it happens before what this sub-group does now.
  bool isBefore(const Actor &earlier) const {
    if (earlier.item == copier && earlier.group == actor.group)
      return earlier.subInterval <= state.waitedFor;
    if (earlier.isBefore(actor))
      return true;
    const bool isPartner = earlier.subGroup == (actor.subGroup ^ 1);
    return earlier.group == actor.group && earlier.subGroup != actor.subGroup &&
           (state.hasMetSome[space] || (isPartner && state.hasMetPartner[space]));
  }

  std::uintptr_t addressOf(unsigned of) const {
    return touch.addresses ? touch.addresses[of] : touch.address + of * touch.step;
  }
  std::uint64_t valueOf(unsigned of) const { return touch.values[of * touch.valueStep]; }

  /// Whether memory has the value already, or will have it from another lane of this access.
  bool leavesAsItIs(const ShadowCell &cell, std::uint32_t bytes) const {
    if (trace.all || !(place.access & heddleHasValue))
      return false;
    const std::uint64_t value = valueOf(lane);
    for (std::uint64_t before = finders.lanes & ((std::uint64_t(1) << lane) - 1); before;
         before &= before - 1) {
      const auto other = static_cast<unsigned>(std::countr_zero(before));
      if (addressOf(other) == address)
        return valueOf(other) == value;
    }
    // Nobody knows what unwritten local memory has.
    if (space == localSpace && (cell.writtenBy != actor.group || (bytes & ~cell.written)))
      return false;
    return std::memcmp(reinterpret_cast<const void *>(address), &value, length) == 0;
  }

  /// Of a value that is known, what the granule gets.
  std::uint32_t valueOfGranule() const {
    const std::uint64_t value = valueOf(lane);
    return static_cast<std::uint32_t>(granule < address ? value << 8 * (address - granule)
                                                        : value >> 8 * (granule - address));
  }
  static std::uint32_t bitsOf(std::uint32_t bytes) {
    std::uint32_t bits = 0;
    for (unsigned byte = 0; byte < shadowGranule; ++byte)
      bits |= bytes >> byte & 1 ? 0xFFu << 8 * byte : 0;
    return bits;
  }

  /// Whether the last write has left there what this one does, or is about to on another thread.
  bool repeats(const ShadowCell &cell, std::uint32_t bytes) const {
    const std::uint32_t bits = bitsOf(bytes);
    return !trace.all && space == globalSpace && (place.access & heddleHasValue) &&
           cell.write.place && (cell.known & bits) == bits &&
           ((cell.value ^ valueOfGranule()) & bits) == 0;
  }

  void rememberValue(ShadowCell &cell, std::uint32_t bytes) const {
    const std::uint32_t bits = bitsOf(bytes);
    if (place.access & heddleHasValue) {
      cell.value = (cell.value & ~bits) | (valueOfGranule() & bits);
      cell.known |= bits;
    } else {
      cell.known &= ~bits;
    }
  }

  bool areAtomic(const ShadowAccess &earlier) const {
    return place.access & earlier.place->access & heddleAtomic;
  }

  bool conflicts(const ShadowAccess &earlier, std::uint32_t bytes) const {
    if (!earlier.place || !(earlier.bytes & bytes) || isBefore(earlier.actor) ||
        // What other work-groups have left in local memory is no more.
        (space == localSpace && earlier.actor.group != actor.group))
      return false;
    const unsigned wanted = earlier.actor.scopeWith(actor);
    if (areAtomic(earlier) && wanted <= std::min(place.scope, earlier.place->scope))
      return false;
    if (wanted > std::max(place.ordered, earlier.place->ordered))
      return true;
    return (place.access & earlier.place->access & heddleFollowed) &&
           isUnordered(earlier.actor, wanted);
  }

  void reportConflict(const ShadowAccess &earlier) const {
    report(areAtomic(earlier) ? heddleFinding_memoryScope : heddleFinding_race, &earlier);
  }

  /// A work-item that looks again has not found what it waits for; somebody has changed that since.
  void lookForHelp(const ShadowAccess &write) const {
    if (!(state.waiting >> lane & 1) || state.looks[lane].address != address || !write.place ||
        (write.place->access & heddleWaits) || write.actor.group != actor.group ||
        write.actor.item == actor.item || write.when <= state.looks[lane].when)
      return;
    // Sub-groups of a work-group make progress on the devices that programs are written for.
    if (write.actor.subGroup == actor.subGroup || trace.all)
      report(heddleFinding_forwardProgress, &write);
  }

  void look(ShadowCell &cell, std::uint32_t bytes) {
    if (place.access & heddleWaits)
      lookForHelp(cell.write);
    if (space == localSpace && (place.access & heddleWantsValue) && (place.access & heddleReads) &&
        (bytes & ~(cell.writtenBy == actor.group ? cell.written : 0)))
      report(heddleFinding_unwritten, nullptr);
    if (place.access & heddleWrites) {
      cell.written = bytes | (cell.writtenBy == actor.group ? cell.written : 0);
      cell.writtenBy = actor.group;
    }
    if (changes || (place.access & heddleReads))
      lookForAliases(cell, bytes);
    if (place.ordered == heddleScopeDevice && !(place.access & (heddleFollowed | heddleAtomic)))
      return;
    const bool changesIt = changes && !repeats(cell, bytes);
    if ((place.access & heddleWrites) && !changesIt)
      remember(cell.same, bytes);
    // Work-items that write the same at one place, and read it, cannot tell who came first.
    const bool hasSame = !changesIt && cell.same.place && cell.same.place == cell.write.place &&
                         (cell.same.bytes & bytes);
    if ((changesIt || (place.access & heddleReads)) && !hasSame && conflicts(cell.write, bytes))
      reportConflict(cell.write);
    if (changesIt) {
      for (const ShadowAccess &read : cell.reads)
        if (conflicts(read, bytes))
          reportConflict(read);
      remember(cell.write, bytes);
      rememberValue(cell, bytes);
      cell.same.place = nullptr;
    } else if (place.access & heddleReads) {
      rememberRead(cell, bytes);
    }
  }

  /// What this work-item has accessed through another argument, where one of the two is restrict.
  void lookForAliases(const ShadowCell &cell, std::uint32_t bytes) const {
    const auto isAlias = [&](const ShadowAccess &earlier) {
      return earlier.place && (earlier.bytes & bytes) && earlier.actor.isSameItem(actor) &&
             earlier.place->argument >= 0 && place.argument >= 0 &&
             earlier.place->argument != place.argument &&
             ((earlier.place->access | place.access) & heddleRestrict);
    };
    if (space != globalSpace)
      return;
    if (isAlias(cell.write))
      return report(heddleFinding_restrictAlias, &cell.write);
    for (const ShadowAccess &read : cell.reads)
      if (changes && isAlias(read))
        return report(heddleFinding_restrictAlias, &read);
  }

  void remember(ShadowAccess &slot, std::uint32_t bytes) const {
    const Actor &before = slot.actor;
    const bool isSameStep = slot.place && before.isSameItem(actor) && before.interval == reached &&
                            before.subInterval == actor.subInterval;
    // Where others use atomics, it is the other access that they race with.
    if (isSameStep && (place.access & heddleAtomic) && !(slot.place->access & heddleAtomic))
      return;
    slot.bytes = isSameStep ? slot.bytes | bytes : bytes;
    slot.actor = actor;
    slot.actor.interval = reached;
    slot.when = workGroup.touches;
    slot.place = &place;
  }

  void rememberRead(ShadowCell &cell, std::uint32_t bytes) const {
    for (ShadowAccess &read : cell.reads) {
      const bool isOver = !read.place || isBefore(read.actor) ||
                          (space == localSpace && read.actor.group != actor.group);
      if (isOver)
        return remember(read, bytes);
    }
  }

  void report(HeddleFindingKind kind, const ShadowAccess *earlier) const {
    HeddleFinders found = finders;
    found.lanes = std::uint64_t(1) << lane;
    if (!earlier)
      return trace.report(place, found, address, kind, nullptr);
    const std::uint64_t group =
        space == localSpace ? groupNumber(trace.ndRange, finders.group) : earlier->actor.group;
    const std::uint32_t item = earlier->actor.item == copier ? 0 : earlier->actor.item;
    const OtherAccess other = trace.encounter(*earlier->place, group, item);
    trace.report(place, found, address, kind, &other);
  }

  LaunchTrace &trace;
  HeddlePlace &place;
  const HeddleFinders &finders;
  const HeddleTouch &touch;
  WorkGroup &workGroup;
  const Space space;
  SubGroupState &state;
  Actor actor;               ///< local memory: of the number that this thread counts
  std::uint32_t reached = 0; ///< the interval of which it is remembered
  unsigned lane = 0;
  std::uintptr_t address = 0;
  std::uint64_t length = 0;   ///< bytes
  std::uintptr_t granule = 0; ///< that is looked at
  bool changes = false;
};

LaunchTrace::LaunchTrace(const HeddleNdRange &ndRange,
                         const std::vector<HeddleArgumentRange> &ranges,
                         std::uint64_t localMemorySize, TraceBudget &budget, const Report &report,
                         bool all)
    : ndRange(ndRange), ranges(ranges), localMemorySize(localMemorySize), budget(budget),
      report(report), all(all) {}

LaunchTrace::Part LaunchTrace::partAt(std::uint64_t group) {
  constexpr std::uint64_t firstGroups = 64, each = 32, tracedOfEach = 2;
  // Pairs, since neighbours are those that share memory.
  const bool isMeant = group < firstGroups || group % each < tracedOfEach;
  if (all || (isMeant && budget.allows()))
    return {true, 1};
  // Nobody sees what they do.
  knowsOrder.store(false, std::memory_order_relaxed);
  constexpr std::uint64_t fewGroups = 8; // until the budget is asked again
  return {false, group < firstGroups ? fewGroups - group % fewGroups : each - group % each};
}

bool LaunchTrace::isUnwritten(const HeddlePlace &place, std::uintptr_t address, std::uint64_t bytes,
                              std::uintptr_t end) {
  const UnwrittenMemory::Content content = UnwrittenMemory::contentAt(address, bytes, end);
  if (content != UnwrittenMemory::Content::perhapsUnwritten)
    return content == UnwrittenMemory::Content::unwritten;
  constexpr std::size_t noChance = 3;
  const MutexLock lock(halvesMutex);
  std::set<std::uintptr_t> &found = halves[&place];
  if (found.size() < noChance)
    found.insert(address / sizeof(UnwrittenMemory::word));
  return found.size() >= noChance;
}

void LaunchTrace::begin(const void *local) {
  std::call_once(globalIsThere, [this] { global.emplace(report.buffers()); });
  current().begin(local, localMemorySize);
}

void LaunchTrace::enter() {
  const MutexLock lock(waits.mutex);
  ++waits.running;
  waits.start(/*second=*/false);
}

void LaunchTrace::leave() {
  current().wait = {};
  const MutexLock lock(waits.mutex);
  --waits.running;
  waits.start(/*second=*/false);
}

void LaunchTrace::begins(std::uint64_t groups) {
  const MutexLock lock(waits.mutex);
  waits.begun += groups;
  waits.start(/*second=*/false);
}

void LaunchTrace::goesOn() {
  Wait &wait = current().wait;
  if (wait.looks == 0)
    return;
  const bool hasAsked = wait.epoch != 0;
  wait = {};
  if (!hasAsked)
    return;
  const MutexLock lock(waits.mutex);
  waits.start(/*second=*/false);
}

/// An epoch ends whenever a thread does something else than look. Where all threads have looked for
/// a while in one, nobody has written since, but one may have looked last before another one wrote;
/// in a second such epoch all have looked behind all writes. What a sub-group does between looks of
/// others shows as other accesses, or as a long time between two of them.
void LaunchTrace::watch(HeddlePlace &place, const HeddleFinders &finders) {
  constexpr std::uint64_t looksForOneQuestion = 64;
  constexpr double patience = 0.5, longestRound = 0.05; // seconds
  Wait &wait = current().wait;
  if (++wait.looks % looksForOneQuestion != 0)
    return;
  const double now = secondsOfThread();
  const std::uint64_t groups = ndRange.numGroups[0] * ndRange.numGroups[1] * ndRange.numGroups[2];
  std::uint64_t begun = 0;
  {
    const MutexLock lock(waits.mutex);
    // A thread's first question, too: it has done other things until then.
    if (wait.epoch == 0 || (wait.epoch == waits.epoch && now - wait.lastLook > longestRound))
      waits.start(/*second=*/false);
    if (wait.epoch != waits.epoch) {
      wait.epoch = waits.epoch;
      wait.since = now;
      wait.isLong = false;
    }
    wait.lastLook = now;
    if (wait.isLong || now - wait.since < patience || report.isShared(place))
      return;
    wait.isLong = true;
    if (++waits.longOnes != waits.running)
      return;
    if (!waits.isSecond)
      return waits.start(/*second=*/true);
    begun = waits.begun;
  }
  if (!hangs.exchange(true))
    report(place, finders, groups - begun, heddleFinding_forwardProgress, nullptr);
}

void LaunchTrace::touched(HeddlePlace &place, const HeddleFinders &finders,
                          const HeddleTouch &touch) {
  if (place.access & heddleWaits)
    watch(place, finders);
  else
    goesOn();
  if (place.access & heddleMeets)
    return meet(place, finders);
  if (place.access & heddleSameInGroup)
    return compareOperand(place, finders, touch);
  settle(place, finders);
  Touch(*this, place, finders, touch).run(*global);
}

/// What the work-group has acquired so far has been done by now.
void LaunchTrace::settle(const HeddlePlace &place, const HeddleFinders &finders) {
  if (!(place.access & heddleFollowed))
    return;
  WorkGroup &workGroup = current();
  workGroup.order.settle(finders.firstItem / std::max(place.lanes, 1u));
  if (!std::exchange(workGroup.hasAcquired, false))
    return;
  const MutexLock lock(orderMutex);
  // Another work-group may have carried on what this one has released.
  if (order.settle(groupNumber(ndRange, finders.group)))
    workGroup.order.meet(workGroup.subGroups.size());
}

void LaunchTrace::arrive(HeddlePlace &place, const HeddleFinders &finders) {
  SubGroupState &state = current().subGroup(finders.firstItem / std::max(place.lanes, 1u));
  reportArrival(place, finders, state.arrived & finders.lanes);
  state.arrive(place, finders);
}

/// Of lanes that are at a barrier although they have not waited on another one.
void LaunchTrace::reportArrival(HeddlePlace &place, const HeddleFinders &finders,
                                std::uint64_t lanes) {
  if (!lanes)
    return;
  const SubGroupState &state = current().subGroup(finders.firstItem / std::max(place.lanes, 1u));
  const OtherAccess arrival =
      encounter(*state.arrival, groupNumber(ndRange, finders.group), firstItemOf(state.atArrival));
  HeddleFinders found = finders;
  found.lanes = lanes;
  report(place, found, 0, heddleFinding_splitBarrier, &arrival);
}

void LaunchTrace::meet(HeddlePlace &place, const HeddleFinders &finders) {
  WorkGroup &workGroup = current();
  SubGroupState &state = workGroup.subGroup(finders.firstItem / std::max(place.lanes, 1u));
  if (place.access & heddleArrives) {
    arrive(place, finders);
  } else {
    const bool isSecondHalf = place.access & heddleHasArrived;
    const bool isBarrier = (place.access & heddleBarrier) && !(place.access & heddleByHabit) &&
                           place.kind == heddleFinding_divergentBarrier;
    HeddleFinders missing = finders;
    missing.lanes &= ~state.arrived;
    if (isSecondHalf && missing.lanes)
      report(place, missing, 0, heddleFinding_splitBarrier, nullptr);
    else if (isBarrier && !isSecondHalf)
      reportArrival(place, finders, state.arrived & finders.lanes);
    if (!(all && (place.access & heddleByHabit)))
      state.order(place, isSecondHalf && !missing.lanes);
    if (isSecondHalf)
      state.arrived &= ~finders.lanes;
  }
  // Of whom it meets others may know by what it releases.
  if ((place.access & heddleOfWorkGroup) && !(place.access & (heddleBarrier | heddleByHabit)))
    workGroup.order.acquireAll(finders.firstItem / std::max(place.lanes, 1u));
  if (place.access & heddlePair)
    exchange(place, finders);
  if (place.access & heddleAwaitsCopies)
    state.waitedFor = state.copies;
  if (!(place.access & heddleBarrier))
    return;
  const std::uint32_t number = state.meetings++;
  if (number == workGroup.meetings.size())
    return workGroup.meetings.push_back({&place, finders});
  const Meeting &meeting = workGroup.meetings[number];
  if (isSameLine(*meeting.place, place))
    return;
  const OtherAccess other =
      encounter(*meeting.place, groupNumber(ndRange, finders.group), firstItemOf(meeting.first));
  report(place, finders, 0, static_cast<HeddleFindingKind>(place.kind), &other);
}

/// With whoever of the work-group came first. Where sub-groups are at different functions, that is
/// what is reported.
void LaunchTrace::compareOperand(HeddlePlace &place, const HeddleFinders &finders,
                                 const HeddleTouch &touch) {
  WorkGroup &workGroup = current();
  SubGroupState &state = workGroup.subGroup(finders.firstItem / std::max(place.lanes, 1u));
  const auto valueOf = [&](int lane) {
    return touch.values[static_cast<std::uint64_t>(lane) * touch.valueStep];
  };
  const std::uint32_t number = state.operands++;
  if (number == workGroup.operands.size())
    workGroup.operands.push_back({&place, finders, valueOf(std::countr_zero(finders.lanes))});
  const Meeting &operand = workGroup.operands[number];
  if (operand.place != &place)
    return;
  for (std::uint64_t lanes = finders.lanes; lanes; lanes &= lanes - 1) {
    const std::uint64_t value = valueOf(std::countr_zero(lanes));
    if (value == operand.value)
      continue;
    OtherAccess other =
        encounter(place, groupNumber(ndRange, finders.group), firstItemOf(operand.first));
    other.value = operand.value;
    HeddleFinders found = finders;
    found.lanes = lanes & -lanes;
    return report(place, found, value, heddleFinding_workGroupOperand, &other);
  }
}

/// Who comes second compares.
void LaunchTrace::exchange(HeddlePlace &place, const HeddleFinders &finders) {
  WorkGroup &workGroup = current();
  const std::size_t own = finders.firstItem / std::max(place.lanes, 1u), other = own ^ 1;
  SubGroupState &state = workGroup.subGroups[own];
  ++state.exchanges;
  state.exchange = &place;
  state.atExchange = finders;
  if (other >= workGroup.subGroups.size())
    return;
  const SubGroupState &partner = workGroup.subGroups[other];
  if (partner.exchanges != state.exchanges || isSameLine(*partner.exchange, place))
    return;
  const OtherAccess met = encounter(*partner.exchange, groupNumber(ndRange, finders.group),
                                    firstItemOf(partner.atExchange));
  report(place, finders, 0, heddleFinding_matrixPartner, &met);
}

/// Sub-groups whose partner has come to fewer split functions. Of one that has none the kernel says
/// so itself.
void LaunchTrace::endExchanges() {
  const WorkGroup &workGroup = current();
  for (std::size_t i = 0; i < workGroup.subGroups.size(); ++i) {
    const SubGroupState &state = workGroup.subGroups[i];
    if (!state.exchange)
      continue;
    const std::uint32_t lanes = std::max(state.exchange->lanes, 1u);
    const std::size_t other = i ^ 1;
    const std::uint32_t came =
        other < workGroup.subGroups.size() ? workGroup.subGroups[other].exchanges : 0;
    if (came >= state.exchanges || other * lanes >= itemsIn(state.atExchange.group))
      continue;
    HeddlePlace nowhere{};
    const OtherAccess missed = encounter(nowhere, groupNumber(ndRange, state.atExchange.group),
                                         static_cast<std::uint32_t>(other * lanes));
    report(*state.exchange, state.atExchange, 0, heddleFinding_matrixPartner, &missed);
  }
}

/// Of sub-groups that have not waited on a split barrier.
void LaunchTrace::endArrivals() {
  for (SubGroupState &state : current().subGroups) {
    if (!state.arrived)
      continue;
    HeddleFinders finders = state.atArrival;
    finders.lanes = state.arrived;
    return report(*state.arrival, finders, 0, heddleFinding_splitBarrier, nullptr);
  }
}

void LaunchTrace::end() {
  endArrivals();
  endExchanges();
  endMeetings();
}

/// Sub-groups that have met the others less often than these have one another.
void LaunchTrace::endMeetings() {
  const WorkGroup &workGroup = current();
  if (workGroup.meetings.empty())
    return;
  const Meeting &last = workGroup.meetings.back();
  const std::uint32_t lanes = std::max(last.place->lanes, 1u);
  const std::uint64_t subGroups = (itemsIn(last.first.group) + lanes - 1) / lanes;
  for (std::uint64_t i = 0; i < subGroups; ++i) {
    const std::uint32_t came = i < workGroup.subGroups.size() ? workGroup.subGroups[i].meetings : 0;
    if (came == workGroup.meetings.size())
      continue;
    const Meeting &missed = workGroup.meetings[came];
    HeddlePlace nowhere{};
    const OtherAccess other = encounter(nowhere, groupNumber(ndRange, missed.first.group),
                                        static_cast<std::uint32_t>(i * lanes));
    return report(*missed.place, missed.first, 0,
                  static_cast<HeddleFindingKind>(missed.place->kind), &other);
  }
}

/// The last work-groups may be smaller.
std::uint64_t LaunchTrace::itemsIn(const std::uint64_t *group) const {
  std::uint64_t items = 1;
  for (int d = 0; d < 3; ++d)
    items *=
        std::min(ndRange.localSize[d], ndRange.globalSize[d] - group[d] * ndRange.localSize[d]);
  return items;
}

OtherAccess LaunchTrace::encounter(const HeddlePlace &place, std::uint64_t group,
                                   std::uint32_t item) const {
  HeddleFinders finders{{group % ndRange.numGroups[0],
                         group / ndRange.numGroups[0] % ndRange.numGroups[1],
                         group / ndRange.numGroups[0] / ndRange.numGroups[1]},
                        item,
                        1,
                        nullptr};
  return {place.file ? &place : nullptr, finders};
}

} // namespace heddle
