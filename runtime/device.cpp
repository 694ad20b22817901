#include "runtime/device.hpp"

#include "runtime/platform.hpp"
#include "runtime/support/options.hpp"

namespace heddle {

namespace {

cl_device_type parseType(const std::string &name) {
  if (name == "gpu")
    return CL_DEVICE_TYPE_GPU;
  if (name == "accelerator")
    return CL_DEVICE_TYPE_ACCELERATOR;
  return CL_DEVICE_TYPE_CPU;
}

} // namespace

Ref<Device> Device::create(Platform &platform, const Options &options) {
  return Ref<Device>::adopt(new Device(platform, options));
}

Device::Device(Platform &platform, const Options &options)
    : Object(ObjectKind::device, &platform), parent(platform),
      numbers(deviceLimits(CpuFeatures::host(), options)),
      deviceType(parseType(options.deviceType)), deviceName(CpuFeatures::host().brand),
      deviceVendor(options.deviceVendor) {}

Device::~Device() = default;

} // namespace heddle
