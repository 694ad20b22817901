// Instructions of SPIR-V that are hints and that the translator does not know, or aborts on.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_DROP_HINTS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_DROP_HINTS_HPP

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::compiler {

/// The module without
///  * OpSubgroupBlockPrefetchINTEL, its capability and its extension;
///  * execution modes FPFastMathDefault, which permit what need not be done. The translator takes
///    one where there may be one for each type.
/// `bytes` is a valid module in this machine's byte order.
std::string dropHints(llvm::StringRef bytes);

} // namespace heddle::compiler

#endif
