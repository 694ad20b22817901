// The rules of what loads, stores and prefetches cooperative matrices.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRIX_ACCESS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRIX_ACCESS_HPP

#include "compiler/spirv/module/spirv_matrices.hpp"

#include <string>

namespace heddle::compiler {

/// The rule that the instruction breaks. `access`: its spirvMatrixAccess().
std::optional<std::string> problemOfAccess(const SpirvInstruction &instruction,
                                           const SpirvMatrixAccess &access, const SpirvTypes &types,
                                           const SpirvMatrices &matrices);

} // namespace heddle::compiler

#endif
