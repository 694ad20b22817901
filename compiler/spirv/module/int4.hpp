// SPV_INTEL_int4: integers of 4 bits. They are stored, converted, and multiplied as matrices;
// nothing else computes with them.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_INT4_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_INT4_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the module names the capabilities or the extension.
bool usesInt4(llvm::ArrayRef<std::uint32_t> module);

/// The module with bytes in place of these integers, whose upper halves are zeros. In memory two
/// components of a vector share a byte, the first one in its lower half: pointers to vectors are
/// pointers to such bytes, and loads and stores of matrices have the memory operand
/// fourBitComponents (spirv_matrices.hpp). What multiplies matrices says which bytes these are
/// (mul_add_operands.hpp). Conversions are those of bytes around calls of __spirv_ConvertI4ToI8,
/// which extends the sign, and __spirv_ConvertI8ToI4, which keeps the lower half: of scalars,
/// vectors or matrices.
///
/// The error names the instruction that has no such form.
llvm::Expected<SpirvWords> withoutInt4(SpirvWords module);

} // namespace heddle::compiler

#endif
