#include "runtime/support/hash.hpp"

#include "runtime/abi/compiler_interface.hpp"

namespace heddle {

std::string hexadecimal(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (char byte : bytes) {
    auto value = static_cast<unsigned char>(byte);
    text += digits[value >> 4];
    text += digits[value & 15];
  }
  return text;
}

std::string contentName(std::string_view bytes) { return hexadecimal(abi::contentHash(bytes)); }

} // namespace heddle
