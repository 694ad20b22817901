#include "compiler/spirv/module/vec_type_hints.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char hintMetadata[] = "vec_type_hint";
constexpr StringLiteral stringPrefix("heddle.unsigned_vec_type_hint.");

constexpr std::size_t headerWords = 5;
constexpr std::size_t boundWord = 3;
constexpr std::uint32_t opString = 7;

std::vector<std::uint32_t> wordsOf(StringRef bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), 4 * words.size());
  return words;
}

/// !{<4 x i32> poison, i32 0}
bool isUnsigned(const MDNode *hint) {
  if (!hint || hint->getNumOperands() < 2)
    return false;
  auto *value = dyn_cast<ValueAsMetadata>(hint->getOperand(0));
  return value && value->getType()->isIntOrIntVectorTy() &&
         mdconst::extract<ConstantInt>(hint->getOperand(1))->isZero();
}

/// Whether the instruction belongs before all strings: capabilities, extensions, imports, the
/// memory model, entry points and execution modes.
bool isBeforeStrings(std::uint32_t opcode) {
  return is_contained({10u, 11u, 14u, 15u, 16u, 17u, 331u}, opcode);
}

} // namespace

std::vector<std::string> kernelsWithUnsignedHint(const Module &module) {
  std::vector<std::string> kernels;
  for (const Function &function : module)
    if (!function.isDeclaration() && isUnsigned(function.getMetadata(hintMetadata)))
      kernels.push_back(function.getName().str());
  return kernels;
}

std::string addUnsignedHints(std::string bytes, const std::vector<std::string> &kernels) {
  if (kernels.empty())
    return bytes;
  std::vector<std::uint32_t> words = wordsOf(bytes);
  std::vector<std::uint32_t> strings;
  for (const std::string &kernel : kernels) {
    const std::string text = stringPrefix.str() + kernel;
    std::vector<std::uint32_t> instruction(2 + text.size() / 4 + 1);
    instruction[0] = static_cast<std::uint32_t>(instruction.size()) << 16 | opString;
    instruction[1] = words[boundWord]++;
    std::memcpy(&instruction[2], text.data(), text.size());
    append_range(strings, instruction);
  }
  std::size_t at = headerWords;
  while (at < words.size() && isBeforeStrings(words[at] & 0xffff))
    at += words[at] >> 16;
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), strings.begin(), strings.end());
  return std::string(reinterpret_cast<const char *>(words.data()), 4 * words.size());
}

void restoreUnsignedHints(Module &module, StringRef bytes) {
  // Their only place; most modules have none.
  if (!bytes.contains(stringPrefix))
    return;
  LLVMContext &context = module.getContext();
  const std::vector<std::uint32_t> words = wordsOf(bytes);
  for (std::size_t at = headerWords, length = 0; at < words.size(); at += length) {
    length = std::max<std::size_t>(words[at] >> 16, 1);
    if ((words[at] & 0xffff) != opString || length < 3 || length > words.size() - at)
      continue;
    StringRef text(reinterpret_cast<const char *>(&words[at + 2]), 4 * (length - 2));
    text = text.take_until([](char c) { return c == '\0'; });
    if (!text.consume_front(stringPrefix))
      continue;
    Function *kernel = module.getFunction(text);
    MDNode *hint = kernel ? kernel->getMetadata(hintMetadata) : nullptr;
    if (!hint || hint->getNumOperands() < 2)
      continue;
    Constant *isSigned = ConstantInt::get(Type::getInt32Ty(context), 0);
    kernel->setMetadata(hintMetadata, MDNode::get(context, {hint->getOperand(0),
                                                            ConstantAsMetadata::get(isSigned)}));
  }
}

} // namespace heddle::compiler
