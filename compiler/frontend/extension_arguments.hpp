// The extensions and optional features of the device, as clang's options.
#ifndef HEDDLE_COMPILER_FRONTEND_EXTENSION_ARGUMENTS_HPP
#define HEDDLE_COMPILER_FRONTEND_EXTENSION_ARGUMENTS_HPP

#include <string>
#include <vector>

namespace heddle::compiler {

/// What runtime/abi/extensions.def and opencl_c_features.def say is there, and nothing else:
/// -cl-ext for the names that clang knows, and a macro for every extension, since clang leaves some
/// out in some language versions.
std::vector<std::string> extensionArguments();

} // namespace heddle::compiler

#endif
