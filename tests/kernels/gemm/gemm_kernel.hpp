// The family of matrix products that DPAS kernels in the wild are written as: a sub-group of 16
// computes a grid of blocks of 8 x 16, in any of these ways.
#ifndef HEDDLE_TESTS_KERNELS_GEMM_GEMM_KERNEL_HPP
#define HEDDLE_TESTS_KERNELS_GEMM_GEMM_KERNEL_HPP

#include <string>
#include <vector>

namespace heddle::test {

enum class GemmType { bf16, i8, tf32 };

/// How factors are read and sums are written. B is row-major, or in pairs or quads of rows.
enum class GemmReads {
  blocks2D,       ///< 2D blocks, B with transform
  blocks2DPacked, ///< 2D blocks of packed B
  blocks,         ///< intel_sub_group_block_read of rows
  blocksPacked,
  lanes, ///< each lane its element of a row
  lanesPacked,
};

enum class GemmWaiting { never, split, splitEverySecondRound, barrier };

struct GemmKernel {
  GemmType type;
  GemmReads reads;
  unsigned rows, columns; ///< operations of a sub-group
  unsigned depth;         ///< operations one after another in each round
  bool wide;              ///< reads of several blocks at once where there are such
  bool prefetches;
  GemmWaiting waiting;
  unsigned across, down; ///< sub-groups of a work-group

  /// Elements of K in one operation.
  unsigned depthOfOne() const {
    return type == GemmType::i8 ? 32 : type == GemmType::bf16 ? 16 : 8;
  }
  bool takesPackedB() const {
    return reads == GemmReads::blocks2DPacked || reads == GemmReads::blocksPacked ||
           reads == GemmReads::lanesPacked;
  }
  bool uses2D() const { return reads == GemmReads::blocks2D || reads == GemmReads::blocks2DPacked; }

  /// Of the kernel; an identifier that says all of the above.
  std::string name() const;
  /// kernel void NAME(const global T *a, const global T *b, global R *c, int M, int N, int K), for
  /// M, N and K that are multiples of what a work-group and a round take. Work-groups of 16 *
  /// across x down, one for each block of C, whose rows are dimension 1.
  std::string text() const;
};

/// Every combination that there is.
std::vector<GemmKernel> allGemmKernels();

/// Every type with every way to read, grid of operations and depth, the other properties in turn.
std::vector<GemmKernel> someGemmKernels();

} // namespace heddle::test

#endif
