// Images.
//
// Pixels lie in rows as the application sees them when it maps the image, and kernels read them
// there (runtime/abi/image.h), so there is one layout. An image has memory of its own, uses that of
// a buffer or of another image, or works in the application's (CL_MEM_USE_HOST_PTR). Where the
// application's pointer is not aligned to the pixel, the image is a copy of it, as a buffer is
// (runtime/buffer.hpp).
#ifndef HEDDLE_RUNTIME_IMAGE_HPP
#define HEDDLE_RUNTIME_IMAGE_HPP

#include "runtime/image_format.hpp"
#include "runtime/memory_block.hpp"
#include "runtime/memory_box.hpp"
#include "runtime/memory_object.hpp"
#include "runtime/strict/unwritten_memory.hpp"

#include <array>
#include <cstddef>

namespace heddle {

class Buffer;

/// A checked cl_image_desc: sizes that the type does not have are 1, and pitches are known.
struct ImageShape {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  std::size_t width = 1;
  std::size_t height = 1;
  std::size_t depth = 1;
  std::size_t arraySize = 1;
  /// Of the application's memory or of the buffer that the image is made of, or tight.
  BoxPitches pitches;

  bool isArray() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  bool hasSlices() const { return isArray() || type == CL_MEM_OBJECT_IMAGE3D; }
  /// Slices of a 3D image, images of an array.
  std::size_t slices() const { return depth * arraySize; }
  std::size_t bytes() const { return pitches.slice * slices(); }
};

class Image final : public MemoryObject {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::image; }

  /// Everything is checked. CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory.
  static Result<Ref<Image>> create(Context &context, cl_mem_flags flags, const ImageFormat &format,
                                   const ImageShape &shape, void *hostPtr,
                                   std::vector<cl_mem_properties> properties);
  /// An image of the memory of a buffer, or of another image.
  static Ref<Image> createOfBuffer(Buffer &buffer, cl_mem_flags flags, const ImageFormat &format,
                                   const ImageShape &shape,
                                   std::vector<cl_mem_properties> properties);
  static Ref<Image> createOfImage(Image &image, cl_mem_flags flags, const ImageFormat &format,
                                  std::vector<cl_mem_properties> properties);

  const ImageFormat &format() const { return *pixelFormat; }
  /// With the pitches of what the device uses.
  const ImageShape &shape() const { return layout; }
  /// What kernels are given a pointer to. It stays as it is.
  const HeddleImage &record() const { return descriptor; }
  /// The buffer that the image is made of, or null.
  Buffer *buffer() const;
  MemoryObject *parent() const override { return owner.get(); }
  void *hostPointer() const override { return host; }
  bool usesSvmPointer() const override { return svm; }

  /// The sizes in the order of origins and regions: width, then height or the images of a 1D array,
  /// then depth or the images of a 2D array.
  std::array<std::size_t, 3> extent() const;
  /// The first byte.
  std::byte *data() const { return bytes; }
  /// The bytes between neighbours in the second and third place of origins and regions.
  BoxPitches boxPitches() const { return boxPitchesOf(layout.pitches); }
  /// What mapping answers, of the memory that mapped pointers lead to.
  BoxPitches mappedPitches() const { return hostPitches; }
  /// Where the application sees a pixel when it maps the image.
  std::byte *mappedPointer(const std::array<std::size_t, 3> &origin) const;

  void updateHostCopy(const Mapping &mapping) const override;
  void updateDeviceCopy(const Mapping &mapping) const override;

private:
  Image(Context &context, cl_mem_flags flags, const ImageFormat &format, const ImageShape &shape,
        std::vector<cl_mem_properties> properties);
  ~Image() override;

  void setMemory(std::byte *memory);
  BoxPitches boxPitchesOf(const BoxPitches &pitches) const;
  std::size_t offsetOf(const std::array<std::size_t, 3> &origin, const BoxPitches &pitches) const;
  BoxSize boxSize(const std::array<std::size_t, 3> &region) const;

  const ImageFormat *const pixelFormat;
  ImageShape layout;
  HeddleImage descriptor{};
  MemoryBlock storage;       ///< empty when the memory is somebody else's
  UnwrittenMemory unwritten; ///< of the storage
  std::byte *bytes = nullptr;
  void *host = nullptr;
  BoxPitches hostPitches; ///< of what is mapped
  bool shadow = false;    ///< host is not where the device works
  bool svm = false;
  Ref<MemoryObject> owner; ///< of the memory: a buffer, another image, or null
};

} // namespace heddle

#endif
