#include "compiler/spirv/drop_hints.hpp"

#include <cstdint>
#include <cstring>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr size_t wordBytes = 4, headerBytes = 5 * wordBytes;
constexpr std::uint32_t opExtension = 10, opCapability = 17, opSubgroupBlockPrefetch = 6221;
constexpr std::uint32_t subgroupBufferPrefetch = 6220;
constexpr StringLiteral prefetchExtension("SPV_INTEL_subgroup_buffer_prefetch");

std::uint32_t wordAt(StringRef bytes, size_t position) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + position, wordBytes);
  return word;
}

bool isHint(StringRef instruction) {
  switch (wordAt(instruction, 0) & 0xffff) {
  case opSubgroupBlockPrefetch:
    return true;
  case opCapability:
    return wordAt(instruction, wordBytes) == subgroupBufferPrefetch;
  case opExtension:
    return instruction.drop_front(wordBytes).starts_with(prefetchExtension);
  default:
    return false;
  }
}

} // namespace

std::string dropHints(StringRef words) {
  if (!words.contains(prefetchExtension))
    return words.str();
  std::string result = words.take_front(headerBytes).str();
  for (size_t at = headerBytes; at < words.size();) {
    size_t length = (wordAt(words, at) >> 16) * wordBytes;
    StringRef instruction = words.substr(at, length);
    if (!isHint(instruction))
      result += instruction;
    at += length;
  }
  return result;
}

} // namespace heddle::compiler
