// Loops that exchange a word until nobody came between: an update of a float.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_RECOGNIZE_FLOAT_UPDATES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_RECOGNIZE_FLOAT_UPDATES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// OpenCL C had no atomic operation on floats for long, so programs add to one by a loop:
///
///     do {
///       old = found;
///       found = atomic_cmpxchg(p, old, as_uint(as_float(old) + x));
///     } while (found != old);
///
/// Lanes leave it one after another, and each exchange is one of its own. Here it becomes the
/// operation that it is, an atomicrmw, which may update several lanes' words at once.
///
/// Placed where variables have become values, and before LLVM unrolls the loops around, which it
/// does not with one inside.
class RecognizeFloatUpdatesPass : public llvm::PassInfoMixin<RecognizeFloatUpdatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
