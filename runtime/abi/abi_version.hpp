// The number that both sides of the process boundary, and every stored kernel binary, must agree
// on.
#ifndef HEDDLE_RUNTIME_ABI_ABI_VERSION_HPP
#define HEDDLE_RUNTIME_ABI_ABI_VERSION_HPP

#include <cstdint>

namespace heddle::abi {

/// Raise it with every change of a file in this folder: it is part of every cache key and of every
/// kernel binary, so that older entries are compiled again instead of being misread.
inline constexpr std::uint32_t abiVersion = 37;

} // namespace heddle::abi

#endif
