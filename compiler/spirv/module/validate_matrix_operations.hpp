// The rules of what computes with each component of cooperative matrices, or only hands them on.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRIX_OPERATIONS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRIX_OPERATIONS_HPP

#include "compiler/spirv/module/spirv_matrices.hpp"

#include <string>

namespace heddle::compiler {

/// The rule that an instruction breaks that has matrices among its operands or makes one.
std::optional<std::string> problemOfOperation(const SpirvInstruction &instruction,
                                              const SpirvTypes &types,
                                              const SpirvMatrices &matrices);

/// Values that do not have the type of the instruction's result.
std::optional<std::string> problemOfTypes(const SpirvInstruction &instruction,
                                          llvm::ArrayRef<std::uint32_t> values,
                                          const SpirvTypes &types);

} // namespace heddle::compiler

#endif
