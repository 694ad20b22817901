// The rules of OpCooperativeMatrixMulAddKHR.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MULTIPLY_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MULTIPLY_HPP

#include "compiler/spirv/module/spirv_matrices.hpp"

#include <string>

namespace heddle::compiler {

/// result = a * b + c
struct MulAddMatrices {
  SpirvMatrix a, b, c, result;
};

/// The rule that the instruction breaks. `mask`: mul_add_operands.hpp.
std::optional<std::string> problemOfMulAdd(const MulAddMatrices &matrices, std::uint32_t mask,
                                           const SpirvTypes &types);

} // namespace heddle::compiler

#endif
