// Which kernels are better off with the vectors that they are written in.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_SOURCE_VECTORS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_SOURCE_VECTORS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether the kernel should run one work-item after another, its long vectors (uint16, float8) in
/// registers as they are. As lanes of a sub-group, each component of such a vector is a register of
/// its own, and a few values fill all registers of the target.
///
/// A loop in which a single one of them waits for its own last value is another matter: as lanes,
/// its components are work for the units meanwhile (dependence_chains.hpp).
///
/// Estimates both ways by the operations of the kernel and of the functions that it calls, as
/// often as they are likely to run. `floatLanes`: 32-bit lanes of the target's registers.
bool prefersSourceVectors(llvm::Function &kernel, unsigned floatLanes);

} // namespace heddle::compiler

#endif
