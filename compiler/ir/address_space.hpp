// The address spaces of OpenCL, as SPIR-V's storage classes become numbers in LLVM IR.
#ifndef HEDDLE_COMPILER_IR_ADDRESS_SPACE_HPP
#define HEDDLE_COMPILER_IR_ADDRESS_SPACE_HPP

namespace heddle::compiler {

enum AddressSpace : unsigned { inPrivate = 0, inGlobal = 1, inLocal = 3, isGeneric = 4 };

} // namespace heddle::compiler

#endif
