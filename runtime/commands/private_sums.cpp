#include "runtime/commands/private_sums.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace heddle {

namespace {

/// Of the first cache, together with what else the kernel reads.
constexpr std::uint64_t mostBytes = std::uint64_t(64) << 10;
constexpr std::uint64_t fewElements = 1024;
/// On either side of a copy: what is wrongly added there is lost, and harms nobody.
constexpr std::uint64_t slack = 64;

std::uint64_t addressOf(const ArgumentSnapshot &arguments, const abi::ArgumentMetadata &argument) {
  std::uint64_t address = 0;
  std::memcpy(&address, arguments.block.data() + argument.offset, sizeof(address));
  return address;
}

/// Whether another argument may lead to what this one leads to.
bool mayOverlap(const abi::KernelMetadata &kernel, const ArgumentSnapshot &arguments,
                std::size_t index) {
  const std::uint64_t begin = addressOf(arguments, kernel.arguments[index]);
  const std::uint64_t end = begin + arguments.ranges[index].size;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const abi::ArgumentMetadata &other = kernel.arguments[i];
    if (i == index || other.kind == abi::ArgumentKind::value ||
        other.kind == abi::ArgumentKind::localPointer || other.kind == abi::ArgumentKind::sampler)
      continue;
    if (other.kind != abi::ArgumentKind::globalPointer &&
        other.kind != abi::ArgumentKind::constantPointer)
      return true;
    const HeddleArgumentRange &range = arguments.ranges[i];
    const std::uint64_t from = addressOf(arguments, other) - range.before;
    if (range.size == UINT64_MAX || (from < end && begin < from + range.size))
      return true;
  }
  return false;
}

template <typename Integer>
void addTo(std::uint64_t address, const std::byte *copy, std::uint64_t bytes) {
  auto *elements = reinterpret_cast<Integer *>(address);
  for (std::uint64_t i = 0; i < bytes / sizeof(Integer); ++i) {
    Integer more = 0;
    std::memcpy(&more, copy + i * sizeof(Integer), sizeof(Integer));
    // Other commands may be adding, too.
    if (more != 0)
      std::atomic_ref(elements[i]).fetch_add(more, std::memory_order_relaxed);
  }
}

} // namespace

std::unique_ptr<PrivateSums> PrivateSums::create(const abi::KernelMetadata &kernel,
                                                 const ArgumentSnapshot &arguments, double items,
                                                 unsigned threads) {
  if (threads < 2 || arguments.ranges.empty() || arguments.objects.empty())
    return nullptr;
  std::vector<Sum> sums;
  std::uint64_t bytes = 0, elements = 0;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const abi::ArgumentMetadata &argument = kernel.arguments[i];
    const std::uint64_t size = arguments.ranges[i].size;
    // Shared virtual memory may be the host's at the same time.
    if (argument.addedBytes == 0 || !arguments.objects[i] || size < argument.addedBytes ||
        size > mostBytes || mayOverlap(kernel, arguments, i))
      continue;
    const std::uint64_t address = addressOf(arguments, argument);
    if (address % argument.addedBytes != 0)
      continue;
    sums.push_back({argument.offset, address, size, argument.addedBytes});
    bytes += size;
    elements += size / argument.addedBytes;
  }
  // One thread adds up what all have, in the time of some work-items of each; of all, where there
  // are so few elements that work-items of other threads would always be waited for.
  const double most = elements <= fewElements
                          ? items / threads
                          : 2 * items / (static_cast<double>(threads) * threads);
  if (sums.empty() || bytes > mostBytes || static_cast<double>(elements) > most)
    return nullptr;
  return std::unique_ptr<PrivateSums>(new PrivateSums(arguments, std::move(sums)));
}

const std::byte *PrivateSums::argumentsOf(unsigned worker) {
  MutexLock lock(mutex);
  if (!isTaken) {
    isTaken = true;
    owner = worker;
  }
  if (owner == worker)
    return original.data();
  const auto found = std::find_if(copies.begin(), copies.end(),
                                  [&](const auto &one) { return one->worker == worker; });
  if (found != copies.end())
    return (*found)->block.data();
  auto made = std::make_unique<Copies>(Copies{worker, original, {}});
  for (const Sum &sum : sums) {
    auto *memory = new (std::nothrow) std::byte[sum.bytes + 2 * slack]();
    if (!memory)
      return original.data();
    made->memory.emplace_back(memory);
    const auto address = reinterpret_cast<std::uintptr_t>(memory + slack);
    std::memcpy(made->block.data() + sum.offset, &address, sizeof(address));
  }
  copies.push_back(std::move(made));
  return copies.back()->block.data();
}

void PrivateSums::addUp() {
  MutexLock lock(mutex);
  for (const std::unique_ptr<Copies> &one : copies)
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::byte *copy = one->memory[i].get() + slack;
      if (sums[i].elementBytes == 4)
        addTo<std::uint32_t>(sums[i].address, copy, sums[i].bytes);
      else
        addTo<std::uint64_t>(sums[i].address, copy, sums[i].bytes);
    }
  copies.clear();
}

} // namespace heddle
