// What SPIR-V modules say that nothing has to heed and that the translator does not know, aborts
// on, or makes worse code of.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_DROP_HINTS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_DROP_HINTS_HPP

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::compiler {

/// The module without
///  * OpSubgroupBlockPrefetchINTEL;
///  * execution modes FPFastMathDefault and the bit AllowTransform of decorations FPFastMathMode,
///    which permit what need not be done;
///  * the errors that functions may have, limits of registers, which variables the host accesses;
///  * that functions are not to be optimized;
///  * instructions of sets "NonSemantic.…" that the translator does not know;
/// and without the capabilities and extensions of these.
/// `bytes` is a valid module in this machine's byte order.
std::string dropHints(llvm::StringRef bytes);

} // namespace heddle::compiler

#endif
