// Hashes as names: a content hash (runtime/abi) written in letters that every file system accepts.
#ifndef HEDDLE_RUNTIME_SUPPORT_HASH_HPP
#define HEDDLE_RUNTIME_SUPPORT_HASH_HPP

#include <string>
#include <string_view>

namespace heddle {

/// Two lower-case hexadecimal digits for each byte.
std::string hexadecimal(std::string_view bytes);

/// hexadecimal(abi::contentHash(bytes)): 32 digits.
std::string contentName(std::string_view bytes);

} // namespace heddle

#endif
