// Checks of the coordinates of images.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_IMAGES_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_IMAGES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts checks in front of writes to images, and of reads whose sampler has no addressing mode,
/// whether each coordinate lies in the image, and of blocks, whether pixels are small enough.
///
/// Expects: kernels with all functions inlined.
/// Leaves:  `finding` operations.
/// Placed behind trace-accesses, which is not to see what is read of an image's record.
class CheckImagesPass : public llvm::PassInfoMixin<CheckImagesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
