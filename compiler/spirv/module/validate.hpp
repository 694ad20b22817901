// Checks SPIR-V that comes from outside before the translator sees it: the translator aborts on
// most damaged modules and accepts some that were cut off.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_VALIDATE_HPP

#include "compiler/spirv/module/spirv_constants.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace heddle::compiler {

/// A part of a program, which is linked with others, may be empty.
enum class ModuleUse { program, part };

/// The module in the byte order of this machine, when all of this holds:
///  * a whole number of words, the magic number in either byte order, version 1.0 to 1.6;
///  * every instruction is known, lies inside the module, has as many operands as its form wants,
///    and its strings end inside it;
///  * ids lie below the bound, are defined once and all that are used are defined; result types
///    are types; constants are as long as their type;
///  * capabilities and extensions are on our lists, the memory model is OpenCL with 64-bit
///    addresses;
///  * functions and blocks begin and end properly; entry points are kernels of this module;
///  * a program has a kernel or exports something;
///  * cooperative matrices keep the rules of their extensions (validate_matrices.hpp), with
///    specialization constants that have these values.
/// The error says what was found, where (word offset) and what was expected.
///
/// Other rules that take types into account are left to the translator and LLVM's verifier.
llvm::Expected<std::string> checkSpirv(llvm::StringRef bytes, ModuleUse use = ModuleUse::program,
                                       const SpecializedValues &specialized = {});

} // namespace heddle::compiler

#endif
