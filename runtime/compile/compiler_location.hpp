// Where heddlec is.
#ifndef HEDDLE_RUNTIME_COMPILE_COMPILER_LOCATION_HPP
#define HEDDLE_RUNTIME_COMPILE_COMPILER_LOCATION_HPP

#include <string>
#include <vector>

namespace heddle::compile {

struct CompilerLocation {
  std::string program;               ///< absolute path, or empty when there is none
  std::vector<std::string> lookedAt; ///< every path that was tried, for the message
};

/// `asked` (HEDDLE_COMPILER) and nothing else when it is not empty; else the places relative to the
/// library that holds this code (cmake/Layout.cmake), then PATH.
CompilerLocation locateCompiler(const std::string &asked);

/// The folder of the library or program that holds this code, or empty.
std::string ownFolder();

} // namespace heddle::compile

#endif
