// What LLVM takes for poison in what SPIR-V or OpenCL leave undefined in part, or to the
// implementation.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_UNDEFINED_VALUES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_UNDEFINED_VALUES_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// as_int(char3) is a shuffle to four components and a cast of their bits: with the fourth, which
/// is undefined, LLVM takes the whole integer for poison. Here it is zero. So is
/// convert_uint(-1.0f), whose value is implementation-defined, while stores of poison would be left
/// out. Conversions to bytes and shorts have values that such integers can have, whatever is
/// converted.
void settleUndefinedValues(llvm::Module &module);

} // namespace heddle::compiler

#endif
