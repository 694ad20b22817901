// Words that are put together from bytes, and taken apart to bytes, as words.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_MERGE_BYTES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_MERGE_BYTES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Hashes, codecs and numbers from files read and write words byte by byte, as they do not know how
/// the processor orders them:
///
///     w = b[i] << 24 | b[i + 1] << 16 | b[i + 2] << 8 | b[i + 3];
///     c[i] = w >> 24; c[i + 1] = w >> 16; c[i + 2] = w >> 8; c[i + 3] = w;
///
/// LLVM makes one access of them when it selects instructions, where a work-item is by itself; of
/// lanes each byte would be an access of its own, or a shuffle. Here they become one load or store
/// of the word in global or constant memory, with its bytes swapped where the first one counts
/// most. Shorts and words that words of 8 bytes are made of, with the lower one first, likewise.
///
/// Placed behind LLVM's simplification, which unrolls loops over bytes; before anything asks which
/// lanes are neighbours in memory. Not with checks, which name the access.
class MergeBytesPass : public llvm::PassInfoMixin<MergeBytesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
