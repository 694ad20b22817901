// Subscripts of arrays that are parts of larger objects.
#ifndef HEDDLE_COMPILER_STRICT_SUBSCRIPTS_HPP
#define HEDDLE_COMPILER_STRICT_SUBSCRIPTS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

#include <cstdint>

namespace heddle::compiler {

struct Subscript {
  llvm::Value *index;
  std::uint64_t length; ///< of the array
};

/// Those on the way to a pointer, as the source has them, that must be below the length: of arrays
/// in structures that have something behind them, and of rows. Not of the last member of a
/// structure, which may be longer than it says, nor of the row 0 of an array, unless `all`:
/// programs take that for the whole. Constants are the front end's to warn of.
llvm::SmallVector<Subscript, 2> subscriptsIn(llvm::Value *pointer, bool all);

} // namespace heddle::compiler

#endif
