// A kernel as it was compiled for one device.
#ifndef HEDDLE_RUNTIME_DEVICE_CODE_HPP
#define HEDDLE_RUNTIME_DEVICE_CODE_HPP

#include "runtime/executable.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

namespace heddle {

class Device;

struct DeviceCode {
  Device *device = nullptr;
  std::shared_ptr<const Executable> executable;
  std::size_t index = 0; ///< in executable->metadata().kernels
  /// Where launches of one size are measured by themselves.
  executor::CostEstimate *ownCost = nullptr;

  const abi::KernelMetadata &metadata() const { return executable->metadata().kernels[index]; }
  HeddleKernelEntry entry() const { return executable->entry(index); }
  HeddleKernelOperations operations() const { return executable->operations(index); }
  executor::CostEstimate &cost() const { return ownCost ? *ownCost : executable->cost(index); }
};

/// The arguments of two codes of a kernel must agree, since they are set once for all.
inline bool haveSameArguments(const abi::KernelMetadata &a, const abi::KernelMetadata &b) {
  return a.argumentBlockSize == b.argumentBlockSize &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const auto &x, const auto &y) {
                      return x.kind == y.kind && x.size == y.size && x.offset == y.offset;
                    });
}

} // namespace heddle

#endif
