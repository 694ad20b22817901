// The types of a SPIR-V module and of its values, as far as it has been read.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_TYPES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_TYPES_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <optional>

namespace heddle::compiler {

/// Whether the instruction computes with floating-point numbers; conversions to them and from one
/// of their types to another do not count, nor do atomics.
bool computesWithFloats(SpirvOp op);

/// Decoration FPRoundingMode and its numbers.
constexpr std::uint32_t roundingModeDecoration = 39, toNearestEven = 0, towardZero = 1;

/// Functions of OpenCL.std up to this one are on numbers; those behind it move bits.
constexpr std::uint32_t lastMathFunction = 110;

struct SpirvPointer {
  std::uint32_t storage;
  std::uint32_t pointee; ///< 0 when it is untyped
};

class SpirvTypes {
public:
  /// Adds what the instruction defines: a type, an integer constant, a value. The views of the
  /// instruction stay in use.
  void read(const SpirvInstruction &instruction);
  /// A value that the module does not have.
  void addValue(std::uint32_t id, std::uint32_t type) { types[id] = type; }

  /// 0 when it is no value or comes later.
  std::uint32_t typeOf(std::uint32_t value) const { return types.lookup(value); }
  /// What defines a type or a constant; OpNop for anything else.
  SpirvOp kindOf(std::uint32_t id) const;
  /// The words of that instruction.
  llvm::ArrayRef<std::uint32_t> definition(std::uint32_t id) const {
    return definitions.lookup(id);
  }

  std::optional<SpirvPointer> pointerType(std::uint32_t type) const;
  std::optional<SpirvPointer> pointer(std::uint32_t value) const {
    return pointerType(typeOf(value));
  }
  bool isUntyped(std::uint32_t value) const {
    return kindOf(typeOf(value)) == SpirvOp::TypeUntypedPointerKHR;
  }
  bool isInteger(std::uint32_t value) const { return kindOf(typeOf(value)) == SpirvOp::TypeInt; }
  bool isNumber(std::uint32_t type) const {
    return kindOf(type) == SpirvOp::TypeInt || kindOf(type) == SpirvOp::TypeFloat;
  }
  /// Whether the type has a size.
  bool canLieInMemory(std::uint32_t type) const;
  /// The type of a vector's or a cooperative matrix's components, or the type itself.
  std::uint32_t scalarOf(std::uint32_t type) const;

  /// A type of this kind with these words behind its id: one of the module, or a new one of
  /// `nextId`, written to `section`.
  std::uint32_t find(SpirvOp kind, llvm::ArrayRef<std::uint32_t> operands, std::uint32_t &nextId,
                     SpirvWords &section);

private:
  llvm::DenseMap<std::uint32_t, llvm::ArrayRef<std::uint32_t>> definitions;
  llvm::DenseMap<std::uint32_t, std::uint32_t> types; ///< by value
  std::vector<std::uint32_t> inOrder;                 ///< types
  std::deque<SpirvWords> added;
};

} // namespace heddle::compiler

#endif
