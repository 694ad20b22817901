// cl_device_id: this machine's CPU, and parts of it (device_partition.hpp).
#ifndef HEDDLE_RUNTIME_DEVICE_HPP
#define HEDDLE_RUNTIME_DEVICE_HPP

#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/cpu_features.hpp"
#include "runtime/executor/worker_group.hpp"
#include "runtime/object.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

class Platform;
struct Options;

/// The numbers that a device reports and holds its callers to.
struct DeviceLimits {
  cl_uint computeUnits = 1; ///< worker threads
  std::size_t maxWorkGroupSize = abi::maxWorkGroupSize;
  std::size_t maxWorkItemSizes[3] = {4096, 4096, 4096};
  std::size_t maxParameterSize = 4096; ///< bytes of all kernel arguments
  cl_ulong globalMemSize = 0;
  cl_ulong maxMemAllocSize = 0;
  cl_ulong globalMemCacheSize = 0;
  cl_uint globalMemCachelineSize = 64;
  cl_ulong localMemSize = 256 * 1024;
  /// What of these programs are told: less, if HEDDLE_STRICT_DEVICE has less.
  std::size_t toldWorkGroupSize = maxWorkGroupSize;
  cl_ulong toldLocalMemSize = localMemSize;
  cl_ulong maxConstantBufferSize = 0;
  cl_uint maxConstantArgs = 64;
  cl_uint memBaseAddrAlign = 128; ///< bytes: long16, and the origin of a sub-buffer
  std::size_t printfBufferSize = 16 * 1024 * 1024;
  cl_uint maxClockFrequency = 0; ///< MHz
  cl_uint vectorBytes = 32;      ///< of a register that kernels are compiled for
  std::size_t preferredWorkGroupSizeMultiple = 16;
  /// CL_DEVICE_SUB_GROUP_SIZES_INTEL, ascending.
  std::vector<std::size_t> subGroupSizes;
  cl_uint maxNumSubGroups = 0;
  std::size_t image2dMaxWidth = 16384; ///< of 1D images and arrays, too
  std::size_t image2dMaxHeight = 16384;
  std::size_t image3dMaxWidth = 2048;
  std::size_t image3dMaxHeight = 2048;
  std::size_t image3dMaxDepth = 2048;
  std::size_t imageMaxBufferSize = std::size_t(1) << 27; ///< pixels of a 1D buffer image
  std::size_t imageMaxArraySize = 2048;
};

class Device final : public Object<_cl_device_id> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::device; }

  static Ref<Device> create(Platform &platform, const Options &options);
  /// A part of `parent`: some of its compute units, and where its workers run, or null for
  /// anywhere.
  static Ref<Device> createSub(Device &parent, std::vector<cl_uint> units,
                               std::vector<cl_device_partition_property> partitionType,
                               std::shared_ptr<const executor::ProcessorSet> processors);

  Platform &platform() const { return owner; }
  /// Null for the root device.
  Device *parent() const { return parentDevice.get(); }
  bool isRoot() const { return !parentDevice; }
  const DeviceLimits &limits() const { return numbers; }
  const CpuFeatures &cpu() const { return CpuFeatures::host(); }
  cl_device_type type() const { return deviceType; }
  const std::string &name() const { return deviceName; }
  const std::string &vendor() const { return deviceVendor; }

  /// The numbers of its compute units within the root device.
  const std::vector<cl_uint> &units() const { return computeUnits; }
  /// The logical CPUs that the process may use.
  const std::vector<unsigned> &processors() const { return root().processorNumbers; }
  unsigned processorOf(cl_uint unit) const { return processors()[unit % processors().size()]; }
  /// How clCreateSubDevices made it, with the end of the list; empty for the root device.
  const std::vector<cl_device_partition_property> &partitionType() const { return partition; }
  /// The limit of those that run its commands; null for the root device, which has all workers.
  executor::WorkerGroup *workerGroup() { return workers ? &*workers : nullptr; }

private:
  Device(Platform &platform, const Options &options);
  Device(Device &parent, std::vector<cl_uint> units,
         std::vector<cl_device_partition_property> partitionType,
         std::shared_ptr<const executor::ProcessorSet> processors);
  ~Device() override;

  const Device &root() const { return parentDevice ? parentDevice->root() : *this; }

  Platform &owner;
  Ref<Device> parentDevice;
  DeviceLimits numbers;
  cl_device_type deviceType;
  std::string deviceName;
  std::string deviceVendor;
  std::vector<cl_uint> computeUnits;
  std::vector<unsigned> processorNumbers; ///< of the root device
  std::vector<cl_device_partition_property> partition;
  std::optional<executor::WorkerGroup> workers;
};

/// Every size in which a kernel's required sub-group size may come, whatever is reported.
inline constexpr std::size_t executableSubGroupSizes[] = {8, 16, 32};

/// runtime/device_limits.cpp: from the machine and the options.
DeviceLimits deviceLimits(const CpuFeatures &cpu, const Options &options);

} // namespace heddle

#endif
