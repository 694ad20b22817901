// Images and samplers in terms of LLVM IR (ir/image.hpp).
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_IMAGES_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_IMAGES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Replaces the types of images and samplers by pointers and numbers, in arguments, variables and
/// wherever else they are, and the instructions on them by `image_read`, `image_write` and loads of
/// what the record of an image says.
///
/// Expects: the translator's types and calls.
/// Leaves:  none of these types in a function with a body; what kernels' arguments were stands in
///          attributes. Calls that are no good are reported.
/// Placed before lower-spirv-builtins: the types of what is called say what an image is.
class LowerImagesPass : public llvm::PassInfoMixin<LowerImagesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
