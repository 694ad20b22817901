// Runs one kernel at several sub-group sizes in this process and compares what it leaves in memory.
#ifndef HEDDLE_TESTS_FUZZ_VECTORIZER_RUN_KERNEL_HPP
#define HEDDLE_TESTS_FUZZ_VECTORIZER_RUN_KERNEL_HPP

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::tests {

/// Kernels have the parameters (input, output, count): two buffers of 32-bit words and a number.
/// Word 0 of the output is behind a margin, so small negative indices are harmless.
struct KernelData {
  static constexpr unsigned inputWords = 1024;
  static constexpr unsigned outputWords = 8192;
  std::uint64_t seed = 1;
};

/// Work-groups in x, and the local size.
struct NdRange {
  unsigned groups = 2;
  unsigned localX = 32;
  unsigned localY = 1;
};

struct RunOptions {
  std::string passesBefore;   ///< run on the kernel first, as names for LLVM's opt
  bool optimizeAfter = false; ///< run LLVM's O2 on what the vectorizer made
  std::vector<unsigned> sizes = {1, 8, 16, 32};
  std::vector<NdRange> ranges = {{2, 32, 1}, {2, 21, 3}, {1, 8, 7}, {1, 5, 5}};
};

/// Vectorizes a copy of the module's kernel for each size, runs it over each range and compares
/// with the first size. The error says which size differs, where, and from what.
llvm::Error compareSizes(const llvm::Module &module, const KernelData &data,
                         const RunOptions &options);

} // namespace heddle::tests

#endif
