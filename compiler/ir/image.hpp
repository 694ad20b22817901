// Images and samplers in LLVM IR: what they are as values, and what is known of their types.
//
// An image is a pointer to its HeddleImage (runtime/abi/image.h) in constant memory, a sampler an
// i32. internal_ops.md has the operations on them.
#ifndef HEDDLE_COMPILER_IR_IMAGE_HPP
#define HEDDLE_COMPILER_IR_IMAGE_HPP

#include "llvm/IR/Argument.h"
#include "llvm/IR/DerivedTypes.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// The address space of HeddleImage records.
inline constexpr unsigned imageAddressSpace = 2;

enum class ImageAccess : unsigned { readOnly, writeOnly, readWrite };

struct ImageType {
  unsigned dimensions; ///< 1 to 3
  bool isArray;
  bool isDepth;
  bool isBuffer;
  ImageAccess access;
  bool saysDepth = true; ///< isDepth is what the type says, not what it leaves open

  /// Nothing for a type that is no image, or one that OpenCL has not (cubes, several samples).
  static std::optional<ImageType> of(const llvm::Type *type);
  /// How many coordinates a pixel has.
  unsigned coordinates() const { return dimensions + (isArray ? 1 : 0); }
  /// CL_MEM_OBJECT_IMAGE2D and its like.
  std::uint32_t objectType() const;
};

bool isSamplerType(const llvm::Type *type);
/// An image together with a sampler.
bool isSampledImageType(const llvm::Type *type);

/// Kernels keep what their arguments were.
void markImage(llvm::Argument &argument, const ImageType &type);
void markSampler(llvm::Argument &argument);
struct ImageArgument {
  std::uint32_t objectType; ///< CL_MEM_OBJECT_…
  ImageAccess access;
  std::optional<bool> isDepth; ///< none where the type leaves it open
};
std::optional<ImageArgument> imageArgument(const llvm::Argument &argument);
bool isSamplerArgument(const llvm::Argument &argument);

} // namespace heddle::compiler

#endif
