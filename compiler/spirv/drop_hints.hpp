// Instructions of SPIR-V that are hints and that the translator does not know.
#ifndef HEDDLE_COMPILER_SPIRV_DROP_HINTS_HPP
#define HEDDLE_COMPILER_SPIRV_DROP_HINTS_HPP

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::compiler {

/// The module without OpSubgroupBlockPrefetchINTEL, its capability and its extension. `words` is a
/// valid module, whose bytes are in this machine's order.
std::string dropHints(llvm::StringRef words);

} // namespace heddle::compiler

#endif
