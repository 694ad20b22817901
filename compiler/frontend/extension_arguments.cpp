#include "compiler/frontend/extension_arguments.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isKnownToClang(StringRef extension) {
  static constexpr StringLiteral known[] = {
#define OPENCL_GENERIC_EXTENSION(extension, ...) #extension,
#include "clang/Basic/OpenCLExtensions.def"
  };
  return is_contained(known, extension);
}

} // namespace

std::vector<std::string> extensionArguments() {
  enum Scope { platform, device, hostPlatform, hostDevice };
  struct Row {
    StringLiteral name;
    Scope scope;
  };
  static constexpr Row rows[] = {
#define HEDDLE_EXTENSION(name, major, minor, patch, scope) {#name, scope},
#include "runtime/abi/extensions.def"
#define HEDDLE_OPENCL_C_FEATURE(macro) {#macro, device},
#include "runtime/abi/opencl_c_features.def"
  };
  std::vector<std::string> arguments;
  std::string list = "-cl-ext=-all";
  for (const Row &row : rows) {
    if (row.scope == hostPlatform || row.scope == hostDevice)
      continue;
    if (isKnownToClang(row.name))
      list += (",+" + row.name).str();
    // Those of extensions are there before OpenCL C 3.0 too.
    if (row.name.starts_with("cl_") || row.name.starts_with("__opencl_c_integer_dot_product") ||
        row.name.starts_with("__opencl_c_kernel_clock") || row.name.starts_with("__opencl_c_ext_"))
      arguments.push_back(("-D" + row.name + "=1").str());
  }
  arguments.push_back(list);
  return arguments;
}

} // namespace heddle::compiler
