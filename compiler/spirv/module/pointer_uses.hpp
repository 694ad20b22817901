// Which operand of an instruction is a pointer, and to what.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_POINTER_USES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_POINTER_USES_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// What lies where the pointer points.
enum class Pointee {
  unused,    ///< no pointer, or what lies there does not matter
  value,     ///< the value of the instruction
  component, ///< a component of it
  integers,  ///< as many 32-bit integers as it has components
  half,
  flag,   ///< a 32-bit integer
  needed, ///< only the pointer's type says it
};

struct PointerUse {
  Pointee found = Pointee::unused;
  std::size_t pointer = 0;          ///< operand
  std::optional<std::size_t> value; ///< operand that has the value; none: the result
  bool isAtomic = false;
};

/// Operands are counted with the result type and the result.
PointerUse pointerUse(SpirvOp op);

/// Operands are counted behind the instruction's number.
PointerUse pointerUseOfOpenCL(std::uint32_t instruction);

} // namespace heddle::compiler

#endif
