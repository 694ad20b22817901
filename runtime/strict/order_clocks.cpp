#include "runtime/strict/order_clocks.hpp"

#include <algorithm>

namespace heddle {

void OrderClocks::note(Clock &clock, Who who, Time time) {
  const auto at = std::lower_bound(clock.begin(), clock.end(), std::pair<Who, Time>(who, 0));
  if (at == clock.end() || at->first != who)
    clock.insert(at, {who, time});
  else
    at->second = std::max(at->second, time);
}

void OrderClocks::merge(Clock &into, const Clock &from) {
  for (const auto &[who, time] : from)
    note(into, who, time);
}

OrderClocks::Time OrderClocks::release(Who who, std::uintptr_t address) {
  settle(who);
  Actor &actor = known[who];
  // What others have released there stays: a later operation may carry it on.
  Clock &clock = published[address];
  merge(clock, actor.clock);
  note(clock, who, actor.now);
  return ++actor.now;
}

void OrderClocks::acquire(Who who, std::uintptr_t address) { known[who].pending.insert(address); }

bool OrderClocks::settle(Who who) {
  Actor &actor = known[who];
  bool isNew = false;
  for (const std::uintptr_t address : actor.pending)
    if (const auto found = published.find(address); found != published.end()) {
      isNew |= found->second.size() > 1 || found->second.front().first != who;
      merge(actor.clock, found->second);
    }
  actor.pending.clear();
  return isNew;
}

void OrderClocks::acquireAll(Who who) {
  Actor &actor = known[who];
  for (const auto &[other, state] : known)
    if (other != who)
      note(actor.clock, other, state.now);
}

bool OrderClocks::isBefore(Who earlier, Time at, Who later) {
  if (earlier == later)
    return true;
  settle(later);
  const Clock &clock = known[later].clock;
  const auto found = std::lower_bound(clock.begin(), clock.end(), std::pair<Who, Time>(earlier, 0));
  return found != clock.end() && found->first == earlier && found->second >= at;
}

void OrderClocks::clear() {
  known.clear();
  published.clear();
}

} // namespace heddle
