// Whose rules HEDDLE_STRICT_DEVICE names.
#ifndef HEDDLE_RUNTIME_ABI_STRICT_DEVICE_HPP
#define HEDDLE_RUNTIME_ABI_STRICT_DEVICE_HPP

#include <cstdint>
#include <string_view>

namespace heddle::abi {

enum StrictDeviceFeatures : std::uint32_t {
  strictDeviceBlocks2d = 1, ///< cl_intel_subgroup_2d_block_io
  strictDeviceTf32 = 2,     ///< cl_intel_subgroup_matrix_multiply_accumulate_tf32
  strictDeviceSplit = 4,    ///< cl_intel_subgroup_split_matrix_multiply_accumulate
};

/// A row of strict_devices.def.
struct StrictDevice {
  std::string_view name, products;
  std::uint32_t subGroupSizes; ///< added up: they are powers of two
  std::uint32_t matrixColumns;
  std::uint64_t localMemory, workGroup;
  std::uint64_t registerBytes, registers;
  std::uint32_t features;
};

/// Of a thread whose program asks for nothing else.
inline constexpr std::uint64_t strictDeviceFewRegisters = 128;

inline constexpr StrictDevice strictDevices[] = {
#define HEDDLE_STRICT_DEVICE(name, products, sizes, columns, localMemory, workGroup,               \
                             registerBytes, registers, features)                                   \
  {name, products, sizes, columns, localMemory, workGroup, registerBytes, registers, features},
#include "runtime/abi/strict_devices.def"
};

/// Null for another name.
constexpr const StrictDevice *findStrictDevice(std::string_view name) {
  for (const StrictDevice &device : strictDevices)
    if (device.name == name)
      return &device;
  return nullptr;
}

} // namespace heddle::abi

#endif
