// Vectors of one component, which capability VectorAnyINTEL allows and compilers write that do not
// tell a vector of one from a scalar. They become scalars before the translator reads a module, so
// that nothing behind it need know them.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SINGLE_VECTORS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SINGLE_VECTORS_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the module has such a type or names the capability.
bool usesAnyVectors(llvm::ArrayRef<std::uint32_t> module);

/// The module without such types and without the capability. Vectors of other numbers of components
/// stay as they are.
llvm::Expected<SpirvWords> withoutSingleVectors(SpirvWords module);

} // namespace heddle::compiler

#endif
