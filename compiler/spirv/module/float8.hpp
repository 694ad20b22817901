// SPV_EXT_float8 and SPV_INTEL_float4: floating-point numbers of 8 bits, E4M3 and E5M2, and of 4,
// E2M1. They are stored, converted, and multiplied as matrices; nothing else computes with them.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_FLOAT8_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_FLOAT8_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the module names the capabilities or the extension.
bool usesFloat8(llvm::ArrayRef<std::uint32_t> module);

/// The module with integers of as many bits in place of these numbers, since the translator keeps
/// no difference between the formats in matrices; int4.hpp goes on with those of 4 bits. A
/// conversion is a call of __spirv_ConvertE4M3ToF, __spirv_ConvertFToE4M3 or
/// __spirv_ConvertFToE4M3Sat, or of those of E5M2 and E2M1, between integers and floats: scalars,
/// vectors or matrices. All other types are converted through float, which is exact. What
/// multiplies matrices says which integers are what (mul_add_operands.hpp).
///
/// The error names the instruction that has no such form.
llvm::Expected<SpirvWords> withoutFloat8(SpirvWords module);

} // namespace heddle::compiler

#endif
