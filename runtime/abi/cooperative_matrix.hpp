// What driver and compiler agree on about cooperative matrices, besides the table of variants.
#ifndef HEDDLE_RUNTIME_ABI_COOPERATIVE_MATRIX_HPP
#define HEDDLE_RUNTIME_ABI_COOPERATIVE_MATRIX_HPP

#include <cstdint>

namespace heddle::abi {

/// The sub-group size of kernels with cooperative matrices that require none: that of the matrix
/// units whose kernels come here.
inline constexpr std::uint32_t cooperativeMatrixSubGroupSize = 16;

} // namespace heddle::abi

#endif
