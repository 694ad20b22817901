// Whether this processor has a feature that a kernel binary names.
#ifndef HEDDLE_RUNTIME_LOADER_HOST_FEATURES_HPP
#define HEDDLE_RUNTIME_LOADER_HOST_FEATURES_HPP

#include <string_view>

namespace heddle::loader {

/// By LLVM's name of the feature ("avx2", "amx-int8"). True only when the processor has it, the
/// operating system saves its registers, and (for tiles) lets this process use them. A name that is
/// not known here is a feature that the processor may lack: false. HEDDLE_ASSUME_CPU has the first
/// word.
bool hostHasFeature(std::string_view feature);

} // namespace heddle::loader

#endif
