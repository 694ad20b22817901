// Which of the headers that every program sees it can do without.
#ifndef HEDDLE_COMPILER_FRONTEND_NEEDED_HEADERS_HPP
#define HEDDLE_COMPILER_FRONTEND_NEEDED_HEADERS_HPP

#include "llvm/ADT/StringRef.h"

namespace heddle::compiler {

/// False when no name of the matrix headers can come out of this text, a source or an option,
/// however it is preprocessed: parsing these 110 declarations takes a quarter of the front end's
/// time for a small program. What includes a file, pastes tokens or joins lines inside a word is
/// not looked into, and true.
bool mayNameMatrixFunctions(llvm::StringRef text);
/// Whether such a name is written in the text itself.
bool namesMatrixFunctions(llvm::StringRef text);
/// The same for bfloat16_conversions.h.
bool mayNameBFloat16Conversions(llvm::StringRef text);
/// The same for subgroup_2d_block_io.h and its 117 declarations.
bool mayName2dBlockFunctions(llvm::StringRef text);
/// The same for subgroup_extended_block_read.h.
bool mayNameExtendedBlockFunctions(llvm::StringRef text);

/// The same for the several hundred declarations of subgroup_intel.h.
bool mayNameIntelSubGroupFunctions(llvm::StringRef text);

/// native_half.h is for programs that may name both.
bool mayNameHalf(llvm::StringRef text);
bool mayNameNativeFunctions(llvm::StringRef text);

/// overloaded_functions.h is for texts that say so and name one of its functions.
bool overloadsFunctions(llvm::StringRef text);

} // namespace heddle::compiler

#endif
