// SPV_KHR_untyped_pointers. The translator reads some of it, and that wrongly: the step of an
// access chain over vectors, the size of a copy. So modules become ones with typed pointers first.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_UNTYPED_POINTERS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_UNTYPED_POINTERS_HPP

#include "compiler/spirv/module/spirv_words.hpp"

#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the module names the capability or the extension, or has an instruction of it.
bool usesUntypedPointers(llvm::ArrayRef<std::uint32_t> module);

/// The module with an untyped pointer as a pointer to bytes, which a cast makes a pointer to what
/// an instruction finds there. A variable keeps its type; the pointer to it is a cast of it.
///
/// The module has passed the other checks of checkSpirv(). The error names the instruction that
/// breaks a rule of the extension:
///  * the capability and the extension are declared; pointers have a storage class of kernels;
///  * variables have the pointer's storage class and a data type; initializers are constants or
///    variables of the module;
///  * access chains begin with a pointer of the result's storage class, their indexes are integers,
///    and constants below the number of members in structures;
///  * what is loaded, stored or exchanged can lie in memory; atomic values are numbers;
///  * casts keep the storage class, or change it from or to the generic one, as they should;
///  * instructions that take the size of an element from a pointer's type, and parameters that are
///    structures passed by value, have a typed one.
llvm::Expected<SpirvWords> withTypedPointers(SpirvWords module);

} // namespace heddle::compiler

#endif
