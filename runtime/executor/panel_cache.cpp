#include "runtime/executor/panel_cache.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace heddle::executor {

namespace {

/// Memory is got in pieces of this size, so that panels of about one size take one another's
/// place.
constexpr std::size_t grain = std::size_t(16) << 10;
constexpr std::size_t mostEntries = 512;
/// Ranges of hashes: twice as many as entries.
constexpr unsigned rangeBits = 10;
/// So many of a table are made in vain before it is given up where it was in a launch before.
constexpr std::size_t fewEntries = 16;

std::size_t rangeOf(std::uint64_t hash) { return hash >> (64 - rangeBits); }

/// Indices of so many entries from one of them on, the first one behind the last.
struct Around {
  std::size_t at, count;
  std::size_t next() {
    const std::size_t index = at;
    at = at + 1 == count ? 0 : at + 1;
    return index;
  }
};

/// Memory that is much larger is left to panels that want it.
bool hasPlace(const Arena &memory, std::size_t size) {
  return memory.size() >= size && memory.size() < 2 * size;
}

} // namespace

const std::shared_ptr<LaunchPanels> PanelCache::noOthers;

std::uint64_t PanelCache::age(std::size_t index) const { return clock - uses[index].last; }

bool PanelCache::mayGo(std::size_t index) const {
  return (hashes[index] == 0 || age(index) > kept) && entries[index].others.expired();
}

std::size_t PanelCache::known(std::uint64_t hash, const PanelName &name) const {
  const auto is = [&](std::size_t index) {
    return hashes[index] == hash && entries[index].name == name;
  };
  if (const std::size_t last = tables[name.table].last; last < entries.size() && is(last))
    return last;
  for (std::size_t i = firsts[rangeOf(hash)]; i != 0; i = nexts[i - 1])
    if (is(i - 1))
      return i - 1;
  return none;
}

/// An entry of so many, another one for each lookup.
std::size_t PanelCache::anywhere(std::size_t count) const {
  return count == 0 ? 0 : (clock * 0x9E3779B97F4A7C15 >> 32) % count;
}

void PanelCache::link(std::size_t index, std::uint64_t hash) {
  hashes[index] = hash;
  std::uint16_t &first = firsts[rangeOf(hash)];
  nexts[index] = std::exchange(first, static_cast<std::uint16_t>(index + 1));
}

void PanelCache::unlink(std::size_t index) {
  if (hashes[index] == 0)
    return;
  std::uint16_t *place = &firsts[rangeOf(hashes[index])];
  while (*place != index + 1)
    place = &nexts[*place - 1];
  *place = nexts[index];
  hashes[index] = 0;
}

void PanelCache::remove(std::size_t index) {
  total -= entries[index].memory.size();
  unlink(index);
  if (const std::size_t last = entries.size() - 1; index != last) {
    std::swap(entries[index], entries[last]);
    uses[index] = uses[last];
    if (const std::uint64_t hash = hashes[last]) {
      unlink(last);
      link(index, hash);
    }
  }
  entries.pop_back();
  uses.pop_back();
  hashes.pop_back();
  nexts.pop_back();
}

/// The entry whose panel is forgotten for a new one that wants memory of `size` bytes: one that
/// nobody has found again, which is any of them. A launch that goes round more panels than there is
/// room for wants the oldest one next; what is found once stays. Else the oldest.
std::size_t PanelCache::dispensable(std::size_t size) const {
  // It is looked for from anywhere on, since a look at all of them takes longer than small panels.
  constexpr unsigned bestOfAll = 3;
  const std::size_t count = entries.size();
  Around around = {anywhere(count), count};
  std::size_t best = none;
  unsigned bestRank = 0;
  for (std::size_t n = count; n != 0 && bestRank != bestOfAll; --n) {
    const std::size_t i = around.next();
    if (!mayGo(i))
      continue;
    const unsigned rank = (uses[i].longestGap == 0 ? 2 : 0) + hasPlace(entries[i].memory, size);
    if (best == none || rank > bestRank ||
        (rank == bestRank && rank < 2 && uses[i].last < uses[best].last)) {
      best = i;
      bestRank = rank;
    }
  }
  return best;
}

