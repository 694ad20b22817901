#include "runtime/loader/host_features.hpp"

#include "runtime/cpu_features.hpp"
#include "runtime/support/options.hpp"

namespace heddle::loader {

bool hostHasFeature(std::string_view name) {
  if (std::optional<bool> assumed = assumedFeature(options().assumedCpu, name))
    return *assumed;
  for (const abi::CpuFeature &feature : abi::cpuFeatures)
    if (feature.name == name)
      return processorHas(feature) &&
             (feature.state != abi::CpuFeature::amx || requestAmxPermission());
  return false;
}

} // namespace heddle::loader
