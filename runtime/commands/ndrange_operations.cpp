#include "runtime/commands/ndrange_operations.hpp"

#include <optional>

namespace heddle {

namespace {

/// Work-items and sub-groups of a launch.
struct Numbers {
  Numbers(const NdRange &range, std::uint32_t subGroupSize) {
    std::uint64_t inGroup = 1;
    bool areWhole = true;
    for (int i = 0; i < 3; ++i) {
      workItems *= range.globalSize[i];
      inGroup *= range.localSize[i];
      areWhole &= range.globalSize[i] % range.localSize[i] == 0;
    }
    if (areWhole && inGroup % subGroupSize == 0)
      subGroups = workItems / subGroupSize;
  }

  std::uint64_t workItems = 1;
  std::optional<std::uint64_t> subGroups; ///< if all are whole
};

} // namespace

void describeOperations(TraceEvent &event, HeddleKernelOperations operations,
                        const std::byte *arguments, const NdRange &enqueued,
                        std::uint32_t subGroupSize) {
  HeddleOperations done{};
  const std::uint32_t known = operations(arguments, &done);
  const Numbers numbers(enqueued, subGroupSize);
  const auto total = [&](unsigned quantity) -> std::optional<std::uint64_t> {
    if (!(known >> quantity & 1) || (done.ofSubGroup[quantity] != 0 && !numbers.subGroups))
      return std::nullopt;
    return done.ofWorkItem[quantity] * numbers.workItems +
           done.ofSubGroup[quantity] * numbers.subGroups.value_or(0);
  };
  const auto billions = [](std::uint64_t count) { return static_cast<double>(count) * 1e-9; };
  const double seconds = static_cast<double>(event.duration()) * 1e-9;
  if (const auto floats = total(heddleFloatOperations); floats && *floats != 0) {
    event.argument("GFLOP", billions(*floats));
    event.argument("GFLOP/s", billions(*floats) / seconds);
  }
  if (const auto integers = total(heddleIntegerProducts); integers && *integers != 0) {
    event.argument("GOP of integer matrices", billions(*integers));
    event.argument("GOP/s", billions(*integers) / seconds);
  }
  const auto read = total(heddleBytesRead), written = total(heddleBytesWritten);
  if (read)
    event.argument("bytes read", *read);
  if (written)
    event.argument("bytes written", *written);
  if (read && written)
    event.argument("GB/s", billions(*read + *written) / seconds);
}

} // namespace heddle
