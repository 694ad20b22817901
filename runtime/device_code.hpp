// A kernel as it was compiled for one device.
#ifndef HEDDLE_RUNTIME_DEVICE_CODE_HPP
#define HEDDLE_RUNTIME_DEVICE_CODE_HPP

#include "runtime/executable.hpp"

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
  executor::CostEstimate &cost() const { return ownCost ? *ownCost : executable->cost(index); }
};

} // namespace heddle

#endif
