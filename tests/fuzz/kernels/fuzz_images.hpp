// The images that some generated kernels have as arguments behind the others.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_FUZZ_IMAGES_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_FUZZ_IMAGES_HPP

#include <CL/cl.h>

#include <cstdint>
#include <vector>

namespace heddle::test {

/// To read: a plane of four floats, a volume of four normalized bytes, layers of two shorts, a
/// buffer of words; a sampler; to write, and to read and write: a texel of four words for each
/// work-item.
class FuzzImages {
public:
  FuzzImages(cl_context context, std::uint64_t seed);
  ~FuzzImages();
  FuzzImages(const FuzzImages &) = delete;
  FuzzImages &operator=(const FuzzImages &) = delete;

  /// Arguments from `first` on.
  cl_int setArguments(cl_kernel kernel, cl_uint first) const;
  /// Puts what was written behind `output`.
  cl_int append(cl_command_queue queue, std::vector<std::uint32_t> &output) const;

private:
  std::vector<cl_mem> objects; ///< arguments in their order, then what they are made of
  cl_sampler sampler = nullptr;
  cl_int status = CL_SUCCESS;
};

} // namespace heddle::test

#endif