/// An entry with room for so many bytes: that of a panel that is over, a new one, or that of one
/// that can be spared.
std::size_t PanelCache::make(std::size_t bytes) {
  // Where there are as many as there may be, they are small, and to look at all of them takes
  // longer than to pack one.
  constexpr std::size_t some = 32;
  const std::size_t count = entries.size();
  Around around = {count == mostEntries ? anywhere(count) : 0, count};
  std::size_t over = none;
  for (std::size_t n = count == mostEntries ? some : count; n != 0; --n) {
    const std::size_t i = around.next();
    const std::uint64_t gap = uses[i].longestGap;
    const bool isOver = hashes[i] == 0 || (gap && age(i) > gap);
    if (isOver && (over == none || uses[i].last > uses[over].last) &&
        entries[i].memory.size() >= bytes && mayGo(i))
      over = i;
  }
  if (over != none)
    return over;
  const std::size_t size = (bytes + grain - 1) / grain * grain;
  while (total + size > mostBytes || entries.size() == mostEntries) {
    const std::size_t spared = dispensable(size);
    if (spared == none || hasPlace(entries[spared].memory, size))
      return spared;
    remove(spared);
  }
  Entry entry;
  entry.memory = Arena::allocate(size);
  if (!entry.memory.data())
    return none;
  total += entry.memory.size();
  entries.push_back(std::move(entry));
  uses.emplace_back();
  hashes.push_back(0);
  nexts.push_back(0);
  return entries.size() - 1;
}

void PanelCache::finishLast() {
  if (unfinished == none)
    return;
  Entry &entry = entries[unfinished];
  if (const std::shared_ptr<LaunchPanels> others = entry.others.lock())
    others->put(entry.name, hashes[unfinished], entry.memory.data());
  unfinished = none;
}

HeddlePanel PanelCache::find(const Launch &of, std::uint32_t table, std::uint64_t bytes,
                             std::span<const std::uint64_t> keys) {
  if (bytes > largestPanel || keys.size() > PanelName::mostKeys || table >= mostTables)
    return {nullptr, 0};
  if (tables.empty()) {
    // Code of kernels is no place for exceptions.
    try {
      entries.reserve(mostEntries);
      uses.reserve(mostEntries);
      hashes.reserve(mostEntries);
      nexts.reserve(mostEntries);
      firsts.resize(std::size_t(1) << rangeBits);
      tables.resize(mostTables);
    } catch (const std::bad_alloc &) {
      return {nullptr, 0};
    }
  }
  if (launch != of.number) {
    launch = of.number;
    std::ranges::fill(tables, Table());
    std::ranges::fill(hashes, 0);
    std::ranges::fill(firsts, 0);
    shared = sharedEntries = 0;
    // A kernel that faulted.
    unfinished = none;
  }
  finishLast();
  ++clock;
  Table &counts = tables[table];
  const std::uint64_t bit = std::uint64_t(1) << table;
  const bool wasUnwanted = of.unwanted && (of.unwanted->load(std::memory_order_relaxed) & bit);
  const bool areMany =
      counts.made >= (wasUnwanted
                          ? fewEntries
                          : std::clamp<std::uint64_t>(of.subGroups / 2, fewEntries, mostEntries));
  const bool isInVain = counts.found == 0 && (areMany || counts.bytes > mostBytes);
  if (isInVain && of.unwanted && !wasUnwanted)
    of.unwanted->fetch_or(bit, std::memory_order_relaxed);
  // To look through so many takes as long as a small product. As many lookups as panels show
  // whether the launch goes round them; later it is looked only now and then whether one is wanted
  // after all.
  constexpr std::uint64_t seldom = 16;
  if (isInVain && areMany) {
    ++counts.inVain;
    if (counts.inVain > counts.made && counts.inVain % seldom != 0)
      return {nullptr, 0};
  }
  const PanelName name(table, bytes, keys);
  const std::uint64_t hash = name.hash();
  const auto isFound = [&] {
    ++counts.found;
    if (wasUnwanted)
      of.unwanted->fetch_and(~bit, std::memory_order_relaxed);
  };
  std::size_t index = known(hash, name);
  if (index != none) {
    isFound();
    Use &use = uses[index];
    use = {clock, std::max(use.longestGap, clock - use.last)};
    counts.last = index;
    return {entries[index].memory.data(), 0};
  }
  if (void *memory = of.others ? of.others->find(name, hash) : nullptr) {
    isFound();
    return {memory, 0};
  }
  // What is small and found again now and then only takes longer to keep than it saves.
  const bool isSeldomFound = areMany && bytes <= grain && counts.found < counts.made;
  if (isInVain || (isSeldomFound && ++counts.spared % seldom != 0) || (index = make(bytes)) == none)
    return {nullptr, 0};
  ++counts.made;
  counts.bytes += bytes;
  unlink(index);
  link(index, hash);
  Entry &entry = entries[index];
  entry.name = name;
  uses[index] = {clock, 0};
  counts.last = index;
  entry.others.reset();
  if (of.others && of.others->pays() && shared + bytes <= mostShared &&
      sharedEntries < mostEntries / 2) {
    entry.others = of.others;
    shared += entry.memory.size();
    ++sharedEntries;
    unfinished = index;
  }
  return {entry.memory.data(), 1};
}

} // namespace heddle::executor
