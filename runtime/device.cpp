#include "runtime/device.hpp"

#include "runtime/platform.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <numeric>
#include <utility>

namespace heddle {

namespace {

cl_device_type parseType(const std::string &name) {
  if (name == "gpu")
    return CL_DEVICE_TYPE_GPU;
  if (name == "accelerator")
    return CL_DEVICE_TYPE_ACCELERATOR;
  if (!name.empty() && name != "cpu")
    complain("HEDDLE_DEVICE_TYPE: '%s' is none of cpu, gpu and accelerator; cpu is used",
             name.c_str());
  return CL_DEVICE_TYPE_CPU;
}

} // namespace

Ref<Device> Device::create(Platform &platform, const Options &options) {
  return Ref<Device>::adopt(new Device(platform, options));
}

Ref<Device> Device::createSub(Device &parent, std::vector<cl_uint> units,
                              std::vector<cl_device_partition_property> partitionType,
                              std::shared_ptr<const executor::ProcessorSet> processors) {
  return Ref<Device>::adopt(
      new Device(parent, std::move(units), std::move(partitionType), std::move(processors)));
}

Device::Device(Platform &platform, const Options &options)
    : Object(ObjectKind::device, &platform), owner(platform),
      numbers(deviceLimits(CpuFeatures::host(), options)),
      deviceType(parseType(options.deviceType)),
      deviceName(options.deviceName.empty() ? CpuFeatures::host().brand : options.deviceName),
      deviceVendor(options.deviceVendor), computeUnits(numbers.computeUnits),
      processorNumbers(executor::ProcessorSet::ofThisThread().numbers()) {
  std::iota(computeUnits.begin(), computeUnits.end(), 0u);
  // Where the system does not tell, they are taken to be the first ones.
  if (processorNumbers.empty()) {
    processorNumbers.resize(numbers.computeUnits);
    std::iota(processorNumbers.begin(), processorNumbers.end(), 0u);
  }
}

Device::Device(Device &parent, std::vector<cl_uint> units,
               std::vector<cl_device_partition_property> partitionType,
               std::shared_ptr<const executor::ProcessorSet> processors)
    : Object(ObjectKind::device, &parent), owner(parent.owner), parentDevice(Ref(parent)),
      numbers(parent.numbers), deviceType(parent.deviceType), deviceName(parent.deviceName),
      deviceVendor(parent.deviceVendor), computeUnits(std::move(units)),
      partition(std::move(partitionType)) {
  numbers.computeUnits = static_cast<cl_uint>(computeUnits.size());
  workers.emplace(numbers.computeUnits, parent.workerGroup(), std::move(processors));
}

Device::~Device() = default;

} // namespace heddle
