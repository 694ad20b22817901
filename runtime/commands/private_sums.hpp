// Counters and histograms in global memory, which all workers add to.
#ifndef HEDDLE_RUNTIME_COMMANDS_PRIVATE_SUMS_HPP
#define HEDDLE_RUNTIME_COMMANDS_PRIVATE_SUMS_HPP

#include "runtime/kernel_arguments.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle {

/// Two processors that add to one line of the cache take it from each other at each addition, which
/// takes 10 to 20 times as long as adding. Where a launch does nothing else to what an argument
/// leads to, nobody can tell when its additions are made: so the first worker has the memory
/// itself, each other one has zeros, and in the end these are added to it.
class PrivateSums {
public:
  /// Of a launch of so many work-items by so many threads. Null where another argument may lead to
  /// the same memory, or adding up would take longer than a part of the launch. The snapshot and
  /// the metadata outlive it.
  static std::unique_ptr<PrivateSums> create(const abi::KernelMetadata &kernel,
                                             const ArgumentSnapshot &arguments, double items,
                                             unsigned threads);

  /// The argument block for a worker of the launch.
  const std::byte *argumentsOf(unsigned worker) EXCLUDES(mutex);
  /// When all work-groups have run.
  void addUp() EXCLUDES(mutex);

private:
  /// What one argument leads to.
  struct Sum {
    std::uint32_t offset;  ///< of the argument in the block
    std::uint64_t address; ///< of the application's memory
    std::uint64_t bytes;
    std::uint8_t elementBytes;
  };
  struct Copies {
    unsigned worker;
    ArgumentBlock block;
    std::vector<std::unique_ptr<std::byte[]>> memory; ///< of each sum
  };

  PrivateSums(const ArgumentSnapshot &arguments, std::vector<Sum> sums)
      : original(arguments.block), sums(std::move(sums)) {}

  const ArgumentBlock &original;
  const std::vector<Sum> sums;
  Mutex mutex;
  bool isTaken GUARDED_BY(mutex) = false; ///< the memory itself
  unsigned owner GUARDED_BY(mutex) = 0;
  std::vector<std::unique_ptr<Copies>> copies GUARDED_BY(mutex);
};

} // namespace heddle

#endif
