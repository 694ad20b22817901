// HEDDLE_DEBUG_FILES: what debuggers and profilers look for on a disk (docs/debugging.md). They
// know code by the file that it is mapped from, and lines by the file of the source; without the
// option both are in memory only.
#ifndef HEDDLE_RUNTIME_DEBUG_FILES_HPP
#define HEDDLE_RUNTIME_DEBUG_FILES_HPP

#include <string>
#include <string_view>

namespace heddle {

/// Whether the option is set. Programs are then built with -g.
bool debugFilesWanted();

/// The path of a file with this program text, which all programs with the same text share. Empty
/// when there is none: that is said once, on standard error.
std::string keepSource(std::string_view text);

/// The path of a new file with this kernel binary, named after one of its kernels. Empty as above.
std::string keepKernelBinary(std::string_view elf, std::string_view kernel);

} // namespace heddle

#endif
