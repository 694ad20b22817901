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

void OrderClocks::meet(Who actors) {
  for (Who who = 0; who < actors; ++who)
    known.try_emplace(who);
  met.clear();
  for (auto &[who, actor] : known) {
    met.emplace_back(who, actor.now);
    actor.clock.clear();
  }
  std::ranges::sort(met);
  published.clear();
}

bool OrderClocks::knows(const Clock &clock, Who earlier, Time at) {
  const auto found = std::lower_bound(clock.begin(), clock.end(), std::pair<Who, Time>(earlier, 0));
  return found != clock.end() && found->first == earlier && found->second >= at;
}

bool OrderClocks::isBefore(Who earlier, Time at, Who later) {
  if (earlier == later)
    return true;
  settle(later);
  return knows(met, earlier, at) || knows(known[later].clock, earlier, at);
}

void OrderClocks::clear() {
  known.clear();
  met.clear();
  published.clear();
}

} // namespace heddle
