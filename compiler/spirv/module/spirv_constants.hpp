// The numbers that the integer constants of a SPIR-V module stand for, specialized ones as well.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_CONSTANTS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_CONSTANTS_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>

namespace heddle::compiler {

/// What the application has set specialization constants to: by SpecId, the bits of the number.
using SpecializedValues = std::map<std::uint32_t, std::uint64_t>;

class SpirvConstants {
public:
  explicit SpirvConstants(const SpecializedValues &specialized) : specialized(specialized) {}

  /// Decorations, types and constants, in the order of the module.
  void read(const SpirvInstruction &instruction);

  /// Whether the id is a constant of any type.
  bool isConstant(std::uint32_t id) const { return constants.contains(id); }
  /// The bits of an integer or boolean; nothing when the id is none, or is an operation that is
  /// not computed here.
  std::optional<std::uint64_t> valueOf(std::uint32_t id) const;
  /// The same with the sign of its width, whatever the type says.
  std::optional<std::int64_t> signedValueOf(std::uint32_t id) const;

private:
  struct Number {
    std::uint64_t bits;
    unsigned width;
  };

  void readConstant(const SpirvInstruction &instruction);
  std::optional<std::uint64_t> compute(llvm::ArrayRef<std::uint32_t> operands) const;

  const SpecializedValues &specialized;
  llvm::DenseMap<std::uint32_t, std::uint32_t> specIds; ///< by constant
  llvm::DenseMap<std::uint32_t, unsigned> widths;       ///< of integer types; 1 for booleans
  llvm::DenseMap<std::uint32_t, Number> numbers;
  llvm::DenseSet<std::uint32_t> constants;
};

} // namespace heddle::compiler

#endif
