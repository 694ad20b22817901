// The file that holds the OpenCL C library: written when Heddle is built, mapped by heddlec.
//
//   BundleHeader
//   BundleGroup  groups[groupCount]   a bitcode module or an object each, 16-byte aligned
//   BundleName   names[nameCount]     sorted by the bytes of the name
//   char         strings[]            the names, not terminated
//   bitcode
//
// All offsets are bytes from the start of the file.
#ifndef HEDDLE_BUILTINS_BUNDLE_FORMAT_HPP
#define HEDDLE_BUILTINS_BUNDLE_FORMAT_HPP

#include <cstdint>

namespace heddle::builtins {

inline constexpr char bundleMagic[8] = {'H', 'D', 'L', 'B', 'L', 'T', 'N', '1'};
/// After a function's name: its machine code, a relocatable object.
inline constexpr char objectSuffix[] = ".object";
inline constexpr char bundleFileName[] = "heddle-builtins.bundle";

struct BundleHeader {
  char magic[8];
  std::uint64_t fileSize; ///< a shorter file was cut off
  std::uint32_t groupCount;
  std::uint32_t nameCount;
};

struct BundleGroup {
  std::uint64_t offset;
  std::uint64_t size;
};

struct BundleName {
  std::uint64_t offset;
  std::uint32_t length;
  std::uint32_t group;
};

} // namespace heddle::builtins

#endif
