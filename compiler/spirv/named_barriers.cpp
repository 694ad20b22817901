#include "compiler/spirv/named_barriers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace heddle::compiler {

namespace {

constexpr std::size_t headerWords = 5;
constexpr std::size_t boundWord = 3;

enum Opcode : std::uint32_t {
  opCapability = 17,
  opTypeVoid = 19,
  opTypeInt = 21,
  opTypeFunction = 33,
  opFunction = 54,
  opFunctionParameter = 55,
  opFunctionEnd = 56,
  opFunctionCall = 57,
  opDecorate = 71,
  opTypeForwardPointer = 39,
  opTypeNamedBarrier = 327,
  opNamedBarrierInitialize = 328,
  opMemoryNamedBarrier = 329,
};
constexpr std::uint32_t linkageCapability = 5, linkageDecoration = 41, importLinkage = 1;

using Words = std::vector<std::uint32_t>;

void append(Words &words, Opcode opcode, std::initializer_list<std::uint32_t> operands) {
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | opcode);
  words.insert(words.end(), operands);
}

void appendImport(Words &words, std::uint32_t function, std::string_view name) {
  Words text(name.size() / 4 + 1);
  std::memcpy(text.data(), name.data(), name.size());
  words.push_back(static_cast<std::uint32_t>(text.size() + 4) << 16 | opDecorate);
  words.insert(words.end(), {function, linkageDecoration});
  words.insert(words.end(), text.begin(), text.end());
  words.push_back(importLinkage);
}

class Replacement {
public:
  explicit Replacement(Words given) : words(std::move(given)) {}

  /// False when there is nothing to replace.
  bool run() {
    findTypes();
    if (!barrierType)
      return false;
    Words result(words.begin(), words.begin() + headerWords);
    append(result, opCapability, {linkageCapability});
    initialize = newId();
    wait = newId();
    bool isInTypes = false, isInFunctions = false;
    forEachInstruction([&](std::size_t at, std::size_t length) {
      const std::uint32_t opcode = words[at] & 0xffff;
      if (!isInTypes && isType(opcode)) {
        isInTypes = true;
        appendImport(result, initialize, "_Z30__spirv_NamedBarrierInitializei");
        appendImport(result, wait, "_Z26__spirv_MemoryNamedBarrierlii");
      }
      if (!isInFunctions && opcode == opFunction) {
        isInFunctions = true;
        declareFunctions(result);
      }
      const std::uint32_t *operands = &words[at + 1];
      if (opcode == opTypeNamedBarrier)
        append(result, opTypeInt, {operands[0], 64, 0});
      else if (opcode == opNamedBarrierInitialize)
        append(result, opFunctionCall, {operands[0], operands[1], initialize, operands[2]});
      else if (opcode == opMemoryNamedBarrier)
        append(result, opFunctionCall,
               {voidType, newId(), wait, operands[0], operands[1], operands[2]});
      else
        result.insert(result.end(), words.begin() + std::ptrdiff_t(at),
                      words.begin() + std::ptrdiff_t(at + length));
    });
    result[boundWord] = words[boundWord];
    words = std::move(result);
    return true;
  }

  std::string bytes() const {
    return std::string(reinterpret_cast<const char *>(words.data()), 4 * words.size());
  }

private:
  std::uint32_t newId() { return words[boundWord]++; }

  static bool isType(std::uint32_t opcode) {
    return (opcode >= opTypeVoid && opcode <= opTypeForwardPointer) || opcode == opTypeNamedBarrier;
  }

  void forEachInstruction(auto body) {
    for (std::size_t at = headerWords, length = 0; at < words.size(); at += length) {
      length = std::max<std::size_t>(words[at] >> 16, 1);
      body(at, std::min(length, words.size() - at));
    }
  }

  void findTypes() {
    forEachInstruction([&](std::size_t at, std::size_t) {
      const std::uint32_t opcode = words[at] & 0xffff;
      if (opcode == opTypeNamedBarrier)
        barrierType = words[at + 1];
      else if (opcode == opTypeVoid)
        voidType = words[at + 1];
      else if (opcode == opTypeInt && words[at + 2] == 32)
        intType = words[at + 1];
    });
  }

  void declareFunctions(Words &result) {
    const std::uint32_t initializeType = newId(), waitType = newId();
    append(result, opTypeFunction, {initializeType, barrierType, intType});
    append(result, opTypeFunction, {waitType, voidType, barrierType, intType, intType});
    append(result, opFunction, {barrierType, initialize, 0, initializeType});
    append(result, opFunctionParameter, {intType, newId()});
    append(result, opFunctionEnd, {});
    append(result, opFunction, {voidType, wait, 0, waitType});
    append(result, opFunctionParameter, {barrierType, newId()});
    append(result, opFunctionParameter, {intType, newId()});
    append(result, opFunctionParameter, {intType, newId()});
    append(result, opFunctionEnd, {});
  }

  Words words;
  std::uint32_t barrierType = 0, voidType = 0, intType = 0, initialize = 0, wait = 0;
};

} // namespace

std::string replaceNamedBarriers(std::string bytes) {
  Words words(bytes.size() / 4);
  if (words.size() <= headerWords)
    return bytes;
  std::memcpy(words.data(), bytes.data(), 4 * words.size());
  Replacement replacement(std::move(words));
  return replacement.run() ? replacement.bytes() : bytes;
}

} // namespace heddle::compiler
