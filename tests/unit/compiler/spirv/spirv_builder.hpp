// Writes SPIR-V modules word by word, right ones and wrong ones.
#ifndef HEDDLE_TESTS_UNIT_COMPILER_SPIRV_SPIRV_BUILDER_HPP
#define HEDDLE_TESTS_UNIT_COMPILER_SPIRV_SPIRV_BUILDER_HPP

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::test {

class SpirvBuilder {
public:
  explicit SpirvBuilder(std::uint32_t bound = 100, std::uint32_t version = 0x00010200)
      : words{0x07230203, version, 0, bound, 0} {}

  SpirvBuilder &op(std::uint32_t opcode, std::initializer_list<std::uint32_t> operands = {}) {
    return op(opcode, operands, {}, {});
  }
  /// Operands, a string, more operands.
  SpirvBuilder &op(std::uint32_t opcode, std::initializer_list<std::uint32_t> before,
                   std::string_view text, std::initializer_list<std::uint32_t> after = {}) {
    std::vector<std::uint32_t> all(before);
    if (text.data()) {
      std::vector<std::uint32_t> packed(text.size() / 4 + 1);
      std::memcpy(packed.data(), text.data(), text.size());
      all.insert(all.end(), packed.begin(), packed.end());
    }
    all.insert(all.end(), after);
    words.push_back(static_cast<std::uint32_t>(all.size() + 1) << 16 | opcode);
    words.insert(words.end(), all.begin(), all.end());
    return *this;
  }

  std::string bytes() const {
    return std::string(reinterpret_cast<const char *>(words.data()), 4 * words.size());
  }

  std::vector<std::uint32_t> words;
};

/// Capabilities and memory model of every kernel module.
inline SpirvBuilder kernelModule(std::uint32_t version = 0x00010200) {
  SpirvBuilder builder(100, version);
  builder.op(17, {4}).op(17, {6}).op(11, {1}, "OpenCL.std").op(14, {2, 2});
  return builder;
}

/// One kernel "k" without parameters: ids 2 void, 3 its type, 4 the function, 5 the block.
inline SpirvBuilder emptyKernel(std::uint32_t version = 0x00010200) {
  SpirvBuilder builder = kernelModule(version);
  builder.op(15, {6, 4}, "k").op(19, {2}).op(33, {3, 2});
  builder.op(54, {2, 4, 0, 3}).op(248, {5}).op(253).op(56);
  return builder;
}

} // namespace heddle::test

#endif
