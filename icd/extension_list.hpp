// The rows of runtime/abi/extensions.def as the platform and the device report them.
#ifndef HEDDLE_ICD_EXTENSION_LIST_HPP
#define HEDDLE_ICD_EXTENSION_LIST_HPP

#include <CL/cl.h>

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

enum class ExtensionScope { platform, device };

/// Separated by blanks.
std::string extensionString(ExtensionScope scope);
std::vector<cl_name_version> extensionsWithVersion(ExtensionScope scope);

/// CL_DEVICE_OPENCL_C_FEATURES, all of version 3.0.0.
std::vector<cl_name_version> openclCFeatures();

cl_name_version nameVersion(std::string_view name, cl_version version);

/// True when the table has a row of that name: queries that belong to an extension or a feature
/// answer only then.
consteval bool extensionReported(std::string_view wanted) {
  bool found = false;
#define HEDDLE_EXTENSION(name, major, minor, patch, scope) found = found || wanted == #name;
#include "runtime/abi/extensions.def"
  return found;
}
consteval bool featureReported(std::string_view wanted) {
  bool found = false;
#define HEDDLE_OPENCL_C_FEATURE(name) found = found || wanted == #name;
#include "runtime/abi/opencl_c_features.def"
  return found;
}

} // namespace heddle

#endif
