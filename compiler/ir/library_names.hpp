// Names of the OpenCL C library's functions, which are mangled as clang does it.
#ifndef HEDDLE_COMPILER_IR_LIBRARY_NAMES_HPP
#define HEDDLE_COMPILER_IR_LIBRARY_NAMES_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <optional>
#include <string>

namespace heddle::compiler {

/// The part between _Z and the parameter types: "sin" of _Z3sinDv8_f. Nothing when the name is not
/// mangled.
std::optional<llvm::StringRef> unmangledName(llvm::StringRef mangled);

/// On declarations of mathematical functions that have a form for each vector width.
inline constexpr char vectorMathAttribute[] = "heddle-vector-math";

/// Whether it is one of those by its name (builtins/out_of_line_math.def).
bool isOutOfLineMath(const llvm::Function &function);

/// The library's name for the form of a function that works on `width` lanes (1, 2, 3, 4, 8, 16) of
/// its element types: _Z3sinf or _Z3sinDv4_f at width 8 is _Z3sinDv8_f. Nothing when the function
/// has no such forms.
std::optional<std::string> vectorVariantName(const llvm::Function &function, unsigned width);

} // namespace heddle::compiler

#endif
