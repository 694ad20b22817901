// Random OpenCL C kernels that end, touch only their own memory, have no undefined behaviour, and
// give the same result in any order of the work-items: whatever the sub-group size and whatever is
// optimized, the output must be the same.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_PROGRAM_WRITER_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_PROGRAM_WRITER_HPP

#include <cstdint>
#include <string>

namespace heddle::test {

/// What kernels may use beyond what every one does.
struct ProgramFeatures {
  bool barriers = true;
  bool subGroups = true;
  bool doubles = true;
  bool halves = true; ///< arithmetic too
  bool images = true;
};

/// Buffers of each kernel. Each item has words of its own, side by side and spread over the
/// others'.
struct FuzzBuffers {
  static constexpr unsigned inputWords = 4096;
  static constexpr unsigned wordsOfItem = 32;
  static constexpr unsigned denseWords = 16; ///< of each item: its vector in an array of vectors
  static constexpr unsigned maxItems = 256;
  static constexpr unsigned maxGroups = 32, wordsOfGroup = 16; ///< behind the items' words
  static constexpr unsigned counters = 32;                     ///< at the end: sums that all add to
  static constexpr unsigned outputWords =
      (wordsOfItem + 8 + denseWords) * maxItems + maxGroups * wordsOfGroup + counters;
  static constexpr unsigned firstDense = (wordsOfItem + 8) * maxItems;
  static constexpr unsigned firstGroup = firstDense + denseWords * maxItems;
  static constexpr unsigned localWordsOfItem = 4;
  /// Two images in which each item has a texel of four words; they follow the output.
  static constexpr unsigned canvasWidth = 32, canvasHeight = maxItems / canvasWidth, canvases = 2;
  static constexpr unsigned canvasWords = canvasWidth * canvasHeight * 4;
  static constexpr std::uint32_t initialOutput = 0x5a5a5a5a; ///< each word of it
};

/// The bytes of the structure that kernels take by value.
inline constexpr unsigned fuzzArgumentBytes = 32;

/// What every program begins with.
std::string programPrelude();

/// Text of the kernel `fuzz<seed>` with its helper functions and structures:
/// (global const uint *in, global uint *out, int n, struct Arguments, local uint *scratch), and in
/// some kernels the images of fuzz_images.hpp behind them.
/// The same seed gives the same text.
std::string writeKernel(std::uint64_t seed, const ProgramFeatures &features);

} // namespace heddle::test

#endif
