// Reads and writes of images as calls of the library.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_IMAGE_ACCESS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_IMAGE_ACCESS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Calls heddle_image_read_... and heddle_image_write_... (builtins/image) for reads and writes of
/// one work-item and of all lanes, with coordinates and pixels on the stack. What kind of image it
/// is and how many lanes are worked on at once chooses the function.
///
/// Expects: `image_read`, `image_write`, `simd_image_read`, `simd_image_write`.
/// Leaves:  calls of functions of the library, of which the kernel binary gets the machine code.
/// Placed behind work-group-entry-point, for which a piece of stack would be a private variable
/// that lives across barriers; and before the library is linked.
class LowerImageAccessPass : public llvm::PassInfoMixin<LowerImageAccessPass> {
public:
  /// isWide: vectors have 512 bits.
  explicit LowerImageAccessPass(bool isWide) : isWide(isWide) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool isWide;
};

} // namespace heddle::compiler

#endif
