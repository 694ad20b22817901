// Which reads are of a value that the program wants.
#ifndef HEDDLE_COMPILER_STRICT_READS_OF_VALUES_HPP
#define HEDDLE_COMPILER_STRICT_READS_OF_VALUES_HPP

#include "llvm/IR/Instruction.h"

namespace heddle::compiler {

/// False for a load whose value nobody uses, or which is there so that a part of it can be written,
/// as a field of bits or a component of a vector, and for an exchange that stores only.
bool isReadOfValue(const llvm::Instruction &access);

} // namespace heddle::compiler

#endif
