// Which pixels a call of heddle.image_read or heddle.image_write accesses.
#ifndef HEDDLE_COMPILER_STRICT_IMAGE_PIXELS_HPP
#define HEDDLE_COMPILER_STRICT_IMAGE_PIXELS_HPP

#include "compiler/strict/image_calls.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <cstddef>

namespace heddle::compiler {

/// The one that the coordinates choose, or with a sampler that interpolates the 2, 4 or 8 around
/// them. A sampler may be an argument: then there are as many, and but for one they are nothing if
/// it does not.
class PixelsOfCall {
public:
  /// Code goes to the builder's place.
  PixelsOfCall(llvm::CallInst &call, const ImageCall &access, llvm::IRBuilder<> &builder);

  unsigned count() const { return mayInterpolate ? 1u << access.dimensions : 1; }

  struct Pixel {
    llvm::Value *address;
    llvm::Value *bytes; ///< 0 if it is not in the image, or counts next to nothing
  };
  Pixel at(unsigned corner);

private:
  /// A coordinate: the first pixel of the two or the one, and whether each of the two counts.
  struct Axis {
    llvm::Value *index, *size, *pitch;
    llvm::Value *counts[2];
  };
  void addAxis(unsigned number, llvm::Value *pitch, std::size_t sizeAt);
  llvm::Value *field(std::size_t offset, llvm::Type *type);

  llvm::CallInst &call;
  const ImageCall &access;
  llvm::IRBuilder<> &builder;
  llvm::Value *interpolates = nullptr; ///< i1
  bool mayInterpolate = false;
  llvm::Value *pixelSize = nullptr;
  llvm::Value *data = nullptr;
  llvm::SmallVector<Axis, 4> axes; ///< with the layer
};

} // namespace heddle::compiler

#endif
