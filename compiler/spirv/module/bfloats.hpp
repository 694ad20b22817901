// SPV_KHR_bfloat16 and SPV_INTEL_bfloat16_arithmetic: numbers of 16 bits with the exponent of a
// float. No target computes with them; what there is are conversions. So they become integers that
// hold their bits, before the translator reads a module.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_BFLOATS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_BFLOATS_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the module names the capabilities or the extensions.
bool usesBFloats(llvm::ArrayRef<std::uint32_t> module);

/// The module with 16-bit integers in place of bfloats. What computes does so in float and rounds
/// the result once, to the nearest even one; that is the correctly rounded result of an addition,
/// subtraction, multiplication, division and of every conversion. So it is in cooperative matrices,
/// and what multiplies these says which integers are bfloats.
///
/// The error names the instruction that has no such form: conversions with another rounding mode,
/// operations on specialization constants, functions with pointers to bfloats, matrices of wide
/// integers or doubles that become bfloats.
llvm::Expected<SpirvWords> withoutBFloats(SpirvWords module);

} // namespace heddle::compiler

#endif
