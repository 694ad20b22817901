// The checks that a kernel binary passes before the dynamic loader may see it.
#ifndef HEDDLE_RUNTIME_LOADER_ELF_CHECK_HPP
#define HEDDLE_RUNTIME_LOADER_ELF_CHECK_HPP

#include <string>
#include <string_view>

namespace heddle::loader {

struct CheckedElf {
  std::string_view metadata; ///< descriptor of Heddle's note, a view into the file
  bool hasCode = false;      ///< a program without kernels needs none
};

/// Finds Heddle's note in a well-formed shared object for x86-64. Returns an empty string, or a
/// sentence that says what is wrong.
std::string checkElf(std::string_view elf, CheckedElf &checked);

} // namespace heddle::loader

#endif
