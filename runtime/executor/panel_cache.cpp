#include "runtime/executor/panel_cache.hpp"

#include <algorithm>
#include <new>

namespace heddle::executor {

namespace {

/// Memory is got in pieces of this size, so that panels of about one size take one another's
/// place.
constexpr std::size_t grain = std::size_t(16) << 10;
constexpr std::size_t mostEntries = 128;
/// Panels of a table that are made before it counts that none was found again.
constexpr std::uint64_t patience = 64;

std::uint64_t hashOf(std::uint32_t table, std::uint64_t bytes,
                     std::span<const std::uint64_t> keys) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  std::uint64_t hash = (table + 1) * odd ^ bytes;
  for (std::uint64_t key : keys)
    hash = (hash ^ key ^ hash >> 29) * odd;
  return hash | 1;
}

} // namespace

std::size_t PanelCache::known(std::uint64_t hash, std::uint32_t table, std::uint64_t bytes,
                              std::span<const std::uint64_t> keys) const {
  const auto is = [&](std::size_t index) {
    const Entry &entry = entries[index];
    return hashes[index] == hash && entry.table == table && entry.bytes == bytes &&
           std::equal(keys.begin(), keys.end(), entry.keys.begin());
  };
  if (const std::size_t last = tables[table].last; last < entries.size() && is(last))
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

/// An entry with room for so many bytes: that of a panel that is over, a new one, or a new one in
/// the place of the oldest.
std::size_t PanelCache::make(std::size_t bytes) {
  const auto age = [&](const Entry &entry) { return clock - entry.lastUse; };
  const auto mayGo = [&](std::size_t i) { return hashes[i] == 0 || age(entries[i]) > kept; };
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
    const auto oldest = std::ranges::max_element(entries, {}, age);
    const std::size_t index = oldest - entries.begin();
    if (oldest == entries.end() || !mayGo(index))
      return none;
    remove(index);
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

HeddlePanel PanelCache::find(std::uint64_t ofLaunch, std::uint32_t table, std::uint64_t bytes,
                             std::span<const std::uint64_t> keys) {
  if (bytes > largestPanel || keys.size() > mostKeys || table >= mostTables)
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
  if (launch != ofLaunch) {
    launch = ofLaunch;
    std::ranges::fill(tables, Table());
    std::ranges::fill(hashes, 0);
  }
  ++clock;
  Table &counts = tables[table];
  const std::uint64_t hash = hashOf(table, bytes, keys);
  std::size_t index = known(hash, table, bytes, keys);
  const bool isNew = index == none;
  if (isNew) {
    if ((counts.made >= patience && counts.found == 0) || (index = make(bytes)) == none)
      return {nullptr, 0};
    ++counts.made;
    hashes[index] = hash;
    Entry &entry = entries[index];
    entry.table = table;
    entry.bytes = bytes;
    std::ranges::copy(keys, entry.keys.begin());
    entry.longestGap = 0;
  } else {
    ++counts.found;
    entries[index].longestGap = std::max(entries[index].longestGap, clock - entries[index].lastUse);
  }
  Entry &entry = entries[index];
  entry.lastUse = clock;
  counts.last = index;
  return {entry.memory.data(), isNew};
}

} // namespace heddle::executor
