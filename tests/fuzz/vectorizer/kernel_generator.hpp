// Random kernels that end, touch only their own memory, and give the same result in any order of
// the work-items: whatever the sub-group size, the output must be the same.
#ifndef HEDDLE_TESTS_FUZZ_VECTORIZER_KERNEL_GENERATOR_HPP
#define HEDDLE_TESTS_FUZZ_VECTORIZER_KERNEL_GENERATOR_HPP

#include "llvm/IR/Module.h"

#include <cstdint>
#include <memory>

namespace heddle::tests {

/// A module with one kernel (input, output, count), in the form that a front end writes: variables
/// in memory. The same seed gives the same kernel.
std::unique_ptr<llvm::Module> generateKernel(llvm::LLVMContext &context, std::uint64_t seed);

} // namespace heddle::tests

#endif
