#include "runtime/il_module.hpp"

#include <cstring>
#include <vector>

namespace heddle {

namespace {

// Numbers of the SPIR-V specification, sections 2.3 and 3.
constexpr std::uint32_t magicNumber = 0x07230203;
constexpr std::uint32_t lowestVersion = 0x00010000;
constexpr std::uint32_t highestVersion = 0x00010600;
constexpr std::size_t headerWords = 5;
enum Opcode : std::uint32_t {
  opTypeInt = 21,
  opTypeFloat = 22,
  opSpecConstantTrue = 48,
  opSpecConstantFalse = 49,
  opSpecConstant = 50,
  opDecorate = 71,
};
constexpr std::uint32_t decorationSpecId = 1;

std::vector<std::uint32_t> readWords(std::string_view bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (!words.empty() && words[0] == __builtin_bswap32(magicNumber))
    for (std::uint32_t &word : words)
      word = __builtin_bswap32(word);
  return words;
}

} // namespace

std::optional<IlModule> readIlModule(std::string_view bytes) {
  if (bytes.size() % sizeof(std::uint32_t) != 0)
    return std::nullopt;
  const std::vector<std::uint32_t> words = readWords(bytes);
  if (words.size() < headerWords || words[0] != magicNumber || words[1] < lowestVersion ||
      words[1] > highestVersion)
    return std::nullopt;

  IlModule module;
  // Decorations come before types, types before the constants that use them.
  std::unordered_map<std::uint32_t, std::uint32_t> specIdOf;
  std::unordered_map<std::uint32_t, std::size_t> typeSize;
  for (std::size_t at = headerWords; at < words.size();) {
    const std::uint32_t opcode = words[at] & 0xffff;
    const std::size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at)
      return std::nullopt;
    const std::uint32_t *operands = words.data() + at + 1;
    switch (opcode) {
    case opDecorate: // target, decoration, literals
      if (length >= 4 && operands[1] == decorationSpecId)
        specIdOf[operands[0]] = operands[2];
      break;
    case opTypeInt: // result, width, signedness
    case opTypeFloat:
      if (length >= 3)
        typeSize[operands[0]] = operands[1] / 8;
      break;
    case opSpecConstantTrue: // type, result
    case opSpecConstantFalse:
      if (auto found = length >= 3 ? specIdOf.find(operands[1]) : specIdOf.end();
          found != specIdOf.end())
        module.specializationConstants[found->second] = 1;
      break;
    case opSpecConstant: // type, result, value
      if (auto found = length >= 3 ? specIdOf.find(operands[1]) : specIdOf.end();
          found != specIdOf.end())
        if (auto size = typeSize.find(operands[0]); size != typeSize.end())
          module.specializationConstants[found->second] = size->second;
      break;
    }
    at += length;
  }
  module.words.assign(reinterpret_cast<const char *>(words.data()),
                      words.size() * sizeof(std::uint32_t));
  return module;
}

} // namespace heddle
