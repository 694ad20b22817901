// Keeps the cache folder within its size.
#ifndef HEDDLE_RUNTIME_COMPILE_CACHE_EVICTION_HPP
#define HEDDLE_RUNTIME_COMPILE_CACHE_EVICTION_HPP

#include <cstdint>
#include <string_view>

namespace heddle::compile {

inline constexpr std::string_view cacheEntrySuffix = ".hdl";
inline constexpr std::string_view cacheTemporaryPrefix = "new-";

/// Looks through an opened cache folder, removes the entries that were used longest ago until the
/// rest takes at most three quarters of `sizeLimit` (nothing when it is within the limit), and
/// temporary files that no living process can be writing any more. Returns the bytes that are left.
std::uint64_t evictOldEntries(int folder, std::uint64_t sizeLimit);

} // namespace heddle::compile

#endif
