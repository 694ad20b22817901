// The rules of cooperative matrices in SPIR-V modules (SPV_KHR_cooperative_matrix,
// SPV_INTEL_joint_matrix), as far as a module shows whether it keeps them.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRICES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_MATRICES_HPP

#include "compiler/spirv/module/spirv_constants.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Checks a module that has passed all other checks of checkSpirv(). Sizes that are specialization
/// constants have the values that are given, or their defaults.
///
/// The error says which rule is broken, what was found and what was expected. Of capabilities only
/// those are asked for that enable an instruction or the type: producers leave out the others.
llvm::Error checkMatrices(llvm::ArrayRef<std::uint32_t> module,
                          const SpecializedValues &specialized);

} // namespace heddle::compiler

#endif
