// What a call of heddle.image_read or heddle.image_write says.
#ifndef HEDDLE_COMPILER_STRICT_IMAGE_CALLS_HPP
#define HEDDLE_COMPILER_STRICT_IMAGE_CALLS_HPP

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

struct ImageCall {
  llvm::Argument *image;
  llvm::Value *access; ///< the bits of image_access.h, and of the sampler (i32)
  unsigned dimensions; ///< without the layer
  bool isArray;

  /// Nothing for images that are no arguments. Code goes to the builder's place.
  static std::optional<ImageCall> of(llvm::CallInst &call, llvm::IRBuilder<> &builder);

  /// Whether the bits under the mask are these (i1).
  llvm::Value *hasBits(llvm::IRBuilder<> &builder, unsigned mask, unsigned wanted) const {
    return builder.CreateICmpEQ(builder.CreateAnd(access, mask), builder.getInt32(wanted));
  }
  /// A coordinate in pixels, of which there are `size`; both are numbers with fractions.
  llvm::Value *inPixels(llvm::IRBuilder<> &builder, llvm::Value *coordinate,
                        llvm::Value *size) const;
};

} // namespace heddle::compiler

#endif
