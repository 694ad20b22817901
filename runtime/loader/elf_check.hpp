// The checks that a kernel binary passes before the dynamic loader may see it.
#ifndef HEDDLE_RUNTIME_LOADER_ELF_CHECK_HPP
#define HEDDLE_RUNTIME_LOADER_ELF_CHECK_HPP

#include <string>
#include <string_view>

namespace heddle::loader {

/// Finds the descriptor of Heddle's note in a well-formed shared object for x86-64, as a view into
/// `elf`. Returns an empty string, or a sentence that says what is wrong.
std::string findMetadataNote(std::string_view elf, std::string_view &descriptor);

} // namespace heddle::loader

#endif
