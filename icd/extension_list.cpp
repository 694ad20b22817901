#include "icd/extension_list.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {

namespace {

enum class RowScope { platform, device, hostPlatform, hostDevice };

struct Row {
  std::string_view name;
  cl_version version;
  RowScope scope;
};

constexpr Row rows[] = {
#define HEDDLE_EXTENSION(name, major, minor, patch, scope)                                         \
  {#name, CL_MAKE_VERSION(major, minor, patch), RowScope::scope},
#include "runtime/abi/extensions.def"
};

/// The device lists every row, the platform those that all devices have.
bool listed(const Row &row, ExtensionScope scope) {
  return scope == ExtensionScope::device || row.scope == RowScope::platform ||
         row.scope == RowScope::hostPlatform;
}

} // namespace

cl_name_version nameVersion(std::string_view name, cl_version version) {
  cl_name_version result{};
  result.version = version;
  std::memcpy(result.name, name.data(), std::min(name.size(), sizeof(result.name) - 1));
  return result;
}

std::string extensionString(ExtensionScope scope) {
  std::string result;
  for (const Row &row : rows)
    if (listed(row, scope)) {
      if (!result.empty())
        result += ' ';
      result += row.name;
    }
  return result;
}

std::vector<cl_name_version> extensionsWithVersion(ExtensionScope scope) {
  std::vector<cl_name_version> result;
  for (const Row &row : rows)
    if (listed(row, scope))
      result.push_back(nameVersion(row.name, row.version));
  return result;
}

std::vector<cl_name_version> openclCFeatures() {
  return {
#define HEDDLE_OPENCL_C_FEATURE(name) nameVersion(#name, CL_MAKE_VERSION(3, 0, 0)),
#include "runtime/abi/opencl_c_features.def"
  };
}

} // namespace heddle
