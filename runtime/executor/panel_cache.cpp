#include "runtime/executor/panel_cache.hpp"

#include <algorithm>
#include <new>

namespace heddle::executor {

namespace {

/// Memory is got in pieces of this size, so that panels of about one size take one another's
/// place.
constexpr std::size_t grain = std::size_t(16) << 10;
constexpr std::size_t mostEntries = 512;
/// So many of a table are made in vain before it is given up where it was in a launch before.
constexpr std::size_t fewEntries = 16;

/// Memory that is much larger is left to panels that want it.
bool hasPlace(const Arena &memory, std::size_t size) {
  return memory.size() >= size && memory.size() < 2 * size;
}

} // namespace

const std::shared_ptr<LaunchPanels> PanelCache::noOthers;

std::uint64_t PanelCache::age(const Entry &entry) const { return clock - entry.lastUse; }

bool PanelCache::mayGo(std::size_t index) const {
  const Entry &entry = entries[index];
  return entry.others.expired() && (hashes[index] == 0 || age(entry) > kept);
}

std::size_t PanelCache::known(std::uint64_t hash, const PanelName &name) const {
  const auto is = [&](std::size_t index) {
    return hashes[index] == hash && entries[index].name == name;
  };
  if (const std::size_t last = tables[name.table].last; last < entries.size() && is(last))
    return last;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (is(i))
      return i;
  return none;
}

void PanelCache::remove(std::size_t index) {
  total -= entries[index].memory.size();
  std::swap(entries[index], entries.back());
  std::swap(hashes[index], hashes.back());
  entries.pop_back();
  hashes.pop_back();
}

/// The entry whose panel is forgotten for a new one that wants memory of `size` bytes: one that
/// nobody has found again, which is any of them. A launch that goes round more panels than there is
/// room for wants the oldest one next; what is found once stays. Else the oldest.
std::size_t PanelCache::dispensable(std::size_t size) const {
  std::size_t best = none;
  unsigned bestRank = 0, alike = 1;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry &entry = entries[i];
    if (!mayGo(i))
      continue;
    const unsigned rank = (entry.longestGap == 0 ? 2 : 0) + hasPlace(entry.memory, size);
    if (best == none || rank > bestRank) {
      best = i;
      bestRank = rank;
      alike = 1;
    } else if (rank == bestRank) {
      const std::uint64_t random = (clock + i) * 0x9E3779B97F4A7C15 >> 32;
      if (rank >= 2 ? random % ++alike == 0 : entry.lastUse < entries[best].lastUse)
        best = i;
    }
  }
  return best;
}

/// An entry with room for so many bytes: that of a panel that is over, a new one, or that of one
/// that can be spared.
std::size_t PanelCache::make(std::size_t bytes) {
  std::size_t over = none;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry &entry = entries[i];
    const bool isOver = hashes[i] == 0 || (entry.longestGap && age(entry) > entry.longestGap);
    if (isOver && mayGo(i) && entry.memory.size() >= bytes &&
        (over == none || entry.lastUse > entries[over].lastUse))
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
  hashes.push_back(0);
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
      hashes.reserve(mostEntries);
      tables.resize(mostTables);
    } catch (const std::bad_alloc &) {
      return {nullptr, 0};
    }
  }
  if (launch != of.number) {
    launch = of.number;
    std::ranges::fill(tables, Table());
    std::ranges::fill(hashes, 0);
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
    Entry &entry = entries[index];
    isFound();
    entry.longestGap = std::max(entry.longestGap, clock - entry.lastUse);
    entry.lastUse = clock;
    counts.last = index;
    return {entry.memory.data(), 0};
  }
  if (void *memory = of.others ? of.others->find(name, hash) : nullptr) {
    isFound();
    return {memory, 0};
  }
  if (isInVain || (index = make(bytes)) == none)
    return {nullptr, 0};
  ++counts.made;
  counts.bytes += bytes;
  hashes[index] = hash;
  Entry &entry = entries[index];
  entry.name = name;
  entry.longestGap = 0;
  entry.lastUse = clock;
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
