// Vectors of three components that are cut from vectors of four, and put back.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_PAD_TRIPLES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_PAD_TRIPLES_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Pixels whose alpha stays as it is: `out.xyz = (in.xyz - black) * scale; out.w = in.w`. Three of
/// four components cannot be as they lie in memory (analysis/memory_order.hpp), so all four do what
/// the three did, and the fourth one is replaced, as in the source.
///
/// Only where all vectors of three in the function are of that kind, and nothing that the fourth
/// component does can fail. Where components are taken apart nevertheless, nobody wants the fourth,
/// and it is dropped. Whether anything changed.
bool padTriples(llvm::Function &function);

} // namespace heddle::compiler

#endif
